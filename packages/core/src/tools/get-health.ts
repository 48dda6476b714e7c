import { z } from "zod";
import { loadScores } from "../health/ledger.ts";
import { describeDay } from "../health/narrative.ts";
import { addDays } from "../time.ts";
import { defineTool } from "./define.ts";
import { ToolFailure } from "./tool.ts";

const TRAILING_DAYS = 14;

/** The body in words: bands per pillar against the person's own norm, trend, streaks. Derived values only (R7). */
export const getHealth = defineTool({
  name: "get_health",
  description: "Today's body in words: each pillar against this person's usual, the trend of Form, nights in a row.",
  args: z.strictObject({}),
  origin: "system",
  async run(_args, { store, userId, date }) {
    const scores = await loadScores(store, userId, addDays(date, -TRAILING_DAYS), date);
    const today = scores.at(-1);
    if (today?.date !== date)
      throw new ToolFailure("not_found", `nothing has been computed for ${date}: no health data had arrived`);
    return describeDay(today, scores.slice(0, -1));
  },
});
