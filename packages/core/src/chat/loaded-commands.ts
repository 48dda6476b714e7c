// The commands with much code: reminders, thinking, quiet and redaction. commands.ts loads this file when a person
// gives one of them.
import {
  announcementId,
  type EpochMs,
  INTENT_LANGUAGES,
  keys,
  LIVING_DEFAULT,
  type MannerChange,
  MOST_REDACTED,
  Persona,
  Profile,
  type UserId,
  type WallClock,
  type When,
} from "@waldo/contracts";
import { MOST_QUIET_DAYS } from "../cadence/quiet-hours.ts";
import { wakeForReminders } from "../cadence/reminder-times.ts";
import { flushRun } from "../channels/outbox.ts";
import { type Timed, whenIn } from "../language/times.ts";
import { livelyConcerns, mannerAfter, NO_MANNER } from "../living/salience.ts";
import { isAbout } from "../memory/claims/likeness.ts";
import type { Store } from "../ports.ts";
import { planned } from "../privacy/redact/plan.ts";
import { continueRedaction } from "../privacy/redact/redact.ts";
import { commitIf, putNew, putOver } from "../store/cas.ts";
import { queryAll } from "../store/query-all.ts";
import { DAY_MS, HOUR_MS, instantAt, localDate, localTime, MINUTE_MS, spokenMoment } from "../time.ts";
import { plannedWatch } from "../tools/catalogue/watches.ts";
import { isOn, livingRows } from "../tools/living-rows.ts";
import { ToolFailure } from "../tools/tool.ts";
import { answerWrites, type CommandPorts, type Obey, type Order, type Outcome } from "./command.ts";

/** The most characters of a reminder's text. */
const MOST_TEXT = 190;

/** Sets a reminder. The words hold its text and its time, as in a chat. */
export const remind: Obey = async (ports, { profile, name, now }, words) => {
  if (words === "") return { text: "What shall I remind you of, and when? Say /remind call the garage by Friday." };
  const { timeZone } = profile;
  const clock = { date: localDate(now, timeZone), time: localTime(now, timeZone), timeZone };
  const { when, around, rest, asks } = timeIn(words, clock);
  const text = whatIn(rest).slice(0, MOST_TEXT);
  if (asks === "passed") return { text: "I have not set it: that moment has passed." };
  if (when === undefined)
    return { text: "When shall I remind you? Say it again with a time: /remind … by Friday 9:00." };
  if (text === "") return { text: "What shall I remind you of? Say it again with a few words: /remind … at 9." };
  const { userId } = profile;
  const context = { store: ports.store, userId, runId: `command-${name}`, now };
  try {
    const { value, writes } = await plannedWatch(
      text,
      { ...momentOf(when), ...(around ? { around } : {}) },
      context,
      "owner",
    );
    const told =
      "known" in value
        ? `You have that one already: ${value.fires}, ${text}.`
        : `I will remind you ${value.fires}: ${text}.`;
    return { text: told, writes, after: () => wakeForReminders(ports, userId) };
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    return { text: `I have not set it: ${error.message}.` };
  }
};

/** Reads the time, in the first language that finds one. */
function timeIn(words: string, clock: WallClock): Timed {
  const read = INTENT_LANGUAGES.map((language) => whenIn(words, clock, language));
  return (
    read.find(({ when, asks }) => when !== undefined || asks !== undefined) ?? {
      rest: words,
      dated: false,
      timed: false,
    }
  );
}

const EDGES =
  /^(?:me\s+)?(?:to\s+|that\s+)?|(?:[\s,;:.–-]|\b(?:by|at|on|in|until|before|um|am|bis|a|para|à|le)\b)*$/giu;

/** Returns the text of the reminder, without words that only belong to the time. */
function whatIn(rest: string): string {
  return rest.replaceAll(EDGES, "").replaceAll(/\s+/gu, " ").trim();
}

function momentOf(when: When) {
  if (when.on === "once") return { date: when.date, time: when.time };
  if (when.on === "days") return { time: when.time, ...(when.days ? { weekdays: when.days } : {}) };
  const { event, minutes, date } = when;
  return { before: { event, minutes, ...(date === undefined ? {} : { date }) } };
}

/** The most concerns that one answer names. */
const MOST_NAMED = 5;
const HOW =
  "Say /thinking on, /thinking off, /thinking leave and words of a concern, or /thinking freeze, thaw or reset.";
const WAITS = "It begins when you agree that I remember, and nothing is paused.";

const MANNER: Readonly<Record<MannerChange, string>> = {
  freeze: "My manner stays as it is.",
  thaw: "My manner moves again, at night and by small steps.",
  reset: "My manner begins anew.",
};

/**
 * Shows and changes what Waldo does between conversations: whether it thinks, which concerns it leaves alone, and its
 * manner.
 */
export const thinking: Obey = async ({ store }, order, words) => {
  const [verb = "", ...rest] = words.toLowerCase().split(/\s+/);
  if (verb === "") return standing(store, order);
  if (verb === "on" || verb === "off") return turned(store, order, verb === "on");
  if (verb === "leave" && rest.length > 0) return left(store, order, rest.join(" "));
  if (verb === "freeze" || verb === "thaw" || verb === "reset") {
    const { userId } = order.profile;
    const row = await store.get(keys.persona(userId));
    const next = mannerAfter(row ? Persona.parse(row.body) : NO_MANNER, verb, order.now);
    return { text: MANNER[verb], writes: [putOver(row, keys.persona(userId), next)] };
  }
  return { text: `I did not understand. ${HOW}` };
};

