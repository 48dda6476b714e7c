/**
 * Chooses what a run is told of the past before it begins: standing wishes, the liveliest claims, and what fits the
 * occasion. Code decides this every time. The model does not have to ask. Recall returns no text that other people
 * wrote. The model can look such text up with a tool, and the run is then marked (R10).
 */
import { HALLS_READ, type MemoryBlock, type PatternId, type Trigger, type UserId } from "@waldo/contracts";
import type { Ports } from "../../ports.ts";
import { countTokens } from "../../prompt/tokens.ts";
import { localDate } from "../../time.ts";
import { isBelieved } from "../claims/claim.ts";
import { EPISODE_TAG, type Remembered, rememberedIn } from "./documents.ts";
import { byLiveliness, find, type MemoryView, openView } from "./index-files.ts";
import { ACTIVATION_THRESHOLD, activation, agesInDays } from "./ranking/activation.ts";
import { citationBoost } from "./ranking/boosts.ts";
import { freshen } from "./ranking/freshness.ts";
import { fuse } from "./ranking/fusion.ts";
import type { Hit } from "./ranking/search.ts";

/** Tokens for what is loaded every time: wishes, then the liveliest claims (docs/sources.md, Recall and ranking). */
export const STANDING_TOKENS = 200;
/** Tokens for the memories that fit the occasion (docs/sources.md, Prompt layers and budget: letter O). */
export const RECALL_TOKENS = 400;
/** How many hits of each list go into the fusion. */
const DEPTH = 20;
/** The most lines, even when they are short. */
const MOST_LINES = 12;

export type Occasion = {
  readonly trigger: Trigger;
  /** What the run is about, in words: the person's message, or the day's body zone and what lowers it most. */
  readonly hint: string;
  readonly now: number;
  readonly timeZone: string;
};

export type Recalled = {
  /** What the person wants, as far as it still holds. */
  readonly directives: readonly string[];
  /** Memories found for this run, best first. */
  readonly claims: readonly string[];
  /** The claims in both lists, so that their use can be counted. */
  readonly blocks: readonly { readonly patternId: PatternId; readonly claim: string }[];
};

export const NOTHING: Recalled = { directives: [], claims: [], blocks: [] };

/** Recalls what one run needs. It never throws when memory cannot be read: the run then goes on with no memory. */
export async function recall(
  ports: Pick<Ports, "store" | "archive" | "embedder" | "log">,
  userId: UserId,
  occasion: Occasion,
): Promise<Recalled> {
  try {
    const view = await openView(ports, userId);
    const tags = new Set<string>([...HALLS_READ[occasion.trigger], EPISODE_TAG]);
    const { hint: text, now, timeZone } = occasion;
    return select(view, occasion, await find(ports, view, { text, now, timeZone, tags, limit: 4 * DEPTH }));
  } catch (error) {
    ports.log("warn", "recall.failed", { trigger: occasion.trigger, error: error instanceof Error ? error.name : "" });
    return NOTHING;
  }
}

/** Chooses the lines. It is pure: the same memory, occasion and hits give the same lines. */
function select(view: MemoryView, occasion: Occasion, hits: readonly Hit[]): Recalled {
  const halls = HALLS_READ[occasion.trigger];
  const standing = view.standing.filter((block) => halls.includes(block.hall) && loads(block, occasion.now));
  const wishes = byLiveliness(
    standing.filter(({ hall }) => hall === "preferences"),
    occasion.now,
  );
  const lively = byLiveliness(
    standing.filter(({ hall }) => hall !== "preferences"),
    occasion.now,
  );

  const budget = { left: STANDING_TOKENS };
  const directives = wishes.filter((block) => takes(budget, wish(block)));
  const always = lively
    .slice(0, MOST_LINES / 2)
    .filter((block) => takes(budget, line({ kind: "claim", block }, occasion)));

  const shown = new Set([...directives, ...always].map(({ patternId }) => patternId));
  const more = { left: RECALL_TOKENS };
  const found: Remembered[] = [];
  for (const hit of callToMind(hits, occasion.now)) {
    if (found.length >= MOST_LINES) break;
    if (hit.kind === "claim" && shown.has(hit.block.patternId)) continue;
    if (takes(more, line(hit, occasion))) found.push(hit);
  }
  const foundBlocks = found.flatMap((hit) => (hit.kind === "claim" ? [hit.block] : []));
  return {
    directives: directives.map(wish),
    claims: [...found, ...always.map((block) => ({ kind: "claim", block }) as const)].map((hit) => line(hit, occasion)),
    blocks: [...directives, ...foundBlocks, ...always].map(({ patternId, claim }) => ({ patternId, claim })),
  };
}

/**
 * Ranks claims and diary entries each by words and freshness, fuses the two rankings, then weighs each claim by
 * confidence and use.
 */
function callToMind(hits: readonly Hit[], now: number): Remembered[] {
  const fit = freshen(hits, now)
    .map(({ doc }) => ({ id: doc.id, diary: doc.tag === EPISODE_TAG, hit: rememberedIn(doc) }))
    .filter(({ hit }) => mayLoad(hit, now));
  const leg = (diary: boolean) =>
    fit
      .filter((one) => one.diary === diary)
      .slice(0, DEPTH)
      .map(({ id }) => id);
  const known = new Map(fit.map(({ id, hit }) => [id, hit]));
  return fuse([leg(false), leg(true)])
    .flatMap(({ id, score }) => {
      const hit = known.get(id);
      return hit ? [{ hit, score: score * worth(hit) }] : [];
    })
    .sort((a, b) => b.score - a.score)
    .map(({ hit }) => hit);
}

/** Returns a factor from confidence, salience and earlier citations. It is small, so it never outweighs the words. */
function worth(hit: Remembered): number {
  if (hit.kind !== "claim") return 1;
  const { confidence, salience } = hit.block;
  return (1 + 0.25 * (confidence - 0.5) + 0.25 * (salience - 0.5)) * citationBoost(hit.block);
}

function mayLoad(hit: Remembered, now: number): boolean {
  if (hit.kind === "claim") return loads(hit.block, now);
  return (hit.kind === "pending" ? hit.note.origin : hit.episode.origin) !== "untrusted";
}

/**
 * Returns whether a claim may come into a prompt by itself: it is believed, not from outside, and, when it is an event,
 * not faded.
 */
function loads(block: MemoryBlock, now: number): boolean {
  if (!isBelieved(block) || block.origin === "untrusted") return false;
  return block.hall !== "events" || activation(agesInDays(block.uses, now)) >= ACTIVATION_THRESHOLD;
}

function takes(budget: { left: number }, text: string): boolean {
  const tokens = countTokens(text) + 1;
  if (tokens > budget.left) return false;
  budget.left -= tokens;
  return true;
}

/** The most characters of one claim in a prompt, so that three long wishes fit together. */
const LINE_CHARS = 240;

function wish({ claim, conditions }: Pick<MemoryBlock, "claim" | "conditions">): string {
  const text = conditions === "" ? claim : `${claim} (${conditions})`;
  return text.length > LINE_CHARS ? `${text.slice(0, LINE_CHARS)}…` : text;
}

function line(hit: Remembered, { timeZone }: Occasion): string {
  if (hit.kind === "claim") return `${hit.block.hall}: ${wish(hit.block)}`;
  if (hit.kind === "pending") return `${hit.note.hall}, provisional: ${wish(hit.note)}`;
  return `diary ${localDate(hit.episode.at, timeZone)}: ${hit.episode.summary.slice(0, LINE_CHARS)}`;
}
