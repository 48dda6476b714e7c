/**
 * The types of recipes, apart from their text. This file uses no tool and no trigger, so code that only lists recipes
 * stays small.
 */
import * as z from "zod";

/** Lifecycle: how a trigger itself is answered. Copilot: work done for the person. Social: words for other people. */
export const SKILL_CATEGORIES = ["lifecycle", "copilot", "social"] as const;
export const SkillCategory = z.enum(SKILL_CATEGORIES);
export type SkillCategory = z.infer<typeof SkillCategory>;

/**
 * The source of a recipe. `system` comes with the code, `connector` with a connection, and `user` is a routine of the
 * person. `agent_authored` has a type, but no code loads it yet.
 */
export const SKILL_PROVENANCES = ["system", "connector", "user", "agent_authored"] as const;
export const SkillProvenance = z.enum(SKILL_PROVENANCES);
export type SkillProvenance = z.infer<typeof SkillProvenance>;
