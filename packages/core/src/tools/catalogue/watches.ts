/** Tools for standing intents: what the person wants to be told, and when. */
import {
  isOwn,
  keys,
  LocalDate,
  LocalTime,
  MOST_SKIPS,
  MOST_WATCHES,
  type Origin,
  type Profile,
  WATCH_COOLDOWN_HOURS,
  WATCH_DAYS,
  WATCH_FIRES,
  type Watch,
  type WatchCondition,
  Weekdays,
  Zone,
} from "@waldo/contracts";
import * as z from "zod";
import { isWaking } from "../../cadence/quiet-hours.ts";
import { activeWatches, loadWatches, whenWords } from "../../cadence/watches.ts";
import { eventsBetween } from "../../calendar/rows.ts";
import { digest } from "../../digest.ts";
import { loadProfile } from "../../person/profile.ts";
import { foldLetters } from "../../safety/words.ts";
import {
  addDays,
  DAY_MS,
  HOUR_MS,
  instantAt,
  localDate,
  localTime,
  MINUTE_MS,
  minuteOf,
  minutesBetween,
  spokenDate,
  timeOf,
} from "../../time.ts";
import { text, timeZoneOf } from "../args.ts";
import { bestMatches } from "../matching.ts";
import { originOf, type Sourced, sourceOf } from "../provenance.ts";
import { clip } from "../result-size.ts";
import { changeRow } from "../rows.ts";
import { defineRead, defineWrite, type ToolContext, ToolFailure } from "../tool.ts";

/**
 * Creates a standing intent. Other people's text must not make Waldo speak on a schedule (R10). After such text the
 * gate accepts only what the person asked for, or asks them.
 */
export const watch = defineWrite({
  name: "watch",
  description:
    "Remind the person at a date and time, at a time of every day or of some weekdays, some minutes before an event (the first of a day, or by its words), or tell them when they are in a zone or a worse one. Set around when they named a part of the day and no time: then it does not wake them.",
  args: z
    .strictObject({
      text: text(200),
      date: LocalDate.optional(),
      time: LocalTime.optional(),
      /** Without a date: on these days only. 1 is Monday. */
      weekdays: Weekdays.optional(),
      before: z
        .strictObject({ event: text(100), minutes: z.number().int().min(0).max(1440), date: LocalDate.optional() })
        .optional(),
      bodyZone: Zone.optional(),
      /** The person named a part of the day and no clock time. */
      around: z.literal(true).optional(),
      days: z.number().int().min(1).max(366).optional(),
    })
    .refine(isOneMoment, {
      message: "give a time (with a date for once, without for every day), an event or a zone",
    }),
  title: ({ text: words, ...when }) => `${titleOf(when)}: ${words}`,
  asking: {
    phrases: () => ["remind me", "tell me", "wake me", "alert me", "nudge me", "ping me", "let me know"],
    implied: ["around"],
  },
  plan: ({ text: words, ...moment }, context) => plannedWatch(words, moment, context, originOf(context, [words])),
});

/** The person of a reminder, its time, and the name of the call. The same name and words give one reminder. */
type Setting = Pick<ToolContext, "store" | "userId" | "runId" | "now">;

/** Returns the writes that set a reminder, and its time in words. Throws `ToolFailure` when it may not be set. */
export async function plannedWatch(
  words: string,
  { around, days = WATCH_DAYS, ...moment }: Moment & Loose,
  context: Setting,
  origin: Origin,
) {
  const { store, userId, runId, now } = context;
  const timeZone = await timeZoneOf(store, userId);
  const asked = await conditionOf(moment, context, timeZone);
  const when = around ? whileAwake(asked, await loadProfile(store, userId), now) : asked;
  if (when.on === "time" && when.at <= now) throw new ToolFailure("failed", "that moment has passed");
  const active = (await loadWatches(store, userId)).filter((row) => row.watch.state === "active");
  const set = { fires: whenWords(when, timeZone), ...momentOf(when, timeZone) };
  // A repeated request for the same reminder at the same moment changes nothing.
  const same = active.find(({ watch }) => isSame(watch, words, when));
  if (same) return { value: { watchId: same.watch.watchId, ...set, known: true as const }, writes: [] };
  const watchId = digest(runId, words, JSON.stringify(when)).slice(0, 12);
  const key = keys.watch(userId, watchId);
  if (await store.get(key)) return { value: { watchId, ...set }, writes: [] };
  if (active.length >= MOST_WATCHES)
    throw new ToolFailure("failed", `there are ${MOST_WATCHES} standing reminders already: cancel one first`);
  const body: Watch = {
    watchId,
    text: words,
    origin,
    when,
    state: "active",
    firesLeft: when.on === "time" ? 1 : WATCH_FIRES,
    fired: 0,
    cooldownMs: WATCH_COOLDOWN_HOURS * HOUR_MS,
    expiresAt: when.on === "time" ? when.at + 2 * DAY_MS : now + days * DAY_MS,
    createdAt: now,
  };
  return { value: { watchId, ...set }, ...changeRow(key, undefined, body, { ...body, state: "cancelled" }) };
}

