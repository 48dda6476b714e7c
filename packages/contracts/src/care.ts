import * as z from "zod";
import { EpochMs, LocalDate } from "./ids.ts";
import { bySystem } from "./words.ts";

/** Stored for two days after an answer to words about danger: the time and the tier, but no words. */
export const Care = z.strictObject({
  at: EpochMs,
  tier: z.enum(["certain", "physical"]),
  /** The language of the answer, by ISO 639-1. */
  language: bySystem(z.string().max(8)),
  /** The date of the morning whose Brief had the sentence of care. */
  morning: LocalDate.optional(),
});
export type Care = z.infer<typeof Care>;
