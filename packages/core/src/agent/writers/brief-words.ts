/**
 * The words of Briefs. Each list has at least eight ways to say one thing. A Brief takes the one of its date, so a
 * sentence rests for a week, and a date always gets the same words.
 *
 * A list of suggestions belongs to one cause. No sentence here names a plan, a list or an event, because the person may
 * have none.
 */
import type { LocalDate, Zone } from "@waldo/contracts";
import { dayNumber } from "../../health/timeline.ts";

/** Returns the entry of a list for a date. `shift` moves lists of one text against each other. */
export function ofDate<T>(list: readonly T[], date: LocalDate, shift = 0): T {
  return list[(dayNumber(date) + shift) % list.length] as T;
}

/** How a morning begins to say where the person stands. */
export const MORNING: Record<Zone, readonly string[]> = {
  energized: [
    "You're energized this morning",
    "You are energized today",
    "You're starting the day energized",
    "Today you're energized",
    "Early today you are energized",
    "You're energized as the day begins",
    "This morning you're energized",
    "You are energized, first thing today",
  ],
  steady: [
    "You're steady this morning",
    "You are steady today",
    "You're starting the day steady",
    "Today you're steady",
    "Early today you are steady",
    "You're steady as the day begins",
    "This morning you're steady",
    "You are steady, first thing today",
  ],
  flagging: [
    "You're flagging this morning",
    "You are flagging today",
    "You're starting the day flagging",
    "Today you're flagging",
    "Early today you are flagging",
    "You're flagging as the day begins",
    "This morning you're flagging",
    "You are flagging, first thing today",
  ],
  depleted: [
    "You're depleted this morning",
    "You are depleted today",
    "You're starting the day depleted",
    "Today you're depleted",
    "Early today you are depleted",
    "You're depleted as the day begins",
    "This morning you're depleted",
    "You are depleted, first thing today",
  ],
};

/** The same at another hour: for a night that came late, or for somebody who woke then. `%` is the zone. */
export const LATE_MORNING = [
  "You're % today",
  "You are % today",
  "Today you're %",
  "Today you are %",
  "You're % now",
  "You are % now",
  "Your sleep says you're %",
  "So far today you're %",
] as const;

/** What is said when no reading stands out. */
export const NOTHING_STANDS_OUT = [
  "nothing stands out from your last weeks",
  "everything is close to your usual",
  "your readings are where they usually are",
  "there is nothing unusual to report",
  "no reading is far from your usual",
  "your night and your heart are close to your usual",
  "all of it looks like an ordinary day for you",
  "nothing has moved away from your usual",
] as const;

/** The signs of strain. `%` lists them. */
export const THE_SIGNS = [
  "%.",
  "In detail: %.",
  "What moved: %.",
  "These are the signs: %.",
  "I see that %.",
  "They are these: %.",
  "The signs are that %.",
  "It shows in this: %.",
] as const;

/** How much later the person went to bed. `%` is the time in words. */
export const WENT_LATE = [
  "You went to bed % later than usual.",
  "Your bedtime was % later than usual.",
  "Your night began % later than usual.",
  "You turned in % later than usual.",
  "You got to bed % later than usual.",
  "You were in bed % later than usual.",
  "The lights went out % later than usual.",
  "You lay down % later than usual.",
] as const;

/** Said of a low zone when no single reading explains it. */
export const SMALL_THINGS = [
  "several small things add up",
  "no single reading explains it, but several are a little off",
  "a few readings are each a little off",
  "it is the sum of small changes",
  "many things are a little off, and none is far off",
  "small changes in several readings add up",
  "there is no one cause, only several small ones",
  "several readings have each moved a little",
] as const;

/** Said on the days after signs of strain. */
export const SIGNS_GONE = [
  "The signs of the last days are back to your usual.",
  "What was off in the last days has settled.",
  "The signs that moved together are back to your usual.",
  "The signs that stood out have settled again.",
  "The strain of the last days does not show any more.",
  "After the last days, the signs are in their usual place.",
  "The readings that were off have come back.",
  "The last days' signs have passed.",
] as const;

/** Said on the days after signs of strain, while one of them is still off. */
export const SIGNS_LEFT = [
  "Not all signs of the last days are back to your usual.",
  "The signs of the last days are smaller, and not all are gone.",
  "Some of what was off in the last days still shows.",
  "The strain of the last days still shows a little.",
  "What was off in the last days has not settled in full.",
  "The last days still show in your signs.",
  "At least one sign of the last days is still there.",
  "After the last days, not every sign is back yet.",
] as const;

