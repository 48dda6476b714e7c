/** What the routes show of the recipes of a person. */
import * as z from "zod";
import { SkillName } from "./ids.ts";
import { SkillCategory, SkillProvenance } from "./skill-kinds.ts";

/** The result of the person's feedback so far. A recipe under review is used only when the person asks for it. */
export const RECIPE_STATES = ["usual", "review", "preferred"] as const;

export const RecipeView = z.strictObject({
  name: SkillName,
  category: SkillCategory,
  provenance: SkillProvenance,
  /** What the finished text contains. */
  about: z.string(),
  /** False when the person has switched it off. No run may use it then. */
  on: z.boolean(),
  /** False for a recipe that every day needs. It cannot be switched off. */
  switchable: z.boolean(),
  state: z.enum(RECIPE_STATES),
});
export type RecipeView = z.infer<typeof RecipeView>;

/** One recipe with its text and its occasions (`Occasion`). */
export const RecipeText = RecipeView.extend({ recipe: z.string(), triggers: z.array(z.string()) });
