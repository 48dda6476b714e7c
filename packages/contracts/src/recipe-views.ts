/** What the routes show of the recipes of a person. */
import * as z from "zod";
import { SkillName } from "./ids.ts";
import { SkillCategory, SkillProvenance } from "./skill-kinds.ts";

/** How the feedback of the person has turned out so far. A recipe under review is used only when it is asked for. */
export const RECIPE_STATES = ["usual", "review", "preferred"] as const;

export const RecipeView = z.strictObject({
  name: SkillName,
  category: SkillCategory,
  provenance: SkillProvenance,
  /** What the finished text contains. */
  about: z.string(),
  /** False: the person has switched it off, and no run is offered it. */
  on: z.boolean(),
  /** False: the day needs it, so it cannot be switched off. */
  switchable: z.boolean(),
  state: z.enum(RECIPE_STATES),
});
export type RecipeView = z.infer<typeof RecipeView>;

/** One recipe with its text, and the occasions (`Occasion`) that it is for. */
export const RecipeText = RecipeView.extend({ recipe: z.string(), triggers: z.array(z.string()) });
