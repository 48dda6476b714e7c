import type { IngestPorts } from "@waldo/aws/compose";
import { keys, SyncRequest } from "@waldo/contracts";
import { digest } from "@waldo/core/digest";
import { saveSamples } from "@waldo/core/health/intraday";
import { saveDays } from "@waldo/core/health/ledger";
import { checkZone } from "@waldo/core/time";
import { type ApiAnswer, type ApiEvent, answer, onRequest, parseRequest, readJson } from "./api-event.ts";
import { plausibleDays } from "./plausible-days.ts";

/** Keeps the days and the zone, then wakes the person's agent. Sent twice, it writes the same rows and wakes once more. */
export function sync(event: ApiEvent, { store, clock, startWake }: IngestPorts): Promise<ApiAnswer> {
  const { requestId, timeEpoch, authorizer } = event.requestContext;
  const userId = authorizer.jwt.claims.sub;
  const read = () => ({
    zone: checkZone(event.headers["x-device-timezone"] ?? ""),
    ...parseRequest(SyncRequest, readJson(event)),
  });
  return onRequest(read, async ({ zone, days, settled, samples = [] }) => {
    const dates = await saveDays(store, userId, plausibleDays(days));
    await saveSamples({ store, clock }, userId, samples);
    await store.transact([{ op: "put", key: keys.zone(userId), body: { zone } }]);
    const scheduledAt = new Date(timeEpoch).toISOString();
    await startWake(`sync-${digest(userId, requestId).slice(0, 32)}`, { userId, job: "sync", scheduledAt, settled });
    return answer(202, { dates: dates.length });
  });
}
