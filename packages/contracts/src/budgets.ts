/** Limits of a person's day, and usual hours. The page also uses this file, so it imports nothing. */

/** The most pushes a person may receive on one local day (docs/sources.md, Push budget). */
export const PUSH_BUDGET_PER_DAY = 3;

/**
 * The most messages that Waldo sends unasked on one local day. What a person arranged does not count: reminders, the
 * steps before sleep, and news that something they asked for has failed.
 */
export const UNASKED_PER_DAY = 3;

/** A Brief has at most this many sentences, for a reader with sixty seconds. A person may choose fewer. */
export const BRIEF_SENTENCES = 3;

/**
 * US cents of tokens a day before the cheap tier answers. The amount is the cost of eight average days (bench:cost).
 */
export const MODEL_CENTS_A_DAY = 20;

/**
 * The hours of a person whose own are not known yet, on their clock. The morning is from docs/sources.md, The day; the
 * evening is our own choice.
 */
export const DEFAULT_HOURS = { wakeTime: "07:00", sleepTime: "23:00" } as const;
