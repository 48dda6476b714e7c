/**
 * Chooses the memories that a prompt gets. It is pure: the same memory, occasion, hits and design give the same lines.
 */
import {
  DEFAULT_DESIGN,
  type Design,
  HALLS_READ,
  type Hall,
  type MemoryBlock,
  type PatternId,
  type Trigger,
} from "@waldo/contracts";
import { countTokens } from "../../prompt/tokens.ts";
import { localDate } from "../../time.ts";
import { isBelieved } from "../claims/claim.ts";
import { isAbout } from "../claims/likeness.ts";
import { byLiveliness, EPISODE_TAG, type Remembered, rememberedIn } from "./documents.ts";
import { activation, agesInDays, citationBoost, freshen } from "./ranking/scoring.ts";
import { fuse, type Hit } from "./ranking/search.ts";

export type Occasion = {
  readonly trigger: Trigger;
  /** The subject of the run in words: the person's message, or the day's body zone and the pillar that lowers it most. */
  readonly hint: string;
  readonly now: number;
  readonly timeZone: string;
  /** Waldo's concerns in words. A memory about a concern weighs slightly more. */
  readonly concerns?: readonly string[] | undefined;
};

export type Recalled = {
  /** What the person wants, as far as it is still valid. */
  readonly directives: readonly string[];
  /** Memories found for this run, best first. */
  readonly claims: readonly string[];
  /** The claims in both lists, so that their use can be counted. */
  readonly blocks: readonly { readonly patternId: PatternId; readonly claim: string }[];
};

/** The chosen memories, and their number of tokens. */
type Chosen = Recalled & { readonly tokens: number };

/** One memory that fits the occasion. */
type Minded = { readonly id: string; readonly hit: Remembered };

/** Returns how many hits of a search are considered. */
export function hitsWanted({ depth }: Design): number {
  return 4 * depth;
}

/** Chooses from the claims that are always ready and from the hits of a search. */
export function choose(
  standing: readonly MemoryBlock[],
  occasion: Occasion,
  hits: readonly Hit[],
  design: Design = DEFAULT_DESIGN,
): Chosen {
  const { directives, always, tokens } = alwaysLoaded(standing, occasion, design);
  const shown = new Set([...directives, ...always].map(({ patternId }) => patternId));
  const found = fitting(callToMind(hits, occasion, design), occasion, design, shown);
  const foundBlocks = found.flatMap(({ hit }) => (hit.kind === "claim" ? [hit.block] : []));
  const lines = [...found.map(({ hit }) => hit), ...always.map((block) => ({ kind: "claim", block }) as const)];
  return {
    directives: directives.map((block) => wish(block, design)),
    claims: lines.map((hit) => line(hit, occasion, design)),
    blocks: [...directives, ...foundBlocks, ...always].map(({ patternId, claim }) => ({ patternId, claim })),
    tokens: found.reduce((sum, one) => sum + one.tokens, tokens),
  };
}

/**
 * Returns what every prompt gets, within its budget: the wishes first, then the other claims with the highest
 * liveliness.
 */
function alwaysLoaded(standing: readonly MemoryBlock[], occasion: Occasion, design: Design) {
  const halls = HALLS_READ[occasion.trigger];
  const fit = standing.filter((block) => halls.includes(block.hall) && loads(block, occasion.now, design));
  const lively = (isWish: boolean) =>
    byLiveliness(
      fit.filter(({ hall }) => (hall === "preferences") === isWish),
      occasion.now,
      design.decay,
    );
  const budget = { left: design.standingTokens };
  const directives = lively(true).filter((block) => takes(budget, wish(block, design)));
  const always = lively(false)
    .slice(0, design.mostLines / 2)
    .filter((block) => takes(budget, line({ kind: "claim", block }, occasion, design)));
  return { directives, always, tokens: design.standingTokens - budget.left };
}

/** Returns the memories of a ranking that fit into the budget. Claims that are shown anyway are left out. */
export function fitting(
  ranked: readonly Minded[],
  occasion: Occasion,
  design: Design,
  shown: ReadonlySet<PatternId> = new Set(),
): (Minded & { readonly tokens: number })[] {
  const budget = { left: design.recallTokens };
  const found: (Minded & { readonly tokens: number })[] = [];
  for (const { id, hit } of ranked) {
    if (found.length >= design.mostLines) break;
    if (hit.kind === "claim" && shown.has(hit.block.patternId)) continue;
    const before = budget.left;
    if (takes(budget, line(hit, occasion, design))) found.push({ id, hit, tokens: before - budget.left });
  }
  return found;
}

