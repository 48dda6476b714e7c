import * as z from "zod";
import { DataQuestion } from "./ask.ts";
import { Zone as BodyZone } from "./body-zones.ts";
import { EpochMs, LocalDate } from "./ids.ts";
import { BriefVariant } from "./triggers.ts";
import { SystemText } from "./words.ts";

/** The app draws a card beside a message. No card has a field for a raw health value (R7). */
export const Card = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("brief"),
    variant: BriefVariant,
    date: LocalDate,
    bodyZone: BodyZone.optional(),
    /** 0–100, rounded. Set only for a person who chose to see Form as a number. */
    form: z.number().int().min(0).max(100).optional(),
    headline: z.string(),
    provisional: z.boolean(),
  }),
  z.strictObject({
    type: z.literal("proposal"),
    proposalId: SystemText,
    title: z.string(),
    detail: z.string(),
    expiresAt: EpochMs,
  }),
  z.strictObject({ type: z.literal("patrol"), at: EpochMs, note: z.string(), undoable: z.boolean() }),
  /** The page and the terminal ask the readings for the answer, with the session of the person. */
  z.strictObject({ type: z.literal("reading"), question: DataQuestion }),
  z.strictObject({ type: z.literal("alert"), note: z.string() }),
  z.strictObject({
    type: z.literal("emergency"),
    lines: z.array(z.strictObject({ label: z.string(), number: z.string() })),
  }),
]);
export type Card = z.infer<typeof Card>;
export type CardType = Card["type"];
