/**
 * Recipes (skills): their header, their conditions, and names that belong to the system. The recipe loader parses every
 * recipe with these schemas and refuses an invalid one.
 */

import * as z from "zod";
import { EpochMs, RunId, SkillName } from "./ids.ts";
import { SkillCategory, SkillProvenance } from "./skill-kinds.ts";
import { ToolName } from "./tools.ts";
import { BRIEF_VARIANTS, type BriefVariant, Trigger } from "./triggers.ts";

const briefOccasions = BRIEF_VARIANTS.map((variant) => `brief/${variant}` as const);
/** The occasion of a recipe: a trigger, or one variant of a brief. `brief` alone means every variant. */
export const Occasion = z.union([Trigger, z.enum(briefOccasions as [`brief/${BriefVariant}`])]);
export type Occasion = z.infer<typeof Occasion>;

const words = z.array(z.string().min(2).max(40)).min(1).max(40);

/** What must be true of the moment. Every named condition must be true; a condition on an unknown fact is false. */
export const SkillCondition = z
  .strictObject({
    on: z.array(Occasion).min(1).max(8).optional(),
    /** Form of the day, 0–100, is below this. */
    formBelow: z.number().min(1).max(100).optional(),
    /** Form has been in today's body zone for at least this many days in a row, including this one. */
    zoneSustainedDays: z.number().int().min(1).max(14).optional(),
    /** The body clock is still behind a change of time zone. */
    jetLagged: z.literal(true).optional(),
    /** The person last wrote at least this many hours ago. */
    absentHours: z.number().int().min(1).max(1000).optional(),
    /** The weekday on the person's calendar; 1 is Monday, 7 is Sunday. */
    weekdays: z.array(z.number().int().min(1).max(7)).min(1).max(7).optional(),
    /** The next event that takes the person's time starts in at most this many minutes. */
    eventWithinMinutes: z.number().int().min(1).max(1440).optional(),
    /** The title of that event contains one of these words or phrases. */
    eventMentions: words.optional(),
    /** The person's message contains one of these words or phrases. */
    mentions: words.optional(),
  })
  .refine((condition) => Object.keys(condition).length > 0, "a condition names at least one thing");
export type SkillCondition = z.infer<typeof SkillCondition>;

/** The typed header of a recipe file. */
export const SkillHeader = z.strictObject({
  name: SkillName,
  category: SkillCategory,
  triggers: z.array(Occasion).min(1).max(12),
  /**
   * The tools that the recipe needs. The list gives no permissions: a recipe cannot get a tool that its trigger may not
   * use.
   */
  requiredTools: z.array(ToolName).max(12),
  /** At least one of these must be true. Without conditions, the triggers are enough. */
  conditions: z.array(SkillCondition).min(1).max(8).optional(),
  /** What the finished text contains, in one paragraph. */
  template: z.string().min(1).max(400),
});
export type SkillHeader = z.infer<typeof SkillHeader>;

/** The most UTF-16 units in the body of a recipe. */
export const MAX_RECIPE_CHARS = 1500;

export const Skill = SkillHeader.extend({
  provenance: SkillProvenance,
  recipe: z.string().min(1).max(MAX_RECIPE_CHARS),
});
export type Skill = z.infer<typeof Skill>;

/** The recipes for all people (docs/sources.md, The fifteen recipes). Their names always belong to the system. */
export const BUNDLED_SKILLS = [
  "morning-brief",
  "midday-brief",
  "evening-brief",
  "event-brief",
  "fetch-alert",
  "intervention",
  "patrol-pass",
  "prep-for-event",
  "compose-today",
  "summarise-meeting",
  "recovery-day",
  "focus-block-prep",
  "weekly-review",
  "catch-up",
  "permission-slip",
  "heartbeat",
] as const;
export type BundledSkill = (typeof BUNDLED_SKILLS)[number];

/** Names of subjects that no person and no run may edit: medical guidance, CRS, safety, voice, the lifecycle. */
const LOCKED_NAMES =
  /^(?:brief|fetch-alert|patrol|intervention|dream)|-brief$|^(?:identity|safety|voice|crs|medical)(?:-|$)/;

/** True when this recipe is fixed in code, so no run, person or connector can change it. */
export function identityLocked({ provenance, category }: Pick<Skill, "provenance" | "category">): boolean {
  return provenance === "system" || category === "lifecycle";
}

/** Returns why a recipe that is not the system's may not have this name and category, or undefined when it may. */
export function identityFault({
  name,
  category,
  provenance,
}: Pick<Skill, "name" | "category" | "provenance">): string | undefined {
  if (provenance === "system") return undefined;
  if (category === "lifecycle") return "the lifecycle is the system's";
  if ((BUNDLED_SKILLS as readonly string[]).includes(name) || LOCKED_NAMES.test(name))
    return "the name belongs to the system";
  return undefined;
}

/**
 * The person's reactions to something that Waldo said or did: a thumb up or down, a proposal that was done or
 * dismissed, an effect that was undone, "don't say that", and a morning's suggestion that was followed, dismissed or
 * ignored.
 */
export const FEEDBACK_KINDS = ["up", "down", "done", "dismissed", "undone", "dont_say", "followed", "ignored"] as const;
export const FeedbackKind = z.enum(FEEDBACK_KINDS);
export type FeedbackKind = z.infer<typeof FeedbackKind>;

/** The person's feedback on one occasion. The occasion is part of the key, so the same feedback twice is one row. */
export const Feedback = z.strictObject({
  kind: FeedbackKind,
  /** The run that spoke or acted. */
  runId: RunId,
  /** The recipes in the prompt of that run. */
  recipes: z.array(SkillName).max(8),
  /** What the last sentence of a Brief suggested (core/skills/suggested.ts). */
  phrase: z.string().min(1).max(40).optional(),
  /** When it was noted. */
  at: EpochMs,
});
export type Feedback = z.infer<typeof Feedback>;

/** What the nights have learned about one recipe of one person (docs/sources.md, Effectiveness of recipes). */
export const RecipeStanding = z.strictObject({
  /** The name of the recipe. Older rows have the name only in their key. */
  name: SkillName.optional(),
  /** The score of the last night that had new feedback. */
  score: z.number().min(0).max(1),
  /** For how many such nights in a row the score was low, and for how many it was high. */
  lows: z.number().int().nonnegative(),
  highs: z.number().int().nonnegative(),
  /** The latest feedback that was counted. */
  newest: EpochMs,
  /** Set when the person brought the recipe back. Feedback up to then no longer counts. */
  keptAt: EpochMs.optional(),
});
export type RecipeStanding = z.infer<typeof RecipeStanding>;
