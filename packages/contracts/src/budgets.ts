/**
 * Numbers of a person's day: what it may hold at most, and its usual hours. The page reads them, so nothing is imported
 * here.
 */

/** The most pushes a person may receive on one local day (docs/sources.md, Push budget). */
export const PUSH_BUDGET_PER_DAY = 3;

/**
 * US cents of tokens a day before the cheap tier answers. The amount is the cost of eight average days (bench:cost).
 */
export const MODEL_CENTS_A_DAY = 20;

/**
 * The hours of a person whose own are not known yet, by their clock. The morning is from docs/sources.md, The day; the
 * evening is ours.
 */
export const DEFAULT_HOURS = { wakeTime: "07:00", sleepTime: "23:00" } as const;
