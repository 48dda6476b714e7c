import { CoachState, keys } from "@waldo/contracts";
import * as z from "zod";
import { defineRead } from "../define.ts";

/** What the coach found for this run (coach/heartbeat.ts). Another run finds nothing. */
export const getNudges = defineRead({
  name: "get_nudges",
  description:
    "What could be brought up with the person now: goals, tasks, free time and people, each with the reason.",
  args: z.strictObject({}),
  origin: "system",
  async run(_args, { store, userId, runId }) {
    const row = await store.get(keys.coach(userId));
    const asked = row && CoachState.parse(row.body).asked;
    const found = asked?.runId === runId ? asked.found : [];
    return { found: found.map(({ key, kind, title, why }) => ({ key, kind, title, why })) };
  },
});
