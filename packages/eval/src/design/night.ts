/**
 * The night's search for a better design of memory. It asks the person's own questions again with other designs
 * (core/memory/design/). A design passes several steps before it is in force:
 *
 *   found      the best of a bounded search on the older half of the traces
 * in shadow better on the newer half beyond chance, and no limit exceeded; it is not used yet
 * promoted   after seven such nights, when it is also better beyond chance on later questions
 * back       the person keeps less than before, or finds less; or the person wants it
 *
 * The limits are its cost, and a public set of questions that is the same for everyone; there it may not find less
 * beyond chance. So a design that is worse in general cannot come into force because of one person's few questions.
 *
 * If a design in shadow fails one check on one night, it is dropped. The code is pure except for its reads. The row
 * commits when the phase is marked as done, so a night counts once.
 */
import {
  DESIGN_VERDICTS,
  type Design,
  DesignArchive,
  type DesignChanges,
  type DesignRow,
  HALL_PARAMETERS,
  keys,
  type LocalDate,
  RANKING_PARAMETERS,
  SHADOW_NIGHTS,
  type ShadowNight,
} from "@waldo/contracts";
import { digest, seeded } from "@waldo/core/digest";
import {
  changesOf,
  designOf,
  isStandard,
  loadDesign,
  rolledBack,
  withoutShadow,
} from "@waldo/core/memory/design/in-force";
import { openView } from "@waldo/core/memory/search/index-files";
import type { Night, NightWork, Ports } from "@waldo/core/ports";
import { putOver } from "@waldo/core/store/cas";
import { addDays } from "@waldo/core/time";
import { clusteredBootstrap, pairedBootstrap } from "../paired.ts";
import { nightsSince } from "../rows.ts";
import { bestOf, explore, meanScore, type Outcome, type Tried, withinGuards } from "./explore.ts";
import { loadTraces, type ReplayTrace, replay } from "./replay.ts";

/** With fewer traces the result of a night would not be reliable. */
export const LEAST_TRACES = 40;
/**
 * A design in shadow is judged once, when this many traces exist that the search has not used. Each night in shadow
 * also tests them, and can only drop the design.
 */
const LEAST_FRESH = 20;
/** How many designs one night tries. */
const MOST_DESIGNS = 12;
/** The most results and nights that the archive keeps. */
const KEPT_RESULTS = 60;
const KEPT_NIGHTS = 14;
/** Used claims have traces of that use, so a replay must not choose by them, but only by words, age and hall. */
const MOVABLE = [...RANKING_PARAMETERS, ...HALL_PARAMETERS];

type Trace = Pick<ReplayTrace, "at" | "againAt">;

type KeptShare = { readonly rate?: number | undefined; readonly high?: number | undefined };

export type DesignNight = {
  readonly date: LocalDate;
  readonly now: number;
  readonly traces: readonly Trace[];
  /** Evaluates a design on some of the traces. */
  readonly evaluate: (design: Design, traces: readonly Trace[]) => Outcome;
  /** Evaluates a design on the public set. */
  readonly evaluatePublicly: (design: Design) => Outcome;
  /** What the person kept in the last week. */
  readonly kept: KeptShare;
  readonly seed: number;
};

export type DesignMove = {
  readonly next: DesignRow;
  readonly tried: readonly Tried[];
  readonly what: "few" | "kept" | (typeof DESIGN_VERDICTS)[number];
  /** The design that was compared with the one in force, and its result. */
  readonly found?: { readonly changes: DesignChanges } & Found;
};

/** Returns the row after a night. It depends only on its arguments. */
export function designAfter(row: DesignRow, night: DesignNight): DesignMove {
  const { traces, kept, date, now } = night;
  const fallen = fallenIn(row, night);
  const back = fallen && rolledBack({ ...row, shadow: undefined });
  if (back) return { next: back, tried: [], what: "went back", found: { changes: row.changes, ...fallen } };
  if (traces.length < LEAST_TRACES) return { next: row, tried: [], what: "few" };
  const { shadow } = row;
  if (!shadow) return searched(row, night);
  if (shadow.nights.some((one) => one.date === date)) return { next: row, tried: [], what: "kept" };
  const { changes } = shadow;
  const judge = (from: number) =>
    beside(
      row.changes,
      changes,
      traces.filter(({ at }) => at >= from),
      night,
    );
  const found = judge(shadow.heldFrom);
  const givenUp = (why: Found): DesignMove => ({
    ...{ next: withoutShadow(row), tried: [], what: "given up", found: { changes, ...why } },
  });
  if (!isBetter(found)) return givenUp(found);
  const nights = [...shadow.nights, { date, ...found }].slice(-SHADOW_NIGHTS);
  const fresh = traces.filter(({ at }) => at >= shadow.begun).length;
  if (nights.length < SHADOW_NIGHTS || fresh < LEAST_FRESH)
    return {
      next: { ...row, shadow: { ...shadow, nights } },
      tried: [],
      what: "compared",
      found: { changes, ...found },
    };
  const since = judge(shadow.begun);
  if (!isBetter(since)) return givenUp(since);
  const keptThen = kept.rate === undefined ? {} : { keptThen: kept.rate };
  return {
    next: { state: "promoted", changes, parent: row.changes, since: now, ...keptThen },
    ...{ tried: [], what: "promoted", found: { changes, ...since } },
  };
}

