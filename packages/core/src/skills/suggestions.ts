/**
 * What a Brief may suggest: a list for each cause. A sentence stands in one list only, and it names no plan, no list and
 * no event, because the person may have none.
 */

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
    "A calm evening or two will make up for it.",
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
    "Begin again slowly, one thing after the other.",
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
    "Give the first hours to something of your own.",
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
 * Suggestions for a day that is plainly full. `%` is how many events it has, `#` when the last one ends. The first list is
 * for a good day, the second for a low one.
 */
export const FULL_DAY = {
  up: [
    "You have % events until #: keep ten minutes free between two of them.",
    "With % events until #, eat before the first one.",
    "You have % events, the last until #: choose the one that matters most.",
    "There are % events in your calendar until #: stand up between them.",
    "With % events until #, put nothing else into the day.",
    "You have % events today, until #: take a real break around the middle.",
    "% events fill the day until #: leave the evening free.",
    "You have % events until #, so keep the hour after the last one for yourself.",
  ],
  down: [
    "You have % events until #: leave out the least important one.",
    "With % events until #, move one of them to another day.",
    "You have % events, the last until #: shorten one of them.",
    "There are % events in your calendar until #: let somebody else take one.",
    "With % events until #, keep your strength for the one that matters.",
    "You have % events today, until #: keep twenty minutes for yourself after lunch.",
    "% events fill the day until #: take them slowly, with pauses.",
    "You have % events until #, so add nothing to the day.",
  ],
} as const;
