/** What the routes show of the designs of a person's memory. */
import * as z from "zod";
import { DESIGN_VERDICTS, DesignArchive, ShadowNight } from "./design.ts";
import { EpochMs } from "./ids.ts";

/** A number that is not the standard one, and what it says in words. */
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
  /** What of the design in force is not standard, since when, and what was in force before. */
  inForce: z.strictObject({ numbers, since: EpochMs.optional(), before: numbers.optional() }),
  /** The design that the nights compare with it. Nothing of it is used. */
  shadow: z
    .strictObject({ numbers, begun: EpochMs, nights: z.array(ShadowNight), wanted: z.number().int() })
    .optional(),
  /** What the last nights compared, the latest first. */
  nights: z.array(ShadowNight.extend({ numbers, what: z.enum(DESIGN_VERDICTS) })),
  /** The designs that were tried last, the latest first. */
  results: z.array(z.strictObject({ numbers, date, by, traces, score })),
  /** The step back that can be taken: its name, and what it does. Absent: there is none. */
  step: z.strictObject({ name: z.string(), does: z.enum(["give up", "before", "standard"]) }).optional(),
});
export type DesignView = z.infer<typeof DesignView>;
