import {
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
import { z } from "zod";
import { loadWatches } from "../cadence/watches.ts";
import { digest } from "../digest.ts";
import { DAY_MS, HOUR_MS, instantAt } from "../time.ts";
import { changeRow } from "./change-row.ts";
import { defineWrite } from "./define.ts";
import { text } from "./text-args.ts";
import { ToolFailure } from "./tool.ts";
import { zoneOf } from "./zone.ts";

/** Sets a standing intent. Only from the person's own words: text of others may not make Waldo speak on a schedule (R10). */
export const watch = defineWrite({
  name: "watch",
  description:
    "Remind the person at a date and time, every day at a time, or tell them when they are in a zone or a worse one.",
  args: z
    .strictObject({
      text: text(200),
      date: LocalDate.optional(),
      time: LocalTime.optional(),
      zone: Zone.optional(),
      days: z.number().int().min(1).max(366).optional(),
    })
    .refine(
      ({ date, time, zone }) =>
        (zone === undefined) === (time !== undefined) && (date === undefined || time !== undefined),
      {
        message: "give a time (with a date for once, without for every day) or a zone",
      },
    ),
  title: ({ text: words, date, time, zone }) =>
    zone === undefined
      ? `Remind you ${date ?? "every day"} at ${time}: ${words}`
      : `Tell you when you are ${zone}: ${words}`,
  async plan({ text: words, date, time, zone, days = WATCH_DAYS }, { store, userId, runId, now, heard }) {
    if (heard.outside)
      throw new ToolFailure("failed", "other people's text was read in this run: ask for this in a message of its own");
    const when = await conditionOf({ date, time, zone }, () => zoneOf(store, userId));
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
  { date, time, zone }: { date?: string | undefined; time?: string | undefined; zone?: Zone | undefined },
  timeZone: () => Promise<string>,
): Promise<WatchCondition> {
  if (zone !== undefined) return { on: "zone", atMost: zone };
  if (date === undefined) return { on: "daily", time: time ?? "09:00" };
  return { on: "time", at: instantAt(date, time ?? "09:00", await timeZone()) };
}
