/**
 * The day around a run, for a language model: when the person is busy, what Waldo said unasked today, how plain code reads
 * the message and, for a heartbeat, the goals in force. An event has its time and no title, because other people may have
 * written the title, and a tool tells it as words of others. A tap can put words of others into the goals, so a run that
 * may act reads them by its tool.
 */
import {
  type Asked,
  isBackground,
  type PromptContext,
  type PromptToday,
  type RunHeader,
  type Wish,
} from "@waldo/contracts";
import { eventsBetween } from "../calendar/rows.ts";
import { isHeard, loadSaid } from "../channels/said.ts";
import { loadGoalsFile, NO_GOALS } from "../goals/stored.ts";
import type { Ports } from "../ports.ts";
import { budgetsFor, fitting } from "../prompt/budgets.ts";
import { oneLine } from "../prompt/layers.ts";
import { sanitise } from "../safety/sanitise.ts";
import { addDays, instantAt, localTime } from "../time.ts";
import { understoodIn } from "./understood.ts";

type Reads = Pick<Ports, "store" | "model" | "understanding">;

/** Returns the day of a run, or undefined when no model is asked or nothing is known of it. */
export async function todayFor(
  ports: Reads,
  { userId, trigger, runId }: Pick<RunHeader, "userId" | "trigger" | "runId">,
  context: PromptContext,
): Promise<PromptToday | undefined> {
  if (ports.model.plain || trigger === "ambient") return undefined;
  const { date, timeZone } = context;
  const [from, to] = [date, addDays(date, 1)].map((day) => instantAt(day, "00:00", timeZone)) as [number, number];
  const [goals, events, { said }, asked] = await Promise.all([
    isBackground(trigger) ? ownGoalsOf(ports.store, userId) : NO_GOALS,
    eventsBetween(ports.store, userId, from, to),
    loadSaid(ports.store, userId),
    understoodIn(ports, context),
  ]);
  const at = (instant: number) => localTime(instant, timeZone);
  const aims = [
    ...(goals.northStar === undefined ? [] : [`above all: ${goals.northStar}`]),
    ...goals.quarter.map((text) => `this quarter: ${text}`),
    ...goals.week.map((text) => `this week: ${text}`),
    ...goals.today.map((text) => `today: ${text}`),
    ...goals.commitments.map((text) => `every week: ${text}`),
  ].map((text) => sanitise({ text, origin: "owner" }, "internal").text);
  const busy = events
    .filter((event) => event.busy && !event.allDay)
    .map(({ start, end }) => `${at(start)} to ${at(end)}`);
  // What this run is about to say is not said yet.
  const sent = said
    .filter((one) => one.date === date && one.by !== runId && isHeard(one))
    .map((one) => `${at(one.at)} ${one.voice}`);
  const read = asked && readingOf(asked);
  const budget = budgetsFor(ports.model).moment;
  const part = (label: string, all: readonly string[]) =>
    all.length === 0 ? [] : [`${label}: ${fitting(all, budget).map(oneLine).join("; ")}.`];
  const lines = [
    ...part("Their goals", aims),
    ...part("Busy today, by their calendar", busy),
    ...part("What you said unasked today", sent),
  ];
  if (lines.length === 0 && read === undefined) return undefined;
  return { lines, ...(read === undefined ? {} : { read: oneLine(read) }) };
}

/** Returns the goals in force. While a part of the file came by git, a tool tells them as words of others. */
async function ownGoalsOf(store: Ports["store"], userId: RunHeader["userId"]) {
  const file = (await loadGoalsFile(store, userId))?.file;
  return file === undefined || (file.outside ?? []).length > 0 ? NO_GOALS : file.goals;
}

/** Returns how plain code reads a message, in words. A message that it does not understand has no reading. */
function readingOf(asked: Asked): string | undefined {
  switch (asked.is) {
    case "clear":
      return [asked, ...(asked.also ?? [])].map(wishWords).join("; and ");
    case "offered":
      return `an errand that you could offer to put on the list: ${wishWords(asked.wish)}`;
    case "unclear":
      return `either ${asked.between.map(({ means }) => means).join(" or ")}: ask which`;
    case "unknown":
      return undefined;
  }
}

function wishWords({ intent, slots }: Wish): string {
  const filled = slots.filter((slot) => Object.keys(slot).length > 0).map((slot) => JSON.stringify(slot));
  return [intent.means, ...filled].join(" ");
}
