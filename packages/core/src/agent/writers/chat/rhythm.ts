/** Answers what the person's settings are and when Waldo writes, and changes the settings of their day. */
import {
  LocalDate,
  LocalTime,
  Profile,
  Purpose,
  QuietSpan,
  ScheduledBrief,
  Source,
  UNASKED_PER_DAY,
  Weekdays,
} from "@waldo/contracts";
import * as z from "zod";
import { settingIn } from "../../../language/setting-words.ts";
import { placeAsked } from "../../../language/zones.ts";
import { capital, counted, listed, together } from "../../../spoken.ts";
import { dayOfWeek, instantAt, localDate, localTime, spokenDate, WEEKDAYS } from "../../../time.ts";
import { UNTIL_HEARD } from "../../../tools/catalogue/profile.ts";
import type { Ask } from "../writer.ts";
import { bare, type ChatWriter, calling, fixed, resultOf, type Scene, type Turn, unmade } from "./chat-writer.ts";
import { kindWords, LOG, logIn } from "./log.ts";

const Standing = z.object({
  briefs: z.array(z.object({ brief: ScheduledBrief, at: LocalTime, days: Weekdays.optional() })),
  off: z.array(ScheduledBrief).default([]),
  quietHours: QuietSpan.optional(),
  quietDays: Weekdays.optional(),
  briefSentences: Profile.shape.briefSentences,
  showsForm: z.boolean(),
  noWeekly: z.literal(true).optional(),
});
type Standing = z.infer<typeof Standing>;
const Settings = Standing.extend({
  name: z.string().optional(),
  timeZone: z.string(),
  wakes: LocalTime,
  sleeps: LocalTime,
  quietOfGoals: QuietSpan.optional(),
  everyNoon: z.boolean(),
  quietUntil: z.string().optional(),
  paused: z.boolean().default(false),
  telegram: z.boolean(),
  push: z.boolean(),
  model: z.boolean(),
  agreed: z.array(Purpose).default([]),
  lastNight: LocalDate.optional(),
  devices: z.array(Source).optional(),
});

const SETTINGS: Ask = { name: "get_settings", args: {} };

/** Returns the settings, or undefined when they could not be read. */
export function settingsOf(scene: Scene): z.infer<typeof Settings> | undefined {
  const result = resultOf(scene, SETTINGS);
  return result?.ok ? Settings.safeParse(result.value).data : undefined;
}

/** Returns a writer that reads the settings first. */
export function withSettings(say: (scene: Scene) => Turn): ChatWriter {
  return calling(() => [SETTINGS], say);
}

const nameOf = (brief: ScheduledBrief) => `the ${brief} Brief`;
const hoursOf = ({ from, to }: QuietSpan) => `from ${from} to ${to}`;

const daysOf = (days: readonly number[]) => listed(days.map((day) => `${WEEKDAYS[day - 1]}s`));
/** Says on which weekdays: "on weekdays", "except on Sundays". */
function daysTold(days: readonly number[]): string {
  if (days.join("") === "12345") return "on weekdays";
  if (days.length < 5) return `on ${daysOf(days)}`;
  return `except on ${daysOf([1, 2, 3, 4, 5, 6, 7].filter((day) => !days.includes(day)))}`;
}

/** Says when the Briefs come, and which do not. */
function briefsTold({ briefs, off }: Standing): string {
  if (briefs.length === 0) return "You get no Brief.";
  const [first] = briefs;
  const inCommon = briefs.every(({ days }) => `${days}` === `${first?.days}`) ? first?.days : undefined;
  const one = ({ brief, at, days }: Standing["briefs"][number]) =>
    `${nameOf(brief)} at ${at}${days && !inCommon ? ` ${daysTold(days)}` : ""}`;
  const told = `You get ${listed(briefs.map(one))}${inCommon ? `, ${daysTold(inCommon)}` : ""}.`;
  if (off.length === 0) return told;
  return `${told} ${capital(listed(off.map(nameOf)))} ${off.length === 1 ? "is" : "are"} off.`;
}

/** Says how a Brief is written, where the person chose something. */
function mannerTold({ briefSentences, showsForm }: Pick<Standing, "briefSentences" | "showsForm">): string | undefined {
  const length = briefSentences === undefined ? undefined : `${capital(lengthWords(briefSentences))}.`;
  return together(length, showsForm ? "It ends with Form as a number." : undefined);
}

