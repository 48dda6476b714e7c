// The settings of a person's day: what they are, and how a chat changes them.
import {
  BRIEF_SENTENCES,
  INTENT_LANGUAGES,
  LocalTime,
  Profile,
  PURPOSES,
  type ScheduledBrief,
  Weekdays,
} from "@waldo/contracts";
import * as z from "zod";
import { isWaking } from "../../cadence/quiet-hours.ts";
import { briefTimes } from "../../cadence/schedule.ts";
import { loadScores } from "../../health/ledger.ts";
import { agrees } from "../../person/consents.ts";
import { pausedSince } from "../../person/paused.ts";
import { findProfile } from "../../person/profile.ts";
import { addDays, localDate, localTime, spokenMoment, WEEKDAYS } from "../../time.ts";
import { defineRead, ToolFailure } from "../tool.ts";

const BRIEFS = ["morning", "midday", "evening"] as const satisfies readonly ScheduledBrief[];
const WEEK: readonly number[] = [1, 2, 3, 4, 5, 6, 7];
/** The day of the weekly look back of a person who has chosen none. */
const FRIDAY = 5;

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
  days: z
    .strictObject({
      change: z.enum(["only", "without", "also"]),
      weekdays: Weekdays,
      briefs: z.array(z.enum(BRIEFS)).min(1).optional(),
    })
    .optional(),
  briefSentences: Profile.shape.briefSentences,
  showsForm: Profile.shape.showsForm,
  /** The language that Waldo writes. `auto` is the one that the person writes. */
  language: z.enum([...INTENT_LANGUAGES, "auto"]).optional(),
};
const Chosen = z.strictObject(CHOSEN);
type Chosen = z.infer<typeof Chosen>;

/** Returns one line of what the settings become. */
export function chosenTitle({
  wakeTime,
  briefs = {},
  quietHours,
  days,
  briefSentences,
  showsForm,
  language,
}: Chosen): string[] {
  return [
    ...(wakeTime === undefined ? [] : [`Begin your day with the morning Brief at ${wakeTime}, in your goals file too`]),
    ...Object.entries(briefs).map(
      ([brief, wish]) =>
        `${wish ? "Send" : "Leave out"} the ${brief} Brief${typeof wish === "string" ? ` at ${wish}` : ""}`,
    ),
    ...(quietHours === false ? ["End your quiet hours"] : []),
    ...(quietHours ? [`Be quiet every day${bound("from", quietHours.from)}${bound("to", quietHours.to)}`] : []),
    ...(days === undefined ? [] : [daysTitle(days)]),
    ...(briefSentences === undefined ? [] : [`Keep a Brief to ${briefSentences} of ${BRIEF_SENTENCES} sentences`]),
    ...(showsForm === undefined ? [] : [showsForm ? "Show Form as a number" : "Tell Form in words only"]),
    ...(language === undefined ? [] : [language === "auto" ? "Write the language you write" : LANGUAGE[language]]),
  ];
}

const LANGUAGE = { en: "Write English", de: "Write German", es: "Write Spanish", fr: "Write French" } as const;

function daysTitle({ change, weekdays, briefs }: NonNullable<Chosen["days"]>): string {
  const what = briefs === undefined ? "unasked messages" : `the ${briefs.join(", ")} Brief`;
  const when = weekdays.map((day) => WEEKDAYS[day - 1]).join(", ");
  return `${{ only: `Send ${what} only`, without: `Leave out ${what}`, also: `Send ${what} also` }[change]} on ${when}`;
}

const bound = (word: string, time: string | undefined) => (time === undefined ? "" : ` ${word} ${time}`);

/**
 * Returns the profile with the chosen settings. Quiet hours with one end keep the other end that was set, or take it
 * from the hours of sleep. Throws `ToolFailure` for a Brief in the hours of sleep.
 */
export function withChosen(before: Profile, chosen: Chosen): Profile {
  const { wakeTime, briefs = {}, quietHours, days, briefSentences, showsForm, language } = chosen;
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
  const after = Profile.parse({
    ...(quietHours === undefined ? woken : { ...woken, quietHours: quiet || undefined }),
    briefs: settled.length === 0 ? undefined : Object.fromEntries(settled),
    ...(briefSentences === undefined
      ? {}
      : { briefSentences: briefSentences === BRIEF_SENTENCES ? undefined : briefSentences }),
    ...(showsForm === undefined ? {} : { showsForm }),
    ...(language === undefined ? {} : { language: language === "auto" ? undefined : language }),
  });
  return days === undefined ? after : withDays(after, days);
}

