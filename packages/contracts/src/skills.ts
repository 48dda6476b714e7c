import { z } from "zod";
import { ToolName } from "./tools.ts";
import { BRIEF_VARIANTS, type BriefVariant, Trigger } from "./triggers.ts";

/** Lifecycle: how a trigger itself is answered. Copilot: work taken off the person. Social: words for others. */
export const SKILL_CATEGORIES = ["lifecycle", "copilot", "social"] as const;
export const SkillCategory = z.enum(SKILL_CATEGORIES);
export type SkillCategory = z.infer<typeof SkillCategory>;

/**
 * Where a recipe came from. `system` is shipped with the code; `connector` came with a connection; `user` is a routine
 * of the person. `agent_authored` is typed and loaded nowhere yet.
 */
export const SKILL_PROVENANCES = ["system", "connector", "user", "agent_authored"] as const;
export const SkillProvenance = z.enum(SKILL_PROVENANCES);
export type SkillProvenance = z.infer<typeof SkillProvenance>;

const briefOccasions = BRIEF_VARIANTS.map((variant) => `brief/${variant}` as const);
/** When a recipe is fit: a trigger, or one variant of a brief. `brief` alone is every variant. */
export const Occasion = z.union([Trigger, z.enum(briefOccasions as [`brief/${BriefVariant}`])]);
export type Occasion = z.infer<typeof Occasion>;

const words = z.array(z.string().min(2).max(40)).min(1).max(40);

/** What must hold of the moment; all that is named must. What is not known does not hold. */
export const SkillCondition = z
  .strictObject({
    on: z.array(Occasion).min(1).max(8).optional(),
    /** Form of the day, 0–100, below this. */
    formBelow: z.number().min(1).max(100).optional(),
    /** Days in a row, this one included, in today's zone; at least as many. */
    zoneSustainedDays: z.number().int().min(1).max(14).optional(),
    /** The body clock is still behind a move between zones. */
    jetLagged: z.literal(true).optional(),
    /** Hours since the person last wrote; at least as many. */
    absentHours: z.number().int().min(1).max(1000).optional(),
    /** 1 is Monday, 7 is Sunday, on the person's calendar. */
    weekdays: z.array(z.number().int().min(1).max(7)).min(1).max(7).optional(),
    /** Minutes to the next event that takes the person's time; at most as many. */
    eventWithinMinutes: z.number().int().min(1).max(1440).optional(),
    /** A word or phrase in that event's title. */
    eventMentions: words.optional(),
    /** A word or phrase in the person's message. */
    mentions: words.optional(),
  })
  .refine((condition) => Object.keys(condition).length > 0, "a condition names at least one thing");
export type SkillCondition = z.infer<typeof SkillCondition>;

/** A name is ASCII, so that none looks like another. */
export const SkillName = z.string().regex(/^[a-z][a-z0-9-]{2,39}$/, "a name is 3-40 characters of a-z, 0-9 and -");

/** The typed header of a recipe file. */
export const SkillHeader = z.strictObject({
  name: SkillName,
  category: SkillCategory,
  triggers: z.array(Occasion).min(1).max(12),
  /** The least it needs. It grants nothing: what a trigger may not use, a recipe of that trigger cannot ask for. */
  requiredTools: z.array(ToolName).max(12),
  /** One of these must hold. Without any, its triggers are enough. */
  conditions: z.array(SkillCondition).min(1).max(8).optional(),
  /** What the finished text holds, in one paragraph. */
  template: z.string().min(1).max(400),
});
export type SkillHeader = z.infer<typeof SkillHeader>;

/** UTF-16 units of a recipe's body. */
export const MAX_RECIPE_CHARS = 1500;

export const Skill = SkillHeader.extend({
  provenance: SkillProvenance,
  recipe: z.string().min(1).max(MAX_RECIPE_CHARS),
});
export type Skill = z.infer<typeof Skill>;

/** The recipes everybody has from the first day (seed 000 §3e). Their names belong to the system for good. */
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
] as const;
export type BundledSkill = (typeof BUNDLED_SKILLS)[number];

/** Names that speak of what nobody may edit at run time: medical guidance, CRS, safety, voice, the lifecycle. */
const LOCKED_NAMES =
  /^(?:brief|fetch-alert|patrol|intervention|dream)|-brief$|^(?:identity|safety|voice|crs|medical)(?:-|$)/;

/** Whether this recipe is fixed in code: no run, no person and no connector changes it. */
export function identityLocked({ provenance, category }: Pick<Skill, "provenance" | "category">): boolean {
  return provenance === "system" || category === "lifecycle";
}

/** Why a recipe that is not the system's may not stand under this name and category; undefined where it may. */
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
