/**
 * What a person says of their own day and night. It is theirs: no reading contradicts it. The values are plain words and
 * half hours, so a row holds no text that a person wrote.
 */
import * as z from "zod";
import { EpochMs, LocalDate } from "./ids.ts";

/** How a person feels, the worst first. These are also the words on the buttons. */
export const FEELINGS = ["awful", "low", "okay", "good", "great"] as const;
export const Feeling = z.enum(FEELINGS);
export type Feeling = z.infer<typeof Feeling>;

/** In half hours. A person does not lie awake for longer in one night. */
export const MOST_AWAKE = 24;

/** What the person said of one of their days. An absent member was not said. */
export const SaidOfDay = z.strictObject({
  feeling: Feeling.optional(),
  /** In half hours: how long they were awake in the night that ended on this day. */
  halfHoursAwake: z.number().int().min(1).max(MOST_AWAKE).optional(),
  /** True when the wearable did not record them in that night. */
  unworn: z.boolean().optional(),
});
export type SaidOfDay = z.infer<typeof SaidOfDay>;

/** The row of a date, with when and where the person said the last of it. */
export const OwnDay = SaidOfDay.extend({ at: EpochMs, from: z.enum(["chat", "tap"]) });
export type OwnDay = z.infer<typeof OwnDay>;

/** More nights than this do not matter: the oldest of them is in no score any more. */
export const MOST_UNWORN = 400;

/** The nights that the person's wearable did not record. No score and no norm counts them. */
export const UnwornNights = z.strictObject({ dates: z.array(LocalDate).max(MOST_UNWORN) });
export type UnwornNights = z.infer<typeof UnwornNights>;

/** The data of a button with a feeling, for a date: `felt:2026-03-04:good`. */
export const feltButton = {
  of: (date: LocalDate, feeling: Feeling): string => `felt:${date}:${feeling}`,
  parse(data: string): { readonly date: LocalDate; readonly feeling: Feeling } | undefined {
    const [name, date, feeling, ...more] = data.split(":");
    const parsed = z.strictObject({ date: LocalDate, feeling: Feeling }).safeParse({ date, feeling });
    return name === "felt" && more.length === 0 ? parsed.data : undefined;
  },
} as const;
