/** What the routes show of the designs of a person's memory. */
import * as z from "zod";
import { EpochMs } from "./ids.ts";
import { DESIGN_VERDICTS, DesignArchive, ShadowNight } from "./memory-design.ts";

/** A number that differs from the standard design, with its meaning in words. */
export const DesignNumber = z.strictObject({
  name: z.string(),
  about: z.string(),
  value: z.number(),
  standard: z.number(),
});
export type DesignNumber = z.infer<typeof DesignNumber>;

const numbers = z.array(DesignNumber);
const { date, by, traces, score } = DesignArchive.shape.tried.element.shape;

export const DesignView = z.strictObject({
  /** The numbers of the design in force that differ from the standard, its start, and the numbers before. */
  inForce: z.strictObject({ numbers, since: EpochMs.optional(), before: numbers.optional() }),
  /** The design that the nights compare with the one in force. Answers do not use it. */
  shadow: z
    .strictObject({ numbers, begun: EpochMs, nights: z.array(ShadowNight), wanted: z.number().int() })
    .optional(),
  /** The comparisons of the last nights, the latest first. */
  nights: z.array(ShadowNight.extend({ numbers, what: z.enum(DESIGN_VERDICTS) })),
  /** The designs that were tried last, the latest first. */
  results: z.array(z.strictObject({ numbers, date, by, traces, score })),
  /** The step back that the person can take: its name, and what it does. Absent: the person cannot step back. */
  step: z.strictObject({ name: z.string(), does: z.enum(["give up", "before", "standard"]) }).optional(),
});
export type DesignView = z.infer<typeof DesignView>;
