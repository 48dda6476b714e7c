// Tools for the living loop: Waldo's thoughts, its view of the moment, and its intentions.
import {
  CoachState,
  type Concern,
  Intention,
  isOwn,
  keys,
  LivingState,
  LocalDate,
  LocalTime,
  MOST_INTENTIONS,
  RunId,
  type Saw,
  type UserId,
} from "@waldo/contracts";
import * as z from "zod";
import { digest } from "../../digest.ts";
import { declines } from "../../person/consents.ts";
import { findProfile } from "../../person/profile.ts";
import type { Store } from "../../ports.ts";
import { sanitise } from "../../safety/sanitise.ts";
import { DAY_MS, instantAt, localDate, localTime, MINUTE_MS } from "../../time.ts";
import { text, timeZoneOf } from "../args.ts";
import { livingRows } from "../living-rows.ts";
import { bestNamed } from "../matching.ts";
import { originOf } from "../provenance.ts";
import { changeRow, loadTask } from "../rows.ts";
import { defineRead, defineWrite, mustRemember, type ToolContext, ToolFailure } from "../tool.ts";

/** Returns what the coach found for this run (coach/heartbeat.ts). In any other run it returns nothing. */
export const getNudges = defineRead({
  name: "get_nudges",
  description:
    "What could be brought up with the person now: goals, tasks, free time and people, each with the reason.",
  args: z.strictObject({}),
  origin: "system",
  async run(_args, { store, userId, runId }) {
    const row = await store.get(keys.coach(userId));
    const asked = row && CoachState.parse(row.body).asked;
    const found = asked?.runId === runId ? asked.found : [];
    return { found: found.map(({ key, kind, title, why }) => ({ key, kind, title, why })) };
  },
});

/** How many days back thoughts are returned, and how many at most. */
const [TOLD_DAYS, MOST_TOLD] = [7, 12];

/** Returns Waldo's private journal. It is offered only when the person asks. */
export const getThoughts = defineRead({
  name: "get_thoughts",
  description: "What Waldo has been thinking lately: its private notes with what each was seen in, and their themes.",
  args: z.strictObject({ days: z.number().int().min(1).max(30).optional() }),
  // A thought may hold an event title by another person.
  origin: {
    of: ({ outside }: { readonly outside: boolean }) => (outside ? "untrusted" : "system"),
  },
  async run({ days = TOLD_DAYS }, { store, userId, now }) {
    const timeZone = await timeZoneOf(store, userId);
    const since = Math.max(0, now - days * DAY_MS);
    const kept = livingRows(store, userId);
    const [thoughts, themes] = await Promise.all([kept.thoughts(since), kept.themes(localDate(since, timeZone))]);
    const told = thoughts.filter(({ at }) => at <= now).slice(-MOST_TOLD);
    return {
      thoughts: told.map(({ at, kind, text: words, saw }) => ({
        ...{ on: localDate(at, timeZone), at: localTime(at, timeZone), kind, text: words },
        saw: saw.map(({ kind: of }) => of),
      })),
      themes: themes.map(({ title, text: words }) => ({ title, text: words })),
      outside: [...told, ...themes].some(({ origin }) => origin === "untrusted"),
    };
  },
});

/** The first tool that an ambient run calls. An event is named by its time, because another person wrote its title. */
export const getOrientation = defineRead({
  name: "get_orientation",
  description: "What plain code makes of the moment: what the person is at, and the numbered things that may matter.",
  args: z.strictObject({}),
  origin: "system",
  async run(_args, { store, userId }) {
    const row = await store.get(keys.living(userId));
    const last = row && LivingState.parse(row.body).last;
    if (!last) throw new ToolFailure("not_found", "nothing has been sensed yet");
    const kept = livingRows(store, userId);
    const concerns = (await kept.concerns()).map(({ concern }) => concern);
    const lines: { line: number; what: string; why: string }[] = [];
    for (const [line, { ref, why }] of last.salience.entries())
      lines.push({ line, what: await namedOf(store, userId, ref, concerns), why });
    const noticed: string[] = [];
    for (const { words, outside } of last.anomalies)
      if (!outside && (await kept.told(words, last.at))) noticed.push(words);
    const { state, activity, hour, weekend, zone, mood } = last;
    return {
      ...{ state, hour, weekend, mood, lines },
      ...(activity ? { activity } : {}),
      ...(zone && !(await declines(store, userId, "body")) ? { zone } : {}),
      noticed,
    };
  },
});

