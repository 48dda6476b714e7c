// The words of a morning. Each list has at least eight sentences with the same meaning. The date chooses one of them.
// So a sentence does not return within a week, and a date always gets the same words. The words of the later Briefs are
// in brief-words-later.ts, the suggestions in data/suggestions.jsonl.
import type { LocalDate, Zone } from "@waldo/contracts";
import { dayNumber } from "../../health/timeline.ts";

export * from "./brief-words-later.ts";

/** What a morning is about. brief-advice.ts names it as the library of suggestions does. */
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

/** Returns the entry of a list for a date. With different `shift` values, two lists in one text do not move in step. */
export function ofDate<T>(list: readonly T[], date: LocalDate, shift = 0): T {
  return list[(dayNumber(date) + shift) % list.length] as T;
}

/** The first words of a morning Brief, which name the body zone. */
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

/** The same for another hour: the data of the night came late, or the person woke late. `%` is the zone. */
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

/** Said when no reading is clearly off. A reading may still be slightly off or unknown. */
export const NOTHING_STANDS_OUT = [
  "nothing much stands out from your last weeks",
  "everything is close to your usual",
  "your readings are about where they usually are",
  "there is nothing unusual to report",
  "no reading is far from your usual",
  "what I read of you is close to your usual",
  "all of it looks like an ordinary day for you",
  "nothing has moved far from your usual",
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

/** The sleep debt of the week as a clause. `%` is the hours in words. */
export const OWING = [
  "you are % short of sleep for the week",
  "this week you are % short of sleep",
  "your week lacks % of sleep",
  "taken together, this week is % short of sleep",
  "the nights of this week lack % of sleep",
  "you lack % of sleep this week",
  "the week has left you % short of sleep",
  "counted over the week, you are % short of sleep",
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
export const NO_ONE_CAUSE = [
  "no single reading explains it",
  "I see no one cause in your readings",
  "none of your readings explains it alone",
  "there is no one reason that I can see",
  "one reading alone does not explain it",
  "it comes from all your readings together",
  "your readings add up to this, without one cause",
  "it is all your readings together, and not one of them",
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

/** The body zone of yesterday, when today's differs. `%` is yesterday's zone. */
export const YESTERDAY = [
  "Yesterday you were %.",
  "The day before, you were %.",
  "You were % yesterday.",
  "That is a change: yesterday you were %.",
  "Yesterday you woke %.",
  "On waking yesterday you were %.",
  "A day ago you were %.",
  "Compare yesterday, when you were %.",
] as const;

/** The body zone has been the same for some days. `%` is the ordinal, `#` the zone. */
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

/** A day without an event, where other days have some. `%` is the weekday. */
export const FREE_DAY = [
  "Your calendar is empty this %.",
  "There is nothing in your calendar this %.",
  "Nothing is in your calendar today, a %.",
  "It is %, and your calendar is empty.",
  "Nothing is planned in your calendar for this %.",
  "This % has no event in your calendar.",
  "Today is %, with nothing in your calendar.",
  "Your calendar has no event this %.",
] as const;

/** Another time zone, in the first days. */
export const TRAVELLED = [
  "You have changed time zones: daylight in the morning helps most.",
  "After the change of time zone, live by the local clock from now on.",
  "Your clock has moved to another time zone, so eat at local times.",
  "You are in another time zone now; go outside early.",
  "The time zone has changed: go to bed by the local clock.",
  "It is another time zone now, so take it slowly for some days.",
  "You have come into another time zone; a walk by day helps the clock.",
  "Your time zone is new: leave the hard things for later in the week.",
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
export const FOCUS_DAY = [
  "First today: %.",
  "% comes first today.",
  "Your first thing today is %.",
  "Today begins with %.",
  "At the top of your day is %.",
  "You put % first today.",
  "One thing before all others today: %.",
  "% is your first goal of the day.",
  "Today % goes first.",
] as const;

export const FOCUS_WEEK = [
  "First this week: %.",
  "% comes first this week.",
  "Your first goal this week is %.",
  "At the top of your week is %.",
  "You put % first this week.",
  "Nothing is set for today; this week begins with %.",
  "One thing before all others this week: %.",
  "This week % goes first.",
  "The week has % at its top.",
] as const;

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

/** On a day of strain or in a low body zone, a plan should wait. */
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

/** A good day for the person's goal. `%` is their own words. */
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

/** Said while Waldo does not know the person's usual values yet. `%` is how many nights are missing. */
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

/** Sleep is missing, but the other data of the day has arrived. */
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

/** The data has a sleep during the day and no night. */
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

/** Only a piece of the night was recorded. */
export const RECORDING_GAP = [
  "Only a piece of the night was recorded.",
  "Your wearable recorded only a part of the night.",
  "Most of the night is missing from the recording.",
  "The recording of the night has a gap.",
  "I have only a piece of the night.",
  "Only a part of the night came in.",
  "The night was not recorded as a whole.",
  "There is a gap where most of the night should be.",
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

/** What Waldo does next. It has one entry more than the list before, so the same two sentences seldom stand together. */
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

/** The time at which the night's data usually arrives, if it is known. `%` is a time of day in words. */
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

/** The day is over, and the data of the night never arrived. */
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
