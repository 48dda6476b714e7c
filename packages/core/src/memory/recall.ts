/**
 * What a run is told of the past before it begins: standing wishes, what is liveliest, and what the occasion calls to
 * mind. Code decides it, every time; the model is never left to ask. Nothing that others wrote comes this way: it can
 * be looked up with a tool, and then marks the run (R10).
 */
import { HALLS_READ, type MemoryBlock, type PatternId, type Trigger, type UserId } from "@waldo/contracts";
import type { Ports } from "../ports.ts";
import { countTokens } from "../prompt/tokens.ts";
import { localDate } from "../time.ts";
import { agesInDays, isBelieved } from "./blocks.ts";
import { EPISODE_TAG, type Remembered, rememberedIn } from "./documents.ts";
import { byLiveliness, find, type MemoryView, openView } from "./index-files.ts";
import { ACTIVATION_THRESHOLD, activation } from "./ranking/activation.ts";
import { citationBoost } from "./ranking/boosts.ts";
import { freshen } from "./ranking/freshness.ts";
import { fuse } from "./ranking/fusion.ts";
import type { Hit } from "./ranking/search.ts";

/** Tokens of what is loaded every time: wishes, then the liveliest claims (seed 000 §4, tier 1). */
export const STANDING_TOKENS = 200;
/** Tokens of what the occasion calls to mind (seed 000 §3c, operations layer). */
export const RECALL_TOKENS = 400;
/** Hits of each leg that go into the fusion. */
const DEPTH = 20;
/** Lines at most, however short they are. */
const MOST_LINES = 12;

export type Occasion = {
  readonly trigger: Trigger;
  /** What the run is about, in words: the person's message, or the zone and the drag of the day. */
  readonly hint: string;
  readonly now: number;
  readonly zone: string;
};

export type Recalled = {
  /** What the person wants, in force. */
  readonly directives: readonly string[];
  /** Consulted memory, best first. */
  readonly claims: readonly string[];
  /** The claims among both, to count their use. */
  readonly blocks: readonly { readonly patternId: PatternId; readonly claim: string }[];
};

export const NOTHING: Recalled = { directives: [], claims: [], blocks: [] };

/** Never throws for what memory cannot give: a run without memory is a poorer run, not a failed one. */
export async function recall(
  ports: Pick<Ports, "store" | "archive" | "embedder" | "log">,
  userId: UserId,
  occasion: Occasion,
): Promise<Recalled> {
  try {
    const view = await openView(ports, userId);
    const tags = new Set<string>([...HALLS_READ[occasion.trigger], EPISODE_TAG]);
    const { hint: text, now, zone } = occasion;
    return select(view, occasion, await find(ports, view, { text, now, zone, tags, limit: 4 * DEPTH }));
  } catch (error) {
    ports.log("warn", "recall.failed", { trigger: occasion.trigger, error: error instanceof Error ? error.name : "" });
    return NOTHING;
  }
}

/** Pure: the same memory, the same occasion and the same hits recall the same lines. */
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

/** Claims and diary, each ranked by words and freshness, fused, then weighed by how far they are believed and used. */
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

/** Confidence and salience move a hit, and what answers drew on before; none of them outweighs the words. */
function worth(hit: Remembered): number {
  if (hit.kind !== "claim") return 1;
  const { confidence, salience } = hit.block;
  return (1 + 0.25 * (confidence - 0.5) + 0.25 * (salience - 0.5)) * citationBoost(hit.block);
}

function mayLoad(hit: Remembered, now: number): boolean {
  if (hit.kind === "claim") return loads(hit.block, now);
  return (hit.kind === "pending" ? hit.note.origin : hit.episode.origin) !== "untrusted";
}

/** Whether a claim may come to a prompt by itself: believed, not from outside, and, if it was an event, not faded. */
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

/** Characters of one claim in a prompt: three long wishes still fit beside each other. */
const LINE_CHARS = 240;

function wish({ claim, conditions }: Pick<MemoryBlock, "claim" | "conditions">): string {
  const text = conditions === "" ? claim : `${claim} (${conditions})`;
  return text.length > LINE_CHARS ? `${text.slice(0, LINE_CHARS)}…` : text;
}

function line(hit: Remembered, { zone }: Occasion): string {
  if (hit.kind === "claim") return `${hit.block.hall}: ${wish(hit.block)}`;
  if (hit.kind === "pending") return `${hit.note.hall}, provisional: ${wish(hit.note)}`;
  return `diary ${localDate(hit.episode.at, zone)}: ${hit.episode.summary.slice(0, LINE_CHARS)}`;
}
