/** The file of goals: reading it, saving its text, and changing one line of it. What reads it is loaded when it is asked. */
import { loadGoalsFile } from "../goals/stored.ts";
import { DoorRefusal, type Handlers, profileOf } from "./handlers.ts";

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
