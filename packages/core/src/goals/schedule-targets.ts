/** Reads and writes the lines of Schedule Targets: times, quiet hours, the weekly review and the time zone. */
import { type Goals, type GoalTarget, LocalTime, type WeeklyTime } from "@waldo/contracts";
import { zoneNameToday } from "../person/zone-names.ts";
import { checkZone, WEEKDAYS } from "../time.ts";

type Targets = Goals["targets"];

const NAMES: Readonly<Record<string, GoalTarget>> = {
  bedtime_target: "bedtime_target",
  bedtime: "bedtime_target",
  wake_target: "wake_target",
  wake: "wake_target",
  quiet_hours: "quiet_hours",
  weekly_review: "weekly_review",
  timezone: "timezone",
  time_zone: "timezone",
};

/** Returns the target that a name in the file means. */
export function targetNamed(name: string): GoalTarget | undefined {
  const key = name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/gu, "_")
    .replaceAll(/[*`]/g, "");
  return Object.hasOwn(NAMES, key) ? NAMES[key] : undefined;
}

/** Returns the values of the targets that a text means, or what is wrong with it. The reason does not quote the text. */
export function readTarget(target: GoalTarget, value: string): { readonly is: Targets } | { readonly wrong: string } {
  switch (target) {
    case "bedtime_target":
    case "wake_target": {
      const time = timeIn(value);
      if (time === undefined) return { wrong: `${target}: expected a time as HH:MM` };
      return { is: target === "wake_target" ? { wake: time } : { bedtime: time } };
    }
    case "quiet_hours": {
      const [from, to, more] = value.split(/[-–—]|\sto\s/u).map(timeIn);
      if (from === undefined || to === undefined || more !== undefined || from === to)
        return { wrong: 'quiet_hours: expected two times, such as "02:00-10:00"' };
      return { is: { quietHours: { from, to } } };
    }
    case "weekly_review": {
      const weekly = weeklyIn(value);
      return weekly ? { is: { weeklyReview: weekly } } : { wrong: 'weekly_review: expected "Saturday 10:00"' };
    }
    case "timezone":
      try {
        // An offset is refused, because it does not tell when the clocks change.
        if (/^[+-]|^(?:utc|gmt)[+-]/i.test(value)) throw new RangeError("an offset");
        return { is: { timeZone: zoneNameToday(checkZone(value)) } };
      } catch {
        return { wrong: "timezone: expected an IANA name, such as Europe/Lisbon" };
      }
  }
}

/** Returns the targets as values for the lines of the file, by the names in the file. */
export function writtenTargets({ bedtime, wake, quietHours, weeklyReview, timeZone }: Targets) {
  const written: Partial<Record<GoalTarget, string>> = {
    ...(bedtime === undefined ? {} : { bedtime_target: bedtime }),
    ...(wake === undefined ? {} : { wake_target: wake }),
    ...(quietHours === undefined ? {} : { quiet_hours: `${quietHours.from}-${quietHours.to}` }),
    ...(weeklyReview === undefined
      ? {}
      : { weekly_review: `${WEEKDAYS[weeklyReview.weekday - 1]} ${weeklyReview.time}` }),
    ...(timeZone === undefined ? {} : { timezone: timeZone }),
  };
  return written;
}

/** A weekday needs at least this many letters: "Sat" is enough. */
const LEAST_LETTERS = 3;

function timeIn(text: string): LocalTime | undefined {
  const padded = /^\d:\d\d$/.test(text.trim()) ? `0${text.trim()}` : text.trim();
  return LocalTime.safeParse(padded).data;
}

function weeklyIn(value: string): WeeklyTime | undefined {
  const [day = "", clock = "", more] = value
    .replace(",", " ")
    .trim()
    .split(/\s+(?:at\s+)?/iu);
  const weekday = WEEKDAYS.findIndex(
    (name) => day.length >= LEAST_LETTERS && name.toLowerCase().startsWith(day.toLowerCase().replace(/s$/, "")),
  );
  const time = timeIn(clock);
  return weekday === -1 || time === undefined || more !== undefined ? undefined : { weekday: weekday + 1, time };
}
