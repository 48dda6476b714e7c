// Receives what a device sends: its days, its readings of the last hours, and its time zone. It counts how much a
// person's devices send per day. The count is among the person's derived rows, because this function reaches no row of
// the agent.
import { INGEST_PER_DAY, Ingested, keys, type SyncRequest, type UserId } from "@waldo/contracts";
import { digest } from "../digest.ts";
import { accumulator, meteredStore } from "../meter/metered.ts";
import { requireConsent } from "../person/consents.ts";
import { deviceZone } from "../person/zone-names.ts";
import type { Ports, StartWake } from "../ports.ts";
import { countToday } from "../store/cas.ts";
import { plausibleDays } from "./import/plausible-days.ts";
import { saveSamples } from "./intraday.ts";
import { findTimeZone, saveDays } from "./ledger.ts";

const NONE: Ingested = { requests: 0, entries: 0, bytes: 0, posts: 0 };
const KINDS = Object.keys(INGEST_PER_DAY) as (keyof Ingested)[];

/**
 * Counts one request before its work, and returns undefined. If the limit of the day is reached, it counts nothing and
 * returns the seconds until the next day. A repeated request counts again, because its work is done again.
 */
export function countIngest(
  ports: Pick<Ports, "store" | "clock">,
  userId: UserId,
  more: Partial<Ingested>,
): Promise<number | undefined> {
  return countToday(
    ports,
    (date) => keys.ingested(userId, date),
    (row) => {
      const before = row ? Ingested.parse(row) : NONE;
      const after = { ...before };
      for (const what of KINDS) {
        after[what] += more[what] ?? 0;
        if (after[what] > INGEST_PER_DAY[what]) return undefined;
      }
      return after;
    },
  );
}

export type SyncPorts = Pick<Ports, "store" | "clock"> & {
  readonly startWake: StartWake;
};

type Sync = {
  readonly userId: UserId;
  readonly requestId: string;
  /** The time zone that the device reports: a name or an offset. */
  readonly zone: string;
  readonly bytes: number;
  readonly body: SyncRequest;
};

/**
 * Stores the days and the time zone, then wakes the person's agent, and returns how many dates came. When the same
 * request comes twice, it writes the same rows and sends one more wake. The wake holds the counts of the request, so
 * that they reach the person's meter. Above the daily limit nothing is stored, and the seconds until the next day are
 * returned. Throws `ConsentNeeded` before anything is counted or stored, and `InvalidInput` for an unknown time zone.
 */
export async function takeSync(
  { store: uncounted, clock, startWake }: SyncPorts,
  { userId, requestId, zone, bytes, body: { days, settled, samples = [] } }: Sync,
): Promise<{ readonly dates: number } | { readonly full: number }> {
  const tally = accumulator();
  const store = meteredStore(uncounted, tally);
  const now = clock.now();
  await requireConsent(store, userId, "body");
  const timeZone = deviceZone(zone, now, await findTimeZone(store, userId));
  const full = await countIngest({ store, clock }, userId, {
    requests: 1,
    bytes,
    entries: days.length + samples.length,
  });
  if (full !== undefined) return { full };
  tally.add({ counts: { ingestBytes: bytes, sourceDays: days.length, samples: samples.length } });
  const dates = await saveDays(store, userId, plausibleDays(days));
  await saveSamples({ store, clock }, userId, samples);
  await store.transact([{ op: "put", key: keys.timeZone(userId), body: { timeZone } }]);
  const scheduledAt = new Date(now).toISOString();
  const [from] = dates;
  const oldest = from === undefined ? {} : { from };
  const wake = { userId, job: "sync", scheduledAt, settled, ...oldest, spent: tally.spent() } as const;
  await startWake(`sync-${digest(userId, requestId).slice(0, 32)}`, wake);
  return { dates: dates.length };
}

/** Stores the time zone of the person's device, and returns its name. The next wake moves the schedules. */
export async function takeZone(
  { store, clock }: Pick<Ports, "store" | "clock">,
  userId: UserId,
  zone: string,
): Promise<string> {
  const timeZone = deviceZone(zone, clock.now(), await findTimeZone(store, userId));
  await store.transact([{ op: "put", key: keys.timeZone(userId), body: { timeZone } }]);
  return timeZone;
}
