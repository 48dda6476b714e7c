/** Tools over standing intents: what the person asked to be told, and when. */
import {
  isOwn,
  keys,
  LocalDate,
  LocalTime,
  MOST_WATCHES,
  WATCH_COOLDOWN_HOURS,
  WATCH_DAYS,
  WATCH_FIRES,
  type Watch,
  type WatchCondition,
  Zone,
} from "@waldo/contracts";
import * as z from "zod";
import { loadWatches } from "../../cadence/watches.ts";
import { digest } from "../../digest.ts";
import { DAY_MS, HOUR_MS, instantAt } from "../../time.ts";
import { changeRow } from "../change-row.ts";
import { defineWrite } from "../define.ts";
import { bestMatches } from "../matching.ts";
import { originOf } from "../provenance.ts";
import { text } from "../text-args.ts";
import { timeZoneOf } from "../time-zone.ts";
import { type ToolContext, ToolFailure } from "../tool.ts";

/**
 * Creates a standing intent. Text of others must not make Waldo speak on a schedule (R10): after such text the gate lets
 * only what the person asked for pass, or asks.
 */
export const watch = defineWrite({
  name: "watch",
  description:
    "Remind the person at a date and time, every day at a time, or tell them when they are in a zone or a worse one.",
  args: z
    .strictObject({
      text: text(200),
      date: LocalDate.optional(),
      time: LocalTime.optional(),
      bodyZone: Zone.optional(),
      days: z.number().int().min(1).max(366).optional(),
    })
    .refine(
      ({ date, time, bodyZone }) =>
        (bodyZone === undefined) === (time !== undefined) && (date === undefined || time !== undefined),
      {
        message: "give a time (with a date for once, without for every day) or a zone",
      },
    ),
  title: ({ text: words, date, time, bodyZone }) =>
    bodyZone === undefined
      ? `Remind you ${date ?? "every day"} at ${time}: ${words}`
      : `Tell you when you are ${bodyZone}: ${words}`,
  asking: { phrases: () => ["remind me", "tell me", "wake me", "alert me", "nudge me", "ping me", "let me know"] },
  async plan({ text: words, date, time, bodyZone, days = WATCH_DAYS }, context) {
    const { store, userId, runId, now } = context;
    const when = await conditionOf({ date, time, bodyZone }, () => timeZoneOf(store, userId));
    if (when.on === "time" && when.at <= now) throw new ToolFailure("failed", "that moment has passed");
    const watchId = digest(runId, words, JSON.stringify(when)).slice(0, 12);
    const key = keys.watch(userId, watchId);
    const known = await store.get(key);
    if (known) return { value: { watchId }, writes: [] };
    const active = (await loadWatches(store, userId)).filter((row) => row.watch.state === "active");
    if (active.length >= MOST_WATCHES)
      throw new ToolFailure("failed", `there are ${MOST_WATCHES} standing reminders already: cancel one first`);
    const body: Watch = {
      watchId,
      text: words,
      origin: originOf(context, [words]),
      when,
      state: "active",
      firesLeft: when.on === "time" ? 1 : WATCH_FIRES,
      fired: 0,
      cooldownMs: WATCH_COOLDOWN_HOURS * HOUR_MS,
      expiresAt: when.on === "time" ? when.at + 2 * DAY_MS : now + days * DAY_MS,
      createdAt: now,
    };
    return { value: { watchId }, ...changeRow(key, undefined, body, { ...body, state: "cancelled" }) };
  },
});

async function conditionOf(
  { date, time, bodyZone }: { date?: string | undefined; time?: string | undefined; bodyZone?: Zone | undefined },
  timeZone: () => Promise<string>,
): Promise<WatchCondition> {
  if (bodyZone !== undefined) return { on: "bodyZone", atMost: bodyZone };
  if (date === undefined) return { on: "daily", time: time ?? "09:00" };
  return { on: "time", at: instantAt(date, time ?? "09:00", await timeZone()) };
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

/** Ends a standing intent. The cancelled state is stored, so nothing that memory holds can start it again. */
export const cancelWatch = defineWrite({
  name: "cancel_watch",
  description: "Cancel a standing reminder, by its id or by words of it.",
  args: z
    .strictObject({ watchId: z.string().min(1).max(40).optional(), about: text(200).optional() })
    .refine(({ watchId, about }) => (watchId === undefined) !== (about === undefined), "give an id or words of it"),
  title: ({ watchId, about }) => `Cancel the reminder ${watchId ?? `“${about}”`}`,
  asking: {
    phrases: () => ["cancel", "stop", "drop", "delete", "remove", "end", "stop reminding me", "stop telling me"],
    implied: ["watchId", "about"],
  },
  async target(args, context) {
    const { found, active } = await findWatch(args, context);
    const { watchId, text: words, origin } = found.watch;
    const others = active.filter(({ watch }) => watch.watchId !== watchId);
    return { args: { watchId }, shown: words, origin, words, rivals: others.map(({ watch }) => watch.text) };
  },
  async plan(args, context) {
    const { userId } = context;
    const { watch, version } = (await findWatch(args, context)).found;
    const key = keys.watch(userId, watch.watchId);
    return {
      // The result counts as our own word, so other people's words stay out of it.
      value: { watchId: watch.watchId, cancelled: isOwn(watch) ? watch.text : "the reminder" },
      ...changeRow(key, version, { ...watch, state: "cancelled" }, watch),
    };
  },
});
