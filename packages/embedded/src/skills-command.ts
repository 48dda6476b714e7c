/** `waldo skills`: the recipes, how well each works for the person, and a command to end a review. */
import { type Skill, WaldoError } from "@waldo/contracts";
import { keepRecipe, loadStandings, type RecipeState, stateOf } from "@waldo/core/skills/effectiveness";
import { personalSkills } from "@waldo/core/skills/load";
import * as z from "zod";
import { repositorySkills } from "./bundled-skills.ts";
import { type MemoryOptions, type OpenMemory, withMemory } from "./memory/open-memory.ts";
import type { Terminal } from "./terminal.ts";
import { typed } from "./typed.ts";

type Wanted = { readonly action: string | undefined; readonly name: string | undefined };
type Shown = Pick<Skill, "name" | "category"> & { readonly score?: number; readonly state: RecipeState };

/** Ends a recipe's review if asked, and lists all recipes. Throws `InvalidInput` for an unknown recipe. */
export function skillsCommand({ action, name }: Wanted, options: MemoryOptions, terminal: Terminal): Promise<void> {
  return withMemory(options, terminal, async (memory) => {
    const known = [
      ...repositorySkills(),
      ...(await personalSkills({ archive: memory.archive, log: () => {} }, memory.userId)),
    ];
    if (action !== undefined) {
      typed(z.literal("keep"), action, "the argument");
      await keep(memory, known, name);
    }
    const recipes = await shown(memory, known);
    if (options.json) return terminal.print(JSON.stringify({ recipes }, null, 2));
    for (const recipe of recipes)
      terminal.print(` ${recipe.name.padEnd(24)} ${scoreOf(recipe)}  ${terminal.c.dim(MEANING[meaningOf(recipe)])}`);
  });
}

async function keep(memory: OpenMemory, known: readonly Skill[], name: string | undefined): Promise<void> {
  const found = known.find((one) => one.name === name);
  if (!found) throw new WaldoError("InvalidInput", `there is no recipe ${name ?? ""}: waldo skills lists them`);
  await keepRecipe(memory.store, memory.userId, found.name);
}

async function shown({ store, userId }: OpenMemory, known: readonly Skill[]): Promise<Shown[]> {
  const standings = await loadStandings(store, userId);
  return known.map(({ name, category }) => {
    const standing = standings.get(name)?.standing;
    if (standing === undefined) return { name, category, state: "usual" };
    return { name, category, score: standing.score, state: stateOf(standing) };
  });
}

function scoreOf({ score }: Shown): string {
  return score === undefined ? "   –" : score.toFixed(2);
}

const MEANING = {
  usual: "",
  preferred: "preferred: goes first",
  review: "under review: used only when you ask for it · waldo skills keep <name> brings it back",
  lifecycle: "found poor: stays, because the day needs it",
} as const;

function meaningOf({ state, category }: Shown): keyof typeof MEANING {
  return state === "review" && category === "lifecycle" ? "lifecycle" : state;
}
