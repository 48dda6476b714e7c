/** Answers `/status`: what was sent, asked and kept quiet today, what did not work, and how things stand. */
import { type ChannelName, keys } from "@waldo/contracts";
import { snoozedUntil } from "../cadence/quiet-hours.ts";
import { activeWatches, whenWords } from "../cadence/watches.ts";
import { mayTellBody, pushBudgetOf } from "../channels/persona.ts";
import { loadSaid } from "../channels/said.ts";
import { heldBack, KIND_WORDS, type Outgoing, outgoingOf } from "../channels/went-out.ts";
import { lastActivity } from "../coach/activity.ts";
import { pausedSince } from "../person/paused.ts";
import { addDays, HOUR_MS, instantAt, localDate, localTime, MINUTE_MS, spokenMoment } from "../time.ts";
import type { CommandPorts, Obey, Order } from "./command.ts";

/** The most items of a line. The latest ones are shown. */
const MOST_ITEMS = 4;

/**
 * Answers with at most seven lines. They say what the outbox and the log hold, and not what was intended. A line
 * without content is left out.
 */
export const status: Obey = async (ports, order) => {
  const { profile, now, via } = order;
  const { store } = ports;
  const { userId, timeZone } = profile;
  const today = localDate(now, timeZone);
  const span = { from: instantAt(today, "00:00", timeZone), to: instantAt(addDays(today, 1), "00:00", timeZone) };
  const [messages, held, { said }, standing, reminders] = await Promise.all([
    outgoingOf(store, userId, span),
    heldBack(store, userId, span),
    loadSaid(store, userId),
    standingWords(ports, order),
    reminderWords(order, store),
  ]);
  const tells = via === "app" || mayTellBody(profile);
  const clock = (at: number) => localTime(at, timeZone);
  // A chat that may hold no words about the body does not read of stress.
  const nameOf = ({ kind }: Outgoing) => (!tells && kind === "fetch" ? "a message" : KIND_WORDS[kind]);
  const out = messages.filter(({ sent, unsure }) => sent.length + unsure.length > 0);
  const answers = out.filter(isAnswer).length;
  const own = out.filter((one) => !isAnswer(one));
  const sent = own.filter(({ asks }) => !asks).map((one) => `${nameOf(one)} at ${clock(one.at)} (${placesOf(one)})`);
  const asked = own
    .filter(({ asks }) => asks)
    .map(({ kind, at }) => `${kind === "proposal" ? KIND_WORDS[kind] : "a question"} at ${clock(at)}`);
  const broke = said.filter(({ date, voice, became }) => date === today && became === "failed" && voice in BRIEFS);
  const failed = [
    ...messages.flatMap((one) =>
      one.failed.length === 0 ? [] : `${nameOf(one)} at ${clock(one.at)} ${byOf(one.failed)}`,
    ),
    ...broke.map(({ voice, at }) => `${BRIEFS[voice]} at ${clock(at)}`),
  ];
  const quiet = [
    ...held.map(({ voice, why }) => `${voiceWords(voice, tells)} (${why})`),
    ...messages.flatMap((one) => (one.why === undefined ? [] : `${nameOf(one)} at ${clock(one.at)} (${one.why})`)),
  ];
  const replies = answers === 0 ? [] : [`${answers} answer${answers === 1 ? "" : "s"} to you`];
  const lines = [
    line("Sent today", [...latest(sent), ...replies]) ?? "Sent today: nothing.",
    line("Asked today", latest(asked)),
    line("Kept quiet", latest(quiet)),
    line("Did not work", latest(failed)),
    line("Now", standing),
    line("Reminders", reminders) ?? "Reminders: none.",
  ];
  return { text: lines.flatMap((one) => one ?? []).join("\n") };
};

const isAnswer = ({ kind }: Outgoing) => kind === "reply" || kind === "emergency";

const BRIEFS: Readonly<Record<string, string>> = {
  morning: "the morning Brief",
  midday: "the midday Brief",
  evening: "the evening Brief",
};
const VOICES: Readonly<Record<string, string>> = {
  ...BRIEFS,
  note: "what is next",
  nudge: KIND_WORDS.nudge,
  bedtime: "a step before sleep",
  interruption: "a thought of mine",
  failure: KIND_WORDS.failure,
};
/** The voices that speak of the body. */
const BODY_VOICES: Readonly<Record<string, string>> = {
  event: "a change of your day",
  fetch: KIND_WORDS.fetch,
  intervention: "a word about your load",
};

function voiceWords(voice: string, tells: boolean): string {
  return VOICES[voice] ?? (tells ? BODY_VOICES[voice] : undefined) ?? "a message";
}

const PLACES: Readonly<Record<ChannelName, string>> = { in_app: "app", telegram: "Telegram", push: "push" };

function placesOf({ sent, unsure }: Outgoing): string {
  return [...sent.map((one) => PLACES[one]), ...unsure.map((one) => `perhaps ${PLACES[one]}`)].join(", ");
}

const byOf = (channels: readonly ChannelName[]) => `by ${channels.map((one) => PLACES[one]).join(" and ")}`;

function latest(items: readonly string[]): string[] {
  const more = items.length - MOST_ITEMS;
  return more > 0 ? [`${more} earlier`, ...items.slice(-MOST_ITEMS)] : [...items];
}

function line(title: string, items: readonly string[]): string | undefined {
  return items.length === 0 ? undefined : `${title}: ${items.join("; ")}.`;
}

async function standingWords(ports: CommandPorts, { profile, now }: Order): Promise<string[]> {
  const { store } = ports;
  const { userId, timeZone, quietUntil } = profile;
  const at = (instant: number) => spokenMoment(instant, timeZone);
  const [paused, seen, snoozed, review, spent] = await Promise.all([
    pausedSince(store, userId),
    lastActivity(store, userId, now),
    snoozedUntil(store, userId),
    ports.reviewStanding?.(store, userId),
    store.get(keys.pushBudget(userId, localDate(now, timeZone))),
  ]);
  const isQuiet = quietUntil !== undefined && quietUntil > now;
  const left = Math.max(0, pushBudgetOf(profile) - Number(spent?.body["sent"] ?? 0));
  return [
    ...(paused === undefined ? [] : ["everything is paused"]),
    isQuiet ? `quiet until ${profile.quietUntilHeard ? "you write" : at(quietUntil)}` : "not quiet",
    ...(snoozed !== undefined && snoozed > now ? [`I ask again at ${localTime(snoozed, timeZone)}`] : []),
    `your last message: ${seen.heard === undefined ? "none yet" : ago(now - seen.heard)}`,
    ...(seen.ping === undefined ? [] : [`your phone was in use: ${ago(now - seen.ping)}`]),
    `review: ${review ?? "none is open"}`,
    `pushes left today: ${left}`,
  ];
}

async function reminderWords({ profile }: Order, store: CommandPorts["store"]): Promise<string[]> {
  const { userId, timeZone } = profile;
  const active = await activeWatches(store, userId);
  const shown = active.slice(0, MOST_ITEMS).map(({ text, when }) => `${text}, ${whenWords(when, timeZone)}`);
  const more = active.length - shown.length;
  return more > 0 ? [...shown, `${more} more`] : shown;
}

function ago(ms: number): string {
  if (ms < MINUTE_MS) return "just now";
  const [amount, unit] = ms < HOUR_MS ? [ms / MINUTE_MS, "minute"] : [ms / HOUR_MS, "hour"];
  const whole = Math.round(amount);
  return `${whole} ${unit}${whole === 1 ? "" : "s"} ago`;
}
