import type { EpochMs, LocalDate } from "@waldo/contracts";

/** A local time: `YYYY-MM-DD` and `HH:MM:SS`. An all-day value has no time. */
export type Wall = { readonly date: LocalDate; readonly time?: string };

/** Returns the instant of a local time in some time zone. */
export type ToInstant = (wall: Wall) => EpochMs;
