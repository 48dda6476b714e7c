/**
 * What a night does for the design of memory. It asks the person's own questions again with other designs (core/memory/
 * design/). A design goes a long way before it is in force:
 *
 *   found      the best of a bounded search on the older half of the traces
 *   in shadow  better on the newer half beyond chance, no guard worse; nothing of it is used yet
 *   promoted   after seven such nights, when it is better beyond chance on what was asked since, too
 *   back       the person keeps less than then, or finds less; or the person says so
 *
 * A night that finds one thing wrong with a design in shadow gives it up. It is pure but for what it reads: the row
 * commits with the note that the phase is done, so a night counts once.
 */
import {
  DesignArchive,
  type DesignRow,
  HALL_PARAMETERS,
  keys,
  type LocalDate,
  RANKING_PARAMETERS,
  SHADOW_NIGHTS,
  type UserId,
} from "@waldo/contracts";
import { digest } from "../digest.ts";
import { clusteredBootstrap } from "../eval/paired.ts";
import { nightsSince } from "../eval/rows.ts";
import { meanScore, type Outcome, type Tried } from "../memory/design/archive.ts";
import { bestOf, explore, withinGuards } from "../memory/design/explore.ts";
import { changesOf, designOf, isStandard, loadDesign, rolledBack } from "../memory/design/in-force.ts";
import { loadTraces, type ReplayTrace, replay } from "../memory/design/replay.ts";
import { openView } from "../memory/search/index-files.ts";
import type { Ports, Write } from "../ports.ts";
import { seeded } from "../seeded.ts";
import { putOver } from "../store/cas.ts";
import { addDays } from "../time.ts";

/** With fewer traces a night learns nothing that holds. */
export const LEAST_TRACES = 40;
/** A design in shadow is judged once, when so many traces have come that no search and no earlier night has seen. */
export const LEAST_FRESH = 20;
/** How many designs one night tries. */
export const MOST_DESIGNS = 12;
/** The most results that the archive keeps. */
const KEPT_RESULTS = 60;
/** Claims that were used have marks of that use, so a replay may not choose by them; only by words, age and hall. */
const MOVABLE = [...RANKING_PARAMETERS, ...HALL_PARAMETERS];

type Trace = Pick<ReplayTrace, "at" | "againAt">;

type KeptShare = { readonly rate?: number | undefined; readonly high?: number | undefined };

export type DesignNight = {
  readonly date: LocalDate;
  readonly now: number;
  readonly traces: readonly Trace[];
  /** Returns what a design gives on some of the traces. */
  readonly evaluate: (design: ReturnType<typeof designOf>, traces: readonly Trace[]) => Outcome;
  /** What the person kept in the last week. */
  readonly kept: KeptShare;
  readonly seed: number;
};

export type DesignMove = {
  readonly next: DesignRow;
  readonly tried: readonly Tried[];
  readonly what: "few" | "kept" | "back" | "promoted" | "shadowed" | "given up" | "compared" | "nothing better";
};

/** Returns the row after a night. The same night gives the same row. */
export function designAfter(row: DesignRow, night: DesignNight): DesignMove {
  const { traces, kept, date, now } = night;
  const back = hasFallen(row, night) && rolledBack({ ...row, shadow: undefined });
  if (back) return { next: back, tried: [], what: "back" };
  if (traces.length < LEAST_TRACES) return { next: row, tried: [], what: "few" };
  const { shadow } = row;
  if (!shadow) return searched(row, night);
  if (shadow.nights.some((one) => one.date === date)) return { next: row, tried: [], what: "kept" };
  const found = beside(
    row.changes,
    shadow.changes,
    traces.filter(({ at }) => at >= shadow.heldFrom),
    night,
  );
  const since = beside(
    row.changes,
    shadow.changes,
    traces.filter(({ at }) => at >= shadow.begun),
    night,
  );
  if (!isBetter(found)) return { next: withoutShadow(row), tried: [], what: "given up" };
  const nights = [...shadow.nights, { date, ...found }].slice(-SHADOW_NIGHTS);
  const isDue = nights.length >= SHADOW_NIGHTS && since.traces >= LEAST_FRESH;
  if (!isDue) return { next: { ...row, shadow: { ...shadow, nights } }, tried: [], what: "compared" };
  if (!isBetter(since)) return { next: withoutShadow(row), tried: [], what: "given up" };
  const keptThen = kept.rate === undefined ? {} : { keptThen: kept.rate };
  return {
    next: { state: "promoted", changes: shadow.changes, parent: row.changes, since: now, ...keptThen },
    tried: [],
    what: "promoted",
  };
}

