/**
 * What recipes are, apart from their text. This file names no tool and no trigger, so code that only lists recipes
 * loads neither.
 */
import * as z from "zod";

/**
 * Lifecycle: how a trigger itself is answered. Copilot: work that is taken off the person. Social: words for other
 * people.
 */
export const SKILL_CATEGORIES = ["lifecycle", "copilot", "social"] as const;
export const SkillCategory = z.enum(SKILL_CATEGORIES);
export type SkillCategory = z.infer<typeof SkillCategory>;

/**
 * Where a recipe came from. `system` is shipped with the code; `connector` came with a connection; `user` is a routine
 * of the person. `agent_authored` has a type, but no code loads it yet.
 */
export const SKILL_PROVENANCES = ["system", "connector", "user", "agent_authored"] as const;
export const SkillProvenance = z.enum(SKILL_PROVENANCES);
export type SkillProvenance = z.infer<typeof SkillProvenance>;
