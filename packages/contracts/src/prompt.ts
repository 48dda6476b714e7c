/** The data of a prompt. The agent gathers it, the prompt builder reads it, and the journal keeps it. */

import * as z from "zod";
import { ProposedAction } from "./actions.ts";
import { Profile } from "./api.ts";
import { Zone } from "./body-zones.ts";
import { DayBody, PromptFile } from "./day.ts";
import { LocalDate, LocalTime, TimeZone } from "./ids.ts";
import { PatternId } from "./memory.ts";
import { SkillProvenance } from "./skill-kinds.ts";
import { BriefVariant, Trigger } from "./triggers.ts";
import { SystemText } from "./words.ts";

/** A tool in the form for a model. */
export const ToolSpec = z.strictObject({
  name: SystemText,
  description: z.string(),
  /** The JSON schema of its arguments. */
  schema: z.record(z.string(), z.json()),
});
export type ToolSpec = z.infer<typeof ToolSpec>;

/**
 * An earlier text of one side in the open conversation. `outside` is true when Waldo's words may contain other people's
 * words.
 */
export const ThreadTurn = z.strictObject({
  from: z.enum(["owner", "waldo"]),
  text: z.string(),
  outside: z.literal(true).optional(),
});
export type ThreadTurn = z.infer<typeof ThreadTurn>;

/** The earlier proposal that the person wants to change. `inHandoff` is true when a handed-over task made it. */
export const ChangingContext = z.strictObject({
  proposalId: SystemText,
  actions: z.array(ProposedAction).readonly(),
  inHandoff: z.literal(true).optional(),
});
export type ChangingContext = z.infer<typeof ChangingContext>;

/**
 * The living loop's part of a prompt. `now`: the moment as plain code sees it. `concerns`: in the person's words, the
 * most salient first. `thoughts`: they are private to Waldo, so only an ambient run gets them, because nobody reads its
 * text.
 */
export const PromptMoment = z.strictObject({
  now: z.string().optional(),
  concerns: z.array(z.string()).readonly(),
  thoughts: z.array(z.string()).readonly(),
});
export type PromptMoment = z.infer<typeof PromptMoment>;

/** The day around a run, in lines, and how plain code reads the person's message (core/agent/today.ts). */
export const PromptToday = z.strictObject({ lines: z.array(z.string()).readonly(), read: z.string().optional() });
export type PromptToday = z.infer<typeof PromptToday>;

/**
 * All data of a prompt. It is gathered before the prompt is built, is kept in the journal, and does not change during
 * the session. Derived values only (R7).
 */
export const PromptContext = z.strictObject({
  sessionId: SystemText,
  /** A secret mark that must never appear in any output. If it does, the prompt has leaked. */
  canary: SystemText,
  date: LocalDate,
  localTime: LocalTime,
  timeZone: TimeZone,
  trigger: Trigger,
  variant: BriefVariant.optional(),
  profile: Profile.pick({ wakeTime: true, sleepTime: true, autonomy: true, name: true, language: true }),
  bodyZone: Zone.optional(),
  /** The day in derived words and scores. */
  body: DayBody,
  /**
   * The person's wishes, which are valid until they say otherwise. Only the person's words become wishes, never text by
   * others (R10).
   */
  directives: z.array(z.string()).readonly(),
  /** The claims found in memory, best first. */
  memory: z.array(z.string()).readonly(),
  /**
   * The claims among `directives` and `memory`, so that their use can be counted. The list itself is not part of the
   * prompt.
   */
  recalled: z.array(z.strictObject({ patternId: PatternId, claim: z.string() })).readonly(),
  /** The recipes selected for the moment, those of the lifecycle first. */
  skills: z.array(z.strictObject({ name: SystemText, recipe: z.string(), provenance: SkillProvenance })).readonly(),
  files: z.array(PromptFile).readonly(),
  tools: z.array(ToolSpec).readonly(),
  channel: z.enum(["in_app", "telegram"]),
  iterations: z.number().int().positive(),
  /** What the run has done so far. It is used when the prompt has no room for the history. */
  scratchpad: z.string().optional(),
  /** True when the scratchpad holds no words of other people. If it is absent, it may hold such words. */
  scratchpadOwn: z.literal(true).optional(),
  /** The open conversation before the person's message, oldest first. */
  thread: z.array(ThreadTurn).readonly().optional(),
  /** The actions that the person's words change. */
  changing: ChangingContext.optional(),
  /** How Waldo speaks to this person, in fixed words. */
  manner: z.array(z.string()).readonly().optional(),
  moment: PromptMoment.optional(),
  today: PromptToday.optional(),
  /** Set for a model on the person's own machine. Its prompt may be as long as in the source. */
  long: z.literal(true).optional(),
  /** What the person wrote, in a run that answers them. */
  userText: z.string().optional(),
  /** Set when the person's message may be about danger to themselves. Then nothing of the exchange is remembered. */
  danger: z.literal("possible").optional(),
});
export type PromptContext = z.infer<typeof PromptContext>;
