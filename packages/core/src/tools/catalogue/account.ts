/** Tools by which Waldo gives account of itself: what it did on a day, why it said what it said, and how that was found. */
import {
  ActionEntry,
  type DeliveryKind,
  GatedStep,
  keys,
  LocalDate,
  PatrolEntry,
  RunId,
  StepRecord,
  type ToolResult,
  ToolsStep,
  type UserId,
} from "@waldo/contracts";
import * as z from "zod";
import type { Store } from "../../ports.ts";
import { SAID_OF_MESSAGE, stageFeedback } from "../../skills/feedback.ts";
import { queryAll } from "../../store/query-all.ts";
import { addDays, instantAt, localTime } from "../../time.ts";
import { defineRead, defineWrite } from "../define.ts";
import { clip } from "../result-size.ts";
import { messagesOf } from "../threads.ts";
import { timeZoneOf } from "../time-zone.ts";
import { type ToolContext, ToolFailure } from "../tool.ts";

/** The most messages and actions of a day that are listed. */
const MOST_LISTED = 12;

/** What is said without a message before it. */
const UNASKED: readonly string[] = ["brief", "fetch", "patrol", "reminder"] satisfies DeliveryKind[];

/** What Waldo did on a day: what it said of its own accord, what it changed, and how often it looked. */
export const getLog = defineRead({
  name: "get_log",
  description:
    "What Waldo did on a day: what it said unasked, what it changed, how often it looked. Defaults to today.",
  args: z.strictObject({ date: LocalDate.optional() }),
  // The title of an action may hold words of others.
  origin: { of: ({ done }: { readonly done: readonly object[] }) => (done.length > 0 ? "untrusted" : "system") },
  async run({ date: asked }, { store, userId, date: today }) {
    const date = asked ?? today;
    const timeZone = await timeZoneOf(store, userId);
    const [from, to] = [instantAt(date, "00:00", timeZone), instantAt(addDays(date, 1), "00:00", timeZone)];
    let looked = 0;
    const done: { at: string; what: string }[] = [];
    for await (const { body } of queryAll(store, keys.patrol.between(userId, [from], [to]))) {
      if (PatrolEntry.safeParse(body).success) looked++;
      const action = ActionEntry.safeParse(body).data;
      if (action) done.push({ at: localTime(action.at, timeZone), what: clip(action.reason, 120) });
    }
    const said = (await messagesOf(store, userId, `day-${date}`))
      .filter(({ message }) => message.from === "waldo" && UNASKED.includes(message.kind) && !message.hiddenAt)
      .map(({ message }) => ({ at: localTime(message.at, timeZone), kind: message.kind }));
    return { date, looked, said: said.slice(-MOST_LISTED), done: done.slice(-MOST_LISTED) };
  },
});

/** Returns what the last message rests on: each of its statements, with the tool that carried it. */
export const getReasons = defineRead({
  name: "get_reasons",
  description: "What the last message of Waldo rests on: its statements, and where each comes from.",
  args: z.strictObject({}),
  origin: "system",
  async run(_args, { store, userId, runId, date }) {
    const last = await lastSaid(store, userId, { runId, date });
    const steps: StepRecord[] = [];
    for await (const row of queryAll(store, keys.step.all(userId, last.runId))) steps.push(StepRecord.parse(row.body));
    return { kind: last.kind, ...basisOf(steps) };
  },
});

/**
 * Notes how the person takes what was said last. The recipes behind it are scored by it at night
 * (skills/effectiveness.ts). It cannot be undone: the opposite takes its place.
 */
export const noteFeedback = defineWrite({
  name: "note_feedback",
  description:
    "Note that the last thing you said helped the person (up), did not (down), or is never to be said again (dont_say).",
  args: z.strictObject({ says: z.enum(SAID_OF_MESSAGE) }),
  title: ({ says }) => `Note how you found my last message: ${says.replace("_", " ")}`,
  asking: { phrases: () => ["good tip", "bad tip", "thumbs up", "thumbs down"], implied: ["says"] },
  async plan({ says }, { store, userId, runId, date, now }) {
    const last = await lastSaid(store, userId, { runId, date });
    const staged = await stageFeedback(store, userId, { runId: RunId.parse(last.runId), kind: says, at: now });
    if (!staged) throw new ToolFailure("not_found", "nothing is known of what was said last");
    return { value: { about: last.kind, recipes: staged.recipes.length }, writes: staged.writes };
  },
});

/** Returns the last message of a run before this one, of today or yesterday. Throws `not_found` where there is none. */
async function lastSaid(store: Store, userId: UserId, { runId, date }: Pick<ToolContext, "runId" | "date">) {
  for (const day of [date, addDays(date, -1)]) {
    const said = (await messagesOf(store, userId, `day-${day}`)).toReversed();
    const last = said.find(({ message }) => message.from === "waldo" && message.runId !== runId && !message.hiddenAt);
    if (last?.message.runId !== undefined) return { runId: last.message.runId, kind: last.message.kind };
  }
  throw new ToolFailure("not_found", "nothing has been said today or yesterday");
}

/** The kinds of statements that a message makes, with the tools behind them, and the tools that were asked at all. */
function basisOf(steps: readonly StepRecord[]) {
  const results: ToolResult[] = [];
  let gated: GatedStep | undefined;
  for (const { to, data } of steps) {
    if (to === "TOOLS_DONE") results.push(...ToolsStep.parse(data).results);
    if (to === "GATED") gated = GatedStep.parse(data);
  }
  results.push(...(gated?.results ?? []));
  const nameOf = (callId: string) => results.find((result) => result.callId === callId)?.name ?? callId;
  const claims = (gated?.claims ?? []).map(({ kind, callId }) => ({ kind, from: nameOf(callId) }));
  const distinct = new Map(claims.map((claim) => [JSON.stringify(claim), claim]));
  return {
    by: gated?.source ?? "template",
    statements: [...distinct.values()],
    looked: [...new Set(results.filter(({ ok }) => ok).map(({ name }) => name))],
  };
}
