import * as z from "zod";
import { EpochMs, LocalDate } from "./ids.ts";
import { bySystem } from "./words.ts";

/** What a row keeps of an answer to words of danger, for two days: its time and its tier, and no words. */
export const Care = z.strictObject({
  at: EpochMs,
  tier: z.enum(["certain", "physical"]),
  /** In which language the answer was, by ISO 639-1. */
  language: bySystem(z.string().max(8)),
  /** The date of the morning that had its sentence. */
  morning: LocalDate.optional(),
});
export type Care = z.infer<typeof Care>;
