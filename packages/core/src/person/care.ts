// The day after words of danger. One row says when a written answer went out and of which tier. It holds no words, and
// no prompt, tool or agent reads it. For a day Waldo says nothing unasked, except what the person set themselves; the
// next morning has one sentence of care and nothing else; then the ordinary day returns.
import { Care, type EpochMs, keys, type LocalDate, type UserId } from "@waldo/contracts";
import type { Store, Write } from "../ports.ts";
import { elapsed, HOUR_MS, localDate } from "../time.ts";

/** How long after an answer of care Waldo says nothing unasked, in milliseconds. */
export const CARE_MS = 24 * HOUR_MS;
/** How long the row of an answer is kept. Until it is gone, a morning Brief may still need its sentence of care. */
const CARE_ROW_MS = 48 * HOUR_MS;

/** Returns the write of the row after an answer, if it is one that a day follows. */
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

/** Returns what is known of an answer within the last 48 hours. Never throws: a row that cannot be read counts as absent. */
export async function findCare(store: Pick<Store, "get">, userId: UserId, now: EpochMs): Promise<Care | undefined> {
  const row = await store.get(keys.care(userId)).catch(() => undefined);
  const care = Care.safeParse(row?.body).data;
  return care && elapsed(care.at, now) < CARE_ROW_MS ? care : undefined;
}

/** Returns whether nothing unasked may speak now. */
export async function isCareDay(store: Pick<Store, "get">, userId: UserId, now: EpochMs): Promise<boolean> {
  return (await careEnd(store, userId, now)) !== undefined;
}

/** Returns until when nothing unasked may speak; undefined while it may. */
export async function careEnd(store: Pick<Store, "get">, userId: UserId, now: EpochMs): Promise<EpochMs | undefined> {
  const care = await findCare(store, userId, now);
  return care !== undefined && elapsed(care.at, now) < CARE_MS ? care.at + CARE_MS : undefined;
}

/**
 * Returns what the morning Brief of a date is. The first one after the day of an answer of care is a sentence of care.
 * Others are silent until `CARE_MS` after the answer, and ordinary after that.
 */
export function morningOf(care: Care, date: LocalDate, timeZone: string, now: EpochMs): "care" | "silent" | "ordinary" {
  if (date > localDate(care.at, timeZone) && care.morning === undefined) return "care";
  return elapsed(care.at, now) < CARE_MS || care.morning === date ? "silent" : "ordinary";
}

/** Returns the write that notes the morning which had its sentence. */
export function morningWrite(userId: UserId, care: Care, date: LocalDate): Write {
  const body: Care = { ...care, morning: date };
  return { op: "put", key: keys.care(userId), body, expiresAt: care.at + CARE_ROW_MS };
}
