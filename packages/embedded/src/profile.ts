/** The profile for a command: what the person named, or else what their nights show, or else the earlier profile. */
import {
  DEFAULT_HOURS,
  keys,
  type LocalDate,
  type LocalTime,
  Profile,
  type SourceDay,
  TELEGRAM_SINK,
  type UserId,
} from "@waldo/contracts";
import { loadDays } from "@waldo/core/health/ledger";
import { HABIT_DAYS, nightsOf, usualTimes } from "@waldo/core/health/sense";
import { profileWrites } from "@waldo/core/person/profile";
import { zoneOfOffset } from "@waldo/core/person/zone-names";
import type { Store, Write } from "@waldo/core/ports";
import { retryConflicts } from "@waldo/core/store/cas";
import { addDays } from "@waldo/core/time";

type Named = {
  /** The date whose night shows the time zone. The usual times come from the nights before it. */
  readonly date: LocalDate;
  /**
   * Returns the person's time zone, or undefined when nothing shows it and the person is known; then the zone stays.
   * `known` is their present zone. A sync writes the same row, so that a move is handled with all its effects.
   */
  readonly timeZone: (nights: readonly SourceDay[], known: string | undefined) => string | undefined;
  /** The zone of a new person when no option names one. Default: UTC. */
  readonly begins?: string;
  /** True when the person also lives in this zone. Otherwise the profile keeps its time zone. */
  readonly livesThere: boolean;
  readonly wakeTime?: LocalTime | undefined;
  readonly sleepTime?: LocalTime | undefined;
};

/**
 * Writes the profile from the named values, the person's own settings, and the nights, in this order of preference, and
 * returns it. All other fields stay unchanged.
 */
export function settleProfile(store: Store, userId: UserId, named: Named): Promise<Profile> {
  return retryConflicts(async () => {
    const key = keys.profile(userId);
    const row = await store.get(key);
    const before = row && Profile.parse(row.body);
    const days = await loadDays(store, userId, addDays(named.date, -HABIT_DAYS), named.date);
    const nights = nightsOf(days.filter(({ date }) => date < named.date));
    const usual = before?.ownTimes ? undefined : usualTimes(nights);
    const said = named.timeZone(days, before?.timeZone);
    const timeZone = said ?? before?.timeZone ?? named.begins ?? "UTC";
    const profile: Profile = {
      ...(before ?? { userId, autonomy: "L2", channels: { telegramChatId: TELEGRAM_SINK } }),
      timeZone: named.livesThere ? timeZone : (before?.timeZone ?? timeZone),
      wakeTime: named.wakeTime ?? usual?.wakeTime ?? before?.wakeTime ?? DEFAULT_HOURS.wakeTime,
      sleepTime: named.sleepTime ?? usual?.sleepTime ?? before?.sleepTime ?? DEFAULT_HOURS.sleepTime,
    };
    const isSaid = said !== undefined || !before;
    const zone: Write[] = isSaid ? [{ op: "put", key: keys.timeZone(userId), body: { timeZone } }] : [];
    await store.transact([...(await profileWrites(store, row, profile)), ...zone]);
    return profile;
  });
}

/**
 * Returns the time zone in which the person last woke in these days, from the offset that their wearable recorded. The
 * candidates are, in order: the person's known zone, this machine's zone, any zone. The first one that had this offset
 * at that time is used. Without a night, or when no zone had the offset, the known zone stays, or else the zone of this
 * machine.
 */
export function zoneOfNights(days: readonly SourceDay[], machineZone: string, known?: string): string {
  const night = nightsOf(days).at(-1);
  if (!night) return known ?? machineZone;
  const found = (first: string) => zoneOfOffset(night.offsetMinutes, night.end, first);
  if (known !== undefined && found(known) === known) return known;
  return found(machineZone) ?? known ?? machineZone;
}