/** The body zone of the day before, when today's is another. `%` is that zone. */
export const YESTERDAY = [
  "Yesterday you were %.",
  "The day before, you were %.",
  "You were % yesterday.",
  "That is a change: yesterday it was %.",
  "Yesterday you woke %.",
  "It was % yesterday.",
  "A day ago you were %.",
  "Compare yesterday, when you were %.",
] as const;

/** The same body zone for some days. `%` is the ordinal, `#` the zone. */
export const SAME_ZONE = [
  "That is the % # day in a row.",
  "It is your % # day in a row.",
  "This makes it the % # day in a row.",
  "You have now had # days in a row, and this is the %.",
  "Today is the % # day in a row.",
  "We are at the % # day in a row.",
  "This is the % # day in a row.",
  "Now it is the % # day in a row.",
] as const;

/** The first event of the day. `%` is the event with its time. */
export const FIRST_EVENT = [
  "First today is %.",
  "Your day has % first.",
  "The first thing in your calendar is %.",
  "It begins with %.",
  "% comes first today.",
  "Your calendar starts with %.",
  "Before anything else there is %.",
  "The day opens with %.",
] as const;

/** What is due. `%` is the person's own words for it. */
export const DUE = [
  "Due today: %.",
  "% is due today.",
  "You have % to do today.",
  "On your list for today is %.",
  "Today is the day for %.",
  "Do not forget %.",
  "Your list has % for today.",
  "You wanted % done today.",
] as const;

/** What was due on an earlier day. `%` is the person's own words for it. */
export const OVERDUE = [
  "Still open from before: %.",
  "% is still open.",
  "% was due before today.",
  "Left on your list from before is %.",
  "% has waited for some days.",
  "You still have % to do.",
  "From the days before there is %.",
  "% is past its date.",
] as const;

/** A plan that the person told. `%` is their own words. */
export const PLANNED = [
  "You told me about today: %.",
  "For today you said: %.",
  "Your plan for today: %.",
  "You had planned this for today: %.",
  "This is what you said of today: %.",
  "What you planned: %.",
  "You said of this day: %.",
  "As you told me: %.",
] as const;

/** What becomes of a plan on a day of strain, or in a low zone. */
export const PLAN_WAITS = [
  "I would let that wait for another day.",
  "I would do a smaller version of it, or none.",
  "It can wait until you are back.",
  "Move it to a better day if you can.",
  "I would skip it today.",
  "Let it be shorter than planned.",
  "Leave it out today, and see how tomorrow looks.",
  "Another day will suit it better.",
  "I would not do all of it today.",
] as const;

/** A good day for what the person wants. `%` is their own words. */
export const FOR_THE_GOAL = [
  "A good day to do something for this: %.",
  "Use some of it for what you want: %.",
  "You told me what you want: %. Today suits it.",
  "Give an hour to your goal: %.",
  "There is room for your goal today: %.",
  "Take one step for this today: %.",
  "Today is a day for your goal: %.",
  "Think of your goal today: %.",
  "Your goal fits into today: %.",
] as const;

/** How the person answered the suggestion of the day before. */
export const ANSWERED = {
  followed: [
    "You did what we spoke of yesterday.",
    "Yesterday you went along with my suggestion.",
    "You took up yesterday's suggestion.",
    "My suggestion of yesterday was done.",
    "You followed what I suggested yesterday.",
    "What I suggested yesterday, you did.",
    "You said yes to yesterday's suggestion.",
    "Yesterday's suggestion is done.",
  ],
  dismissed: [
    "You left yesterday's suggestion, so here is another.",
    "Yesterday you said no, so here is something else.",
    "My suggestion of yesterday did not suit you; here is another.",
    "You let yesterday's suggestion go, which is fine.",
    "Yesterday's suggestion was not for you; I try another.",
    "You passed on yesterday's suggestion, so this one is different.",
    "I do not repeat yesterday's suggestion; something else today.",
    "You did not want yesterday's suggestion; I offer another.",
  ],
} as const;

export const PROVISIONAL = [
  "This may still move once your wearable has synced.",
  "It may still change when the rest of the night arrives.",
  "It may still move, because your wearable has not sent everything.",
  "Not all of the night is here, so this may still change.",
  "This is provisional until your wearable has synced.",
  "Until the sync is complete, this may still move.",
  "Your wearable is not done, so this may still change.",
  "I have part of the night, so this may still move.",
] as const;

