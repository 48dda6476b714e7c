/**
 * The present time for a command. In a person's own home it is the real time. In an example home, whose days are past,
 * it is the end of the latest played day, and each command that changes something comes a second later.
 */
import { type EpochMs, keys, type LocalDate, type UserId } from "@waldo/contracts";
import { clockAfter } from "@waldo/core/memory/claims/blocks";
import { findProfile } from "@waldo/core/person/profile";
import type { Clock, Store } from "@waldo/core/ports";
import { queryAll } from "@waldo/core/store/query-all";
import { localDate, localTime } from "@waldo/core/time";
import type { Terminal } from "./terminal.ts";

/** The clock for commands that a person types in their own home. */
export const machineClock: Clock = { now: () => Date.now() };

type Whose = { readonly store: Store; readonly userId: UserId };

const STEP_MS = 1000;

/** In an example home, conversations continue at the end of a played day. Time there never goes back. */
export async function talkAfter({ store, userId }: Whose, date: LocalDate, end: EpochMs): Promise<void> {
  const key = keys.played(userId, date);
  const row = await store.get(key);
  const at = Math.max(end, Number(row?.body["talk"] ?? 0));
  await store.transact([{ op: "put", key, body: { at: row?.body["at"] ?? end, talk: at } }]);
}

/** Returns the day of an example home at whose end conversations take place, or undefined in a person's own home. */
async function playedDay({ store, userId }: Whose): Promise<{ date: LocalDate; talk: EpochMs } | undefined> {
  let latest: { date: LocalDate; talk: EpochMs } | undefined;
  for await (const { key, body } of queryAll(store, keys.played.all(userId))) {
    const [talk, date] = [body["talk"], keys.played.parse(key.sk)?.[0]];
    if (typeof talk === "number" && date !== undefined && talk > (latest?.talk ?? 0)) latest = { date, talk };
  }
  return latest;
}

/** True for the home of an example person, in which days were played. */
export async function isPlayed(whose: Whose): Promise<boolean> {
  return (await playedDay(whose)) !== undefined;
}

/** Returns the clock for a command that only shows data. It is never behind the latest write of memory. */
export async function homeClock(whose: Whose): Promise<Clock> {
  const day = await playedDay(whose);
  return clockAfter(whose, day === undefined ? machineClock : { now: () => day.talk });
}

/** Returns the instant at which a command acts. If it is not the real time, it is printed. */
export async function momentIn(
  whose: Whose,
  { note, timeZone }: Pick<Terminal, "note" | "timeZone">,
): Promise<EpochMs> {
  const day = await playedDay(whose);
  if (day === undefined) return (await clockAfter(whose, machineClock)).now();
  const { store, userId } = whose;
  const talk = day.talk + STEP_MS;
  await talkAfter(whose, day.date, talk);
  const zone = (await findProfile(store, userId))?.timeZone ?? timeZone;
  note(`It is ${localDate(talk, zone)} ${localTime(talk, zone)} here: the end of the day that was played.`);
  return (await clockAfter(whose, { now: () => talk })).now();
}
