/** What a day of a person may hold at most. The person may choose less. */

/** The most pushes a person may receive on one local day (docs/sources.md, Push budget). */
export const PUSH_BUDGET_PER_DAY = 3;

/** US cents of tokens a day before the cheap tier answers. It is the cost of eight average days (bench:cost). */
export const MODEL_CENTS_A_DAY = 20;
