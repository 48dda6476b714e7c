/**
 * Writes the morning of each day as the product does, and checks the text against the raw days with code of its own. It
 * serves bench:mornings and its test.
 */
import type { CrsResult, LocalDate, Pillar, SourceDay, ToolResult, Zone } from "@waldo/contracts";
import { ZONES } from "@waldo/contracts";
import { judge } from "@waldo/core/agent/judge";
import { writeSkill } from "@waldo/core/agent/writers/write-skill";
import { computeSeries } from "@waldo/core/health/crs";
import { describeDay } from "@waldo/core/health/narrative";
import { median } from "@waldo/core/health/robust";
import { FORM_WEIGHTS, RECOVERY_WEIGHTS } from "@waldo/core/health/weights";

export type Morning = {
  readonly date: LocalDate;
  readonly result: CrsResult;
  /** Undefined when there was nothing to say, or when the gates refused the words. */
  readonly text: string | undefined;
  /** The raw readings, for a person who compares. They never reach a text. */
  readonly facts: string;
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
    if (text !== undefined && !judge(text, results).ok) throw new Error(`${result.date}: the gates refuse "${text}"`);
    return { date: result.date, result, text, facts: factsOf(byDate.get(result.date) ?? []) };
  });
}

function factsOf(rows: readonly SourceDay[]): string {
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

export type Checked = {
  readonly mornings: number;
  readonly silent: number;
  /** Undefined when no morning had a text. */
  readonly distinctPer100: number | undefined;
  /** Sentences that were said within the seven days before. */
  readonly repeated: number;
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
  const last = new Map<string, number>();
  const slept: number[] = [];
  let [repeated, falseShort, usualTooEarly, otherCause] = [0, 0, 0, 0];
  const nights = nightMinutes(days);
  const earlier: CrsResult[] = [];
  for (const { date, text, result } of mornings) {
    const night = nights.get(date);
    const mean = slept.slice(-MEAN_NIGHTS).reduce((sum, one) => sum + one, 0) / Math.min(slept.length, MEAN_NIGHTS);
    if (text !== undefined) {
      const day = Date.parse(date) / 86_400_000;
      for (const sentence of text.split(/(?<=[.!?]) /)) {
        if (day - (last.get(sentence) ?? Number.NEGATIVE_INFINITY) <= 7) repeated++;
        last.set(sentence, day);
      }
      if (SHORT.test(text) && night !== undefined && night >= LONG_ENOUGH_MINUTES && night >= mean) falseShort++;
      if (slept.length < 7 && USUAL.test(text) && !LEARNING.test(text)) usualTooEarly++;
      if (namesOtherCause(text, result, earlier)) otherCause++;
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
    distinctPer100: said.length === 0 ? undefined : (100 * new Set(said.map(({ text }) => text)).size) / said.length,
    repeated,
    falseShort,
    usualTooEarly,
    otherCause,
    scored: scored.length,
    zones: Object.fromEntries(ZONES.map((zone) => [zone, share(zone)])) as Record<Zone, number>,
  };
}

/** The longest sleep of each date that is not a nap, in minutes asleep. */
function nightMinutes(days: readonly SourceDay[]): Map<string, number> {
  const nights = new Map<string, number>();
  for (const { date, sleeps } of days)
    for (const { nap, asleepMinutes } of sleeps)
      if (!nap) nights.set(date, Math.max(nights.get(date) ?? 0, asleepMinutes));
  return nights;
}

const CAUSE_WORDS: readonly (readonly [Pillar, RegExp])[] = [
  ["sleep", /you slept|during the night|short of sleep/],
  ["cass", /heart's recovery is/],
  ["rhrts", /resting heart rate is/],
  ["rrs", /breathing at night is/],
  ["circadian", /you went to bed|you woke/],
  ["motion", /you moved/],
];

/** Days from which a pillar's usual is taken here, and the least of them. */
const USUAL_DAYS = 28;
const LEAST_USUAL = 7;

/**
 * True when the first sentence names a pillar as the cause, and another pillar both lost clearly more of the score and is
 * further from its usual.
 */
function namesOtherCause(text: string, { pillars, findings }: CrsResult, before: readonly CrsResult[]): boolean {
  if ((findings?.bodyStrain?.step ?? 0) > 1) return false;
  const lead = text.split(/(?<=[.!?]) /)[0] ?? "";
  const named = CAUSE_WORDS.find(([, words]) => words.test(lead))?.[0];
  if (
    named === undefined ||
    /more than you usually get|longest|awake less|recovery is \w+ above|still short/.test(lead)
  )
    return false;
  const moved = (pillar: Pillar) => {
    const usual = before.slice(-USUAL_DAYS).flatMap((day) => day.pillars[pillar]?.score ?? []);
    const score = pillars[pillar]?.score;
    if (score === undefined || usual.length < LEAST_USUAL) return { loss: 0, deviations: 0 };
    const center = median(usual) ?? score;
    const spread = Math.sqrt(usual.reduce((sum, one) => sum + (one - center) ** 2, 0) / usual.length);
    return { loss: weightOf(pillar) * (center - score), deviations: (center - score) / Math.max(1, spread) };
  };
  const own = moved(named);
  return (Object.keys(pillars) as Pillar[])
    .map(moved)
    .some(({ loss, deviations }) => loss - own.loss > LEAST_POINTS && deviations > own.deviations);
}

/** The product takes its usual from the scale of one day, this file from that of each day. They differ by about this. */
const LEAST_POINTS = 1;

function weightOf(pillar: Pillar): number {
  const form: Partial<Record<Pillar, number>> = FORM_WEIGHTS;
  const recovery: Partial<Record<Pillar, number>> = RECOVERY_WEIGHTS;
  return Math.max(form[pillar] ?? 0, recovery[pillar] ?? 0);
}
