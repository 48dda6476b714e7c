import type { IngestPorts } from "@waldo/aws/compose/ingest";
import { keys, SyncRequest } from "@waldo/contracts";
import { digest } from "@waldo/core/digest";
import { saveSamples } from "@waldo/core/health/intraday";
import { findTimeZone, saveDays } from "@waldo/core/health/ledger";
import { deviceZone } from "@waldo/core/zone-names";
import { type ApiAnswer, type ApiEvent, answer, onRequest, parseRequest, readJson } from "./api-event.ts";
import { plausibleDays } from "./plausible-days.ts";

/**
 * Stores the days and the time zone, then wakes the person's agent. When the same request comes twice, it writes the
 * same rows and sends one more wake.
 */
export async function sync(event: ApiEvent, { store, clock, startWake }: IngestPorts): Promise<ApiAnswer> {
  const { requestId, timeEpoch, authorizer } = event.requestContext;
  const userId = authorizer.jwt.claims.sub;
  const known = await findTimeZone(store, userId);
  const read = () => ({
    timeZone: deviceZone(event.headers["x-device-timezone"] ?? "", clock.now(), known),
    ...parseRequest(SyncRequest, readJson(event)),
  });
  return onRequest(read, async ({ timeZone, days, settled, samples = [] }) => {
    const dates = await saveDays(store, userId, plausibleDays(days));
    await saveSamples({ store, clock }, userId, samples);
    await store.transact([{ op: "put", key: keys.timeZone(userId), body: { timeZone } }]);
    const scheduledAt = new Date(timeEpoch).toISOString();
    await startWake(`sync-${digest(userId, requestId).slice(0, 32)}`, { userId, job: "sync", scheduledAt, settled });
    return answer(202, { dates: dates.length });
  });
}
