/**
 * What the routes show of a run in detail: its states, its prompt, its calls, the sources of its words, and its cost.
 * The rows of a run hold derived values only (R7), and so do these views.
 */
import * as z from "zod";
import { Area } from "./areas.ts";
import { Pillar, SignName } from "./health.ts";
import { EpochMs, LocalDate, RunId } from "./ids.ts";
import { PatternId } from "./memory.ts";
import { BILL_PARTS, ModelCount } from "./meter.ts";
import { ANNOUNCERS, ChannelName, DeliveryKind, OutboxState } from "./outbox.ts";
import { AnsweredBy, Mended, Rung, RunHeader, RunState } from "./run.ts";

/** The sources of a claim as short words. `item` is one entry of a list, with its `title`. */
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
  /** The number of the claim in the run, counted from 1. `/inside/runs/{runId}#claim-{claim}` shows it. */
  claim: z.number().int().positive(),
  kind: z.string(),
  words: z.string(),
  callId: z.string(),
  path: z.string(),
  /** The tool that the model called. Absent when the source is no call, but words that the run had from the start. */
  tool: z.string().optional(),
  /** `words`: the person's own words in this conversation. `known`: facts about the person in the prompt. */
  area: z.enum([...Area.options, "words", "known"]),
  fact: z.enum(FACTS).optional(),
  pillar: Pillar.optional(),
  sign: SignName.optional(),
  title: z.string().optional(),
  /** Set when other people wrote the source of the claim. */
  fromOutside: z.literal(true).optional(),
  /** The claim of memory that the sentence rests on. */
  patternId: PatternId.optional(),
});
export type SourceOfClaim = z.infer<typeof SourceOfClaim>;

/** A sentence of the message. A sentence without sources states nothing about the person. */
export const SaidSentence = z.strictObject({ text: z.string(), sources: z.array(SourceOfClaim) });
export type SaidSentence = z.infer<typeof SaidSentence>;

/** Used for a run that has left the store, or for a message without a run. */
const gone = z.strictObject({
  kept: z.literal(false),
  runId: RunId,
  /** Set when the message came from no run. It names the announcer. */
  announcer: z.enum(ANNOUNCERS).optional(),
});

const said = {
  /** The author of the words. Absent when the run said nothing. */
  by: AnsweredBy.optional(),
  /** Why a template wrote the words and not a model. */
  reason: z.string().optional(),
  /** The model as its provider names it. */
  model: z.string().optional(),
  sentences: z.array(SaidSentence),
  /** Set when the person has deleted the words. They are not shown any more. */
  withheld: z.literal(true).optional(),
};

export const RunSources = z.discriminatedUnion("kept", [
  gone,
  z.strictObject({
    kept: z.literal(true),
    runId: RunId,
    ...said,
    /** The areas that the run read, whether the answer uses them or not. */
    looked: z.array(z.strictObject({ area: Area, found: z.boolean() })),
  }),
]);
export type RunSources = z.infer<typeof RunSources>;

const dollars = z.number().nonnegative();

/** A run in the list. */
export const RunLine = RunHeader.omit({ userId: true, nonce: true, spent: true, fence: true }).extend({
  /** What the run would have cost on AWS so far. */
  dollars: dollars.optional(),
});
export type RunLine = z.infer<typeof RunLine>;

/** A tool call. Arguments and result are absent when the person has deleted the words behind them. */
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
  /** The rule that decided the tier. */
  route: z.string().optional(),
  usage: z
    .strictObject({ input: z.number(), output: z.number(), cacheRead: z.number(), cacheWrite: z.number() })
    .optional(),
  stop: z.string().optional(),
  text: z.string().optional(),
  /** The tools it asked for. */
  asks: z.array(z.strictObject({ callId: z.string(), tool: z.string(), args: z.json().optional() })),
  errors: z.array(z.string()),
  /** Why the earlier answer was refused. The model got it back once with this line. */
  repairs: z.string().optional(),
});

/** A state of the run in its machine, with what was committed on entering it. */
export const InsideState = z.strictObject({
  step: z.number().int().nonnegative(),
  state: RunState,
  at: EpochMs,
  /** How long the work before this state took, in ms. */
  tookMs: z.number().nonnegative(),
  /** `caught`: something failed, and the run continued without it. `working`: this is the present state. */
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
  /** The form of the sent prompt. Absent when no form of the words below gives the counts in the journal. */
  shape: z.enum(["literal", "terse", "narrative"]).optional(),
  parts: z.array(
    z.strictObject({
      name: z.string(),
      tokens: z.number(),
      /** The text of the part, built again from the journal. Absent when the person has deleted its content. */
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
    /** What the committed ticks would have cost on AWS, by part. */
    cost: z.strictObject({ bill: BillView, total: dollars, models: z.array(ModelCount) }).optional(),
  }),
]);
export type InsideRun = z.infer<typeof InsideRun>;

/** What the metered days of a person would have cost on AWS, the oldest first. */
export const CostView = z.strictObject({
  prices: z.strictObject({ date: LocalDate, region: z.string() }),
  /** The models whose prices are used for tokens without a list price. */
  asIf: z.strictObject({ primary: z.string(), escalation: z.string(), cheap: z.string() }),
  /** The models without a price that wrote on these days, for example the offline composer. */
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
