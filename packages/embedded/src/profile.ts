/** The profile that a command works with: what its person named, else what their nights show, else what stood before. */
import {
  keys,
  type LocalDate,
  type LocalTime,
  type Profile,
  type SleepEpisode,
  type SourceDay,
  TELEGRAM_SINK,
  type UserId,
} from "@waldo/contracts";
import { loadDays } from "@waldo/core/health/ledger";
import { nightOf } from "@waldo/core/health/reconcile";
import { median } from "@waldo/core/health/robust";
import type { Store } from "@waldo/core/ports";
import { findProfile } from "@waldo/core/profile";
import { putOver, retryConflicts } from "@waldo/core/store/cas";
import { addDays, DAY_MINUTES, MINUTE_MS, timeOf } from "@waldo/core/time";
import { zoneOfOffset } from "@waldo/core/zone-names";

/** Nights from which wake and sleep times are learnt. */
const HABIT_DAYS = 28;
/** Usual times are told to the quarter hour. */
const GRID_MINUTES = 15;

type Named = {
  /** The date whose night tells where the person is. Their usual times are those of the nights before it. */
  readonly date: LocalDate;
  /** Where the person is. A sync writes the same row, so that a move is seen as one, with all that follows from it. */
  readonly timeZone: (nights: readonly SourceDay[]) => string;
  /** Whether they also live there; else the profile keeps the time zone it has. */
  readonly livesThere: boolean;
  readonly wakeTime?: LocalTime | undefined;
  readonly sleepTime?: LocalTime | undefined;
};

/**
 * Writes the profile as named, as the person set it, and as the nights show it, and returns it. What none of them says
 * stays as it was.
 */
export function settleProfile(store: Store, userId: UserId, named: Named): Promise<Profile> {
  return retryConflicts(async () => {
    const key = keys.profile(userId);
    const row = await store.get(key);
    const before = await findProfile({ get: async () => row }, userId);
    const days = await loadDays(store, userId, addDays(named.date, -HABIT_DAYS), named.date);
    const nights = nightsOf(days.filter(({ date }) => date < named.date));
    const usual = before?.ownTimes ? undefined : usualTimes(nights);
    const timeZone = named.timeZone(days);
    const profile: Profile = {
      ...(before ?? { userId, autonomy: "L2", channels: { telegramChatId: TELEGRAM_SINK } }),
      timeZone: named.livesThere ? timeZone : (before?.timeZone ?? timeZone),
      wakeTime: named.wakeTime ?? usual?.wakeTime ?? before?.wakeTime ?? "07:00",
      sleepTime: named.sleepTime ?? usual?.sleepTime ?? before?.sleepTime ?? "23:00",
    };
    await store.transact([putOver(row, key, profile), { op: "put", key: keys.timeZone(userId), body: { timeZone } }]);
    return profile;
  });
}

/**
 * When a person usually wakes and goes to bed, by their own clock: the medians of these nights, to the quarter hour.
 * Undefined without nights.
 */
function usualTimes(nights: readonly SleepEpisode[]): { wakeTime: LocalTime; sleepTime: LocalTime } | undefined {
  if (nights.length === 0) return undefined;
  const local = (at: number, offset: number) => Math.floor(at / MINUTE_MS) + offset;
  // Bedtimes straddle midnight; counted from noon they are one cluster.
  const wakes = nights.map((night) => mod(local(night.end, night.offsetMinutes)));
  const beds = nights.map((night) => mod(local(night.start, night.offsetMinutes) - NOON));
  return { wakeTime: clock(median(wakes)), sleepTime: clock((median(beds) ?? 0) + NOON) };
}

const NOON = 12 * 60;
const mod = (minutes: number) => ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;

function clock(minutes: number | undefined): LocalTime {
  return timeOf(Math.round((minutes ?? 0) / GRID_MINUTES) * GRID_MINUTES);
}

/** Returns the nights of these days, the earliest first. */
function nightsOf(days: readonly SourceDay[]): SleepEpisode[] {
  const dates = Map.groupBy(days, ({ date }) => date);
  return [...dates.values()].flatMap((rows) => nightOf(rows) ?? []).sort((a, b) => a.end - b.end);
}

/**
 * Returns the time zone in which the person woke last in these days, from the offset that their wearable recorded: this
 * machine's own time zone if it had that offset then, else a zone that had it. Without any night, or when no zone had
 * the offset, it returns this machine's time zone.
 */
export function zoneOfNights(days: readonly SourceDay[], machineZone: string): string {
  const night = nightsOf(days).at(-1);
  return (night && zoneOfOffset(night.offsetMinutes, night.end, machineZone)) ?? machineZone;
}