/** `around` is true when the person named a part of the day and no time. `days` is how long the reminder stays. */
type Loose = { readonly around?: true | undefined; readonly days?: number | undefined };

type Moment = {
  readonly date?: LocalDate | undefined;
  readonly time?: LocalTime | undefined;
  readonly weekdays?: readonly number[] | undefined;
  readonly before?:
    | { readonly event: string; readonly minutes: number; readonly date?: LocalDate | undefined }
    | undefined;
  readonly bodyZone?: Zone | undefined;
};

/**
 * True when the arguments give exactly one moment: a time, an event or a zone. Only a time may have a date or weekdays,
 * and not both.
 */
function isOneMoment({ date, time, weekdays, before, bodyZone }: Moment): boolean {
  const given = [time, before, bodyZone].filter((one) => one !== undefined).length;
  return given === 1 && (time !== undefined || (date === undefined && weekdays === undefined)) && !(date && weekdays);
}

function titleOf({ date, time = "09:00", weekdays, before, bodyZone }: Moment): string {
  if (bodyZone !== undefined) return `Tell you when you are ${bodyZone}`;
  if (before) return `Remind you ${before.minutes} minutes before ${before.event}`;
  if (date !== undefined) return `Remind you on ${spokenDate(date)} at ${time}`;
  return `Remind you ${whenWords({ on: "daily", time, ...(weekdays ? { weekdays: [...weekdays] } : {}) }, "UTC")}`;
}

async function conditionOf(moment: Moment, context: Setting, timeZone: string): Promise<WatchCondition> {
  const { date, time = "09:00", weekdays, before, bodyZone } = moment;
  if (bodyZone !== undefined) return { on: "bodyZone", atMost: bodyZone };
  if (before) {
    const event = await eventMeant(before, context, timeZone);
    return { on: "time", at: event.start - before.minutes * MINUTE_MS };
  }
  if (date !== undefined) return { on: "time", at: instantAt(date, time, timeZone) };
  return { on: "daily", time, ...(weekdays ? { weekdays: [...new Set(weekdays)].sort((a, b) => a - b) } : {}) };
}

/** If a reminder would come in the first half of the night, it comes this many minutes before sleep instead. */
const BEFORE_SLEEP_MINUTES = 15;

/** Returns a moment at which the person is awake: the end of their day that is closer and still in the future. */
function whileAwake(when: WatchCondition, profile: Profile, now: number): WatchCondition {
  if (when.on === "bodyZone") return when;
  const { timeZone, wakeTime, sleepTime } = profile;
  const time = when.on === "time" ? localTime(when.at, timeZone) : when.time;
  if (isWaking(profile, time)) return when;
  const late = minutesBetween(sleepTime, time) + BEFORE_SLEEP_MINUTES;
  const early = minutesBetween(time, wakeTime);
  const isEvening = late < early && (when.on === "daily" || when.at - late * MINUTE_MS > now);
  if (when.on === "time") return { on: "time", at: when.at + (isEvening ? -late : early) * MINUTE_MS };
  return { ...when, time: isEvening ? timeOf(minuteOf(sleepTime) - BEFORE_SLEEP_MINUTES) : wakeTime };
}

/** How many days ahead an event may be for a reminder before it. */
const EVENT_DAYS = 14;
/** The words that mean the first event of a day. */
const FIRST_EVENT = /^(?:the |my )?first\b/i;

/** Returns the event for a reminder. Only its time is returned, so no words of its author reach the run. */
async function eventMeant(
  { event, date }: { readonly event: string; readonly date?: LocalDate | undefined },
  { store, userId, now }: Setting,
  timeZone: string,
) {
  const from = date === undefined ? now : Math.max(now, instantAt(date, "00:00", timeZone));
  const to = date === undefined ? now + EVENT_DAYS * DAY_MS : instantAt(addDays(date, 1), "00:00", timeZone);
  const ahead = (await eventsBetween(store, userId, from, to)).filter(
    ({ start, busy, allDay }) => start > now && busy && !allDay,
  );
  const isFirst = FIRST_EVENT.test(event);
  const begun = date === undefined && isFirst ? await begunToday({ store, userId, now }, timeZone) : undefined;
  const [found] = isFirst
    ? ahead.filter(({ start }) => begun === undefined || start >= begun)
    : bestMatches(event, ahead, ({ title, start }) => ({ text: title, at: -start }), 1);
  if (!found) throw new ToolFailure("not_found", "there is no such event ahead in the calendar");
  return found;
}

/**
 * Returns the start of tomorrow if the first event of today has begun already. "My first meeting" then means
 * tomorrow's.
 */
