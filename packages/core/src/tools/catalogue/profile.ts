// Tools that change how Waldo treats the person, and tools that explain Waldo: what it did on a day, the reasons for a
// message, and how the person took it.
import {
  ActionEntry,
  type DeliveryKind,
  GatedStep,
  keys,
  LocalDate,
  LocalTime,
  PatrolEntry,
  Profile,
  RunId,
  StepRecord,
  type ToolResult,
  ToolsStep,
  type UserId,
} from "@waldo/contracts";
import * as z from "zod";
import { MOST_QUIET_DAYS, snoozeWrite } from "../../cadence/quiet-hours.ts";
import { heldBack, outgoingOf } from "../../channels/went-out.ts";
import { followProfile } from "../../goals/plan.ts";
import type { Store } from "../../ports.ts";
import { sanitise } from "../../safety/sanitise.ts";
import { SAID_OF_MESSAGE, stageFeedback } from "../../skills/feedback.ts";
import { queryAll } from "../../store/query-all.ts";
import { addDays, DAY_MS, instantAt, localDate, localTime } from "../../time.ts";
import { text, timeZoneOf } from "../args.ts";
import { clip } from "../result-size.ts";
import { changeRow } from "../rows.ts";
import { messagesOf } from "../threads.ts";
import { defineRead, defineWrite, type ToolContext, ToolFailure } from "../tool.ts";
import { CHOSEN, chosenTitle, standingOf, withChosen } from "./day-settings.ts";

const MOST_NAME_CHARS = 60;
/** Characters that a name cannot contain. */
const NO_NAME = /[<>{}[\]|\\]/;

/** Waldo leaves the person alone until they speak, but not longer than the limit for any quiet time. */
export const UNTIL_HEARD = "until heard";

const Moment = z.strictObject({ date: LocalDate, time: LocalTime });

/**
 * Sets the person's name, until when Waldo leaves them alone, when to ask again about a reminder, and the settings of
 * their day. Everything can be undone except the time to ask again, which ends by itself.
 */
export const updateProfile = defineWrite({
  name: "update_profile",
  description:
    "Set what the person is called, or leave them alone until a date and time, or until they write (quiet: false ends that). Reminders that they set are still said. wakeTime is when their morning Brief comes; briefs (a time, true or false for each) and quietHours (of every day) set the others. days: the weekdays (1 is Monday) of some Briefs or, without briefs, of everything unasked. briefSentences: the most of a Brief. later: when they want to be asked again about what you nudged them to do, at most a day ahead.",
  args: z
    .strictObject({
      name: text(MOST_NAME_CHARS).optional(),
      quiet: z.union([z.literal(false), z.literal(UNTIL_HEARD), Moment]).optional(),
      later: Moment.optional(),
      ...CHOSEN,
    })
    .refine((args) => Object.values(args).some((value) => value !== undefined), "say what to set"),
  title: ({ name, quiet, later, ...chosen }) =>
    [
      name && `Call you ${name}`,
      quiet === UNTIL_HEARD && "Leave you alone until you write",
      quiet && quiet !== UNTIL_HEARD && `Leave you alone until ${quiet.date} ${quiet.time}`,
      later && `Ask you again at ${later.time}`,
      quiet === false && "Speak up again",
      ...chosenTitle(chosen),
    ]
      .filter(Boolean)
      .join(", "),
  asking: {
    phrases: ({ name, later, quiet, ...chosen }) =>
      Object.values(chosen).some((value) => value !== undefined)
        ? ["send", "set", "switch off", "turn off", "turn on"]
        : later !== undefined
          ? ["snooze", "ask me later", "more minutes"]
          : name === undefined
            ? ["be quiet", "leave me alone", "do not disturb", "speak again"]
            : ["call me", "my name is"],
  },
  async plan({ name, quiet, later, ...chosen }, { store, userId, now }) {
    const key = keys.profile(userId);
    const row = await store.get(key);
    if (!row) throw new ToolFailure("unavailable", "this person has no profile yet");
    const before = Profile.parse(row.body);
    const called = name === undefined ? undefined : sanitise({ text: name, origin: "owner" }, "memory").text.trim();
    if (called === "" || (called !== undefined && NO_NAME.test(called)))
      throw new ToolFailure("failed", "that is no name");
    const open = quiet === UNTIL_HEARD;
    const longest = now + MOST_QUIET_DAYS * DAY_MS;
    const named = quiet && quiet !== UNTIL_HEARD ? instantAt(quiet.date, quiet.time, before.timeZone) : undefined;
    const until = open ? longest : named;
    const again = later && instantAt(later.date, later.time, before.timeZone);
    if (again !== undefined && (again <= now || again - now > DAY_MS))
      throw new ToolFailure("failed", "name a moment within a day");
    if (until !== undefined && until <= now) throw new ToolFailure("failed", "that moment has passed");
    if (until !== undefined && until - now > MOST_QUIET_DAYS * DAY_MS)
      throw new ToolFailure("failed", `that is more than ${MOST_QUIET_DAYS} days ahead: name an earlier day`);
    const isChosen = Object.values(chosen).some((value) => value !== undefined);
    const settled = isChosen ? withChosen(before, chosen) : before;
    const { quietUntil: _, quietUntilHeard: __, ...loud } = settled;
    const after: Profile = {
      ...(quiet === undefined ? settled : loud),
      ...(called === undefined ? {} : { name: called }),
      ...(until === undefined ? {} : { quietUntil: until }),
      ...(open ? { quietUntilHeard: true } : {}),
    };
    const { timeZone } = after;
    const snooze = again === undefined ? [] : [snoozeWrite(userId, { at: now, until: again })];
    const changed =
      name === undefined && quiet === undefined && !isChosen
        ? { writes: [] }
        : changeRow(key, row.version, after, before);
    // The times of the goals file follow, so that its next change does not bring the old ones back.
    const follows = isChosen ? await followProfile(store, userId, { before, after, now }) : [];
    return {
      value: {
        ...(called === undefined ? {} : { name: called }),
        ...(until === undefined
          ? {}
          : { quietUntil: open ? UNTIL_HEARD : `${localDate(until, timeZone)} ${localTime(until, timeZone)}` }),
        ...(again === undefined ? {} : { askedAgain: localTime(again, timeZone) }),
        ...(quiet === false ? { quiet } : {}),
        ...(isChosen ? standingOf(after) : {}),
      },
      ...changed,
      writes: [...changed.writes, ...follows, ...snooze],
    };
  },
});