/**
 * Searches on the older half of the traces. The best design goes into shadow if the newer half, which the search did
 * not use, confirms it.
 */
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
  if (!isNew) return { next: row, tried, what: "nothing better" };
  const changes = changesOf(best.design);
  const found = { changes, ...beside(row.changes, changes, newer, night) };
  if (!isBetter(found)) return { next: row, tried, what: "nothing better", found };
  const shadow = { changes, heldFrom: newer[0]?.at ?? now, begun: now, nights: [] };
  return { next: { ...row, state: "shadow", shadow }, tried, what: "shadowed", found };
}

type Found = Omit<ShadowNight, "date">;

function beside(first: DesignChanges, second: DesignChanges, traces: readonly Trace[], night: DesignNight): Found {
  const [before, after] = [designOf(first), designOf(second)];
  const [own, ownAfter] = [night.evaluate(before, traces), night.evaluate(after, traces)];
  const { seed } = night;
  const { mean, low } = clusteredBootstrap(byQuestion(traces, differencesOf(own, ownAfter)), { seed });
  const general = pairedBootstrap(differencesOf(night.evaluatePublicly(before), night.evaluatePublicly(after)), {
    seed,
  });
  const worse: Found["worse"] = [
    ...(withinGuards(ownAfter, own) ? [] : ["cost" as const]),
    ...(general.high < 0 ? ["public" as const] : []),
  ];
  return { traces: traces.length, mean, low: Number.isFinite(low) ? low : null, worse };
}

function differencesOf(before: Outcome, after: Outcome): number[] {
  return after.scores.map((score, at) => score - (before.scores[at] ?? 0));
}

/** A repeated question counts together with its repetition as one case. */
function byQuestion(traces: readonly Trace[], differences: readonly number[]): number[][] {
  const groups = new Map<number, number[]>();
  for (const [i, { at, againAt = at }] of traces.entries())
    groups.set(againAt, [...(groups.get(againAt) ?? []), differences[i] ?? 0]);
  return [...groups.values()];
}

function isBetter({ low, worse }: Found): boolean {
  return low !== null && low > 0 && worse.length === 0;
}

/**
 * Returns how a promoted design compares with its parent, if it must go back: when even the upper bound of the present
 * keep rate is below the earlier one, or when the design finds less on the newer questions, beyond chance.
 */
function fallenIn({ changes, parent = {}, since, keptThen }: DesignRow, night: DesignNight): Found | undefined {
  if (isStandard(changes) || since === undefined) return undefined;
  const asked = night.traces.filter(({ at }) => at >= since);
  const keepsLess = keptThen !== undefined && night.kept.high !== undefined && night.kept.high < keptThen;
  const [now, before] = [changes, parent].map((one) => night.evaluate(designOf(one), asked)) as [Outcome, Outcome];
  const findsLess = clusteredBootstrap(byQuestion(asked, differencesOf(now, before)), { seed: night.seed }).low > 0;
  return keepsLess || findsLess ? beside(parent, changes, asked, night) : undefined;
}

/** Reads the traces and returns the writes of the night. */
export async function designNight(
  ports: Pick<Ports, "store" | "archive">,
  { userId, dreamId, date, now }: Omit<Night, "profile">,
): Promise<NightWork> {
  const [view, { state, row }, nights, archiveRow] = await Promise.all([
    openView(ports, userId),
    loadDesign(ports.store, userId),
    nightsSince(ports.store, userId, addDays(date, -1)),
    ports.store.get(keys.designArchive(userId)),
  ]);
  const traces = await loadTraces(ports, userId, view, now);
  // Only a night needs the public set.
  const { replayPublicly } = await import("./public-set.ts");
  const { next, tried, what, found } = designAfter(state, {
    date,
    now,
    traces,
    evaluate: (design, some) => replay(view, some as readonly ReplayTrace[], design),
    evaluatePublicly: replayPublicly,
    kept: nights.at(-1)?.keep ?? {},
    seed: Number.parseInt(digest(dreamId).slice(0, 8), 16) || 1,
  });
  const known = DesignArchive.parse(archiveRow?.body ?? { tried: [] });
  const results = tried.map(({ id, by, parents, design, outcome }) => ({
    ...{ id, by, parents: [...parents], changes: changesOf(design), date },
    ...{ traces: outcome.scores.length, score: meanScore(outcome) },
  }));
  const verdict = found && DESIGN_VERDICTS.find((one) => one === what);
  const archive: DesignArchive = {
    tried: [...known.tried, ...results].slice(-KEPT_RESULTS),
    nights: [...known.nights, ...(verdict ? [{ date, what: verdict, ...found }] : [])].slice(-KEPT_NIGHTS),
  };
  return {
    writes: [
      ...(next === state ? [] : [putOver(row, keys.design(userId), next)]),
      ...(results.length === 0 && !verdict ? [] : [putOver(archiveRow, keys.designArchive(userId), archive)]),
    ],
    counts: { traces: traces.length, designs: tried.length },
    ...(what === "few" ? { reason: `designs wait for ${LEAST_TRACES} questions that can be asked again` } : {}),
  };
}
