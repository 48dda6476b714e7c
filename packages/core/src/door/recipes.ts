/** The recipes of a person: what they say, and which ones runs are offered. */
import { type Call, DoorRefusal, type Handlers, profileOf } from "./handlers.ts";

/** Reading recipes brings the parser of their files. Most requests need none of it. */
const chosen = () => import("../skills/chosen.ts");

export const recipeHandlers: Handlers<"recipes" | "recipe" | "switchRecipe"> = {
  async recipes(call) {
    await profileOf(call);
    const { recipeViews } = await chosen();
    return { items: (await recipeViews(call.ports, call.userId)).map(({ view }) => view) };
  },

  async recipe(call) {
    const { skill, view } = await found(call);
    return { ...view, recipe: skill.recipe, triggers: skill.triggers };
  },

  async switchRecipe(call) {
    const { view } = await found(call);
    const { on } = call.body;
    if (!view.switchable && !on)
      throw new DoorRefusal("Forbidden", "the day itself is answered with this recipe, so it stays on");
    const { switchRecipe } = await chosen();
    if (view.switchable) await switchRecipe(call.ports, call.userId, view.name, on);
    return (await found(call)).view;
  },
};

async function found(call: Pick<Call<"recipe">, "ports" | "userId" | "params">) {
  await profileOf(call);
  const { recipeViews } = await chosen();
  const one = (await recipeViews(call.ports, call.userId)).find(({ view }) => view.name === call.params.name);
  if (!one) throw new DoorRefusal("NotFound", "there is no such recipe");
  return one;
}
