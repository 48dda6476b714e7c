/** The sentences of the later Briefs of a day: at midday, in the evening, and when something has changed. */
/**
 * Nothing has changed since the morning. "This morning" stands in these lists for the time of waking (byWaking in
 * writer.ts).
 */
export const UNCHANGED = ["Nothing has changed since this morning.", "It is much as it was this morning."] as const;

/** The kind of day has changed since this morning. `%` is the kind of now, `#` that of the morning. */
export const MOVED = ["It is a % day now, after a # start."] as const;

/** The kind of day is the same and Form has moved within it. `%` is the kind. */
export const MOVED_WITHIN = {
  up: ["Still a % day, and a little up since this morning."],
  down: ["Still a % day, and a little down since this morning."],
} as const;

/** What moved the score during the day, if it was not the day itself. */
export const CORRECTED = [
  "Your wearable sent a correction of the night.",
  "The night was corrected by a later sync.",
] as const;

/** An earlier day is of another kind than the person was told. `%` is the weekday, `#` both kinds. */
export const EARLIER = [
  "%'s data was corrected since: that day was #.",
  "A later sync changed %: that day was #.",
] as const;

/** An earlier day has a score now and had none when the person was last told. `%` is the weekday, `#` its kind. */
export const CAME_LATE = ["%'s data came in late: that day was #."] as const;

/** The data of the night was corrected, and the kind of day stays the same. `%` is the kind. */
export const STILL = ["It is still a % day.", "It changes little: still a % day."] as const;

/** A sentence for the evening. `%` is tomorrow's first event with its time. */
export const TOMORROW = ["Tomorrow starts with %.", "Your first event tomorrow is %."] as const;

/** The sleep debt of the week. `%` is the hours in words. */
export const OWED = ["You are % short of sleep for the week.", "Your week lacks % of sleep."] as const;

/** The kind of day, at its end. `%` is the kind. */
export const DAY_ENDS = ["It was a % day."] as const;

/** The first words of an event Brief. `%` is the kind of day. */
export const CHANGED: readonly string[] = [
  "Something has changed: it is a % day now.",
  "It is a % day now, which is different from before.",
];