/** Said while there is no usual yet. `%` is how many days are missing. */
export const FIRST_NIGHTS = [
  "I need % more before I know what is usual for you.",
  "After % more I can compare you with yourself.",
  "It takes % more until I know your normal.",
  "Give me % more, and I can say what is usual for you.",
  "I am still learning your normal: % to go.",
  "% more, and I will know your usual.",
  "There is no usual yet; that takes % more.",
  "I compare you with other adults for % more.",
] as const;

/** Said once, on the first day of a device that gives no heart rate variability. */
export const NO_HRV_DEVICE =
  "Your wearable does not measure your heart's recovery, so I go by your sleep and your resting heart rate.";

/** Sleep is missing although the rest came in. */
export const NO_SLEEP = [
  "No sleep arrived from your wearable, so this rests on your heart alone.",
  "Your sleep did not arrive, so I go by your heart alone.",
  "This is without your sleep, which did not arrive.",
  "No sleep came in from the night, so take this lightly.",
  "The night came without sleep, so this rests on your heart.",
  "Your wearable sent no sleep, so this is less certain.",
  "Without the night's sleep I know less than usual.",
  "No sleep arrived, so I know only what your heart says.",
] as const;

/** There is a sleep by day and no night. */
export const ONLY_BY_DAY = [
  "No night came in, only a sleep by day.",
  "I have a sleep by day and no night.",
  "Your wearable sent no night, only some sleep by day.",
  "There is no night to read, only your sleep by day.",
  "I know of a sleep by day, and of no night before it.",
  "No night arrived; what I have is a sleep by day.",
  "Only a sleep by day came in, without a night.",
  "I see no night, only a sleep during the day.",
] as const;

/** A device that usually gives heart rate variability gave none. */
export const NO_HRV = [
  "Your heart's recovery did not arrive, so this rests on your sleep.",
  "Without your heart's recovery, which did not arrive, I go by your sleep.",
  "This is without your heart's recovery, which did not come in.",
  "No reading of your heart's recovery came in, so your sleep decides today.",
  "Your wearable sent no reading of your heart's recovery.",
  "There is no heart's recovery to read, so I go by your sleep.",
  "Your heart's recovery is missing today, so I know a little less.",
  "No reading of your heart's recovery arrived, so take this lightly.",
] as const;

/** Why the suggestion is made. */
export type Cause =
  | "sleepLow"
  | "sleepFine"
  | "heart"
  | "strain"
  | "strainDays"
  | "strainFar"
  | "after"
  | "timing"
  | "active"
  | "still"
  | "good"
  | "plain"
  | "low"
  | "first";

