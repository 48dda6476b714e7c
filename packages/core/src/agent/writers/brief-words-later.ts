/** The sentences of the later Briefs of a day: at midday, in the evening, and when something has changed. */
/**
 * Nothing has changed since the morning. "This morning" stands in these lists for the time of waking (byWaking in
 * writer.ts).
 */
export const UNCHANGED = ["Nothing has changed since this morning.", "It is much as it was this morning."] as const;

/** The body zone has changed since this morning. `%` is the zone of the morning, `#` the zone of now. */
export const MOVED = {
  up: ["You have gone from % this morning to #.", "You were % this morning and you are # now."],
  down: ["You have gone from % this morning to #.", "You were % this morning and you are # now."],
} as const;

/** The body zone is the same and Form has moved within it. `%` is the zone. */
export const MOVED_WITHIN = {
  up: [
    "You're still %, and a little up since this morning.",
    "You are %, as before, and a little up since this morning.",
  ],
  down: [
    "You're still %, and a little down since this morning.",
    "You are %, as before, and a little down since this morning.",
  ],
} as const;

/** What moved the score during the day. */
export const WHY_MOVED = {
  corrected: ["Your wearable sent a correction of the night.", "The night was corrected by a later sync."],
  hours: ["That is what the hours awake and your movement add up to.", "The hours awake and your movement explain it."],
} as const;

/** The body zone of an earlier day is no longer the one that the person was told. `%` is the day, `#` both zones. */
export const EARLIER = ["%'s data was corrected since, and it was #.", "A later sync changed %: it was #."] as const;

/** An earlier day has a score now and had none when the person was last told. `%` is the day, `#` its zone. */
export const CAME_LATE = [
  "%'s data came in late: it was #.",
  "The data of % has arrived since, and it was #.",
] as const;

/** The data of the night was corrected, and the body zone stays the same. `%` is the zone. */
export const STILL = ["You're still % after it.", "It changes little: you're still %."] as const;

/** A sentence for the evening. `%` is tomorrow's first event with its time. */
export const TOMORROW = ["Tomorrow starts with %.", "Your first event tomorrow is %."] as const;

/** The sleep debt of the week. `%` is the hours in words. */
export const OWED = ["You are % short of sleep for the week.", "Your week lacks % of sleep."] as const;

/** The body zone at the end of the day. `%` is the zone. */
export const DAY_ENDS = ["You're % as the day closes.", "You are % at the end of this day."] as const;

/** The first words of an event Brief. `%` is the zone. */
export const CHANGED: readonly string[] = [
  "Something has changed: you're % now.",
  "You're % now, which is different from before.",
];
