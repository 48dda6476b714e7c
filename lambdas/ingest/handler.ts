/** The person's API: a device's days in, the score of a day out. The only writer of raw rows (R7). */
import { ingestPorts } from "@waldo/aws/compose";
import { lambdaPipeline } from "@waldo/aws/lambda-pipeline";
import { keys, SyncRequest } from "@waldo/contracts";
import { digest } from "@waldo/core/digest";
import { saveDays } from "@waldo/core/health/ledger";
import { checkZone } from "@waldo/core/time";
import { type ApiAnswer, ApiEvent, answer, answerError, parseRequest, readJson } from "./api-event.ts";
import { formOf } from "./form.ts";
import { plausibleDays } from "./plausible-days.ts";

export const handler = lambdaPipeline({
  input: ApiEvent,
  about: ({ requestContext }) => ({
    userId: requestContext.authorizer.jwt.claims.sub,
    correlationId: requestContext.requestId,
  }),
  handle: (event) => (event.routeKey === "POST /sync" ? sync(event) : formOf(event, ingestPorts())),
  answerError,
});

async function sync(event: ApiEvent): Promise<ApiAnswer> {
  const { requestId, timeEpoch, authorizer } = event.requestContext;
  const userId = authorizer.jwt.claims.sub;
  const zone = checkZone(event.headers["x-device-timezone"] ?? "");
  const { days, settled } = parseRequest(SyncRequest, readJson(event));
  const { store, startWake } = ingestPorts();

  const dates = await saveDays(store, userId, plausibleDays(days));
  await store.transact([{ op: "put", key: keys.zone(userId), body: { zone } }]);
  const scheduledAt = new Date(timeEpoch).toISOString();
  await startWake(`sync-${digest(userId, requestId).slice(0, 32)}`, { userId, job: "sync", scheduledAt, settled });
  return answer(202, { dates: dates.length });
}
