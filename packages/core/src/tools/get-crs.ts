import { CrsResult, keys, LocalDate } from "@waldo/contracts";
import { z } from "zod";
import { addDays } from "../time.ts";
import { defineRead } from "./define.ts";
import { ToolFailure } from "./tool.ts";

/** The score of a day: Form, Recovery, zone, drag, how sure, and what is missing. Derived values only (R7). */
export const getCrs = defineRead({
  name: "get_crs",
  description: "Form and Recovery of a day with zone, pillar drag, confidence and what is missing. Defaults to today.",
  args: z.strictObject({ date: LocalDate.optional(), daysBack: z.number().int().min(0).max(60).optional() }),
  origin: "system",
  async run({ date, daysBack }, { store, userId, date: today }) {
    const day = addDays(date ?? today, -(daysBack ?? 0));
    const row = await store.get(keys.crs(userId, day));
    if (!row) throw new ToolFailure("not_found", `nothing has been computed for ${day}: no health data had arrived`);
    const { version: _v, computedAt: _c, ...crs } = CrsResult.parse(row.body);
    return crs;
  },
});
