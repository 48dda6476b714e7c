/**
 * Reads the results of a run into the types that writers want. A result of an unexpected shape is treated as absent.
 */
import { AskedData, LocalDate, LocalTime, NightFinding, ZONE_FLOOR, ZONES, Zone } from "@waldo/contracts";
import * as z from "zod";
import { SAME_WEEK_POINTS } from "../../health/weeks.ts";
import { Learnt } from "../../skills/suggestion-choice.ts";
import { addDays } from "../../time.ts";
import { dayScore, mayBeAsked } from "../candidate.ts";
import type { Results } from "./writer.ts";

const Event = z.object({
  title: z.string(),
  date: LocalDate,
  time: z
    .string()
    .regex(/^\d\d:\d\d-\d\d:\d\d$/)
    .optional(),
  location: z.string().optional(),
  busy: z.boolean().optional(),
  status: z.string().optional(),
});
const Task = z.object({
  taskId: z.string(),
  title: z.string(),
  due: LocalDate.optional(),
  status: z.string(),
  from: z.literal("outside").optional(),
});
const Entry = z.object({ date: LocalDate, on: z.string(), summary: z.string() });
const Hit = z.object({ connector: z.string(), text: z.string() });
const Week = z.object({ daysScored: z.number(), form: z.number().nullable() });

/** Returns the value of the first successful result of a tool, if it has this shape. */
function firstOf<T>(results: Results, name: string, shape: z.ZodType<T>): T | undefined {
  for (const result of results) {
    if (!result.ok || result.name !== name) continue;
    const parsed = shape.safeParse(result.value);
    if (parsed.success) return parsed.data;
  }
  return undefined;
}

export type Happening = {
  readonly title: string;
  readonly start: string;
  readonly end: string;
  readonly location?: string;
  readonly tentative: boolean;
};

/** Returns the events that take time of the person's day, ordered by start. Times are `HH:MM` on the person's clock. */
export function eventsIn(results: Results, date: LocalDate): Happening[] {
  const events = firstOf(results, "query_calendar", z.object({ events: z.array(Event) }))?.events ?? [];
  return events
    .flatMap(({ title, date: on, time, location, busy, status }) =>
      time === undefined || on !== date || busy === false
        ? []
        : [
            {
              title,
              start: time.slice(0, 5),
              end: time.slice(6),
              tentative: status === "tentative",
              ...(location === undefined ? {} : { location }),
            },
          ],
    )
    .sort((a, b) => (a.start < b.start ? -1 : 1));
}

/** Returns the events that have not begun. If the time is unknown, it returns all events. */
export function ahead(
  events: readonly Happening[],
  { time = "00:00" }: { readonly time?: string | undefined },
): Happening[] {
  return events.filter(({ start }) => start >= time);
}

/** False when events of the calendar could not be read. */
export function isCalendarWhole(results: Results): boolean {
  return firstOf(results, "query_calendar", z.object({ leftOut: z.number() })) === undefined;
}

/** True when the calendar answered. */
export function sawCalendar(results: Results): boolean {
  return results.some((result) => result.ok && result.name === "query_calendar");
}

export type OpenTask = Readonly<z.infer<typeof Task>>;

/** Returns the open tasks, the earliest due first. Returns undefined when no list was read. */
export function openTasks(results: Results): OpenTask[] | undefined {
  const list = firstOf(results, "get_tasks", z.object({ tasks: z.array(Task) }));
  return list?.tasks.filter(({ status }) => status === "open");
}

/**
 * Returns what the person said, from the diary entry of a chat ("They said: …"). Waldo's answer is left out, because
 * the person knows it already.
 */
function saidIn(summary: string): string {
  const begin = "They said: ";
  if (!summary.startsWith(begin)) return summary;
  const answer = summary.indexOf("Waldo: ");
  return summary.slice(begin.length, answer < 0 ? undefined : answer).trim();
}

/**
 * A question, a request, or an answer to Waldo. The diary keeps such messages too. They are nothing that happened, so no
 * message tells them back to the person.
 */
const ASKS =
  /\?\s*$|^\W*(?:(?:so|and|ok|okay|hey|hi|but|tell me|please|waldo),? )?(?:what|who|whose|where|when|which|how|why|do|did|does|don't|am|is|isn't|are|was|were|have|has|can|could|will|would|should|may|tell me|show me|explain|forget|delete|erase|remind|add|put|make|cancel|move|set|snooze|turn|switch|stop|pause|drop|mark|tick|undo|call me|done|no|nope|yes|yep|and|erinner\p{L}*|füge|setz|streich|lösch\p{L}*|verschieb\p{L}*|nein|ja|und|recuérd\p{L}*|añade|pon|borra|cancela|mueve|sí|rappelle\p{L}*|ajoute|mets|supprime|annule|déplace|non|oui|et|was|wer|wo|wann|wie|warum|wieso|bin|habe?|kannst|soll|sag mir|vergiss|qué|quién|dónde|cuándo|cómo|por qué|puedes|dime|olvida|que|qui|où|quand|comment|pourquoi|est-ce|peux-tu|dis-moi|oublie)(?!\p{L})/iu;

