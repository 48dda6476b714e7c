// The settings of a person's day: what they are, and how a chat changes them.
import { LocalTime, Profile, type ScheduledBrief } from "@waldo/contracts";
import * as z from "zod";
import { isWaking } from "../../cadence/quiet-hours.ts";
import { briefTimes } from "../../cadence/schedule.ts";
import { loadScores } from "../../health/ledger.ts";
import { agrees } from "../../person/consents.ts";
import { pausedSince } from "../../person/paused.ts";
import { findProfile } from "../../person/profile.ts";
import { addDays, localDate, localTime, spokenMoment } from "../../time.ts";
import { defineRead, ToolFailure } from "../tool.ts";

/** Settings that a chat changes, besides the name and a time of quiet. */
export const CHOSEN = {
  wakeTime: LocalTime.optional(),
  briefs: z
    .strictObject({ morning: z.boolean(), midday: LocalTime.or(z.boolean()), evening: LocalTime.or(z.boolean()) })
    .partial()
    .optional(),
  quietHours: z
    .union([z.literal(false), z.strictObject({ from: LocalTime.optional(), to: LocalTime.optional() })])
    .optional(),
};
const Chosen = z.strictObject(CHOSEN);
type Chosen = z.infer<typeof Chosen>;

const BRIEFS = ["morning", "midday", "evening"] as const satisfies readonly ScheduledBrief[];

/** Returns one line of what the settings become. */
export function chosenTitle({ wakeTime, briefs = {}, quietHours }: Chosen): string[] {
  return [
    ...(wakeTime === undefined ? [] : [`Begin your day with the morning Brief at ${wakeTime}, in your goals file too`]),
    ...Object.entries(briefs).map(
      ([brief, wish]) =>
        `${wish ? "Send" : "Leave out"} the ${brief} Brief${typeof wish === "string" ? ` at ${wish}` : ""}`,
    ),
    ...(quietHours === false ? ["End your quiet hours"] : []),
    ...(quietHours ? [`Be quiet every day${bound("from", quietHours.from)}${bound("to", quietHours.to)}`] : []),
  ];
}

const bound = (word: string, time: string | undefined) => (time === undefined ? "" : ` ${word} ${time}`);

/**
 * Returns the profile with the chosen settings. Quiet hours with one end keep the other end that was set, or take it
 * from the hours of sleep. Throws `ToolFailure` for a Brief in the hours of sleep.
 */
export function withChosen(before: Profile, chosen: Chosen): Profile {
  const { wakeTime, briefs = {}, quietHours } = chosen;
  const { quietHours: hours } = before;
  const woken: Profile = wakeTime === undefined ? before : { ...before, wakeTime, ownTimes: true };
  for (const wish of Object.values(briefs))
    if (typeof wish === "string" && !isWaking(woken, wish))
      throw new ToolFailure("failed", "that is in the hours of sleep");
  const quiet = quietHours && {
    from: quietHours.from ?? hours?.from ?? before.sleepTime,
    to: quietHours.to ?? hours?.to ?? before.wakeTime,
  };
  if (quiet && quiet.from === quiet.to) throw new ToolFailure("failed", "quiet hours need a beginning and an end");
  // A Brief that is switched on again comes at its usual time.
  const settled = BRIEFS.flatMap((brief) => {
    const old = before.briefs?.[brief];
    const wish = briefs[brief] ?? old;
    const now = wish === true ? old || undefined : wish;
    return now === undefined ? [] : [[brief, now] as const];
  });
  return Profile.parse({
    ...(quietHours === undefined ? woken : { ...woken, quietHours: quiet || undefined }),
    briefs: settled.length === 0 ? undefined : Object.fromEntries(settled),
  });
}

/** Returns the settings of the day in force, for the result of a change. */
export function standingOf(profile: Profile) {
  const { quietHours } = profile;
  const times = briefTimes(profile);
  const off = BRIEFS.filter((brief) => profile.briefs?.[brief] === false);
  return {
    briefs: BRIEFS.filter((brief) => !off.includes(brief)).map((brief) => ({ brief, at: times[brief] })),
    ...(off.length === 0 ? {} : { off }),
    ...(quietHours === undefined ? {} : { quietHours }),
  };
}

/** How many days back the latest night is looked for. */
const NIGHTS_BACK = 14;

/** Returns the settings of the person, when Briefs come, and from which devices the latest night came. */
export const getSettings = defineRead({
  name: "get_settings",
  description: "The person's settings: times of Briefs and quiet, zone, channels, and the latest night that arrived.",
  args: z.strictObject({}),
  origin: "system",
  async run(_args, { store, userId, now }) {
    const profile = await findProfile(store, userId);
    if (!profile) throw new ToolFailure("unavailable", "this person has no profile yet");
    const { timeZone, quietUntil, coaching, channels } = profile;
    const today = localDate(now, timeZone);
    const [paused, model, scores] = await Promise.all([
      pausedSince(store, userId),
      agrees(store, userId, "model"),
      loadScores(store, userId, addDays(today, -NIGHTS_BACK), today),
    ]);
    const last = scores.findLast(({ form, recovery }) => form !== undefined || recovery !== undefined);
    const isQuiet = quietUntil !== undefined && quietUntil > now;
    return {
      ...(profile.name === undefined ? {} : { name: profile.name }),
      timeZone,
      time: localTime(now, timeZone),
      wakes: profile.wakeTime,
      sleeps: profile.sleepTime,
      ...standingOf(profile),
      ...(coaching?.quietHours === undefined ? {} : { quietOfGoals: coaching.quietHours }),
      everyNoon: profile.alwaysNoon === true,
      ...(isQuiet ? { quietUntil: profile.quietUntilHeard ? "until heard" : spokenMoment(quietUntil, timeZone) } : {}),
      ...(paused === undefined ? {} : { paused: true }),
      level: profile.autonomy,
      telegram: channels.telegramChatId !== undefined,
      push: channels.push === true,
      model,
      ...(last === undefined ? {} : { lastNight: last.date, devices: last.sources }),
    };
  },
});