const lengthWords = (most: number) =>
  `a Brief has ${most === 1 ? "one sentence" : `at most ${most === 2 ? "two" : "three"} sentences`}`;

function quietTold({
  quietHours,
  quietDays,
  quietOfGoals,
  quietUntil,
  paused,
  wakes,
  sleeps,
}: z.infer<typeof Settings>): string {
  if (paused) return "Everything is paused now.";
  const more = [quietHours, quietOfGoals].flatMap((hours) => (hours ? [hoursOf(hours)] : []));
  const until =
    quietUntil === undefined ? "" : ` Now I am quiet until ${quietUntil === UNTIL_HEARD ? "you write" : quietUntil}.`;
  const days = quietDays === undefined ? [] : [`on ${daysOf(quietDays)}`];
  return `I am quiet ${listed([`from ${sleeps} to ${wakes}`, ...more, ...days])}.${until}`;
}

const AGREED: Readonly<Record<Purpose, string>> = {
  body: "data about your body",
  memory: "my memory",
  telegram: "Telegram",
  model: "a language model outside",
};

const showSettings = withSettings((scene) => {
  const settings = settingsOf(scene);
  if (settings === undefined) return { say: "failed" };
  const { timeZone, name, agreed } = settings;
  const called = name === undefined ? undefined : bare(scene, name);
  const text = together(
    briefsTold(settings),
    mannerTold(settings),
    quietTold(settings),
    `Your time zone is ${timeZone}.`,
    called === undefined ? undefined : `I call you ${called}.`,
    `Unasked, I write at most ${counted(UNASKED_PER_DAY)} messages a day.`,
    agreed.length === 0
      ? "You agreed to nothing yet."
      : `You agreed to ${listed(agreed.map((purpose) => AGREED[purpose]))}.`,
    "More is on the page under Settings.",
  );
  return { say: "found", words: { text: text ?? "" } };
});

/** The time and the date of the person, of a place, or the weekday of a date. */
const timeDate: ChatWriter = (scene) => {
  const { told, slots } = scene;
  const asked = placeAsked(scene.message);
  if (asked === undefined) {
    const date = slots[0].date;
    return date === undefined || date === told.date ? fixed(scene) : { say: "day", words: { date: spokenDate(date) } };
  }
  return withSettings((read) => {
    const own = settingsOf(read)?.timeZone;
    const place = bare(scene, asked.place) ?? "that place";
    if (asked.zone === undefined || own === undefined || told.time === undefined)
      return { say: "unknownPlace", words: { place } };
    const at = instantAt(told.date, told.time, own);
    const words = { time: localTime(at, asked.zone), date: spokenDate(localDate(at, asked.zone)) };
    return { say: "elsewhere", words: { ...words, place } };
  })(scene);
};

const myName = withSettings((scene) => {
  const settings = settingsOf(scene);
  if (settings === undefined) return { say: "failed" };
  const name = settings.name === undefined ? undefined : bare(scene, settings.name);
  return name === undefined ? { say: "nothing" } : { say: "found", words: { name } };
});

const whenWrite = withSettings((scene) => {
  const settings = settingsOf(scene);
  if (settings === undefined) return { say: "failed" };
  const later = settings.everyNoon ? "The evening one comes" : "The later ones come";
  const text = together(
    briefsTold(settings),
    settings.briefs.some(({ brief }) => brief !== "morning") ? `${later} when there is something to say.` : undefined,
    quietTold(settings),
    "Reminders come when you set them.",
  );
  return { say: "found", words: { text: text ?? "" } };
});

