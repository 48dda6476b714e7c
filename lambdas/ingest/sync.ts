import type { IngestPorts } from "@waldo/aws/compose/ingest";
import { keys, SyncRequest } from "@waldo/contracts";
import { digest } from "@waldo/core/digest";
import { countIngest } from "@waldo/core/health/allowance";
import { saveSamples } from "@waldo/core/health/intraday";
import { findTimeZone, saveDays } from "@waldo/core/health/ledger";
import { accumulator, meteredStore } from "@waldo/core/meter/metered";
import { deviceZone } from "@waldo/core/zone-names";
import { type ApiAnswer, type ApiEvent, answer, onRequest, parseRequest, readJson } from "./api-event.ts";
import { plausibleDays } from "./plausible-days.ts";

/**
 * Stores the days and the time zone, then wakes the person's agent. When the same request comes twice, it writes the
 * same rows and sends one more wake. The wake carries what the request used, so that it stands in the person's ledger.
 * Above the limit of a day the answer is 429, and nothing is stored.
 */
export async function sync(event: ApiEvent, { store: uncounted, clock, startWake }: IngestPorts): Promise<ApiAnswer> {
  const { requestId, timeEpoch, authorizer } = event.requestContext;
  const userId = authorizer.jwt.claims.sub;
  const tally = accumulator();
  const store = meteredStore(uncounted, tally);
  const known = await findTimeZone(store, userId);
  const read = () => ({
    timeZone: deviceZone(event.headers["x-device-timezone"] ?? "", clock.now(), known),
    ...parseRequest(SyncRequest, readJson(event)),
  });
  return onRequest(read, async ({ timeZone, days, settled, samples = [] }) => {
    const bytes = Buffer.byteLength(event.body);
    const seconds = await countIngest({ store, clock }, userId, { bytes, entries: days.length + samples.length });
    if (seconds !== undefined) {
      const message = "this device has sent more today than a day holds; what it keeps can be sent tomorrow";
      return answer(429, { error: "DailyLimit", message }, { "retry-after": String(seconds) });
    }
    tally.add({ counts: { ingestBytes: bytes, sourceDays: days.length, samples: samples.length } });
    const dates = await saveDays(store, userId, plausibleDays(days));
    await saveSamples({ store, clock }, userId, samples);
    await store.transact([{ op: "put", key: keys.timeZone(userId), body: { timeZone } }]);
    const scheduledAt = new Date(timeEpoch).toISOString();
    const wake = { userId, job: "sync", scheduledAt, settled, spent: tally.spent() } as const;
    await startWake(`sync-${digest(userId, requestId).slice(0, 32)}`, wake);
    return answer(202, { dates: dates.length });
  });
}
