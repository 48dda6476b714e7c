/** What was decided lately, how things stand, and which reminders are set. */
import { keys, type Profile } from "@waldo/contracts";
import { snoozedUntil } from "../../cadence/snooze.ts";
import { activeWatches, whenWords } from "../../cadence/watches.ts";
import { mayTellBody, pushBudgetOf } from "../../channels/persona.ts";
import { lastActivity } from "../../coach/activity.ts";
import { recentDecisions } from "../../coach/decisions.ts";
import { pausedSince } from "../../person/paused.ts";
import type { Store } from "../../ports.ts";
import { HOUR_MS, localDate, localTime, MINUTE_MS, spokenMoment } from "../../time.ts";
import type { CommandPorts, Obey, Order } from "./ports.ts";

const MOST_DECISIONS = 5;
const MOST_REMINDERS = 10;

export const status: Obey = async (ports, order) => {
  const [decisions, standing, reminders] = await Promise.all([
    decisionLines(ports.store, order),
    standingLines(ports, order),
    reminderLines(ports.store, order.profile),
  ]);
  return {
    text: [
      section("Decided lately", decisions, "nothing yet"),
      section("Now", standing, ""),
      section("Reminders", reminders, "none"),
    ].join("\n"),
  };
};

function section(title: string, lines: readonly string[], none: string): string {
  return lines.length === 0 ? `${title}: ${none}.` : `${title}:\n${lines.map((one) => `• ${one}`).join("\n")}`;
}

/** The reason of a decision may speak of the body, and then it goes only where the person agreed to that. */
async function decisionLines(store: Store, { profile, via }: Order): Promise<string[]> {
  const tellsWhy = via === "app" || mayTellBody(profile);
  const found = await recentDecisions(store, profile.userId, MOST_DECISIONS);
  return found.map(({ at, said, why }) => {
    const did = said ? "I spoke up" : "I said nothing";
    return `${spokenMoment(at, profile.timeZone)}: ${did}${tellsWhy ? `, because ${why}` : ""}`;
  });
}

async function standingLines(ports: CommandPorts, { profile, now }: Order): Promise<string[]> {
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

async function reminderLines(store: Store, { userId, timeZone }: Profile): Promise<string[]> {
  const active = await activeWatches(store, userId);
  const shown = active.slice(0, MOST_REMINDERS).map(({ text, when }) => `${text}, ${whenWords(when, timeZone)}`);
  const more = active.length - shown.length;
  return more > 0 ? [...shown, `and ${more} more`] : shown;
}

function ago(ms: number): string {
  if (ms < MINUTE_MS) return "just now";
  const [amount, unit] = ms < HOUR_MS ? [ms / MINUTE_MS, "minute"] : [ms / HOUR_MS, "hour"];
  const whole = Math.round(amount);
  return `${whole} ${unit}${whole === 1 ? "" : "s"} ago`;
}