/** Searches on the older half. The best one goes into shadow when the newer half, which it did not see, says so too. */
function searched(row: DesignRow, night: DesignNight): DesignMove {
  const { traces, evaluate, seed, now } = night;
  const middle = Math.floor(traces.length / 2);
  const [older, newer] = [traces.slice(0, middle), traces.slice(middle)];
  const start = designOf(row.changes);
  const tried = explore({
    start,
    movable: MOVABLE,
    designs: MOST_DESIGNS,
    evaluate: (design) => evaluate(design, older),
    chance: seeded(seed),
  });
  const best = bestOf(tried);
  const isNew = best !== undefined && best.id !== tried[0]?.id;
  const changes = best ? changesOf(best.design) : {};
  if (!isNew || !isBetter(beside(row.changes, changes, newer, night)))
    return { next: row, tried, what: "nothing better" };
  const shadow = { changes, heldFrom: newer[0]?.at ?? now, begun: now, nights: [] };
  return { next: { ...row, state: "shadow", shadow }, tried, what: "shadowed" };
}

type Found = { readonly traces: number; readonly mean: number; readonly low: number | null; readonly worse: string[] };

function beside(
  first: DesignRow["changes"],
  second: DesignRow["changes"],
  traces: readonly Trace[],
  { evaluate, seed }: DesignNight,
): Found {
  const [before, after] = [first, second].map((changes) => evaluate(designOf(changes), traces)) as [Outcome, Outcome];
  const { mean, low } = clusteredBootstrap(byQuestion(traces, differencesOf(before, after)), { seed });
  const worse = withinGuards(after, before) ? [] : ["cost"];
  return { traces: traces.length, mean, low: Number.isFinite(low) ? low : null, worse };
}

function differencesOf(before: Outcome, after: Outcome): number[] {
  return after.scores.map((score, at) => score - (before.scores[at] ?? 0));
}

/** A question that was asked again is one case with its repetition, so that it does not count twice. */
function byQuestion(traces: readonly Trace[], differences: readonly number[]): number[][] {
  const groups = new Map<number, number[]>();
  for (const [i, { at, againAt = at }] of traces.entries())
    groups.set(againAt, [...(groups.get(againAt) ?? []), differences[i] ?? 0]);
  return [...groups.values()];
}

function isBetter({ low, worse }: Found): boolean {
  return low !== null && low > 0 && worse.length === 0;
}

function withoutShadow({ shadow: _, ...row }: DesignRow): DesignRow {
  return { ...row, state: isStandard(row.changes) ? "default" : "promoted" };
}

/**
 * Returns whether a promoted design no longer earns its place: even the upper bound of what the person keeps now is
 * below what they kept then, or beside its parent it finds less beyond chance of what was asked since.
 */
function hasFallen({ changes, parent = {}, since, keptThen }: DesignRow, night: DesignNight): boolean {
  if (isStandard(changes) || since === undefined) return false;
  if (keptThen !== undefined && night.kept.high !== undefined && night.kept.high < keptThen) return true;
  const asked = night.traces.filter(({ at }) => at >= since);
  const { low } = beside(changes, parent, asked, night);
  return low !== null && low > 0;
}

/** Reads the traces, and returns what the night writes. */
export async function designNight(
  ports: Pick<Ports, "store" | "archive">,
  {
    userId,
    dreamId,
    date,
    now,
  }: { readonly userId: UserId; readonly dreamId: string; readonly date: LocalDate; readonly now: number },
): Promise<{ readonly writes: readonly Write[]; readonly counts: Record<string, number>; readonly reason?: string }> {
  const [view, { state, row }, nights, archiveRow] = await Promise.all([
    openView(ports, userId),
    loadDesign(ports.store, userId),
    nightsSince(ports.store, userId, addDays(date, -1)),
    ports.store.get(keys.designArchive(userId)),
  ]);
  const traces = await loadTraces(ports, userId, view, now);
  const { next, tried, what } = designAfter(state, {
    date,
    now,
    traces,
    evaluate: (design, some) => replay(view, some as readonly ReplayTrace[], design),
    kept: nights.at(-1)?.keep ?? {},
    seed: Number.parseInt(digest(dreamId).slice(0, 8), 16) || 1,
  });
  const known = archiveRow ? DesignArchive.parse(archiveRow.body).tried : [];
  const results = tried.map(({ id, by, parents, design, outcome }) => ({
    ...{ id, by, parents: [...parents], changes: changesOf(design), date },
    ...{ traces: outcome.scores.length, score: meanScore(outcome) },
  }));
  const archive = { tried: [...known, ...results].slice(-KEPT_RESULTS) };
  return {
    writes: [
      ...(next === state ? [] : [putOver(row, keys.design(userId), next)]),
      ...(results.length === 0 ? [] : [putOver(archiveRow, keys.designArchive(userId), archive)]),
    ],
    counts: { traces: traces.length, designs: tried.length },
    ...(what === "few" ? { reason: `designs wait for ${LEAST_TRACES} questions that can be asked again` } : {}),
  };
}