/**
 * Returns the profile with the chosen weekdays: of Briefs or, when none is named, of everything unasked. A Brief that is
 * left with no day is switched off, and a day for a Brief that was off switches it on.
 */
function withDays(profile: Profile, { change, weekdays, briefs }: NonNullable<Chosen["days"]>): Profile {
  const chosen = (had: readonly number[]) =>
    WEEK.filter((day) => {
      const isNamed = weekdays.includes(day);
      if (change === "only") return isNamed;
      return change === "also" ? isNamed || had.includes(day) : had.includes(day) && !isNamed;
    });
  const daysOf = (brief: ScheduledBrief) =>
    profile.briefs?.[brief] === false ? [] : (profile.briefDays?.[brief] ?? WEEK);
  if (briefs === undefined) {
    const { quietDays = [], ...rest } = profile;
    const loud = chosen(WEEK.filter((day) => !quietDays.includes(day)));
    const quiet = WEEK.filter((day) => !loud.includes(day));
    const heard = change === "also" ? withDays(rest, { change, weekdays, briefs: onOf(profile) }) : rest;
    return Profile.parse({ ...heard, quietDays: quiet.length === 0 ? undefined : quiet });
  }
  const on: Record<string, unknown> = { ...profile.briefs };
  const found: Record<string, readonly number[]> = { ...profile.briefDays };
  // A wish about all Briefs leaves those alone that are off.
  for (const brief of briefs.length === BRIEFS.length ? onOf(profile) : briefs) {
    const now = chosen(daysOf(brief));
    delete found[brief];
    if (now.length === 0) on[brief] = false;
    else if (on[brief] === false) delete on[brief];
    if (now.length > 0 && now.length < WEEK.length) found[brief] = now;
  }
  // A Brief that is wanted on a day ends the silence of that day.
  const quietDays = profile.quietDays?.filter((day) => change === "without" || !weekdays.includes(day)) ?? [];
  const orNone = (members: object) => (Object.keys(members).length === 0 ? undefined : members);
  return Profile.parse({
    ...profile,
    briefs: orNone(on),
    briefDays: orNone(found),
    quietDays: quietDays.length === 0 ? undefined : quietDays,
  });
}

const onOf = ({ briefs }: Profile) => BRIEFS.filter((brief) => briefs?.[brief] !== false);

/** Returns the settings of the day in force, for the result of a change. */
export function standingOf(profile: Profile) {
  const { quietHours, quietDays, briefDays = {}, briefSentences, showsForm = false, weeklyReview = FRIDAY } = profile;
  const times = briefTimes(profile);
  const on = onOf(profile);
  const off = BRIEFS.filter((brief) => !on.includes(brief));
  const evenings = on.includes("evening") ? (briefDays.evening ?? WEEK) : [];
  const looksBack = evenings.includes(weeklyReview) && !quietDays?.includes(weeklyReview);
  return {
    briefs: on.map((brief) => ({ brief, at: times[brief], ...(briefDays[brief] ? { days: briefDays[brief] } : {}) })),
    ...(off.length === 0 ? {} : { off }),
    ...(quietHours === undefined ? {} : { quietHours }),
    ...(quietDays === undefined ? {} : { quietDays }),
    ...(briefSentences === undefined ? {} : { briefSentences }),
    showsForm,
    ...(profile.language === undefined ? {} : { language: profile.language }),
    ...(looksBack || profile.coaching ? {} : { noWeekly: true }),
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
    const [paused, consents, scores] = await Promise.all([
      pausedSince(store, userId),
      Promise.all(PURPOSES.map(async (purpose) => ((await agrees(store, userId, purpose)) ? [purpose] : []))),
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
      ...(isQuiet && !profile.quietUntilHeard
        ? { quietEnds: { date: localDate(quietUntil, timeZone), time: localTime(quietUntil, timeZone) } }
        : {}),
      ...(paused === undefined ? {} : { paused: true }),
      level: profile.autonomy,
      telegram: channels.telegramChatId !== undefined,
      push: channels.push === true,
      model: consents.flat().includes("model"),
      agreed: consents.flat(),
      ...(last === undefined ? {} : { lastNight: last.date, devices: last.sources }),
    };
  },
});
