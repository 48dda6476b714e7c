/** The file of goals: reading it, saving its text, and changing one line of it. */

import { changeGoals } from "../coach/goals/change.ts";
import { GoalsConflict } from "../goals/plan.ts";
import { loadGoalsFile } from "../goals/stored.ts";
import { goalsView } from "../goals/view.ts";
import { DoorRefusal, type Handlers, profileOf } from "./handlers.ts";

export const goalsHandlers: Handlers<"goalsFile" | "saveGoals" | "editGoals"> = {
  async goalsFile(call) {
    await profileOf(call);
    return goalsView((await loadGoalsFile(call.ports.store, call.userId))?.file);
  },

  async saveGoals(call) {
    await profileOf(call);
    const { text, base } = call.body;
    try {
      const { file, faults } = await changeGoals(call.ports, call.userId, { by: "app", text, base });
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
    const { ports, userId, body } = call;
    const { file, faults } = await changeGoals(ports, userId, { by: "app", edit: body });
    return goalsView(file, faults);
  },
};