async function standing(store: Store, { profile, now }: Order): Promise<Outcome> {
  const { userId, living = LIVING_DEFAULT } = profile;
  if (!living.on) return { text: "I do not think between our talks. /thinking on begins it." };
  if (!(await isOn(store, profile))) return { text: `I do not think between our talks. ${WAITS}` };
  const concerns = livelyConcerns(
    (await livingRows(store, userId).concerns()).map(({ concern }) => concern),
    now,
  );
  const named = concerns.slice(0, MOST_NAMED).map(({ summary }) => `• ${summary}`);
  const lead = named.length === 0 ? "Nothing is on my mind yet." : "On my mind:";
  return { text: ["Between our talks I think about your day.", lead, ...named, HOW].join("\n") };
}

async function turned(store: Store, { profile: { userId } }: Order, on: boolean): Promise<Outcome> {
  const row = await store.get(keys.profile(userId));
  if (!row) return { text: "There is no profile yet, so there is nothing to decide." };
  const profile = Profile.parse(row.body);
  const next: Profile = { ...profile, living: { ...(profile.living ?? LIVING_DEFAULT), on } };
  const begins = (await isOn(store, next)) ? "Between our talks I think about your day." : `It is on. ${WAITS}`;
  return {
    text: on
      ? begins
      : "I think no more between our talks. What I noted stays in the app, and in your copy of everything.",
    writes: [putOver(row, keys.profile(userId), next)],
  };
}

/**
 * Stops thinking about one concern. If the words match several concerns, it asks which one is meant and changes
 * nothing.
 */
async function left(store: Store, { profile: { userId }, now }: Order, words: string): Promise<Outcome> {
  const rows = await livingRows(store, userId).concerns();
  const lively = rows.filter(({ concern }) => concern.mutedAt === undefined);
  // If the person writes the whole title of a concern, that concern is meant, even when other titles contain these
  // words.
  const named = lively.filter(({ concern }) => concern.summary.toLowerCase() === words);
  const found = named.length > 0 ? named : lively.filter(({ concern }) => isAbout(concern.summary, words));
  const [one, ...others] = found;
  if (!one) return { text: "None of my concerns is about that. /thinking names them." };
  if (others.length > 0) {
    const all = found.slice(0, MOST_NAMED).map(({ concern }) => `• ${concern.summary}`);
    return { text: ["That fits more than one. Say more of its words:", ...all].join("\n") };
  }
  const { concern } = one;
  return {
    text: `I leave “${concern.summary}” alone. On the page under Thoughts and concerns you can bring it back.`,
    writes: [putOver(one, keys.concern(userId, concern.id), { ...concern, mutedAt: now })],
  };
}

/** How many hours Waldo is quiet when the person names no end. */
const QUIET_HOURS = 2;

const UNITS = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS } as const;
const LENGTH = /^(?:for\s+)?(\d{1,4})\s*(m(?:in(?:ute)?s?)?|h(?:(?:ou)?rs?)?|d(?:ays?)?)?$/i;

/** Leaves the person alone for a while. Reminders that they have set still come. */
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

/** Returns when the quiet ends, or undefined for words that name no end. Without words the quiet lasts two hours. */
export function quietEnd(words: string, now: EpochMs, timeZone: string): EpochMs | undefined {
  if (words === "") return now + QUIET_HOURS * HOUR_MS;
  const [, amount, unit = "h"] = LENGTH.exec(words) ?? [];
  if (amount !== undefined) return now + Number(amount) * UNITS[unit.charAt(0).toLowerCase() as keyof typeof UNITS];
  const clock = { date: localDate(now, timeZone), time: localTime(now, timeZone) };
  const { when } = whenIn(words.replace(/^(?:until|till?|for)\s+(?=\S)/i, ""), clock, "en");
  return when?.on === "once" ? instantAt(when.date, when.time, timeZone) : undefined;
}

/** Deletes the last messages everywhere. privacy/redact removes their words. */
export const redact: Obey = async (ports, order, words) => {
  const { profile, name, now, via } = order;
  const { userId } = profile;
  const asked = await askedBefore(ports.store, userId, name);
  if (asked) return { again: true, after: () => goOn(ports, order, asked) };
  const most = words === "" ? 1 : Number(words);
  if (!Number.isInteger(most) || most < 1 || most > MOST_REDACTED)
    return { text: `Say how many messages, from 1 to ${MOST_REDACTED}: /redact 2 deletes the last two.` };
  const redaction = await planned(ports.store, userId, { name, most, now, via });
  if (redaction.messages.length === 0) return { text: "There is no message to delete." };
  const key = keys.redaction(userId, now, name);
  return { writes: [putNew(key, redaction)], after: () => goOn(ports, order, key) };
};

async function askedBefore(store: Store, userId: UserId, name: string) {
  for await (const { key } of queryAll(store, keys.redaction.all(userId)))
    if (keys.redaction.parse(key.sk)?.[1] === name) return key;
  return undefined;
}

/** Deletes the messages at once. If a run is active, a later wake deletes them, and the answer says so. */
async function goOn(ports: CommandPorts, order: Order, key: ReturnType<typeof keys.redaction>): Promise<void> {
  const { userId } = order.profile;
  if ((await continueRedaction(ports, userId, key)) !== "waits") return;
  const text = "I am still answering something. I delete it as soon as that is over, and tell you.";
  await commitIf(ports.store, answerWrites(order, text, "-waits"));
  await flushRun(ports, userId, announcementId("command", `${order.name}-waits`));
}
