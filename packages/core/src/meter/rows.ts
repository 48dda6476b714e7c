/** The meter's rows: one for each run, wake, phase of a night and message; a day is the range of its date. */
import {
  type EpochMs,
  keys,
  type LocalDate,
  type METER_KINDS,
  type Metered,
  MeterRow,
  type Trigger,
  type UserId,
} from "@waldo/contracts";
import type { Ports, Store, Write } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { DAY_MS } from "../time.ts";
import { metered, writeUnits } from "./metered.ts";
import { sum } from "./tally.ts";

/** Bills are looked at by the month; a row is gone after two. */
export const METER_DAYS = 62;

export type Work = {
  readonly userId: UserId;
  readonly date: LocalDate;
  readonly kind: (typeof METER_KINDS)[number];
  /** Names the work: done again, it is the same row. */
  readonly of: string;
  readonly trigger?: Trigger;
};

/** The row of one piece of work, as a write that may ride on the work's own transaction. Its own units are in it. */
export function meterWrite(work: Work, at: EpochMs, used: Metered): Write {
  const { userId, date, kind, of, trigger } = work;
  const write = (spent: Metered): Write => {
    const body: MeterRow = { kind, date, at, ...(trigger === undefined ? {} : { trigger }), ...spent };
    return { op: "put", key: keys.meter(userId, date, of), body, expiresAt: at + METER_DAYS * DAY_MS };
  };
  return write(sum([used, { counts: { writeUnits: writeUnits([write(used)]) }, models: [] }]));
}

/**
 * Does a piece of work with ports that count, and writes down what it used: what `before` says, what went through the
 * ports, and the write itself. A row that cannot be written is a gap in the bill and stops nothing.
 */
export async function meterWork<T>(
  ports: Ports,
  work: Work,
  before: readonly (Metered | undefined)[],
  act: (ports: Ports) => Promise<T>,
): Promise<T> {
  const counted = metered(ports);
  const write = () => {
    const used = sum([...before, counted.spent(), { counts: { storeCalls: 1 }, models: [] }]);
    return ports.store.transact([meterWrite(work, ports.clock.now(), used)]);
  };
  try {
    return await act(counted);
  } finally {
    // Failed work is paid for too.
    await write().catch(() => ports.log("warn", "meter.lost", { kind: work.kind }));
  }
}

/** What a person's dates have used, first to last (both included), row by row. */
export async function* meterRows(
  store: Store,
  userId: UserId,
  first: LocalDate,
  last: LocalDate,
): AsyncGenerator<MeterRow, void, undefined> {
  const { table, pk, sk } = keys.meter(userId, first, "");
  for await (const row of queryAll(store, { table, pk, from: sk, to: keys.meter(userId, last, "~").sk }))
    yield MeterRow.parse(row.body);
}

/** What the runs of one date have used that have come to their end. */
export async function* meteredRuns(
  store: Store,
  userId: UserId,
  date: LocalDate,
): AsyncGenerator<MeterRow, void, undefined> {
  const { table, pk, sk } = keys.meter(userId, date, "run-");
  for await (const row of queryAll(store, { table, pk, prefix: sk })) yield MeterRow.parse(row.body);
}
