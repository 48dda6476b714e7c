/**
 * Writes the morning of each day as the product does, and checks the text against the raw days with code of its own. It
 * serves bench:mornings and its test.
 */
import type { CrsResult, LocalDate, SourceDay, ToolResult, Zone } from "@waldo/contracts";
import { ZONES } from "@waldo/contracts";
import { judge } from "@waldo/core/agent/judge";
import { writeSkill } from "@waldo/core/agent/writers/write-skill";
import { computeSeries } from "@waldo/core/health/crs";
import { describeDay } from "@waldo/core/health/narrative";
import { offsOf, otherCause } from "./mornings-cause.ts";
import { CLEAR, type Edge, edgesOf, names } from "./mornings-sides.ts";

export type Morning = {
  readonly date: LocalDate;
  readonly result: CrsResult;
  /** Undefined when there was nothing to say, or when the gates refused the words. */
  readonly text: string | undefined;
  /** The raw readings, for a person who compares. They never reach a text. */
  readonly facts: string;
  /** What the tools return of the day. */
  readonly results: readonly ToolResult[];
};

/** Returns the morning Brief of each day, with the data known by then. */
export function morningsOf(days: readonly SourceDay[]): Morning[] {
  const byDate = Map.groupBy(days, ({ date }) => date);
  return computeSeries(days).map((result) => {
    const { version: _v, computedAt: _c, basis: _b, findings: _f, ...crs } = result;
    const results: ToolResult[] = [
      { callId: "crs", name: "get_crs", ok: true, value: JSON.parse(JSON.stringify(crs)), origin: "system" },
      {
        callId: "health",
        name: "get_health",
        ok: true,
        value: JSON.parse(JSON.stringify(describeDay(result))),
        origin: "system",
      },
      { callId: "calendar", name: "query_calendar", ok: true, value: { events: [] }, origin: "system" },
    ];
    const text = writeSkill({ trigger: "brief", variant: "morning", date: result.date, skills: [] }, results);
    if (text !== undefined && !judge(text, { results, today: result.date }).ok)
      throw new Error(`${result.date}: the gates refuse "${text}"`);
    return { date: result.date, result, text, facts: factsOf(byDate.get(result.date) ?? []), results };
  });
}

/** Returns the raw values of a date in a line. */
export function factsOf(rows: readonly SourceDay[]): string {
  return rows
    .flatMap(({ metrics, sleeps }) => [
      ...sleeps.map(
        ({ start, end, offsetMinutes, asleepMinutes, nap }) =>
          `${nap ? "nap" : "night"} ${clock(start, offsetMinutes)}–${clock(end, offsetMinutes)} asleep ${(asleepMinutes / 60).toFixed(1)} h of ${((end - start) / 3_600_000).toFixed(1)}`,
      ),
      ...Object.entries(metrics).map(([metric, value]) => `${metric} ${Math.round(value * 10) / 10}`),
    ])
    .join(", ");
}

function clock(at: number, offsetMinutes: number): string {
  return new Date(at + offsetMinutes * 60_000).toISOString().slice(11, 16);
}

type Counted = { named: number; all: number };

type Checked = {
  readonly mornings: number;
  readonly silent: number;
  /** Lead clauses that were the clause of the day before. */
  readonly repeated: number;
  /** Mornings with a reading at the edge of the month: how many there were of each side, and how many named it. */
  readonly edges: Readonly<Record<"good" | "bad" | "other", Counted>>;
  readonly falseShort: number;
  readonly usualTooEarly: number;
  readonly otherCause: number;
  readonly scored: number;
  /** The share of the scored days. */
  readonly zones: Readonly<Record<Zone, number>>;
};

const MEAN_NIGHTS = 30;
const LONG_ENOUGH_MINUTES = 6 * 60;
const SHORT = /shortest night|less than you usually get|short for anyone|still short/;
const USUAL = /\b(usual|usually)\b/;
const LEARNING =
  /what is usual|your (usual|normal)\b.*\bto go|know your (usual|normal)|as you (usually|always)|usual (times|for you)|no usual/;

/** Checks all mornings of one person. */
export function checkMornings(days: readonly SourceDay[]): Checked {
  const mornings = morningsOf(days);
  const said = mornings.filter(({ text }) => text !== undefined);
  const edges = { good: { named: 0, all: 0 }, bad: { named: 0, all: 0 }, other: { named: 0, all: 0 } };
  const edgeOn = edgesOf(days);
  let last = { day: 0, lead: "" };
  const slept: number[] = [];
  let [repeated, falseShort, usualTooEarly, otherCauses] = [0, 0, 0, 0];
  const nights = nightMinutes(days);
  const earlier: CrsResult[] = [];
  const offs = offsOf(days);
  for (const { date, text, result } of mornings) {
    const night = nights.get(date);
    const mean = slept.slice(-MEAN_NIGHTS).reduce((sum, one) => sum + one, 0) / Math.min(slept.length, MEAN_NIGHTS);
    if (text !== undefined) {
      const day = Date.parse(date) / 86_400_000;
      const lead = /(?:: |, although )([^.]*)\./.exec(text)?.[1] ?? "";
      if (lead !== "" && !NO_NEWS.test(lead) && lead === last.lead && day - last.day === 1) repeated++;
      last = { day, lead };
      if (result.form !== undefined) countEdges(edges, text, edgeOn.get(date) ?? []);
      if (SHORT.test(text) && night !== undefined && night >= LONG_ENOUGH_MINUTES && night >= mean) falseShort++;
      if (slept.length < 7 && USUAL.test(text) && !LEARNING.test(text)) usualTooEarly++;
      if (otherCause(text, { result, before: earlier, off: offs.get(date) })) otherCauses++;
    }
    if (night !== undefined) slept.push(night);
    earlier.push(result);
  }
  const scored = mornings.filter(({ result }) => result.bodyZone !== undefined);
  const share = (zone: Zone) =>
    scored.filter(({ result }) => result.bodyZone === zone).length / Math.max(1, scored.length);
  return {
    mornings: mornings.length,
    silent: mornings.length - said.length,
    repeated,
    edges,
    falseShort,
    usualTooEarly,
    otherCause: otherCauses,
    scored: scored.length,
    zones: Object.fromEntries(ZONES.map((zone) => [zone, share(zone)])) as Record<Zone, number>,
  };
}

const NO_NEWS = /usual|stands out|no single reading|add up/;

function countEdges(edges: Record<"good" | "bad" | "other", Counted>, text: string, found: readonly Edge[]): void {
  const [lead] = found;
  if (lead === undefined) return;
  const other = found.find(({ side, off }) => side !== lead.side && off >= CLEAR);
  for (const [name, edge] of [[lead.side, lead] as const, ["other", other] as const]) {
    if (edge === undefined) continue;
    edges[name].all++;
    if (names(text, edge)) edges[name].named++;
  }
}

/** Returns the longest sleep of each date that is not a nap, in minutes asleep. */
function nightMinutes(days: readonly SourceDay[]): Map<string, number> {
  const nights = new Map<string, number>();
  for (const { date, sleeps } of days)
    for (const { nap, asleepMinutes } of sleeps)
      if (!nap) nights.set(date, Math.max(nights.get(date) ?? 0, asleepMinutes));
  return nights;
}
