import { z } from "zod";
import { Zone as BodyZone } from "./health.ts";
import { LocalDate } from "./ids.ts";
import { BriefVariant } from "./triggers.ts";

/** What the app draws beside a message. No card has room for a raw health value (R7). */
export const Card = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("brief"),
    variant: BriefVariant,
    date: LocalDate,
    zone: BodyZone.optional(),
    headline: z.string(),
    provisional: z.boolean(),
  }),
  z.strictObject({
    type: z.literal("proposal"),
    proposalId: z.string(),
    title: z.string(),
    detail: z.string(),
    expiresAt: z.number().int(),
  }),
  z.strictObject({ type: z.literal("patrol"), at: z.number().int(), note: z.string(), undoable: z.boolean() }),
  z.strictObject({ type: z.literal("alert"), note: z.string() }),
  z.strictObject({
    type: z.literal("emergency"),
    lines: z.array(z.strictObject({ label: z.string(), number: z.string() })),
  }),
]);
export type Card = z.infer<typeof Card>;
export type CardType = Card["type"];