async function begunToday(
  { store, userId, now }: Pick<ToolContext, "store" | "userId" | "now">,
  timeZone: string,
): Promise<number | undefined> {
  const today = localDate(now, timeZone);
  const past = await eventsBetween(store, userId, instantAt(today, "00:00", timeZone), now);
  return past.some(({ busy, allDay }) => busy && !allDay) ? instantAt(addDays(today, 1), "00:00", timeZone) : undefined;
}

function isSame(watch: Watch, words: string, when: WatchCondition): boolean {
  return foldLetters(watch.text) === foldLetters(words) && JSON.stringify(watch.when) === JSON.stringify(when);
}

/**
 * Returns the reminders that are set, soonest first. One reminder with other people's words turns the whole result into
 * outside text.
 */
export const getWatches = defineRead({
  name: "get_watches",
  description: "The standing reminders of the person, with when each fires.",
  args: z.strictObject({}),
  origin: { of: ({ reminders }: { readonly reminders: readonly Sourced[] }) => sourceOf(reminders) },
  async run(_args, { store, userId }) {
    const timeZone = await timeZoneOf(store, userId);
    return {
      reminders: (await activeWatches(store, userId)).map((watch) => ({
        watchId: watch.watchId,
        text: clip(watch.text, 100),
        fires: whenWords(watch.when, timeZone),
        ...momentOf(watch.when, timeZone),
        ...(isOwn(watch) ? {} : { from: "outside" as const }),
      })),
    };
  },
});

/** Returns the parts of a moment, with which the reminder can be set again for another moment. */
function momentOf(when: WatchCondition, timeZone: string) {
  if (when.on === "bodyZone") return { bodyZone: when.atMost };
  if (when.on === "time") return { date: localDate(when.at, timeZone), time: localTime(when.at, timeZone) };
  return { time: when.time, ...(when.weekdays ? { weekdays: when.weekdays } : {}) };
}

async function findWatch(
  { watchId, about }: { watchId?: string | undefined; about?: string | undefined },
  { store, userId }: ToolContext,
) {
  const active = (await loadWatches(store, userId)).filter(({ watch }) => watch.state === "active");
  const found =
    watchId === undefined
      ? bestMatches(about ?? "", active, ({ watch }) => ({ text: watch.text, at: watch.createdAt }), 1)[0]
      : active.find(({ watch }) => watch.watchId === watchId);
  if (!found) throw new ToolFailure("not_found", "there is no such standing reminder");
  return { found, active };
}

/**
 * Ends a standing intent, or leaves a daily one out on one date. The state "cancelled" is stored, so no memory can start
 * it again.
 */
export const cancelWatch = defineWrite({
  name: "cancel_watch",
  description:
    "Cancel a standing reminder, by its id or by words of it. With on, a repeated one is left out on that date.",
  args: z
    .strictObject({
      watchId: z.string().min(1).max(40).optional(),
      about: text(200).optional(),
      on: LocalDate.optional(),
    })
    .refine(({ watchId, about }) => (watchId === undefined) !== (about === undefined), "give an id or words of it"),
  title: ({ about, on }, shown = about) => {
    const what = shown === undefined ? "a reminder" : `the reminder “${shown}”`;
    return on === undefined ? `Cancel ${what}` : `Leave out ${what} on ${spokenDate(on)}`;
  },
  asking: {
    phrases: () => ["cancel", "stop", "drop", "delete", "remove", "end", "stop reminding me", "stop telling me"],
    implied: ["watchId", "about", "on"],
  },
  async target(args, context) {
    const { found, active } = await findWatch(args, context);
    const { watchId, text: words, origin } = found.watch;
    const others = active.filter(({ watch }) => watch.watchId !== watchId);
    return {
      args: { watchId, ...(args.on ? { on: args.on } : {}) },
      shown: words,
      origin,
      words,
      rivals: others.map(({ watch }) => watch.text),
    };
  },
  async plan(args, context) {
    const { userId } = context;
    const { watch, version } = (await findWatch(args, context)).found;
    const key = keys.watch(userId, watch.watchId);
    const next = args.on === undefined ? ({ ...watch, state: "cancelled" } as const) : withSkip(watch, args.on);
    return {
      // The result counts as Waldo's own words, so other people's words are left out.
      value: {
        watchId: watch.watchId,
        cancelled: isOwn(watch) ? watch.text : "the reminder",
        ...(args.on === undefined ? {} : { date: args.on }),
      },
      ...changeRow(key, version, next, watch),
    };
  },
});

/** Returns a daily intent that is left out on a date. Only the latest dates are kept. */
function withSkip(watch: Watch, date: LocalDate): Watch {
  if (watch.when.on !== "daily") throw new ToolFailure("failed", "that reminder does not repeat: cancel it instead");
  return { ...watch, skips: [...new Set([...(watch.skips ?? []), date])].sort().slice(-MOST_SKIPS) };
}
