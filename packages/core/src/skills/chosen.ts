/** The recipes of a person as the person sees them, and the ones that they switched off. */
import type { RecipeView, Skill, SkillName, UserId } from "@waldo/contracts";
import { changeProfile, loadProfile } from "../person/profile.ts";
import type { Ports } from "../ports.ts";
import { retryConflicts } from "../store/cas.ts";
import { stateOf } from "./effectiveness.ts";
import { personalSkills } from "./load.ts";
import { keepRecipe, type LoadedStanding, loadStandings } from "./standings.ts";

type SkillPorts = Pick<Ports, "store" | "archive" | "log" | "skills">;

/** Returns every recipe that a run of the person may be offered. Of one name only the first is ever used. */
export async function knownRecipes(ports: Omit<SkillPorts, "store">, userId: UserId): Promise<Skill[]> {
  const all = [...((await ports.skills?.()) ?? []), ...(await personalSkills(ports, userId))];
  return all.filter(({ name }, i) => all.findIndex((one) => one.name === name) === i);
}

/** True when the person may switch it off. A trigger is answered by its recipe of the lifecycle, so that one stays. */
export function isSwitchable({ category }: Pick<Skill, "category">): boolean {
  return category !== "lifecycle";
}

/** Returns what the person sees of each recipe. Throws `InvalidInput` for a person without a profile. */
export async function recipeViews(
  ports: SkillPorts,
  userId: UserId,
): Promise<{ readonly skill: Skill; readonly view: RecipeView }[]> {
  const [known, { recipesOff = [] }, standings] = await Promise.all([
    knownRecipes(ports, userId),
    loadProfile(ports.store, userId),
    loadStandings(ports.store, userId),
  ]);
  return known.map((skill) => ({ skill, view: viewOf(skill, recipesOff, standings) }));
}

function viewOf(skill: Skill, off: readonly SkillName[], standings: ReadonlyMap<string, LoadedStanding>): RecipeView {
  const { name, category, provenance, template } = skill;
  const found = standings.get(name);
  const switchable = isSwitchable(skill);
  return {
    ...{ name, category, provenance, about: template, switchable },
    on: !(switchable && off.includes(name)),
    state: found === undefined ? "usual" : stateOf(found.standing),
  };
}

/**
 * Switches a recipe off, or on again. On, it also comes back from a review: the person wants it, so what was counted against
 * it counts no more.
 */
export async function switchRecipe({ store }: Pick<Ports, "store">, userId: UserId, name: SkillName, on: boolean) {
  await changeProfile(store, userId, ({ recipesOff = [], ...profile }) => {
    const others = recipesOff.filter((one) => one !== name);
    const off = on ? others : [...others, name].sort();
    return off.length === 0 ? profile : { ...profile, recipesOff: off };
  });
  if (on) await retryConflicts(() => keepIfReviewed(store, userId, name));
}

/** A recipe that the person only switched off and on keeps what was learned of it. */
async function keepIfReviewed(store: Ports["store"], userId: UserId, name: SkillName): Promise<void> {
  const found = (await loadStandings(store, userId)).get(name);
  if (found && stateOf(found.standing) === "review") await keepRecipe(store, userId, name);
}