export const SUGGEST: Record<Cause, readonly string[]> = {
  sleepLow: [
    "Do the demanding part early, and let the afternoon be light.",
    "A short rest after lunch would help more than coffee.",
    "Leave what is hard and not urgent for tomorrow.",
    "Take breaks before you need them today.",
    "Go to bed half an hour earlier tonight.",
    "Be careful on the road today; tired people misjudge.",
    "Decide nothing large late in the day.",
    "Eat regularly and have no caffeine after lunch.",
    "Twenty minutes with your eyes closed this afternoon would help.",
  ],
  sleepFine: [
    "The day can stay as it is; an earlier night would settle it.",
    "You can do what you meant to do; just end the evening on time.",
    "Make up for it tonight.",
    "Keep your usual pace and close the day a little earlier.",
    "One calm evening is enough to make up for it.",
    "There is no need to change today; keep tonight free for sleep.",
    "Go on as usual, and let tonight be longer.",
    "Nothing has to move today; start winding down earlier tonight.",
    "Use the morning well and let the evening be short.",
  ],
  heart: [
    "Keep any exercise easy today.",
    "Drink enough, eat regularly, and keep effort moderate.",
    "A walk is better than hard training today.",
    "Slow breathing for five minutes before lunch may help.",
    "Leave some room between demanding things.",
    "Skip alcohol tonight and see how tomorrow looks.",
    "If you train, stop while it still feels easy.",
    "Let today be a quiet day.",
    "A light evening gives your heart time to recover.",
  ],
  strain: [
    "Treat today as an easy day, and look again tomorrow.",
    "Keep effort low today.",
    "Leave hard training out today.",
    "Do what you must, and rest where you can.",
    "Be gentle with yourself today; rest is the useful thing.",
    "Make today lighter than you had in mind.",
    "Make no hard effort today.",
    "Let others carry what they can today.",
    "Drink enough and keep the day short.",
  ],
  strainDays: [
    "Make this a rest day; if you feel unwell, a doctor can tell you more than I can.",
    "Please rest today, and ask a doctor if you feel unwell.",
    "Rest is the plan I would choose; if something feels wrong, see a doctor.",
    "Leave out all effort today, and see a doctor if you feel unwell.",
    "Cancel what is hard today; a doctor can look at it if you feel unwell.",
    "Keep the day quiet, and ask a doctor if you feel unwell.",
    "Take the day as a day of rest; if you feel unwell, let a doctor look.",
    "Do only what is needed, and let a doctor look if you feel unwell.",
    "I would rest all day; a doctor is the one to ask if you feel unwell.",
  ],
  strainFar: [
    "Please treat today as a rest day; if you feel unwell, a doctor can look at it.",
    "I would do nothing hard today, and ask a doctor if you feel unwell.",
    "Rest today, watch how you feel, and let a doctor look if it does not pass.",
    "Put effort aside today; if you feel unwell, a doctor can say what this is.",
    "Today is for rest; do not wait to ask a doctor if you feel unwell.",
    "Keep today empty if you can, and see a doctor if you feel unwell.",
    "Rest today; a doctor can tell you more if you feel unwell.",
    "I would rest today; if you feel unwell, call a doctor.",
    "Leave everything that can wait; if you feel unwell, get medical advice.",
  ],
  after: [
    "Start with an ordinary day, and do more tomorrow if it stays.",
    "Do not make up for lost days at once.",
    "Go back to your usual pace in two steps.",
    "An easy day today, and a normal one tomorrow.",
    "Leave the hard training for another day or two.",
    "Begin again slowly.",
    "Keep one more evening free for rest.",
    "Take the day as it comes and end it on time.",
    "Do about as much as you would on a quiet day.",
  ],
  timing: [
    "An hour of daylight this morning helps your body find its time again.",
    "Go outside early today, and keep the lights low tonight.",
    "Aim for your usual bedtime tonight.",
    "Have your meals at the usual times; it helps the body clock.",
    "Get up at the usual time tomorrow, even if tonight is short.",
    "Bright light before noon, dim light after nine.",
    "One evening at the usual hour is enough to bring it back.",
    "No long nap today, so that sleep comes on time tonight.",
    "Move your bedtime back by half an hour tonight.",
  ],
  active: [
    "Let your legs rest today; a walk is enough.",
    "Give your body a quieter day after that.",
    "Eat well today and keep exercise light.",
    "Stretch a little and leave the hard training for another day.",
    "After such a day, an easy one does more than another effort.",
    "Today is a good day to recover from yesterday's effort.",
    "Take the stairs slowly; you have done enough for two days.",
    "Drink more than usual today and go to bed on time.",
    "Plan no big effort today.",
  ],
  still: [
    "A walk of half an hour would do you good today.",
    "Stand up and move a little every hour today.",
    "Take one errand on foot today.",
    "Get outside before the evening, even for a short while.",
    "A few minutes of brisk walking after each meal would help.",
    "Choose the stairs today and see how it feels.",
    "Make one call while walking.",
    "Some movement this morning will help you sleep tonight.",
    "Go out for daylight and a walk around noon.",
  ],
  good: [
    "Put the hardest thing first today.",
    "Use the morning for what needs your full attention.",
    "A good day for the thing you have put off.",
    "If you want to train hard, this is the day.",
    "Take on something that needs patience today.",
    "Give your best hours to what matters most to you.",
    "Do the difficult thing today.",
    "Give the first hours to your own work.",
    "You can ask more of yourself today than most days.",
  ],
  plain: [
    "The day can stay as it is.",
    "No need to change anything today.",
    "Keep your usual pace.",
    "Do as you had in mind, with a pause around noon.",
    "A walk outside at midday keeps it this way.",
    "Go on as usual, and end the evening on time.",
    "Nothing to adjust; enjoy an ordinary day.",
    "Take one real break today.",
    "Keep the evening calm and it will hold.",
  ],
  low: [
    "Start slowly and do one thing at a time.",
    "Leave out what can wait until tomorrow.",
    "Take a real break before noon.",
    "Keep the afternoon lighter than the morning.",
    "Do the one thing that matters, then rest.",
    "Choose the smaller version of each task today.",
    "An early evening will help.",
    "Give yourself more time between things.",
    "Let some things be good enough today.",
  ],
  first: [
    "One more night with it, and tomorrow I know a little more.",
    "Keep to your usual times, so that I learn them.",
    "Live as you usually do; that is what I want to learn.",
    "There is nothing to change yet.",
    "Go through the day as you always do.",
    "Keep wearing it by night; each night helps.",
    "No advice yet beyond an ordinary day.",
    "Do in the evening what you always do, and I will learn from it.",
  ],
};

