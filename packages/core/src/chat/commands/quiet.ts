/** Leaves the person alone for a while. Reminders that they set still come. */

import { type EpochMs, keys, Profile } from "@waldo/contracts";
import { MOST_QUIET_DAYS } from "../../cadence/quiet-hours.ts";
import { whenIn } from "../../language/times.ts";
import { putOver } from "../../store/cas.ts";
import { DAY_MS, HOUR_MS, instantAt, localDate, localTime, MINUTE_MS, spokenMoment } from "../../time.ts";
import type { Obey } from "./ports.ts";

/** How long it is quiet when the person names no end. */
export const QUIET_HOURS = 2;

const UNITS = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS } as const;
const LENGTH = /^(?:for\s+)?(\d{1,4})\s*(m(?:in(?:ute)?s?)?|h(?:(?:ou)?rs?)?|d(?:ays?)?)?$/i;

export const quiet: Obey = async ({ store }, { profile: { userId }, now }, words) => {
  const row = await store.get(keys.profile(userId));
  if (!row) return { text: "There is no profile yet, so there is nothing to silence." };
  const { quietUntil: before, quietUntilHeard: _, ...loud } = Profile.parse(row.body);
  const save = (profile: Profile) => [putOver(row, keys.profile(userId), profile)];
  if (/^(?:off|end|stop|no)$/i.test(words))
    return before === undefined
      ? { text: "I was not quiet. I write to you as always." }
      : { text: "I write to you again as before.", writes: save(loud) };
  const until = quietEnd(words, now, loud.timeZone);
  if (until === undefined)
    return { text: "I did not understand until when. Say /quiet 2h, /quiet until 17:00 or /quiet off." };
  if (until <= now) return { text: "That moment has passed. Name a later one." };
  if (until - now > MOST_QUIET_DAYS * DAY_MS)
    return { text: "I can be quiet for two weeks at most. Name an earlier end." };
  return {
    text: `I leave you alone until ${spokenMoment(until, loud.timeZone)}. Reminders that you set still come.`,
    writes: save({ ...loud, quietUntil: until }),
  };
};

/** Returns when the quiet ends, or undefined for words that name no end. Without words it is two hours. */
export function quietEnd(words: string, now: EpochMs, timeZone: string): EpochMs | undefined {
  if (words === "") return now + QUIET_HOURS * HOUR_MS;
  const [, amount, unit = "h"] = LENGTH.exec(words) ?? [];
  if (amount !== undefined) return now + Number(amount) * UNITS[unit.charAt(0).toLowerCase() as keyof typeof UNITS];
  const clock = { date: localDate(now, timeZone), time: localTime(now, timeZone) };
  const { when } = whenIn(words.replace(/^(?:until|till?|for)\s+(?=\S)/i, ""), clock, "en");
  return when?.on === "once" ? instantAt(when.date, when.time, timeZone) : undefined;
}