/** The most messages and actions of a day in one answer. */
const MOST_LISTED = 12;

/** The kinds of messages with which Waldo speaks first. */
const UNASKED: readonly string[] = [
  "brief",
  "fetch",
  "patrol",
  "nudge",
  "reminder",
  "failure",
] satisfies DeliveryKind[];

/**
 * Returns what Waldo did on a day: what it said unasked, what it changed, how often it looked, how many things it kept
 * to itself, and how many messages did not get through.
 */
export const getLog = defineRead({
  name: "get_log",
  description:
    "What Waldo did on a day: what it said unasked, what it changed, how often it looked. Defaults to today.",
  args: z.strictObject({ date: LocalDate.optional() }),
  // The title of an action may hold other people's words.
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
    const [held, messages] = await Promise.all([
      heldBack(store, userId, { from, to }),
      outgoingOf(store, userId, { from, to }),
    ]);
    const lost = messages.filter(({ failed }) => failed.length > 0).length;
    return { date, looked, said: said.slice(-MOST_LISTED), done: done.slice(-MOST_LISTED), kept: held.length, lost };
  },
});

/** Returns the sources of the last message: each statement with the tool that proves it. */
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
 * Stores the person's feedback on the last message. At night it counts for the recipes behind the message
 * (core/skills/effectiveness.ts). It cannot be undone; the opposite feedback replaces it.
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

/** Returns the last message of an earlier run, of today or yesterday. Throws `not_found` when there is none. */
async function lastSaid(store: Store, userId: UserId, { runId, date }: Pick<ToolContext, "runId" | "date">) {
  for (const day of [date, addDays(date, -1)]) {
    const said = (await messagesOf(store, userId, `day-${day}`)).toReversed();
    const last = said.find(({ message }) => message.from === "waldo" && message.runId !== runId && !message.hiddenAt);
    if (last?.message.runId !== undefined) return { runId: last.message.runId, kind: last.message.kind };
  }
  throw new ToolFailure("not_found", "nothing has been said today or yesterday");
}

/** Returns the kinds of statements in a message with the tools that prove them, and all tools that were called. */
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
