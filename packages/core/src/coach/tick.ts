// What the coach does at a tick of the patrol when the patrol itself does nothing. It works for people with a file of
// goals. It sends at most one message: words before bedtime, a check of the goals, or what a heartbeat found. It
// returns its decisions as writes, and the tick commits them with its log entry.
import {
  announcementId,
  BEDTIME_STEPS,
  type Beat,
  CoachState,
  type Goals,
  keys,
  type LocalDate,
  type LocalTime,
  type Nudge,
  type Profile,
  type SensedWake,
  type TriggerEvent,
} from "@waldo/contracts";
import { listed } from "../agent/writers/writer.ts";
import { LIVE_CHAT_MS } from "../cadence/patrol-rules.ts";
import { inQuietHours, isLeftAlone, isNamedQuiet, snoozedUntil } from "../cadence/quiet-hours.ts";
import { announcement } from "../channels/announce.ts";
import { flushRun } from "../channels/outbox.ts";
import type { Candidate } from "../channels/persona.ts";
import { digest } from "../digest.ts";
import { goalsInForce } from "../goals/stored.ts";
import { isMuted, mutedTopics } from "../memory/claims/muted.ts";
import { findProfile } from "../person/profile.ts";
import type { Ports, Store, Write } from "../ports.ts";
import { quoted } from "../safety/quote.ts";
import { commitIf, putOver } from "../store/cas.ts";
import { addDays, elapsed, HOUR_MS, instantAt, localDate, localTime, MINUTE_MS } from "../time.ts";
import { asksOfSilence, lastActivity, pingsSince } from "./activity.ts";
import { beatBefore, beatOn, findNudges, isBeatDue, type Moment } from "./heartbeat.ts";

// The time of the goal checks. The goals of the quarter are checked on the first of each month, the North Star in a new
// quarter.
const CHECK_TIME: LocalTime = "19:00";
const FIRST_MONTHS = ["01", "04", "07", "10"];

type GoalCheck = { readonly of: "month" | "quarter"; readonly name: string };

/**
 * Returns the check that is due at a local date and time and was not offered yet. Returns nothing for a person without
 * such goals.
 */
function checkDue(
  { northStar, quarter }: Goals,
  { month, quarter: checked }: Pick<CoachState, "month" | "quarter">,
  date: LocalDate,
  time: LocalTime,
): GoalCheck | undefined {
  if (!date.endsWith("-01") || time < CHECK_TIME) return undefined;
  const name = date.slice(0, 7);
  if (FIRST_MONTHS.includes(date.slice(5, 7)) && northStar !== undefined)
    return checked === name ? undefined : { of: "quarter", name };
  return month === name || checked === name || quarter.length === 0 ? undefined : { of: "month", name };
}

const QUESTION = "I have not seen your phone for a day. Is the Shortcut still on?";

/**
 * Asks once, outside of quiet hours, whether the phone still sends signs. One transaction stores the mark and the
 * question. The name of the question comes from the phone's last sign, so repeated calls ask once. Returns true when it
 * asked.
 */
export async function silenceQuestion(
  ports: Ports,
  { userId, date }: Pick<SensedWake, "userId" | "date">,
): Promise<boolean> {
  const { store, clock } = ports;
  const now = clock.now();
  const pings = await pingsSince(store, userId, 0);
  const [last] = pings.slice(-1);
  if (last === undefined) return false;
  const mark = await store.get(keys.last(userId, "silence"));
  const askedAt = typeof mark?.body["at"] === "number" ? mark.body["at"] : undefined;
  if (!asksOfSilence({ pings, askedAt }, now)) return false;
  const profile = await findProfile(store, userId);
  if (!profile || inQuietHours(profile, now)) return false;
  const name = `phone-${last}`;
  const said = { kind: "reply", text: QUESTION, origin: "agent" } as const;
  const isAsked = await commitIf(store, [
    putOver(mark, keys.last(userId, "silence"), { at: now }),
    ...announcement(profile, { by: "silence", name, trigger: "patrol", date, now }, said),
  ]);
  if (isAsked) await flushRun(ports, userId, announcementId("silence", name));
  return isAsked;
}

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