async function namedOf(store: Store, userId: UserId, { kind, id }: Saw, concerns: readonly Concern[]): Promise<string> {
  if (kind === "task") {
    const task = (await loadTask(store, userId, id))?.task;
    return `task: ${task && isOwn(task) ? task.title : "gone"}`;
  }
  if (kind !== "concern") return kind;
  const concern = concerns.find((one) => one.id === id);
  return `concern: ${concern && concern.mutedAt === undefined ? concern.summary : "gone"}`;
}

/**
 * Stores an intention, as in "I'll look at this tomorrow". At its time it is carried out once, or it is given up and
 * the person is told.
 */
export const intend = defineWrite({
  name: "intend",
  description:
    "Promise to look at something again on a day, and do so then: it is looked up once at that time, and the person is told what was found.",
  args: z.strictObject({
    about: text(200),
    date: LocalDate,
    time: LocalTime.optional(),
  }),
  title: ({ about, date }) => `Look at “${about}” again on ${date}`,
  asking: { phrases: () => ["look at", "look into", "check on", "check again", "come back to"], implied: ["time"] },
  async plan({ about, date, time = "10:00" }, context) {
    const { store, userId, runId, now } = context;
    await mustRemember(context);
    if ((await findProfile(store, userId))?.living?.on === false)
      throw new ToolFailure("failed", "the living loop is off, so nothing would be looked at");
    const dueAt = instantAt(date, time, await timeZoneOf(store, userId));
    if (dueAt <= now - MINUTE_MS) throw new ToolFailure("failed", "that moment has passed");
    if ((await livingRows(store, userId).intentions()).length >= MOST_INTENTIONS)
      throw new ToolFailure("failed", "too much is promised already");
    const id = `i-${digest(runId, about, date, time).slice(0, 12)}`;
    const key = keys.intention(userId, id);
    if (await store.get(key)) return { value: { id, date, time, about }, writes: [] };
    const body: Intention = {
      ...{
        id,
        // The word that replaces a reading may be longer than the reading.
        text: sanitise({ text: about, origin: "owner" }, "internal").text.slice(0, 200).toWellFormed() || "something",
        dueAt,
        claim: RunId.parse(runId),
        state: "open",
        tries: 0,
      },
      ...{ origin: originOf(context, [about]), createdAt: now, updatedAt: now },
    };
    return { value: { id, date, time, about }, ...changeRow(key, undefined, body, { ...body, state: "dropped" }) };
  },
});

/** Words that name no intention. If only one intention is open, they mean that one. */
const NAMELESS = /^(?:it|that|this|das|es|ihn|sie)$/i;

/** Returns the open intention that the words name. Returns nothing when the words name none, or several equally well. */
async function findPromise(about: string, { store, userId }: ToolContext) {
  const open = await livingRows(store, userId).intentions();
  const named = NAMELESS.test(about.trim())
    ? open.length === 1
      ? open[0]
      : undefined
    : bestNamed(open, (one) => one.text, about);
  if (!named) throw new ToolFailure("not_found", "there is no such promise, or it is not clear which one is meant");
  return { named, others: open.filter(({ id }) => id !== named.id) };
}

/** Drops an intention, as in "never mind the offer". The row stays, and an undo opens it again. */
export const dropIntention = defineWrite({
  name: "drop_intention",
  description: "Give up a promise to look at something again, by words of it.",
  args: z.strictObject({ about: text(200) }),
  title: ({ about }, shown = about) => `Do not look at “${shown}” again`,
  asking: {
    phrases: () => ["never mind", "don't look", "do not look", "stop looking", "no need to look", "don't come back"],
    implied: ["about"],
  },
  async target(args, context) {
    const { named, others } = await findPromise(args.about, context);
    const { text: words, origin } = named;
    return { args: { about: words }, shown: words, origin, words, rivals: others.map((one) => one.text) };
  },
  async plan({ about }, context) {
    const { store, userId, now } = context;
    const { named } = await findPromise(about, context);
    const key = keys.intention(userId, named.id);
    const row = await store.get(key);
    const promise = row && Intention.parse(row.body);
    if (promise?.state !== "open") throw new ToolFailure("not_found", "that promise is not open any more");
    const dropped: Intention = { ...promise, state: "dropped", updatedAt: now };
    return {
      // The result counts as Waldo's own words, so other people's words are left out.
      value: { id: named.id, dropped: isOwn(promise) ? promise.text : "the promise" },
      ...changeRow(key, row?.version, dropped, promise),
    };
  },
});
