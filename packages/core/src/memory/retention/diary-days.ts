/**
 * How many days a diary entry stays in the store (docs/sources.md, Retention). The retention table and the ranking of
 * recall both use it.
 */
export const DIARY_DAYS = 90;
