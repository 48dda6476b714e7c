/** What the routes show of a person's memory: claims, their history, notes that wait for the night, and the wiki. */
import * as z from "zod";
import { EpochMs, LocalDate, RunId } from "./ids.ts";
import { BLOCK_CHANGES, Hall, MemoryBlock, MemoryVerdict, PatternId } from "./memory.ts";
import { PlainText } from "./plain-text.ts";
import { TRIGGERS } from "./triggers.ts";

/** A claim, or one state of it, in the form for the person: body zones in place of scores, no reading (R7). */
export const ClaimView = MemoryBlock.pick({
  patternId: true,
  hall: true,
  topic: true,
  origin: true,
  confidence: true,
  validFrom: true,
  validTo: true,
  supersedes: true,
  supersededBy: true,
  recordedAt: true,
  revision: true,
}).extend({
  claim: z.string(),
  /** When the claim is true. Empty: always. */
  conditions: z.string(),
  /** How much the claim is believed. A doubted claim is not used. */
  certainty: z.enum(["sure", "unsure", "doubted"]),
  /** `takenBack` means that the claim is now known to have never been true. */
  state: z.enum(["holds", "held", "takenBack"]),
});
export type ClaimView = z.infer<typeof ClaimView>;

const waiting = { patternId: PatternId, hall: Hall, at: EpochMs };

/** A note of today, which the night will settle. */
export const WaitingView = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("note"),
    ...waiting,
    claim: z.string(),
    conditions: z.string(),
    fromOutside: z.boolean(),
  }),
  z.strictObject({ kind: z.literal("verdict"), ...waiting, says: MemoryVerdict.shape.says }),
]);
export type WaitingView = z.infer<typeof WaitingView>;

export const MemoryHit = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("claim"), claim: ClaimView }),
  z.strictObject({ kind: z.literal("waiting"), waiting: WaitingView }),
  z.strictObject({
    kind: z.literal("diary"),
    entry: z.strictObject({ at: EpochMs, text: z.string(), fromOutside: z.boolean() }),
  }),
]);
export type MemoryHit = z.infer<typeof MemoryHit>;

/** A change of a claim: the claim after it, and who made it. */
export const ClaimChange = z.strictObject({
  claim: ClaimView,
  change: z.enum(BLOCK_CHANGES),
  by: z.enum(["owner", "night", "run"]),
});
export type ClaimChange = z.infer<typeof ClaimChange>;

/** The source of a claim. If the run is still in the store, the view also has its time and reason. */
export const SourceView = z.strictObject({
  source: z.string(),
  runId: RunId.optional(),
  at: EpochMs.optional(),
  trigger: z.enum(TRIGGERS).optional(),
});
export type SourceView = z.infer<typeof SourceView>;

export const ClaimDetail = z.strictObject({
  claim: ClaimView,
  sources: z.array(SourceView),
  /** Each change of the claim and of the claims before and after it, the oldest first. */
  history: z.array(ClaimChange),
  /** How many changes are older than those. */
  earlier: z.number().int(),
});
export type ClaimDetail = z.infer<typeof ClaimDetail>;

/** The revision that the person saw. A decision about another revision is refused, so a request may be sent twice. */
const revision = z.number().int().nonnegative();

export const ClaimDecision = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("forget"), revision }),
  z.strictObject({ action: z.literal("restore"), revision }),
  z.strictObject({
    action: z.literal("correct"),
    revision,
    claim: PlainText.min(1).max(2000),
    conditions: PlainText.max(500).optional(),
    topic: PlainText.min(1).max(60).optional(),
  }),
]);
export type ClaimDecision = z.infer<typeof ClaimDecision>;

/**
 * The result of a decision: the claim that is no longer valid, the claim that is valid instead, and the number of diary
 * entries that are read without it.
 */
export const ClaimDecided = z.strictObject({
  closed: ClaimView.optional(),
  live: ClaimView.optional(),
  diary: z.number().int().optional(),
});
export type ClaimDecided = z.infer<typeof ClaimDecided>;

/** The changes of memory in the last night. */
export const NightView = z.strictObject({
  date: LocalDate,
  learned: z.number().int(),
  confirmed: z.number().int(),
  contradicted: z.number().int(),
  /** Events that were not used for a long time. A search still finds them. */
  faded: z.number().int(),
  /** Contradictions that wait, because together they would silence too many claims. */
  held: z.number().int(),
  /** The latest changes of claims, at most fifty. */
  changes: z.array(ClaimChange),
});
export type NightView = z.infer<typeof NightView>;

export const WikiName = z.string().regex(/^[a-z0-9-]{1,60}$/);

export const WikiEntry = z.strictObject({ page: WikiName, title: z.string() });
export type WikiEntry = z.infer<typeof WikiEntry>;

/** A page with the pages to which it links. */
export const WikiPlace = WikiEntry.extend({ links: z.array(WikiName) });
export type WikiPlace = z.infer<typeof WikiPlace>;

/** A page in Markdown. `[[page]]` and `[[page#^id]]` are links to pages of the wiki and to claims on them. */
export const WikiPageView = WikiEntry.extend({ text: z.string(), backlinks: z.array(WikiEntry) });
export type WikiPageView = z.infer<typeof WikiPageView>;
