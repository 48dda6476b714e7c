/** Runs and their cost from the inside. */
import { DoorRefusal, type Handlers } from "./handlers.ts";

/** What most requests do not need is loaded when one comes. */
export const insideHandlers: Handlers<"runSources" | "insideRuns" | "insideRun" | "insideCost" | "insideEval"> = {
  async runSources({ ports, userId, params: { runId } }) {
    const { sourcesOf } = await import("./inside/sources.ts");
    return sourcesOf(ports.store, userId, runId);
  },

  async insideRuns({ ports, userId, query }) {
    const { runsPage } = await import("./inside/headers.ts");
    const found = await runsPage(ports.store, userId, query);
    if (!found) throw new DoorRefusal("InvalidInput", "query.cursor: it is of another list");
    return found;
  },

  async insideRun({ ports, userId, params: { runId } }) {
    const { insideRun } = await import("./inside/run.ts");
    return insideRun(ports, userId, runId);
  },

  async insideCost({ ports, userId, query: { days } }) {
    const { costOf } = await import("../meter/cost.ts");
    return costOf(ports.store, userId, days);
  },

  async insideEval({ ports, userId, query: { nights } }) {
    const { lastNights } = await import("../eval/view.ts");
    return { items: await lastNights(ports.store, userId, nights) };
  },
};