/**
 * Nothing has changed since the morning. "This morning" stands in these lists for the time of waking (byWaking in
 * phrase.ts).
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

/** The body zone is another than this morning. `%` is that of the morning, `#` that of now. */
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

/** The night was corrected, and the body zone is the same. `%` is the zone. */
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

/** The hours ahead, at any time of the day. */
export const NEXT_HOURS: Record<"up" | "down", readonly string[]> = {
  up: [
    "If something hard is left, this is a good time for it.",
    "Use the next hours for what needs attention.",
    "You can take on more in the next hours than you thought.",
    "A good moment for what you have left until now.",
    "The rest of the day can carry more than the beginning.",
    "Go ahead with what is left.",
    "There is room for one demanding thing.",
    "The next hours are your better ones today.",
  ],
  down: [
    "Make the rest of the day a little lighter.",
    "Step away for ten minutes before you go on.",
    "Leave one demanding thing for tomorrow.",
    "A short walk outside would help now.",
    "Do the simple things for the next hours.",
    "Take the next hours more slowly.",
    "Stop a little earlier today.",
    "Put a break in before the next thing.",
  ],
};

/** The end of the day. `%` is tomorrow's first event with its time. */
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

/** What the week lacks in sleep. `%` is the hours in words. */
export const OWED = [
  "You are % short of sleep for the week.",
  "Your week lacks % of sleep.",
  "Over the week you would need % more sleep.",
  "Seven nights together came out % short.",
  "This week's sleep is % short.",
  "You owe yourself % of sleep from this week.",
  "Your last seven nights lack %.",
  "By the week, you slept % too little.",
] as const;

/** When to put the lights out. `%` is a time of day in words. */
export const LIGHTS_OUT = [
  "Lights out around % would cover it.",
  "Be in bed by %.",
  "Around % is a good time to put the lights out.",
  "If you can, go to bed around %.",
  "Lights out around % gives you enough.",
  "Plan to sleep from % on.",
  "A bedtime of % would be right.",
  "Close the day around %.",
] as const;

/** Where the day ends. `%` is the zone. */
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

/** The end of a day that asks for nothing. */
export const CLOSE = [
  "Your usual bedtime is right.",
  "Nothing special; the usual hour is fine.",
  "Go to bed at your usual time.",
  "An ordinary end of the day is all it needs.",
  "Keep the last hours as they usually are.",
  "The usual time will do.",
  "Nothing more than the usual hour is needed.",
  "End the day at your usual hour.",
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

/** Nothing has arrived, and it is the morning. */
export const NOT_YET = [
  "Your night has not arrived yet.",
  "Last night's sleep has not arrived yet.",
  "I have no night from your wearable yet.",
  "The sleep of last night is not here yet.",
  "No night has come in yet.",
  "I have not received last night yet.",
  "I am still without your night.",
  "Last night has not come in so far.",
] as const;

/** What happens then. It has one entry more than the list before, so that the two seldom meet in the same way. */
export const WILL_LOOK = [
  "I will look again when it syncs.",
  "There is no score until it does.",
  "As soon as it arrives, I will read it.",
  "Open the app of your wearable, and it may come.",
  "You will hear from me once it is here.",
  "Until then I can't score the day.",
  "When your wearable sends it, I go on.",
  "I keep looking for it.",
  "When it comes, I will say how you are.",
] as const;

/** When the night usually comes, where that is known. `%` is a time of day in words. */
export const USUALLY_HERE = [
  "It is usually here by about %.",
  "Usually it is here by about %.",
  "It usually comes by about %.",
  "It usually arrives by about %.",
  "Most days it is here by about %.",
  "It normally comes in by about %.",
  "It is normally here by about %.",
  "Most days it arrives by about %.",
  "Usually it comes by about %.",
] as const;

/** The day is over, and the night never came. */
export const NEVER_CAME = [
  "Your night did not arrive today. Wear it tonight, and I will look again in the morning.",
  "No night came in today. If you wear it tonight, tomorrow has a score.",
  "I never got last night. Tonight counts again if you wear it.",
  "Last night is lost to me. Wear your device tonight, and we go on.",
  "Today stayed without a score. Wear it tonight and it will be back.",
  "The night did not come in. With the device on tonight, tomorrow has a score.",
  "There was no night to read today. Tonight is a new chance, with the device on.",
  "Nothing came of last night. Put the device on tonight, if you like.",
] as const;
