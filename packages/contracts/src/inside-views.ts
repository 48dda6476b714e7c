/**
 * What the routes show of a run from the inside: its states, its prompt, its calls, what its words rest on, and what it
 * cost. The rows of a run hold derived values only (R7), and so do these views.
 */
import * as z from "zod";
import { Area } from "./areas.ts";
import { Pillar, SignName } from "./health.ts";
import { EpochMs, LocalDate, RunId } from "./ids.ts";
import { PatternId } from "./memory.ts";
import { BILL_PARTS, ModelCount } from "./meter.ts";
import { ANNOUNCERS, ChannelName, DeliveryKind, OutboxState } from "./outbox.ts";
import { AnsweredBy, Mended, Rung, RunHeader, RunState } from "./run.ts";

/** What a claim rests on, as small words. `item`: one thing of a list, which `title` names. */
export const FACTS = [
  "zone",
  "zoneYesterday",
  "zoneDays",
  "sinceMorning",
  "trend",
  "drag",
  "missing",
  "provisional",
  "noScore",
  "strain",
  "arrival",
  "night",
  "pillar",
  "sign",
  "item",
  "nothing",
  "deed",
] as const;

/** One claim of an answer and where it comes from. */
export const SourceOfClaim = z.strictObject({
  /** Its place among the claims of the run, from 1. `/inside/runs/{runId}#claim-{claim}` shows it. */
  claim: z.number().int().positive(),
  kind: z.string(),
  words: z.string(),
  callId: z.string(),
  path: z.string(),
  /** The tool as the model called it. Absent: the source is no call, but words that the run had from the start. */
  tool: z.string().optional(),
  /** `words`: the person's own words in this conversation. `known`: what the prompt held about the person. */
  area: z.enum([...Area.options, "words", "known"]),
  fact: z.enum(FACTS).optional(),
  pillar: Pillar.optional(),
  sign: SignName.optional(),
  title: z.string().optional(),
  /** Other people wrote the text that the claim rests on. */
  fromOutside: z.literal(true).optional(),
  /** The claim of memory that the sentence rests on. */
  patternId: PatternId.optional(),
});
export type SourceOfClaim = z.infer<typeof SourceOfClaim>;

/** A sentence as it was said. A sentence without sources states nothing about the person, so it needs no source. */
export const SaidSentence = z.strictObject({ text: z.string(), sources: z.array(SourceOfClaim) });
export type SaidSentence = z.infer<typeof SaidSentence>;

/** What stands for a run that has left the store, or for a message that no run has made. */
const gone = z.strictObject({
  kept: z.literal(false),
  runId: RunId,
  /** Set when no run said the message: names who said it instead. */
  announcer: z.enum(ANNOUNCERS).optional(),
});

const said = {
  /** Who wrote the words. Absent: the run said nothing. */
  by: AnsweredBy.optional(),
  /** Why a template spoke and no model. */
  reason: z.string().optional(),
  /** The model as its provider names it. */
  model: z.string().optional(),
  sentences: z.array(SaidSentence),
  /** The person has deleted what was said. Its words are not shown any more. */
  withheld: z.literal(true).optional(),
};

export const RunSources = z.discriminatedUnion("kept", [
  gone,
  z.strictObject({
    kept: z.literal(true),
    runId: RunId,
    ...said,
    /** What the run looked at, whether the answer rests on it or not. */
    looked: z.array(z.strictObject({ area: Area, found: z.boolean() })),
  }),
]);
export type RunSources = z.infer<typeof RunSources>;

const dollars = z.number().nonnegative();

/** A run in the list. */
export const RunLine = RunHeader.omit({ userId: true, nonce: true, spent: true, fence: true }).extend({
  /** What the run would have cost on AWS until now. */
  dollars: dollars.optional(),
});
export type RunLine = z.infer<typeof RunLine>;

/** A call of a tool. Arguments and result are absent where the person has deleted what they came from. */
export const InsideCall = z.strictObject({
  callId: z.string(),
  tool: z.string(),
  args: z.json().optional(),
  outcome: z.enum(["waits", "succeeded", "refused", "failed"]),
  result: z.json().optional(),
  /** True when other people wrote the result. */
  fromOutside: z.literal(true).optional(),
  error: z.string().optional(),
  message: z.string().optional(),
});
export type InsideCall = z.infer<typeof InsideCall>;

