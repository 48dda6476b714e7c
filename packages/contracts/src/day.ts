/**
 * A day in the view of the agent: its description, its state, and the page that is prepared before wake. All values are
 * derived: words and scores only (R7).
 */

import * as z from "zod";
import { Zone } from "./body-zones.ts";
import { Band, BodyStrain, FactId, Findings, NightFinding, Pillar, Sign, Source } from "./health.ts";
import { EpochMs, LocalDate, LocalTime } from "./ids.ts";
import { SaidOfDay } from "./own-day.ts";

/**
 * The pages made from scores, which every prompt may hold (docs/sources.md, Pages and the wiki). Claims come by recall
 * instead, because recall knows what the trigger may read and what was just taken back. Pages made from claims are for
 * get_context and for people.
 */
export const BODY_PAGES = ["today.md", "baselines.md"] as const;

/** A day in words and scores, in the form that tools and prompts may hold. No value has a unit (R7). */
export const DayDescription = z.strictObject({
  date: LocalDate,
  status: z.enum(["provisional", "final"]),
  bodyZone: Zone.optional(),
  form: z.number().optional(),
  recovery: z.number().optional(),
  certainty: z.enum(["low", "fair", "good"]),
  pillars: z.partialRecord(Pillar, z.strictObject({ score: z.number(), band: Band, by: FactId.optional() })),
  missing: z.array(Pillar),
  /** Only in the pages of an earlier release. `lead` and `other` took their place. */
  drag: Pillar.optional(),
  lift: Pillar.optional(),
  /** The fact that a message about the day leads with: its one main cause. Absent on a day of which nothing stands out. */
  lead: FactId.optional(),
  /** A large fact that points the other way. */
  other: FactId.optional(),
  night: NightFinding.optional(),
  sleptByDay: Findings.shape.sleptByDay,
  recordingGap: Findings.shape.recordingGap,
  /** What is unusual compared with the person's own weeks, the largest first. */
  signs: z.array(Sign),
  turns: Findings.shape.turns,
  bodyStrain: BodyStrain.optional(),
  afterBodyStrain: Findings.shape.afterBodyStrain,
  breaks: Findings.shape.breaks,
  nightsKnown: Findings.shape.nightsKnown,
  knowsHrv: Findings.shape.knowsHrv,
  daysWithout: Findings.shape.daysWithout,
  /** The body zone of the day before at waking. */
  yesterday: Zone.optional(),
  /** The trend of Form over the last seven days. Absent when fewer than four of them have a score. */
  trend: z.enum(["rising", "level", "falling"]).optional(),
  /** For how many days in a row, this one included, Form has been in this body zone. */
  daysInZone: z.number().int().optional(),
  primarySource: Source.optional(),
  reason: z.string().optional(),
  /** What the person said of this day and its night. It is theirs, whatever the readings say. */
  said: SaidOfDay.optional(),
});
export type DayDescription = z.infer<typeof DayDescription>;

/** The parts of an answer of get_health that the judge and the writers read. */
export const HealthAnswer = DayDescription.extend({
  /** How Form has moved since the morning, and whether corrected data moved it. */
  sinceMorning: z.enum(["up", "level", "down"]).optional(),
  corrected: z.boolean().optional(),
  /** The body zone that the person was told this morning. */
  thisMorning: Zone.optional(),
  /**
   * The latest day before this one whose score changed since the person was last told of it: the body zone that they
   * were told (`was`), and the present one. `was` is absent when the day had no score then.
   */
  earlier: z.strictObject({ date: LocalDate, was: Zone.optional(), is: Zone }).optional(),
  /** Set when the person told of an illness in the last days and not of its end. Their readings may not show it yet. */
  toldIll: z.literal(true).optional(),
  /** When to put the lights out. It depends on the person's sleep need and on tomorrow's first event. */
  lightsOut: LocalTime.optional(),
  /** The time by which the night usually arrives. Set only while it has not arrived. */
  usualArrival: LocalTime.optional(),
  /** Set when the day before also had no night and Waldo said nothing about it. */
  gapIsNew: z.literal(true).optional(),
  /** Set in an evening that is to tell of the sleep that is owed. On other evenings it is known already. */
  debtIsNews: z.literal(true).optional(),
});
export type HealthAnswer = z.infer<typeof HealthAnswer>;

/** What a prompt is told about a date: its description, or that no data has arrived. */
export const DayBody = z.union([DayDescription, z.strictObject({ date: LocalDate, note: z.string() })]);
export type DayBody = z.infer<typeof DayBody>;

/** The state of a day, for decisions that depend on it: whether the Brief is held back and what was said. */
export const DayState = z.strictObject({
  /** The instant at which the morning Brief was due. Set while the Brief waits for the night's data. */
  heldSince: EpochMs.optional(),
  /** When Waldo last spoke to the person, and Form at that time. Form is absent where no score was known. */
  spoken: z.strictObject({ form: z.number().optional(), at: EpochMs.optional() }).optional(),
  /** How many event Briefs the patrol has started on this day. */
  events: z.number().int().positive().optional(),
});
export type DayState = z.infer<typeof DayState>;

/** A page of the workspace in the form in which a prompt holds it. */
export const PromptFile = z.strictObject({ name: z.string(), text: z.string() });
export type PromptFile = z.infer<typeof PromptFile>;

/** The page that the sweep prepares before wake. It is valid only for the score it was made from. */
export const Checkpoint = z.strictObject({
  /** The version of that score; 0 when there was none. */
  crsVersion: z.number().int().nonnegative(),
  body: DayBody,
  files: z.array(PromptFile),
});
export type Checkpoint = z.infer<typeof Checkpoint>;
