/**
 * What a made-up person's machine senses in a fortnight: work in the mornings and afternoons, a late night, a night in which
 * they get up, a hot graphics card, and days away from it. The rest of the life is that of coach-life.ts.
 */
import type { CalendarEvent, MachineSense, ProgramKind } from "@waldo/contracts";
import { addDays, dayOfWeek, HOUR_MS, instantAt, localDate, localTime, MINUTE_MS, minuteOf } from "@waldo/core/time";
import { meetingOf } from "@waldo/testkit/tool-world";
import { type Act, FIRST, HOME } from "./coach-life.ts";

export const DAYS = 14;
/** Days on which the machine stays at home. */
const AWAY = [7, 8, 9, 10, 12, 13];

type Stretch = { readonly from: string; readonly to: string; readonly at: ProgramKind };

const WORKDAY: readonly Stretch[] = [
  { from: "09:10", to: "12:25", at: "development" },
  { from: "13:30", to: "17:20", at: "writing" },
  { from: "20:30", to: "21:40", at: "media" },
];
const WEEKEND: readonly Stretch[] = [{ from: "11:00", to: "11:50", at: "research" }];
/** The differences of some days, by their number from 0. */
const ALSO: Readonly<Record<number, readonly Stretch[]>> = {
  1: [{ from: "22:00", to: "23:59", at: "writing" }],
  2: [{ from: "00:00", to: "01:20", at: "writing" }],
  4: [{ from: "02:35", to: "03:40", at: "research" }],
  11: [{ from: "17:20", to: "19:30", at: "writing" }],
};
const HOT = { day: 3, from: "15:00", to: "16:00" };
const FULL = { day: 11, from: "10:00", to: "12:00" };

export const SAMPLE_MS = 5 * MINUTE_MS;

/** Returns what the machine senses at an instant, or undefined while the machine is off. */
export function sensedAt(at: number): MachineSense | undefined {
  const [date, time] = [localDate(at, HOME), localTime(at, HOME)];
  const day = Math.round((Date.parse(date) - Date.parse(FIRST)) / (24 * HOUR_MS));
  if (AWAY.includes(day)) return undefined;
  const stretches = [...(dayOfWeek(date) > 5 ? WEEKEND : WORKDAY), ...(ALSO[day] ?? [])];
  const minute = minuteOf(time);
  const inside = ({ from, to }: { readonly from: string; readonly to: string }) =>
    minute >= minuteOf(from) && minute <= minuteOf(to);
  const now = stretches.find(inside);
  const before = stretches.filter(({ to }) => minuteOf(to) < minute).map(({ to }) => minute - minuteOf(to));
  const idle = now ? 12 : 60 * Math.min(8 * 60, ...before);
  const programs: ProgramKind[] = now ? [now.at] : [];
  const of = (one: typeof HOT) => one.day === day && inside(one);
  const heat = of(HOT) ? { gpuCelsius: 91, gpuPercent: 98 } : {};
  return { idleSeconds: idle, loadPercent: now ? 22 : 3, memoryPercent: of(FULL) ? 97 : 41, ...heat, programs };
}

/** Events that begin while the person is deep in their work. */
export function events(): CalendarEvent[] {
  return [
    [2, "15:00", "Planning"],
    [4, "10:30", "Call with the printer"],
    [11, "16:00", "Interview for the handbook"],
  ].map(([day, time, title]) => {
    const start = instantAt(addDays(FIRST, Number(day)), String(time), HOME);
    return meetingOf(String(title), start, { end: start + HOUR_MS });
  });
}

/**
 * The other messages of the person: an answer to a Brief now and then, a wish for how Waldo speaks to them, and their
 * worries.
 */
export const ALSO_SAID: Readonly<Record<number, readonly Act[]>> = {
  1: [{ at: "07:45", say: "thumbs up" }],
  2: [
    { at: "07:50", say: "good tip" },
    { at: "12:10", say: "look at the printer again on Friday at 11:00" },
  ],
  3: [{ at: "07:40", say: "remember that I prefer short and direct answers" }],
  4: [
    { at: "07:50", say: "thumbs up" },
    { at: "12:30", say: "good tip" },
    { at: "18:40", say: "thumbs up" },
  ],
  6: [{ at: "16:00", say: "what have you been thinking about?" }],
  8: [{ at: "08:10", say: "that did not help" }],
  10: [{ at: "08:00", say: "thumbs up" }],
  11: [
    { at: "12:35", say: "the handbook is on my mind, and chapter three above all" },
    { at: "19:40", say: "I went for a run, twice this week would be good again" },
  ],
};
