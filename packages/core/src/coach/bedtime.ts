/**
 * The voice of bedtime: three steps for a person who set a bedtime and is seen awake. The person chose the time, so the
 * words go out like a reminder and do not count for the day.
 */
import { BEDTIME_STEPS, type CoachState, type LocalDate, type Profile } from "@waldo/contracts";
import { isLeftAlone, isNamedQuiet, snoozedUntil } from "../cadence/quiet-hours.ts";
import { digest } from "../digest.ts";
import type { Offer, Ports, Store, Tick } from "../ports.ts";
import { addDays, elapsed, HOUR_MS, instantAt, localDate, MINUTE_MS } from "../time.ts";
import { lastActivity } from "./activity.ts";
import { keepState, loadState } from "./state.ts";

/**
 * One list for each step: casual, direct, serious. The words are warm and direct. They ask and suggest, and do not
 * lecture.
 */
const BEDTIME: readonly (readonly string[])[] = [
  [
    "Bedtime is in an hour. What is the one thing you still want to finish?",
    "An hour until your bedtime. A good moment to find a place to stop.",
    "Bed is an hour away, by your own plan. Shall tomorrow start with what is open now?",
  ],
  [
    "It is your bedtime. Tell me if you need 30 more minutes.",
    "This is the time you set for bed. What is open now will keep.",
  ],
  [
    "You are past the bedtime you set. Please leave it for tomorrow and go to bed.",
    "It is well past your bedtime. The night is worth more now than what is left to do.",
  ],
];

/** Returns the words of a step, counted from 1. `name` chooses among them, so one evening always has the same words. */
export function bedtimeWords(step: number, name: string): string {
  const words = BEDTIME[step - 1] ?? [];
  return words[Number.parseInt(digest(name, step).slice(0, 6), 16) % words.length] ?? "";
}

/** The time of each step, relative to bedtime. */
const STEP_MS = [-HOUR_MS, 0, 45 * MINUTE_MS] as const;
/** This long after bedtime the evening is over. */
const EVENING_AFTER_MS = 2 * HOUR_MS;
/**
 * The person counts as awake when they were active within the second time; before the first step, within the first
 * time.
 */
const [UP_FIRST_MS, UP_MS] = [2 * HOUR_MS, 45 * MINUTE_MS];
/** The least time between two steps. */
const APART_MS = 30 * MINUTE_MS;

type Evening = {
  readonly now: number;
  readonly profile: Pick<Profile, "sleepTime" | "timeZone">;
  readonly state: Pick<CoachState, "bedtime">;
  /** The last instant at which the person wrote or their phone sent a sign. */
  readonly activeAt?: number | undefined;
  /** The end of the extra time that the person asked for. */
  readonly snoozedUntil?: number | undefined;
};

type BedtimeStep = { readonly date: LocalDate; readonly step: number; readonly until: number };

/**
 * Returns the step that is due now, or undefined. The words before sleep come one hour before the person's bedtime, at
 * bedtime, and once after it. A step is said only while the person is awake. It waits as long as the person asked ("30
 * more minutes"). The date of the bedtime names the evening.
 */
export function bedtimeDue({ now, profile, state, activeAt, snoozedUntil }: Evening): BedtimeStep | undefined {
  const evening = eveningOf(profile, now);
  if (evening === undefined) return undefined;
  const { date, bed } = evening;
  const before = state.bedtime?.date === date ? state.bedtime : undefined;
  const step = (before?.step ?? 0) + 1;
  if (step > BEDTIME_STEPS || (snoozedUntil ?? 0) > now) return undefined;
  // If a person asks for half an hour more, the step comes after half an hour, whatever its own time is.
  const isAskedFor = snoozedUntil !== undefined && before !== undefined && snoozedUntil > before.at;
  if (!isAskedFor && now < bed + (STEP_MS[step - 1] ?? 0)) return undefined;
  if (!isAskedFor && elapsed(before?.at, now) < APART_MS) return undefined;
  // A missed step is skipped: at bedtime the words of the hour before do not fit any more.
  const spoken = Math.max(step, STEP_MS.filter((ms) => now >= bed + ms).length);
  if (elapsed(activeAt, now) >= (step === 1 ? UP_FIRST_MS : UP_MS)) return undefined;
  return { date, step: Math.min(spoken, BEDTIME_STEPS), until: bed + EVENING_AFTER_MS };
}

/** True from an hour before bedtime to two hours after it. */
function isEvening(profile: Evening["profile"], now: number): boolean {
  return eveningOf(profile, now) !== undefined;
}

/** Returns the bedtime around an instant: from an hour before it to two hours after it. */
function eveningOf(
  { sleepTime, timeZone }: Evening["profile"],
  now: number,
): { readonly date: LocalDate; readonly bed: number } | undefined {
  const today = localDate(now, timeZone);
  return [addDays(today, -1), today, addDays(today, 1)]
    .map((date) => ({ date, bed: instantAt(date, sleepTime, timeZone) }))
    .find(({ bed }) => now >= bed + STEP_MS[0] && now < bed + EVENING_AFTER_MS);
}

/** Returns the step that is due now, for the arbiter. */
export async function bedtime({ store }: Ports, { profile, now }: Tick): Promise<Offer | undefined> {
  if (isHushed(profile, now) || !isEvening(profile, now)) return undefined;
  const loaded = await loadState(store, profile.userId);
  const due = await bedtimeNow(store, profile, loaded.state, now);
  if (!due) return undefined;
  const { date, step, until } = due;
  const name = `bed-${date}-${step}`;
  const words = { by: "coach", name, trigger: "heartbeat", kind: "reminder", origin: "agent", until } as const;
  const writes = [keepState(loaded, profile.userId, { ...loaded.state, bedtime: { date, step, at: now } })];
  return { topic: name, reason: `bedtime, step ${step}`, words: { ...words, text: bedtimeWords(step, date) }, writes };
}

/**
 * Returns the words before sleep that are due. The person's last activity and their wish to wait are read only for
 * this.
 */
async function bedtimeNow(store: Store, profile: Profile, state: CoachState, now: number) {
  if (!isEvening(profile, now)) return undefined;
  const [{ at: activeAt }, snoozed] = await Promise.all([
    lastActivity(store, profile.userId, now),
    snoozedUntil(store, profile.userId),
  ]);
  return bedtimeDue({ now, profile, state, activeAt, snoozedUntil: snoozed });
}

/**
 * Words before sleep also come in the hours of sleep, but not in quiet hours that the person named or while they want
 * to be left alone.
 */
function isHushed(profile: Profile, now: number): boolean {
  return isLeftAlone(profile, now) || isNamedQuiet(profile, now);
}
