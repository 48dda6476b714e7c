/**
 * Writes and reads the meter's rows: one row for each piece of work (contracts/meter.ts). The rows of one day are
 * one key range.
 */
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

/** How many days a row stays. Bills are read by the month. */
export const METER_DAYS = 62;

type Work = {
  readonly userId: UserId;
  readonly date: LocalDate;
  readonly kind: (typeof METER_KINDS)[number];
  /** The name of the work. The same work done again writes the same row. */
  readonly of: string;
  readonly trigger?: Trigger;
};

/**
 * Returns the write of the meter row for one piece of work. It may be part of the work's own transaction. The row
 * includes the units of its own write.
 */
export function meterWrite(work: Work, at: EpochMs, used: Metered): Write {
  const { userId, date, kind, of, trigger } = work;
  const write = (spent: Metered): Write => {
    const body: MeterRow = { kind, date, at, ...(trigger === undefined ? {} : { trigger }), ...spent };
    return { op: "put", key: keys.meter(userId, date, of), body, expiresAt: at + METER_DAYS * DAY_MS };
  };
  return write(sum([used, { counts: { writeUnits: writeUnits([write(used)]) }, models: [] }]));
}

/**
 * Does a piece of work with counting ports, and stores what it used: the counts of `before`, the calls through the
 * ports, and the write itself. If the row cannot be written, the bill has a gap and the work still succeeds.
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
    // Failed work costs money too, so it is stored.
    await write().catch(() => ports.log("warn", "meter.lost", { kind: work.kind }));
  }
}

/** Yields the meter rows of a person's dates, first to last (both included). */
export async function* meterRows(
  store: Store,
  userId: UserId,
  first: LocalDate,
  last: LocalDate,
): AsyncGenerator<MeterRow, void, undefined> {
  for await (const row of queryAll(store, keys.meter.between(userId, [first], [`${last}~`])))
    yield MeterRow.parse(row.body);
}

/** Yields what the ended runs of one date have used, or what the work for agents has used. */
export async function* meteredOf(
  store: Store,
  userId: UserId,
  date: LocalDate,
  begin: "run-" | "agent-",
): AsyncGenerator<MeterRow, void, undefined> {
  for await (const row of queryAll(store, keys.meter.startingWith(userId, date, begin))) yield MeterRow.parse(row.body);
}
