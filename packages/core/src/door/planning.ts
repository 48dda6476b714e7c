import { loadGoalsFile } from "../goals/stored.ts";
import { fetchLog, fetchView, labelFetch, shareOf } from "../voices/fetches.ts";
import { type Call, DoorRefusal, type Handlers, profileOf } from "./handlers.ts";

/**
 * Routes for the file of goals: read it, save its text, change one line. The code that reads the file is loaded on
 * demand.
 */
export const goalsHandlers: Handlers<"goalsFile" | "saveGoals" | "editGoals"> = {
  async goalsFile(call) {
    await profileOf(call);
    const { goalsView } = await import("../goals/view.ts");
    return goalsView((await loadGoalsFile(call.ports.store, call.userId))?.file);
  },

  async saveGoals(call) {
    await profileOf(call);
    const { changeGoals, GoalsConflict, goalsView } = await parts();
    try {
      const { file, faults } = await changeGoals(call.ports, call.userId, { by: "app", ...call.body });
      return goalsView(file, faults);
    } catch (error) {
      if (!(error instanceof GoalsConflict)) throw error;
      const { sections, file } = error;
      const conflict = { text: file.text, revision: file.revision, sections: [...sections] };
      throw new DoorRefusal("Conflict", "the goals have changed meanwhile: choose what to keep", undefined, conflict);
    }
  },

  async editGoals(call) {
    await profileOf(call);
    const { changeGoals, goalsView } = await parts();
    const { file, faults } = await changeGoals(call.ports, call.userId, { by: "app", edit: call.body });
    return goalsView(file, faults);
  },
};

async function parts() {
  const [change, plan, view] = await Promise.all([
    import("../goals/change.ts"),
    import("../goals/plan.ts"),
    import("../goals/view.ts"),
  ]);
  return { ...change, ...plan, ...view };
}

/** Reading recipes loads the parser of their files, which most requests do not need. */
const chosen = () => import("../skills/load.ts");

/** Routes for a person's recipes: their text, and which of them runs may use. */
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

/** How many Fetches are shown. The share is computed over more of them. */
const SHOWN = 50;

/** Routes for stress alerts, and for what the person says about each. */
export const fetchHandlers: Handlers<"fetches" | "labelFetch"> = {
  async fetches({ ports, userId }) {
    const log = await fetchLog(ports.store, userId);
    return {
      items: await Promise.all(log.slice(0, SHOWN).map((entry) => fetchView(ports, userId, entry))),
      share: shareOf(log),
    };
  },

  async labelFetch({ ports, userId, params: { at }, body: { label } }) {
    const entry = await labelFetch(ports, userId, at, label);
    if (!entry) throw new DoorRefusal("NotFound", "there was no stress alert then");
    return fetchView(ports, userId, entry);
  },
};
