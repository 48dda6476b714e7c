/**
 * What was said unasked in the last two weeks. One row a person, rewritten under its version, so two that speak at once
 * cannot both commit. The arbiter (voices/) adds what it lets through. The claim of the outbox reads the same row, and
 * adds what no voice offered, so the budget of a day holds for everything.
 */
import {
  type EpochMs,
  keys,
  type LocalDate,
  MOST_SAID,
  SAID_DAYS,
  type SaidEntry,
  SaidRow,
  UNASKED_PER_DAY,
  type UserId,
} from "@waldo/contracts";
import type { Store, Write } from "../ports.ts";
import { putOver } from "../store/cas.ts";
import { DAY_MS } from "../time.ts";

/** The entries, oldest first, with the version of their row. */
export type Spoken = { readonly said: readonly SaidEntry[]; readonly row: { readonly version: number } | undefined };

export async function loadSaid(store: Pick<Store, "get">, userId: UserId): Promise<Spoken> {
  const row = await store.get(keys.said(userId));
  return { said: row ? SaidRow.parse(row.body).said : [], row };
}

/** Returns the write of these entries. Those older than two weeks, or of a clock that was wrong, are left out. */
export function saidWrite(userId: UserId, { row }: Spoken, said: readonly SaidEntry[], now: EpochMs): Write {
  const kept = said.filter(({ at }) => at <= now + DAY_MS && now - at < SAID_DAYS * DAY_MS).slice(-MOST_SAID);
  return putOver(row, keys.said(userId), { said: kept } satisfies SaidRow);
}

/** True for a message that reached the person, or that is still on its way. */
export function isHeard({ became }: Pick<SaidEntry, "became">): boolean {
  return became !== "silent" && became !== "failed" && became !== "unsent";
}

/** The part of an evening's topic that names the sleep that is owed, by its size. */
export const debtTopic = (size: string) => `debt-${size}`;

/** True when the evening of a date was to tell of the sleep that is owed. */
export function tellsDebt(said: readonly SaidEntry[], date: LocalDate): boolean {
  return said.some((one) => one.voice === "evening" && one.date === date && one.topic.includes(debtTopic("")));
}

/** Returns how many unasked messages a local date has had. What the person arranged does not count. */
export function unaskedOn(said: readonly SaidEntry[], date: LocalDate): number {
  return said.filter((one) => one.date === date && one.set === undefined && isHeard(one)).length;
}

export const BUDGET_SPENT = `the ${UNASKED_PER_DAY} messages that I may send unasked in a day are spent`;

/**
 * Decides at the claim of a message whether it may still be said today. What is in the row was counted when it was
 * decided. Anything else is counted now, with the returned write.
 */
export function claimUnasked(
  userId: UserId,
  spoken: Spoken,
  { by, date, now }: { readonly by: string; readonly date: LocalDate; readonly now: EpochMs },
): { readonly refuse?: string; readonly count?: readonly Write[] } {
  const { said } = spoken;
  if (said.some((one) => one.by === by)) return {};
  if (unaskedOn(said, date) >= UNASKED_PER_DAY) return { refuse: BUDGET_SPENT };
  const entry: SaidEntry = { at: now, date, voice: "other", topic: "other", by, became: "open" };
  return { count: [saidWrite(userId, spoken, [...said, entry], now)] };
}