/**
 * Returns the diary entries that were found, best first. Of a chat it returns only what the person said, and never a
 * question of theirs.
 */
export function diaryIn(results: Results): z.infer<typeof Entry>[] {
  const found = firstOf(results, "search_episodes", z.object({ episodes: z.array(Entry) }))?.episodes ?? [];
  return found
    .map((entry) => ({ ...entry, summary: saidIn(entry.summary) }))
    .filter(({ summary }) => !ASKS.test(summary));
}

/** Returns the search words for the week behind a day. They find entries of that week only. */
export const sinceWeek = (date: LocalDate) => `since ${addDays(date, -DAYS_OF_WEEK)}`;
const DAYS_OF_WEEK = 6;

export function diaryOfWeek(results: Results, date: LocalDate): z.infer<typeof Entry>[] {
  return diaryIn(results).filter((entry) => entry.date >= addDays(date, -DAYS_OF_WEEK));
}

/** Returns what connected sources hold about a subject. */
export function connectedIn(results: Results): z.infer<typeof Hit>[] {
  return firstOf(results, "search_connector", z.object({ found: z.array(Hit) }))?.found ?? [];
}

/** Returns what a message may say of the last question about readings, if that can be said in words. */
export function wordsOfReading(results: Results): string | undefined {
  const asked = results.findLast(({ ok, name }) => ok && name === "ask_data");
  return asked?.ok ? AskedData.safeParse(asked.value).data?.words : undefined;
}

/** Returns today's body zone, as get_crs returned it. */
export function zoneIn(results: Results, date: LocalDate): Zone | undefined {
  return dayScore(results, date)?.bodyZone;
}

/** Returns when the lights should go out tonight, as get_health worked it out. */
export function tonightIn(results: Results): LocalTime | undefined {
  return firstOf(results, "get_health", z.object({ lightsOut: LocalTime.optional() }))?.lightsOut;
}

/** Returns how Form has moved over the week: rising, level or falling. */
export function trendIn(results: Results): "rising" | "level" | "falling" | undefined {
  return firstOf(results, "get_health", z.object({ trend: z.enum(["rising", "level", "falling"]).optional() }))?.trend;
}

/** Returns the body zone of this morning, as get_health returned it. */
export function morningZoneIn(results: Results): Zone | undefined {
  return firstOf(results, "get_health", z.object({ thisMorning: Zone.optional() }))?.thisMorning;
}

const Agenda = z.object({
  due: z.array(z.object({ title: z.string(), time: LocalTime.optional(), overdue: z.boolean().optional() })),
  goal: z.string().optional(),
  focus: z.object({ text: z.string(), of: z.enum(["today", "week"]) }).optional(),
  plan: z.string().optional(),
  answered: z.enum(["followed", "dismissed"]).optional(),
  name: z.string().optional(),
  travelled: z.boolean().optional(),
  suggestions: Learnt.optional(),
});
export type Agenda = z.infer<typeof Agenda>;

/** Returns what the person set for the day, as get_agenda returned it. */
export function agendaIn(results: Results): Agenda {
  return firstOf(results, "get_agenda", Agenda) ?? { due: [] };
}

/** Returns the part of the day in which the person woke, as get_health returned it. */
export function wokeIn(results: Results): NightFinding["woke"] {
  return firstOf(results, "get_health", z.object({ night: NightFinding.optional() }))?.night?.woke;
}

/** Returns how Form has moved since the morning. */
export function movedIn(results: Results): "up" | "level" | "down" | undefined {
  return firstOf(results, "get_health", z.object({ sinceMorning: z.enum(["up", "level", "down"]).optional() }))
    ?.sinceMorning;
}

/** Said of a week that went like the one before. */
export const SAME = "about the same as";

type WeekSeen = {
  readonly daysScored: number;
  readonly bodyZone?: Zone;
  readonly than?: "higher than" | typeof SAME | "lower than";
};

/** Returns the week before the day: the body zone of its mean Form, and the comparison with the week before it. */
export function weekIn(results: Results): WeekSeen | undefined {
  const both = firstOf(results, "get_master_metrics", z.object({ thisWeek: Week, weekBefore: Week }));
  if (!both) return undefined;
  const { daysScored, form } = both.thisWeek;
  const before = both.weekBefore.form;
  if (form === null) return { daysScored };
  const off = before === null ? undefined : form - before;
  const bodyZone = ZONES.find((name) => form >= ZONE_FLOOR[name]) ?? "depleted";
  if (off === undefined) return { daysScored, bodyZone };
  const than = Math.abs(off) < SAME_WEEK_POINTS ? SAME : off > 0 ? "higher than" : "lower than";
  return { daysScored, bodyZone, than };
}

/** True when this run asks the person to approve something, and every one of its actions may be proposed to them. */
export function proposed(results: Results): boolean {
  const actions = results.flatMap((result) => result.proposed ?? []);
  return actions.length > 0 && actions.every(mayBeAsked);
}
