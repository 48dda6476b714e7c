/** Answers what the person's settings are and when Waldo writes, and changes the settings of their day. */
import {
  INTENT_LANGUAGES,
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
import { namedTongue } from "../../../language/tongue.ts";
import { placeAsked } from "../../../language/zones.ts";
import type { Speech } from "../../../speech.ts";
import { capital, together } from "../../../spoken.ts";
import { dayOfWeek, instantAt, localDate, localTime } from "../../../time.ts";
import { UNTIL_HEARD } from "../../../tools/catalogue/profile.ts";
import type { Ask } from "../writer.ts";
import { bare, type ChatWriter, calling, fixed, resultOf, type Scene, type Turn, unmade } from "./chat-writer.ts";
import { LOG, logIn, sentIn } from "./log.ts";

const Standing = z.object({
  briefs: z.array(z.object({ brief: ScheduledBrief, at: LocalTime, days: Weekdays.optional() })),
  off: z.array(ScheduledBrief).default([]),
  quietHours: QuietSpan.optional(),
  quietDays: Weekdays.optional(),
  briefSentences: Profile.shape.briefSentences,
  showsForm: z.boolean(),
  noWeekly: z.literal(true).optional(),
  language: z.enum(INTENT_LANGUAGES).optional(),
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
  quietEnds: z.object({ date: LocalDate, time: LocalTime }).optional(),
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

const nameOf = ({ say }: Speech, brief: ScheduledBrief) => say(`brief.${brief}`);
const namesOf = (speech: Speech, briefs: readonly ScheduledBrief[]) =>
  speech.listed(briefs.map((brief) => nameOf(speech, brief)));
const hoursOf = ({ say }: Speech, { from, to }: QuietSpan) => say("span", { from, to });

/** Says on which weekdays: "on weekdays", "except on Sundays". */
function daysTold({ say, weekdays }: Speech, days: readonly number[]): string {
  if (days.join("") === "12345") return say("workdays");
  if (days.length < 5) return weekdays(days);
  return say("except", { days: weekdays([1, 2, 3, 4, 5, 6, 7].filter((day) => !days.includes(day))) });
}

/** Says when the Briefs come, and which do not. */
function briefsTold(speech: Speech, { briefs, off }: Standing): string {
  const { say, listed } = speech;
  if (briefs.length === 0) return say("briefs.none");
  const [first] = briefs;
  const inCommon = briefs.every(({ days }) => `${days}` === `${first?.days}`) ? first?.days : undefined;
  const one = ({ brief, at, days }: Standing["briefs"][number]) =>
    `${say("briefs.at", { brief: nameOf(speech, brief), time: at })}${days && !inCommon ? ` ${daysTold(speech, days)}` : ""}`;
  const all = listed(briefs.map(one));
  const told = say("briefs.get", { briefs: inCommon ? `${all}, ${daysTold(speech, inCommon)}` : all });
  if (off.length === 0) return told;
  return `${told} ${capital(say("briefs.off", { n: off.length, briefs: namesOf(speech, off) }))}`;
}

/** Says how a Brief is written, where the person chose something. */
function mannerTold(
  speech: Speech,
  { briefSentences, showsForm }: Pick<Standing, "briefSentences" | "showsForm">,
): string | undefined {
  const length = briefSentences === undefined ? undefined : `${capital(lengthWords(speech, briefSentences))}.`;
  return together(length, showsForm ? speech.say("briefs.number") : undefined);
}

const lengthWords = ({ say }: Speech, most: number) =>
  say(most === 1 ? "length.one" : most === 2 ? "length.two" : "length.three");

function quietTold(
  { speech, told }: Scene,
  { quietHours, quietDays, quietOfGoals, quietUntil, quietEnds, paused, wakes, sleeps }: z.infer<typeof Settings>,
): string {
  const { say, listed, weekdays } = speech;
  if (paused) return say("quiet.paused");
  const hours = [{ from: sleeps, to: wakes }, quietHours, quietOfGoals].flatMap((one) =>
    one ? [hoursOf(speech, one)] : [],
  );
  const until = quietUntil && untilTold(speech, { quietUntil, quietEnds }, { as: "quiet", today: told.date });
  const days = quietDays === undefined ? [] : [weekdays(quietDays)];
  return together(say("quiet.told", { hours: listed([...hours, ...days]) }), until) ?? "";
}

/** Says until when the person wants to be left alone. */
function untilTold(
  speech: Speech,
  { quietUntil = "", quietEnds }: Pick<z.infer<typeof Settings>, "quietUntil" | "quietEnds">,
  { as, today }: { readonly as: "quiet" | "silent"; readonly today: LocalDate },
): string {
  if (quietUntil === UNTIL_HEARD) return speech.say(`${as}.heard`);
  return speech.say(`${as}.until`, { until: quietEnds ? speech.comes(quietEnds, quietUntil, today) : quietUntil });
}

const showSettings = withSettings((scene) => {
  const settings = settingsOf(scene);
  if (settings === undefined) return { say: "failed" };
  const { timeZone, name, agreed, language } = settings;
  const { speech } = scene;
  const { say, listed, counted } = speech;
  const called = name === undefined ? undefined : bare(scene, name);
  const text = together(
    briefsTold(speech, settings),
    mannerTold(speech, settings),
    quietTold(scene, settings),
    say("setting.zone", { zone: timeZone }),
    called === undefined ? undefined : say("setting.name", { name: called }),
    language === undefined ? undefined : say("setting.language", { language: say(`language.${language}`) }),
    say("setting.unasked", { count: counted(UNASKED_PER_DAY) }),
    agreed.length === 0
      ? say("setting.agreedNone")
      : say("setting.agreed", { to: listed(agreed.map((purpose) => say(`agreed.${purpose}`))) }),
    say("setting.more"),
  );
  return { say: "found", words: { text: text ?? "" } };
});

/** The time and the date of the person, of a place, or the weekday of a date. */
const timeDate: ChatWriter = (scene) => {
  const { told, slots } = scene;
  const asked = placeAsked(scene.message);
  if (asked === undefined) {
    const date = slots[0].date;
    return date === undefined || date === told.date
      ? fixed(scene)
      : { say: "day", words: { date: scene.speech.date(date) } };
  }
  return withSettings((read) => {
    const own = settingsOf(read)?.timeZone;
    const place = bare(scene, asked.place) ?? scene.speech.say("thatPlace");
    if (asked.zone === undefined || own === undefined || told.time === undefined)
      return { say: "unknownPlace", words: { place } };
    const at = instantAt(told.date, told.time, own);
    const words = { time: localTime(at, asked.zone), date: scene.speech.date(localDate(at, asked.zone)) };
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
  const { speech } = scene;
  const text = together(
    briefsTold(speech, settings),
    settings.briefs.some(({ brief }) => brief !== "morning")
      ? speech.say(settings.everyNoon ? "briefs.evening" : "briefs.later")
      : undefined,
    quietTold(scene, settings),
    speech.say("reminders.come"),
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
    const { quietDays, paused, off, briefs, lastNight } = settings;
    const today = dayOfWeek(scene.told.date);
    const notToday = briefs.filter(({ days }) => days?.includes(today) === false).map(({ brief }) => brief);
    const { speech } = scene;
    const { say, listed } = speech;
    const days = speech.weekdays([today]);
    // A person without a wearable gets the Brief without a night.
    const waits = lastNight !== undefined && lastNight < scene.told.date && ![...off, ...notToday].includes("morning");
    const hadBrief = log.said.some(({ kind }) => kind === "brief");
    const reasons = [
      ...(paused ? [say("silent.paused")] : []),
      ...(settings.quietUntil === undefined
        ? []
        : [untilTold(speech, settings, { as: "silent", today: scene.told.date })]),
      ...(quietDays?.includes(today) ? [say("silent.days", { days })] : []),
      ...(off.length === 0 ? [] : [say("silent.off", { briefs: namesOf(speech, off) })]),
      ...(notToday.length === 0 ? [] : [say("silent.notToday", { briefs: namesOf(speech, notToday), days })]),
      ...(waits && !hadBrief ? [say("silent.waits")] : []),
    ];
    const text = together(
      log.said.length === 0 ? say("log.wroteNothing") : say("log.sent", { what: sentIn(speech, log) }),
      hadBrief ? say("log.briefHour") : undefined,
      reasons.length === 0 ? undefined : `${capital(listed(reasons))}.`,
      log.lost === 0 ? undefined : say("log.notAll"),
      reasons.length === 0 && log.kept === 0 && log.lost === 0 ? say("log.whenNew") : undefined,
      say("log.status"),
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
  const { speech } = scene;
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
    return { say: "quiet", words: { hours: hoursOf(speech, now.quietHours) } };
  if (showsForm !== undefined) return { say: showsForm ? "numberShown" : "numberHidden" };
  if (briefSentences !== undefined) return { say: "length", words: { length: lengthWords(speech, briefSentences) } };
  if (days && !days.briefs && now.quietDays)
    return { say: "quietDays", words: { days: capital(speech.weekdays(now.quietDays)) } };
  const isLess = wish.briefs?.evening === false || (days?.briefs?.includes("evening") && days.change !== "also");
  const weekly = isLess && now.noWeekly ? speech.say("briefs.weekly") : undefined;
  const silent = now.quietDays && capital(speech.say("quiet.onDays", { days: speech.weekdays(now.quietDays) }));
  // The schedules follow with a sync or with the night's work.
  const isTimed = [wish.wakeTime, ...Object.values(wish.briefs ?? {})].some((one) => typeof one === "string");
  const later = isTimed ? speech.say("briefs.tomorrow") : undefined;
  return { say: "briefs", words: { text: together(briefsTold(speech, now), silent, weekly, later) ?? "" } };
};

/** Chooses the language of what Waldo writes. The answer is in that language already. */
const setLanguage: ChatWriter = (scene) => {
  const language = namedTongue(scene.message);
  if (language === undefined) return { say: "found" };
  const set: Ask = { name: "update_profile", args: { language } };
  const ask = unmade(scene, [set]);
  if (ask.length > 0) return { ask };
  return resultOf(scene, set)?.ok ? { say: "done", language } : { say: "failed" };
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
  "set-language": setLanguage,
  "set-zone": zone,
} satisfies Record<string, ChatWriter>;
