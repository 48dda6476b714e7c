// The day after words about danger. One row holds when a written answer was sent and its tier. It holds no words, and
// no prompt, tool or agent reads it. For a day Waldo sends nothing unasked, except reminders that the person set. The
// next morning Brief has only one sentence of care. After that everything is as usual.
import { Care, type EpochMs, keys, type LocalDate, type UserId } from "@waldo/contracts";
import type { Store, Write } from "../ports.ts";
import { elapsed, HOUR_MS, localDate } from "../time.ts";

/** For this long after an answer about danger, Waldo sends nothing unasked. In milliseconds. */
export const CARE_MS = 24 * HOUR_MS;
/** How long the row of an answer is kept. During this time a morning Brief may still need its sentence of care. */
const CARE_ROW_MS = 48 * HOUR_MS;

/** Returns the write of the row after an answer, if a day of care follows this answer. */
export function careWrites(
  userId: UserId,
  { tier }: { readonly tier: string },
  language: string,
  now: EpochMs,
): Write[] {
  if (tier !== "certain" && tier !== "physical") return [];
  const body: Care = { at: now, tier, language };
  return [{ op: "put", key: keys.care(userId), body, expiresAt: now + CARE_ROW_MS }];
}

/** Returns the row of an answer within the last 48 hours. Never throws: an unreadable row counts as absent. */
export async function findCare(store: Pick<Store, "get">, userId: UserId, now: EpochMs): Promise<Care | undefined> {
  const row = await store.get(keys.care(userId)).catch(() => undefined);
  const care = Care.safeParse(row?.body).data;
  return care && elapsed(care.at, now) < CARE_ROW_MS ? care : undefined;
}

/** True when Waldo may send nothing unasked now. */
export async function isCareDay(store: Pick<Store, "get">, userId: UserId, now: EpochMs): Promise<boolean> {
  return (await careEnd(store, userId, now)) !== undefined;
}

/** Returns until when Waldo may send nothing unasked, or undefined when it may. */
export async function careEnd(store: Pick<Store, "get">, userId: UserId, now: EpochMs): Promise<EpochMs | undefined> {
  const care = await findCare(store, userId, now);
  return care !== undefined && elapsed(care.at, now) < CARE_MS ? care.at + CARE_MS : undefined;
}

/**
 * Returns the kind of the morning Brief of a date. The first one after the day of the answer is a sentence of care.
 * Later ones are silent until `CARE_MS` after the answer, and ordinary after that.
 */
export function morningOf(care: Care, date: LocalDate, timeZone: string, now: EpochMs): "care" | "silent" | "ordinary" {
  if (date > localDate(care.at, timeZone) && care.morning === undefined) return "care";
  return elapsed(care.at, now) < CARE_MS || care.morning === date ? "silent" : "ordinary";
}

/** Returns the write that stores the morning on which the sentence of care was sent. */
export function morningWrite(userId: UserId, care: Care, date: LocalDate): Write {
  const body: Care = { ...care, morning: date };
  return { op: "put", key: keys.care(userId), body, expiresAt: care.at + CARE_ROW_MS };
}
