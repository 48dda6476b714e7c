import { addDays } from "../../time.ts";
import { happening } from "./phrase.ts";
import { ahead, eventsIn, type OpenTask, openTasks, proposed, zoneIn } from "./reading.ts";
import type { Results, SkillWriter, Told } from "./writer.ts";

/**
 * The task that can wait: the last of those due by today, or else the last task without a due date. A task due later is
 * no load yet.
 */
function movable({ date }: Told, results: Results): OpenTask | undefined {
  const open = openTasks(results) ?? [];
  return open.findLast(({ due }) => due !== undefined && due <= date) ?? open.findLast(({ due }) => due === undefined);
}

/** The load is too much for the person. The text proposes one thing to move; no push is sent. */
export const intervention: SkillWriter = {
  reads: () => [
    { name: "get_crs", args: {} },
    { name: "get_tasks", args: { limit: 20 } },
    { name: "query_calendar", args: {} },
  ],
  follow(told, results) {
    const task = movable(told, results);
    if (!task) return [];
    // The title goes with the id, so that the person reads which task moves.
    const args = { taskId: task.taskId, title: task.title, due: addDays(told.date, 1) };
    return [{ name: "propose_action", args: { actions: [{ tool: "update_task", args }] } }];
  },
  write(told, results, quote) {
    const bodyZone = zoneIn(results, told.date);
    const load = "the load has been outgrowing your days";
    const lead = bodyZone === undefined ? `I think ${load}.` : `You're ${bodyZone}, and ${load}.`;
    const task = movable(told, results);
    if (task) {
      const tap = proposed(results) ? " One tap moves it." : "";
      return `${lead} The one thing I would leave for tomorrow is ${quote(task.title) ?? "the last task on your list"}.${tap}`;
    }
    const event = ahead(eventsIn(results, told.date), told).at(-1);
    if (event) return `${lead} The one thing I would move is ${happening(event, quote)}.`;
    return `${lead} Whatever can wait, let it wait until tomorrow.`;
  },
};
