/**
 * What a person says of their own day: how they feel, how long they were awake, and that a night was not recorded. A chat
 * and a tap write it here. A night that was not recorded is in a second row as well, which the code of the scores reads.
 */
import {
  type EpochMs,
  type Key,
  keys,
  type LocalDate,
  MOST_UNWORN,
  OwnDay,
  type SaidOfDay,
  UnwornNights,
  type UserId,
} from "@waldo/contracts";
import type { Row, Store, Write } from "../ports.ts";
import { putOver } from "../store/cas.ts";
import { addDays } from "../time.ts";
import { agrees } from "./consents.ts";

type Reads = Pick<Store, "get">;

/**
 * Returns what the person said of a date. A person who no longer agrees to remembering is not reminded of it. That a
 * night was not recorded is a correction of data, so it stays.
 */
export async function findSaid(store: Reads, userId: UserId, date: LocalDate): Promise<SaidOfDay | undefined> {
  const row = await store.get(keys.ownDay(userId, date));
  if (row === undefined) return undefined;
  const { at: _, from: __, unworn, ...said } = OwnDay.parse(row.body);
  const told = (await agrees(store, userId, "memory")) ? said : {};
  return { ...told, ...(unworn ? { unworn } : {}) };
}

/** Returns the nights that the person's wearable did not record, as they said. */
export async function unwornNights(store: Reads, userId: UserId): Promise<ReadonlySet<LocalDate>> {
  return new Set(unwornIn(await store.get(keys.unworn(userId))));
}

function unwornIn(row: Row | undefined): readonly LocalDate[] {
  return row === undefined ? [] : UnwornNights.parse(row.body).dates;
}

/** For so many days a person may still say how a day was. */
const MOST_BACK = 14;

/** True for a date of which the person may say something now. A day may begin before midnight. */
export function maySayOf(date: LocalDate, today: LocalDate): boolean {
  return date >= addDays(today, -MOST_BACK) && date <= addDays(today, 1);
}

type Saying = {
  readonly date: LocalDate;
  readonly said: SaidOfDay;
  readonly at: EpochMs;
  readonly from: OwnDay["from"];
};

/**
 * Returns the writes that add to what the person said of a date, and the writes that undo them. What they said last of a
 * thing counts. Each write fails when its row has changed.
 */
export async function saidWrites(
  store: Reads,
  userId: UserId,
  { date, said, at, from }: Saying,
): Promise<{ readonly writes: readonly Write[]; readonly undo: readonly Write[] }> {
  const key = keys.ownDay(userId, date);
  const [row, nights] = await Promise.all([store.get(key), store.get(keys.unworn(userId))]);
  const before = row && OwnDay.parse(row.body);
  const changes = [changed(key, row, { ...before, ...said, at, from }, before ?? { at, from })];
  const dates = unwornIn(nights);
  if (said.unworn !== undefined && said.unworn !== dates.includes(date)) {
    const others = dates.filter((one) => one !== date);
    const after = said.unworn ? [...others, date].sort().slice(-MOST_UNWORN) : others;
    changes.push(changed(keys.unworn(userId), nights, { dates: after }, { dates }));
  }
  return { writes: changes.map(({ write }) => write), undo: changes.map(({ undo }) => undo) };
}

function changed(key: Key, row: Row | undefined, after: object, before: object) {
  return { write: putOver(row, key, after), undo: putOver({ version: (row?.version ?? 0) + 1 }, key, before) };
}
