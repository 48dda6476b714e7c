/**
 * Decides what is usual, in one place: it follows from the size of the facts of a day alone. A pillar of which a fact
 * is told is off, and a pillar without one is usual. The pillar that a score names as drag or lift is that of the fact
 * that leads the story of the day. So no band, bar, cause or sentence of a day can contradict another.
 */
import type { Band, CrsResult, DayFact, DayStory, FactSubject, Pillar, SaidOfDay } from "@waldo/contracts";
import { factsOf, feltOf } from "./facts.ts";
import { ranked, storyOf } from "./story.ts";

/** The pillar that a fact is about. */
export const PILLAR_OF: Readonly<Record<FactSubject, Pillar>> = {
  sleepLength: "sleep",
  sleepQuality: "sleep",
  debt: "sleep",
  hrv: "cass",
  restingHr: "rhrts",
  breathing: "rrs",
  bedTime: "circadian",
  wakeTime: "circadian",
  activity: "motion",
};

type Banded = { readonly band: Band; readonly by: DayFact["id"] };

/** Returns the band of each pillar that is off, and the fact that decides it. All other pillars are usual. */
export function bandsOf(facts: readonly DayFact[]): Partial<Record<Pillar, Banded>> {
  const bands: Partial<Record<Pillar, Banded>> = {};
  for (const fact of ranked(facts)) {
    if (fact.turn === "back") continue;
    const pillar = PILLAR_OF[fact.subject];
    // A debt of the week comes last, so it decides only when the night itself was usual.
    bands[pillar] ??= { band: bandOf(fact), by: fact.id };
  }
  return bands;
}

/** A slow pulse and a slow breath are above the usual. A night at another time is below it, early or late. */
function bandOf({ id, subject, size }: DayFact): Band {
  const isHigh = id.endsWith(".high");
  const isAbove =
    subject === "restingHr" || subject === "breathing"
      ? !isHigh
      : isHigh && PILLAR_OF[subject] !== "circadian" && subject !== "debt";
  if (size === "far") return isAbove ? "well_above" : "well_below";
  return isAbove ? "above" : "below";
}

/**
 * Returns the story of a score for a surface that renders it, with what the person said of the day. A row without
 * findings has no facts.
 */
export function dayStory(
  { findings, bodyZone }: { readonly [Part in "findings" | "bodyZone"]?: CrsResult[Part] | undefined },
  said?: SaidOfDay,
): DayStory {
  const facts = ranked(findings === undefined ? [] : factsOf({ ...findings, ...(said && { said }) }), bodyZone);
  const { lead, other } = storyOf(facts, bodyZone);
  const felt = feltOf(said, bodyZone);
  return {
    facts,
    ...(felt === undefined ? {} : { felt }),
    ...(lead === undefined ? {} : { lead: lead.id }),
    ...(other === undefined ? {} : { other: other.id }),
  };
}

/**
 * Returns a score with the bands, the drag and the lift that its findings give. A row of an earlier release, which
 * compared the pillars in another way, so reads like a new one.
 */
export function asTold(score: CrsResult): CrsResult {
  if (score.findings === undefined) return score;
  const facts = ranked(factsOf(score.findings), score.bodyZone);
  const bands = bandsOf(facts);
  const { lead } = storyOf(facts, score.bodyZone);
  const lift = lead?.tone === "good" ? PILLAR_OF[lead.subject] : undefined;
  // Good news that leads has no drag beside it. Otherwise a small bad fact may be named as what lowers the score.
  const small = lift === undefined ? facts.find(({ tone }) => tone === "bad") : undefined;
  const bad = lead?.tone === "bad" ? lead : small;
  const drag = bad && PILLAR_OF[bad.subject];
  const { drag: _d, lift: _l, ...rest } = score;
  const pillars: CrsResult["pillars"] = {};
  for (const [name, { band: _b, by: _y, confidence, ...pillar }] of Object.entries(score.pillars))
    pillars[name as Pillar] = { ...pillar, ...(bands[name as Pillar] ?? { band: "usual" }), confidence };
  return {
    ...rest,
    pillars,
    ...(score.form === undefined || drag === undefined ? {} : { drag }),
    ...(score.form === undefined || lift === undefined ? {} : { lift }),
  };
}
