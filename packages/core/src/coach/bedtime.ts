/**
 * The words before sleep: an hour before the person's bedtime, at it, and once more after it. Each is said only while the
 * person is up, and waits for as long as they asked ("30 more minutes").
 */
import { BEDTIME_STEPS, type CoachState, type LocalDate, type Profile } from "@waldo/contracts";
import { addDays, elapsed, HOUR_MS, instantAt, localDate, MINUTE_MS } from "../time.ts";

/** When each step is due, from bedtime on. */
const STEP_MS = [-HOUR_MS, 0, 45 * MINUTE_MS] as const;
/** After this the evening is over. */
export const EVENING_AFTER_MS = 2 * HOUR_MS;
/** The person is up when they did something within this time; before the first step it may be longer ago. */
const [UP_FIRST_MS, UP_MS] = [2 * HOUR_MS, 45 * MINUTE_MS];
/** Between two steps there is at least so much time. */
const APART_MS = 30 * MINUTE_MS;

export type Evening = {
  readonly now: number;
  readonly profile: Pick<Profile, "sleepTime" | "timeZone">;
  readonly state: Pick<CoachState, "bedtime">;
  /** When the person last wrote, or their phone last told of itself. */
  readonly activeAt?: number | undefined;
  /** Until when they asked for more time. */
  readonly snoozedUntil?: number | undefined;
};

export type BedtimeStep = { readonly date: LocalDate; readonly step: number; readonly until: number };

/** Returns the step that is due now, or undefined. An evening is named by the date of its bedtime. */
export function bedtimeDue({ now, profile, state, activeAt, snoozedUntil }: Evening): BedtimeStep | undefined {
  const evening = eveningOf(profile, now);
  if (evening === undefined) return undefined;
  const { date, bed } = evening;
  const before = state.bedtime?.date === date ? state.bedtime : undefined;
  const step = (before?.step ?? 0) + 1;
  if (step > BEDTIME_STEPS || (snoozedUntil ?? 0) > now) return undefined;
  // Who asked for half an hour is asked at half an hour, whatever the step's own time is.
  const isAskedFor = snoozedUntil !== undefined && before !== undefined && snoozedUntil > before.at;
  if (!isAskedFor && now < bed + (STEP_MS[step - 1] ?? 0)) return undefined;
  if (!isAskedFor && elapsed(before?.at, now) < APART_MS) return undefined;
  // A step that was missed is not made up for: the words of bedtime are not those of an hour before.
  const spoken = Math.max(step, STEP_MS.filter((ms) => now >= bed + ms).length);
  if (elapsed(activeAt, now) >= (step === 1 ? UP_FIRST_MS : UP_MS)) return undefined;
  return { date, step: Math.min(spoken, BEDTIME_STEPS), until: bed + EVENING_AFTER_MS };
}

/** True from an hour before bedtime to two hours after it. */
export function isEvening(profile: Evening["profile"], now: number): boolean {
  return eveningOf(profile, now) !== undefined;
}

/** The bedtime around an instant: from an hour before it to two hours after it. */
function eveningOf(
  { sleepTime, timeZone }: Evening["profile"],
  now: number,
): { readonly date: LocalDate; readonly bed: number } | undefined {
  const today = localDate(now, timeZone);
  return [addDays(today, -1), today, addDays(today, 1)]
    .map((date) => ({ date, bed: instantAt(date, sleepTime, timeZone) }))
    .find(({ bed }) => now >= bed + STEP_MS[0] && now < bed + EVENING_AFTER_MS);
}
