/** What Waldo said to a person unasked in the last two weeks: which voice, what about, and what became of it. */
import * as z from "zod";
import { EpochMs, LocalDate } from "./ids.ts";
import { SystemText } from "./words.ts";

/** How many days back it is known what was said unasked. */
export const SAID_DAYS = 14;
/** The most entries that are kept. The oldest ones go first. */
export const MOST_SAID = 150;

/**
 * `open`: its run or its message is still on the way. `silent`: its run had nothing to say. `failed`: its run broke.
 * `unsent`: it was written and not sent. `said`: it was sent, and the person may still answer. After some hours it is
 * `answered` or `ignored`.
 */
export const BECAME = ["open", "silent", "failed", "unsent", "said", "answered", "ignored"] as const;
export type Became = (typeof BECAME)[number];

export const SaidEntry = z.strictObject({
  at: EpochMs,
  /** The local date of the person, for the count of the day. */
  date: LocalDate,
  /** The name of the voice (core/voices). `other`: no voice offered it. */
  voice: SystemText,
  /** What it was about, as a name that code made. It never holds words of a person. */
  topic: SystemText,
  /** The run or the announcement that said it. */
  by: SystemText,
  became: z.enum(BECAME),
  /** Set when the person arranged it. It does not count for the day. */
  set: z.literal(true).optional(),
});
export type SaidEntry = z.infer<typeof SaidEntry>;

/** One row a person. */
export const SaidRow = z.strictObject({ said: z.array(SaidEntry) });
export type SaidRow = z.infer<typeof SaidRow>;