const InsideModel = z.strictObject({
  outcome: z.enum(["replied", "unavailable"]),
  rung: Rung.optional(),
  name: z.string().optional(),
  tier: z.string().optional(),
  /** The rule that chose the tier. */
  route: z.string().optional(),
  usage: z
    .strictObject({ input: z.number(), output: z.number(), cacheRead: z.number(), cacheWrite: z.number() })
    .optional(),
  stop: z.string().optional(),
  text: z.string().optional(),
  /** The tools it asked for. */
  asks: z.array(z.strictObject({ callId: z.string(), tool: z.string(), args: z.json().optional() })),
  errors: z.array(z.string()),
  /** Why the answer before was refused. The model got it back once, with this line. */
  repairs: z.string().optional(),
});

/** A state of the run as its machine has it: what was committed when it was reached. */
export const InsideState = z.strictObject({
  step: z.number().int().nonnegative(),
  state: RunState,
  at: EpochMs,
  /** How long the work that led to this state took, in ms. */
  tookMs: z.number().nonnegative(),
  /** `caught`: something failed on the way, and the run went on without it. `working`: the run is here now. */
  outcome: z.enum(["succeeded", "caught", "failed", "working"]),
  tokens: z.number().optional(),
  model: InsideModel.optional(),
  calls: z.array(InsideCall).optional(),
  said: z
    .strictObject({
      text: z.string().optional(),
      by: AnsweredBy,
      reason: z.string().optional(),
      mended: Mended.optional(),
    })
    .optional(),
  rows: z.array(z.strictObject({ channel: ChannelName, state: OutboxState })).optional(),
  failure: z.string().optional(),
});
export type InsideState = z.infer<typeof InsideState>;

export const InsidePrompt = z.strictObject({
  tokens: z.number(),
  /** In which phrasing the prompt was sent. Absent: no phrasing of the words below gives the counts in the journal. */
  shape: z.enum(["literal", "terse", "narrative"]).optional(),
  parts: z.array(
    z.strictObject({
      name: z.string(),
      tokens: z.number(),
      /**
       * The text of the part, made again from what the journal keeps. Absent: the person has deleted what the part
       * held.
       */
      text: z.string().optional(),
    }),
  ),
});
export type InsidePrompt = z.infer<typeof InsidePrompt>;

const BillView = z.record(z.enum(BILL_PARTS), dollars);

const rowOfOutbox = z.strictObject({
  ordinal: z.number().int(),
  channel: ChannelName,
  kind: DeliveryKind,
  state: OutboxState,
  attempt: z.number().int(),
  key: z.string(),
  updatedAt: EpochMs,
  receipt: z.string().optional(),
  /** Why it was not sent, or what it waits for. */
  why: z.string().optional(),
});
export type OutboxView = z.infer<typeof rowOfOutbox>;

export const InsideRun = z.discriminatedUnion("kept", [
  gone.extend({ outbox: z.array(rowOfOutbox) }),
  z.strictObject({
    kept: z.literal(true),
    run: RunLine.extend({ fence: RunHeader.shape.fence }),
    ...said,
    states: z.array(InsideState),
    /** Absent: a template answered before a prompt was made. */
    prompt: InsidePrompt.optional(),
    outbox: z.array(rowOfOutbox),
    /** What its committed ticks would have cost on AWS, by part. */
    cost: z.strictObject({ bill: BillView, total: dollars, models: z.array(ModelCount) }).optional(),
  }),
]);
export type InsideRun = z.infer<typeof InsideRun>;

/** What the metered days of a person would have cost on AWS, the oldest first. */
export const CostView = z.strictObject({
  prices: z.strictObject({ date: LocalDate, region: z.string() }),
  /** The models whose prices stand for tokens that no list has a price for. */
  asIf: z.strictObject({ primary: z.string(), escalation: z.string(), cheap: z.string() }),
  /** The models that wrote in these days and have no price. The offline composer is one. */
  unpriced: z.array(z.string()),
  days: z.array(
    z.strictObject({
      date: LocalDate,
      bill: BillView,
      total: dollars,
      ...{ runs: z.number().int(), wakes: z.number().int() },
    }),
  ),
});
export type CostView = z.infer<typeof CostView>;
