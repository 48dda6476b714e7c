/** What the routes show of the recipes of a person. */
import * as z from "zod";
import { Skill } from "./skills.ts";

/** How the feedback of the person has turned out so far. A recipe under review is used only when it is asked for. */
export const RECIPE_STATES = ["usual", "review", "preferred"] as const;

export const RecipeView = Skill.pick({ name: true, category: true, provenance: true }).extend({
  /** What the finished text contains. */
  about: z.string(),
  /** False: the person has switched it off, and no run is offered it. */
  on: z.boolean(),
  /** False: the day needs it, so it cannot be switched off. */
  switchable: z.boolean(),
  state: z.enum(RECIPE_STATES),
});
export type RecipeView = z.infer<typeof RecipeView>;

/** One recipe with its text, and the occasions that it is for. */
export const RecipeText = RecipeView.extend({ recipe: Skill.shape.recipe, triggers: Skill.shape.triggers });