/** Says what is known of a silence: what was set, what was kept back, and whether the night is there. */
const whyNoMessage = calling(
  () => [SETTINGS, LOG],
  (scene) => {
    const settings = settingsOf(scene);
    const log = logIn(scene);
    if (settings === undefined || log === undefined) return { say: "failed" };
    const { quietUntil, quietDays, paused, off, briefs, lastNight } = settings;
    const today = dayOfWeek(scene.told.date);
    const notToday = briefs.filter(({ days }) => days?.includes(today) === false).map(({ brief }) => brief);
    const said = log.said.map(({ at, kind }) => `${kindWords(kind)} at ${at}`);
    // A person without a wearable gets the Brief without a night.
    const waits = lastNight !== undefined && lastNight < scene.told.date && ![...off, ...notToday].includes("morning");
    const hadBrief = log.said.some(({ kind }) => kind === "brief");
    const reasons = [
      ...(paused ? ["everything is paused"] : []),
      ...(quietUntil === undefined
        ? []
        : [
            quietUntil === UNTIL_HEARD
              ? "you asked for quiet until you write"
              : `you asked for quiet until ${quietUntil}`,
          ]),
      ...(quietDays?.includes(today) ? [`you want nothing unasked on ${WEEKDAYS[today - 1]}s`] : []),
      ...(off.length === 0 ? [] : [`you switched off ${listed(off.map(nameOf))}`]),
      ...(notToday.length === 0 ? [] : [`you do not want ${listed(notToday.map(nameOf))} on ${WEEKDAYS[today - 1]}s`]),
      ...(waits && !hadBrief ? ["the morning Brief waits for your night"] : []),
    ];
    const text = together(
      said.length === 0 ? "I wrote nothing unasked today." : `Unasked, I sent you ${listed(said)}.`,
      hadBrief ? "A Brief comes at the hour that your settings name." : undefined,
      reasons.length === 0 ? undefined : `${capital(listed(reasons))}.`,
      log.lost === 0 ? undefined : "Not every message got through.",
      reasons.length === 0 && log.kept === 0 && log.lost === 0
        ? "Anything else I write when there is something new to say."
        : undefined,
      "/status says what I kept to myself, and why.",
    );
    return { say: "found", words: { text: text ?? "" } };
  },
);

/**
 * Changes when Waldo writes. It changes only what plain code reads from the whole message, and asks in all other
 * cases.
 */
export const setRhythm: ChatWriter = (scene) => {
  const wish = settingIn(scene.message);
  if (wish === undefined) return { say: "how" };
  const { days, briefSentences, showsForm } = wish;
  const set: Ask = { name: "update_profile", args: { ...wish } };
  const ask = unmade(scene, [set]);
  if (ask.length > 0) return { ask };
  const result = resultOf(scene, set);
  if (!result?.ok) return { say: result?.message?.includes("hours of sleep") ? "asleep" : "failed" };
  const now = Standing.safeParse(result.value).data;
  if (now === undefined) return { say: "failed" };
  if (wish.quietHours === false) return { say: "quietEnds" };
  if (wish.quietHours !== undefined && now.quietHours)
    return { say: "quiet", words: { hours: hoursOf(now.quietHours) } };
  if (showsForm !== undefined) return { say: showsForm ? "numberShown" : "numberHidden" };
  if (briefSentences !== undefined) return { say: "length", words: { length: lengthWords(briefSentences) } };
  if (days && !days.briefs && now.quietDays) return { say: "quietDays", words: { days: daysOf(now.quietDays) } };
  const isLess = wish.briefs?.evening === false || (days?.briefs?.includes("evening") && days.change !== "also");
  const weekly =
    isLess && now.noWeekly
      ? "The look back on the week is part of the evening Brief, so it stays away too."
      : undefined;
  const silent = now.quietDays && `On ${daysOf(now.quietDays)} I write nothing unasked.`;
  // The schedules follow with a sync or with the night's work.
  const isTimed = [wish.wakeTime, ...Object.values(wish.briefs ?? {})].some((one) => typeof one === "string");
  const later = isTimed ? "A new time holds from tomorrow at the latest." : undefined;
  return { say: "briefs", words: { text: together(briefsTold(now), silent, weekly, later) ?? "" } };
};

const zone = withSettings((scene) => {
  const settings = settingsOf(scene);
  if (settings === undefined) return { say: "failed" };
  return { say: "found", words: { zone: settings.timeZone } };
});

export const SETTING_WRITERS = {
  "show-settings": showSettings,
  "when-write": whenWrite,
  "why-no-message": whyNoMessage,
  "set-rhythm": setRhythm,
  "set-weekend": fixed,
  "set-length": fixed,
  "set-less": fixed,
  "no-such-setting": fixed,
  "time-date": timeDate,
  "my-name": myName,
  "stop-it": fixed,
  "set-language": fixed,
  "set-zone": zone,
} satisfies Record<string, ChatWriter>;
