/**
 * Three weeks of a made-up life with the coach, as data: late nights, a conference in another zone, days of silence, a file
 * of goals with a mistake in it, and a phone whose battery is flat.
 */
import type { LocalDate, LocalTime } from "@waldo/contracts";
import { addDays } from "@waldo/core/time";

/** A Monday. */
export const FIRST: LocalDate = "2026-10-12";
export const DAYS = 21;
export const HOME = "Europe/Lisbon";
const AWAY = "America/New_York";

/** The first four days are away from home. */
const CONFERENCE = { from: 7, to: 10 } as const;
/** Neither the person nor their phone sends anything. */
const SILENT = [12, 13];

export type Act = { readonly at: LocalTime } & (
  | { readonly say: string }
  | { readonly goals: string }
  /** An editor saved the file. */
  | { readonly edits: (text: string) => string }
  | { readonly event: { readonly title: string; readonly from: LocalTime; readonly to: LocalTime } }
  | { readonly lands: string }
);

export type Day = {
  readonly date: LocalDate;
  readonly timeZone: string;
  /** Whether the data of the night arrives. */
  readonly night: boolean;
  readonly acts: readonly Act[];
};

const GOALS = `# Goals

## North Star (revisit quarterly)
- Write the handbook that I missed as a beginner

## This Quarter (revisit monthly)
1. Finish the first part of the handbook
2. Run twice a week

## This Week (revisit at weekly review)
1. Outline chapter three
2. Book the dentist

## Today (revisit at morning briefing)
1. Draft the introduction

<!-- kept as it is -->
## Standing Commitments
- Reply to important messages every day
- In bed by eleven

## Schedule Targets
- bedtime_target: "23:00"
- wake_target: "07:00"
- weekly_review: "Saturday 10:00"

## People to Stay in Touch With
- An old colleague — about the project that we left
- My brother — once a month
`;

/** What the person answers in a review, in turn. */
const ANSWERS = [
  "the outline came together and the run on Tuesday felt easy",
  "the dentist did not happen, I kept putting it off",
  "tired in the middle of the week, better at the end",
  "walking to work gave me energy",
  "dinner with my brother was good",
  "the old colleague, I will write",
  "finish the outline of chapter four",
  "skip",
  "no screens after ten",
];

function pings(from: LocalTime, to: LocalTime): Act[] {
  const [first, last] = [Number(from.slice(0, 2)), Number(to.slice(0, 2))];
  return Array.from({ length: Math.floor((last - first) / 2) + 1 }, (_, i) => ({
    at: `${String(first + 2 * i).padStart(2, "0")}:20`,
    say: "/ping",
  }));
}

function answers(from: number, to: number, at: LocalTime): Act[] {
  const [hour = 0, minute = 0] = at.split(":").map(Number);
  return ANSWERS.slice(from, to).map((say, i) => {
    const when = hour * 60 + minute + 3 * i;
    const two = (n: number) => String(n).padStart(2, "0");
    return { at: `${two(Math.floor(when / 60))}:${two(when % 60)}`, say };
  });
}

/** What happens on some days, by their number from 0. */
const HAPPENS: Readonly<Record<number, readonly Act[]>> = {
  0: [
    { at: "08:30", goals: GOALS },
    { at: "12:40", say: "remind me tomorrow at 17:30 to call the printer" },
    { at: "19:10", say: "add a task: book the dentist" },
  ],
  1: [
    { at: "09:15", say: "I drafted the introduction this morning" },
    // A late night.
    { at: "22:20", say: "still working on the outline" },
    { at: "23:05", say: "30 more minutes" },
    { at: "23:50", say: "almost done with it" },
  ],
  2: [
    { at: "10:00", say: "don't message me about running" },
    { at: "14:00", say: "focusing" },
    { at: "20:15", say: "/status" },
  ],
  3: [{ at: "11:00", say: "put “call the printer” into today" }],
  4: [{ at: "18:30", say: "/goals" }],
  // Saturday: a review that stops in the middle and continues the next day.
  5: [...answers(0, 4, "10:20"), { at: "10:40", say: "what is on tomorrow?" }, { at: "10:44", say: "later" }],
  6: [{ at: "10:30", say: "yes" }, ...answers(4, 9, "10:33")],
  7: [
    { at: "06:50", lands: AWAY },
    { at: "08:20", say: "I am at a conference until Thursday" },
    { at: "09:00", event: { title: "Opening talk", from: "09:30", to: "11:00" } },
  ],
  8: [{ at: "13:00", event: { title: "Workshop", from: "14:00", to: "17:00" } }],
  9: [{ at: "23:20", say: "dinner took long" }],
  11: [
    { at: "07:10", lands: HOME },
    // The same heading twice, and a time that does not exist on a clock.
    { at: "16:00", edits: (text) => text.replace('bedtime_target: "23:00"', 'bedtime_target: "25:99"') },
    { at: "21:00", edits: (text) => text.replace('bedtime_target: "25:99"', 'bedtime_target: "23:30"') },
  ],
  // Saturday: nobody answers the review.
  15: [
    { at: "09:40", say: "leave me alone" },
    { at: "18:00", say: "back again, what did I miss?" },
  ],
  17: [
    { at: "21:30", say: "/redact 2" },
    { at: "21:40", say: "/quiet 2 hours" },
  ],
  19: [...answers(0, 3, "10:20"), { at: "10:50", say: "not this week" }],
};

/** Returns the days of the life. */
export function life(): Day[] {
  return Array.from({ length: DAYS }, (_, n) => {
    const away = n >= CONFERENCE.from && n <= CONFERENCE.to;
    const isSilent = SILENT.includes(n);
    return {
      date: addDays(FIRST, n),
      timeZone: away ? AWAY : HOME,
      // The watch was left at home on one day.
      night: n !== 9 && !isSilent,
      acts: [...(HAPPENS[n] ?? []), ...(isSilent ? [] : pings("08:00", "22:00"))],
    };
  });
}
