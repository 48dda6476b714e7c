/**
 * Reads what changes a wish about a Brief that was just said: "no, a quarter to", "on Sundays at half past eight".
 *
 * bounded: leaning.ts gives it at most 90 characters.
 */
import { DAY_MINUTES, minuteOf, timeOf } from "../../time.ts";
import { settingIn } from "../setting-words.ts";

/** Minutes beside the hour that was named before. */
const BESIDE: readonly (readonly [RegExp, number])[] = [
  [/^(?:a )?quarter to|^viertel vor|^menos cuarto|^moins le quart/iu, -15],
  [/^(?:a )?quarter past|^viertel nach|^y cuarto|^et quart/iu, 15],
  [/^half past|^y media|^et demie/iu, 30],
];
const WEEKDAYS =
  /(?<!\p{L})(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|wochenende|s[áa]bados?|domingos?|fin de semana|samedis?|dimanches?|week-ends?)(?!\p{L})/iu;
/** Words behind a time that say why: ", otherwise it is too late". */
const WHY = /[,;]\s*\p{L}.*$|\s(?:otherwise|because|sonst|weil|sino|porque|sinon|car)(?!\p{L}).*$/iu;

/** Returns what the words want after a wish for one Brief: another time of it, or a time that only some days have. */
export function briefAmended(
  said: string,
  asked: string,
): { readonly intent: string; readonly part?: string } | undefined {
  const old = settingIn(asked);
  const [name, time] =
    old?.wakeTime === undefined ? (Object.entries(old?.briefs ?? {})[0] ?? []) : ["morning", old.wakeTime];
  if (name === undefined) return undefined;
  if (WEEKDAYS.test(said)) return { intent: "set-weekend" };
  const short = said.replace(WHY, "").replace(/[\s,.!]+$/u, "");
  const [, beside] = BESIDE.find(([words]) => words.test(short) && !/\d|\s\p{L}+\s\p{L}+\s\p{L}/u.test(short)) ?? [];
  const hour = typeof time === "string" ? Math.round(minuteOf(time) / 60) * 60 : undefined;
  const next =
    beside === undefined || hour === undefined ? short : `at ${timeOf((hour + beside + DAY_MINUTES) % DAY_MINUTES)}`;
  const part = `${next}, ${name} brief`;
  const wish = settingIn(part);
  return wish?.briefs || wish?.wakeTime ? { intent: "set-rhythm", part } : undefined;
}
