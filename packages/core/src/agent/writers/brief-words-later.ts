/** The sentences of the later Briefs of a day: at midday, in the evening, and when something has changed. */
/**
 * Nothing has changed since the morning. "This morning" stands in these lists for the time of waking (byWaking in
 * writer.ts).
 */
export const UNCHANGED = [
  "Nothing has changed since this morning.",
  "It is much as it was this morning.",
  "No change since this morning.",
  "You are about where you were this morning.",
  "Things stand as they did this morning.",
  "Nothing new since this morning.",
  "Still the same as this morning.",
  "The day is going as it began.",
] as const;

/** The body zone has changed since this morning. `%` is the zone of the morning, `#` the zone of now. */
export const MOVED = {
  up: [
    "You have gone from % this morning to #.",
    "You were % this morning and you are # now.",
    "Since this morning you have come up from % to #.",
    "It was % this morning; now you're #.",
    "You're # now, after % this morning.",
    "From % this morning you have moved up to #.",
    "You're # now; this morning it was %.",
    "Better than this morning: from % to #.",
  ],
  down: [
    "You have gone from % this morning to #.",
    "You were % this morning and you are # now.",
    "Since this morning you have gone down from % to #.",
    "It was % this morning; now you're #.",
    "You're # now, after % this morning.",
    "From % this morning you have slipped to #.",
    "You're # now; this morning it was %.",
    "Lower than this morning: from % to #.",
  ],
} as const;

/** The body zone is the same and Form has moved within it. `%` is the zone. */
export const MOVED_WITHIN = {
  up: [
    "You're still %, and a little up since this morning.",
    "You are %, as before, and a little up since this morning.",
    "Still %: you're a little up since this morning.",
    "You're a little up since this morning, and still %.",
    "A little up since this morning; you're still %.",
    "You're % still, slightly up since this morning.",
    "Slightly up since this morning, and you're still %.",
    "You are % now too, and slightly up since this morning.",
  ],
  down: [
    "You're still %, and a little down since this morning.",
    "You are %, as before, and a little down since this morning.",
    "Still %: you're a little down since this morning.",
    "You're a little down since this morning, and still %.",
    "A little down since this morning; you're still %.",
    "You're % still, slightly down since this morning.",
    "Slightly down since this morning, and you're still %.",
    "You are % now too, and slightly down since this morning.",
  ],
} as const;

/** What moved the score during the day. */
export const WHY_MOVED = {
  corrected: [
    "Your wearable sent a correction of the night.",
    "The night was corrected by a later sync.",
    "A later sync changed what I know of the night.",
    "Your wearable has revised the night.",
    "The data of the night was corrected since.",
    "A correction of the night came in.",
    "What I know of your night has been corrected.",
    "The night looks different after a later sync.",
  ],
  hours: [
    "That is what the hours awake and your movement add up to.",
    "The hours awake and your movement explain it.",
    "It comes from the hours you have been awake and from your movement.",
    "Time awake and movement did that.",
    "The day itself moved it: hours awake and movement.",
    "It follows from your hours awake and your movement.",
    "Hours awake and movement, nothing else.",
    "Your hours awake and your movement moved it.",
  ],
} as const;

/** The body zone of an earlier day is no longer the one that the person was told. `%` is the day, `#` both zones. */
export const EARLIER = [
  "%'s data was corrected since, and it was #.",
  "A later sync changed %: it was #.",
  "With what came in since, % was #.",
  "I have to correct %: it was #.",
  "What I told you of % has changed: it was #.",
  "% reads differently after a later sync: it was #.",
  "By the data that came since, % was #.",
  "One correction: % was #.",
] as const;

/** An earlier day has a score now and had none when the person was last told. `%` is the day, `#` its zone. */
export const CAME_LATE = [
  "%'s data came in late: it was #.",
  "The data of % has arrived since, and it was #.",
  "% has its data now: it was #.",
  "What was missing of % came in: it was #.",
  "The late data of % says that it was #.",
  "% was #, by data that came in late.",
  "A late sync filled in %: it was #.",
  "Now there is data of %, and it was #.",
] as const;

/** The data of the night was corrected, and the body zone stays the same. `%` is the zone. */
export const STILL = [
  "You're still % after it.",
  "It changes little: you're still %.",
  "You are %, as before.",
  "You're % with it too.",
  "You are still %, so nothing else changes.",
  "It leaves you %, as before.",
  "You're % all the same.",
  "You are % with it as well.",
] as const;

/** A sentence for the evening. `%` is tomorrow's first event with its time. */
export const TOMORROW = [
  "Tomorrow starts with %.",
  "Your first event tomorrow is %.",
  "Tomorrow has % first.",
  "The first thing tomorrow is %.",
  "% is first tomorrow.",
  "Tomorrow opens with %.",
  "Tomorrow begins with %.",
  "The next day has % first.",
] as const;

/** The sleep debt of the week. `%` is the hours in words. */
export const OWED = [
  "You are % short of sleep for the week.",
  "Your week lacks % of sleep.",
  "Over the week you would need % more sleep.",
  "Seven nights together came out % short.",
  "This week's sleep is % short.",
  "You owe yourself % of sleep from this week.",
  "Your last seven nights lack %.",
  "Counted by the week, you are % short of sleep.",
] as const;

/** The body zone at the end of the day. `%` is the zone. */
export const DAY_ENDS = [
  "You're % as the day closes.",
  "You are % at the end of this day.",
  "The day is done and you're %.",
  "You come to the end of the day %.",
  "The day ends and you're %.",
  "You are still % as it ends.",
  "At the close of the day you're %.",
  "You are % as the day winds down.",
] as const;

/** The first words of an event Brief. `%` is the zone. */
export const CHANGED: readonly string[] = [
  "Something has changed: you're % now.",
  "You're % now, which is different from before.",
  "A change in the last hours: you're %.",
  "You are % now; that is new.",
  "You have changed since we last spoke: you're %.",
  "You're % at the moment, unlike before.",
  "It is different now: you're %.",
  "You are % at this hour, which is new.",
];