/**
 * Ranks claims and diary entries separately by words and freshness, fuses the two rankings, and weighs each claim by
 * confidence and use.
 */
export function callToMind(
  hits: readonly Hit[],
  { now, concerns = [] }: Pick<Occasion, "now" | "concerns">,
  design: Design = DEFAULT_DESIGN,
): Minded[] {
  const fit = freshen(hits, now, design)
    .map(({ doc }) => ({ id: doc.id, diary: doc.tag === EPISODE_TAG, hit: rememberedIn(doc) }))
    .filter(({ hit }) => mayLoad(hit, now, design));
  const leg = (diary: boolean) =>
    fit
      .filter((one) => one.diary === diary)
      .slice(0, design.depth)
      .map(({ id }) => id);
  const known = new Map(fit.map(({ id, hit }) => [id, hit]));
  return fuse([leg(false), leg(true)], design.fusionK, [1, design.diary])
    .flatMap(({ id, score }) => {
      const hit = known.get(id);
      return hit ? [{ id, hit, score: score * worth(hit, design) * concernBoost(hit, concerns) }] : [];
    })
    .sort((a, b) => b.score - a.score)
    .map(({ id, hit }) => ({ id, hit }));
}

/** The factor for a memory about a concern. It is as small as that of a citation, so the words still decide. */
const CONCERN_BOOST = 1.15;

function concernBoost(hit: Remembered, concerns: readonly string[]): number {
  if (concerns.length === 0) return 1;
  const text = hit.kind === "claim" ? hit.block.claim : hit.kind === "pending" ? hit.note.claim : hit.episode.summary;
  return concerns.some((concern) => isAbout(text, concern) || isAbout(concern, text)) ? CONCERN_BOOST : 1;
}

/** Returns a factor from hall, confidence, salience and earlier citations. */
function worth(hit: Remembered, design: Design): number {
  if (hit.kind === "episode") return 1;
  if (hit.kind === "pending") return hallWeight(hit.note.hall, design);
  const { confidence, salience, hall } = hit.block;
  const certain = 1 + design.confidence * (confidence - 0.5) + design.salience * (salience - 0.5);
  return certain * citationBoost(hit.block, design) * hallWeight(hall, design);
}

function hallWeight(hall: Hall, design: Design): number {
  return design[`hall.${hall}`];
}

function mayLoad(hit: Remembered, now: number, design: Design): boolean {
  if (hit.kind === "claim") return loads(hit.block, now, design);
  return (hit.kind === "pending" ? hit.note.origin : hit.episode.origin) !== "untrusted";
}

/** True when a claim may be loaded without a search: it is believed, not from outside, and not a faded event. */
function loads(block: MemoryBlock, now: number, { decay, activationThreshold }: Design): boolean {
  if (!isBelieved(block) || block.origin === "untrusted") return false;
  return block.hall !== "events" || activation(agesInDays(block.uses, now), decay) >= activationThreshold;
}

function takes(budget: { left: number }, text: string): boolean {
  const tokens = countTokens(text) + 1;
  if (tokens > budget.left) return false;
  budget.left -= tokens;
  return true;
}

function wish({ claim, conditions }: Pick<MemoryBlock, "claim" | "conditions">, { lineChars }: Design): string {
  const text = conditions === "" ? claim : `${claim} (${conditions})`;
  return text.length > lineChars ? `${text.slice(0, lineChars)}…` : text;
}

function line(hit: Remembered, { timeZone }: Pick<Occasion, "timeZone">, design: Design): string {
  if (hit.kind === "claim") return `${hit.block.hall}: ${wish(hit.block, design)}`;
  if (hit.kind === "pending") return `${hit.note.hall}, provisional: ${wish(hit.note, design)}`;
  return `diary ${localDate(hit.episode.at, timeZone)}: ${hit.episode.summary.slice(0, design.lineChars)}`;
}