/** Returns the words of a goal check. Goals that may not be quoted are left out. */
export function checkWords(of: "month" | "quarter", { northStar, quarter }: Goals): string {
  const goals = listed(quarter.flatMap((goal) => quoted(goal) ?? []));
  const star = northStar === undefined ? undefined : quoted(northStar);
  if (of === "quarter" && star !== undefined)
    return `A new quarter. Your North Star says ${star}. Does it still point where you want to go?`;
  return goals === ""
    ? "A new month. Are the goals of your quarter still the right ones?"
    : `A new month. For this quarter you wanted ${goals}. Which of them still matters most?`;
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

type CoachStep = {
  /** The writes that commit with the log entry of the tick. */
  readonly writes: readonly Write[];
  readonly beat?: Beat;
  /** The run that this tick starts. */
  readonly event?: TriggerEvent;
  /** The name of an announcement that must be sent. */
  readonly said?: string;
};

export type Lately = {
  readonly heardAt?: number | undefined;
  readonly spokeAt?: number | undefined;
  readonly restUntil?: number | undefined;
};

/** Decides the coach's part of a tick, for a person with a coach. Returns undefined when there is nothing to do. */
export async function coachTick(
  ports: Ports,
  wake: SensedWake,
  profile: Profile,
  lately: Lately,
): Promise<CoachStep | undefined> {
  const { store } = ports;
  const now = ports.clock.now();
  if (elapsed(lately.heardAt, now) < LIVE_CHAT_MS) return undefined;
  const key = keys.coach(profile.userId);
  const row = await store.get(key);
  const state = row ? CoachState.parse(row.body) : { broughtUp: {} };
  const keep = (next: CoachState): Write => putOver(row, key, next);
  const spoken = (name: string, said: Pick<Candidate, "kind" | "text" | "until">): Write[] => [
    { op: "put", key: keys.last(profile.userId, "nudge"), body: { at: now } },
    ...announcement(
      profile,
      { by: "coach", name, trigger: "heartbeat", date: wake.date, now },
      { ...said, origin: "agent" },
    ),
  ];

  const step = isHushed(profile, now) ? undefined : await bedtimeNow(store, profile, state, now);
  if (step !== undefined) {
    const { date, until } = step;
    const text = bedtimeWords(step.step, date);
    const bedtime = { date, step: step.step, at: now };
    // The person chose this time, so the message goes out like a reminder.
    const writes = [
      keep({ ...state, bedtime }),
      ...spoken(`bed-${date}-${step.step}`, { kind: "reminder", text, until }),
    ];
    return { writes, said: `bedtime, step ${step.step}` };
  }
  if (inQuietHours(profile, now)) return undefined;
  if (await silenceQuestion(ports, wake)) return { writes: [], said: "asked whether the phone still tells of itself" };

  const today = localDate(now, profile.timeZone);
  if (today.endsWith("-01")) {
    const goals = await goalsInForce(store, profile.userId);
    const check = checkDue(goals, state, today, localTime(now, profile.timeZone));
    if (check !== undefined) {
      const text = checkWords(check.of, goals);
      const next = { ...state, [check.of]: check.name };
      return {
        writes: [keep(next), ...spoken(`goals-${check.name}`, { kind: "nudge", text })],
        said: `goals of the ${check.of}`,
      };
    }
  }

  if (!isBeatDue({ state, now })) return undefined;
  const moment: Moment = { now, profile, state, ...lately };
  const before = beatBefore(moment);
  if (before !== undefined) return { beat: before, writes: [keep({ ...state, beatAt: now })] };
  const beaten = beatOn(moment, await wantedNudges(store, profile, state, now), Date.parse(wake.scheduledAt));
  const { beat, event } = beaten;
  return { beat, writes: [keep(beaten.state)], ...(event === undefined ? {} : { event }) };
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

/** Returns what may be mentioned. Subjects that the person does not want to hear of are left out. */
async function wantedNudges(store: Store, profile: Profile, state: CoachState, now: number): Promise<Nudge[]> {
  const found = await findNudges(store, profile, state, now);
  const muted = found.length === 0 ? [] : await mutedTopics(store, profile.userId);
  return found.filter(({ title }) => !isMuted(muted, title));
}

/**
 * Words before sleep also come in the hours of sleep, but not in quiet hours that the person named or while they want
 * to be left alone.
 */
function isHushed(profile: Profile, now: number): boolean {
  return isLeftAlone(profile, now) || isNamedQuiet(profile, localTime(now, profile.timeZone));
}
