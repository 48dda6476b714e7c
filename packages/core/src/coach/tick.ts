/**
 * What the coach does at a tick of the patrol that has nothing else to do. It works for people with a file of goals. At
 * most one thing is said: the words before sleep, a look at the goals, or what a heartbeat finds. What is decided comes back
 * as writes, and the tick commits them with its log entry.
 */
import {
  type Beat,
  CoachState,
  keys,
  type Nudge,
  type Profile,
  type SensedWake,
  type TriggerEvent,
} from "@waldo/contracts";
import { LIVE_CHAT_MS } from "../cadence/patrol-rules.ts";
import { inQuietHours, isLeftAlone, isNamedQuiet } from "../cadence/quiet-hours.ts";
import { snoozedUntil } from "../cadence/snooze.ts";
import { announcement } from "../channels/announce.ts";
import type { Candidate } from "../channels/persona.ts";
import { goalsInForce } from "../goals/stored.ts";
import { isMuted, mutedTopics } from "../memory/claims/muted.ts";
import type { Ports, Store, Write } from "../ports.ts";
import { putOver } from "../store/cas.ts";
import { elapsed, localDate, localTime } from "../time.ts";
import { lastActivity } from "./activity.ts";
import { bedtimeDue, isEvening } from "./bedtime.ts";
import { findNudges } from "./found.ts";
import { checkDue } from "./goal-checks.ts";
import { beatBefore, beatOn, isBeatDue, type Moment } from "./heartbeat.ts";
import { silenceQuestion } from "./silence-question.ts";
import { bedtimeWords, checkWords } from "./words.ts";

export type CoachStep = {
  /** What commits with the tick's log entry. */
  readonly writes: readonly Write[];
  readonly beat?: Beat;
  /** The run that the tick starts. */
  readonly event?: TriggerEvent;
  /** Set when something was announced: it is to be sent. */
  readonly said?: string;
};

export type Lately = {
  readonly heardAt?: number | undefined;
  readonly spokeAt?: number | undefined;
  readonly restUntil?: number | undefined;
};

/** Decides the coach's part of a tick of somebody who has one, or returns undefined where there is nothing to do. */
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
    // The person set this time, so it is said like a reminder.
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

/** The words before sleep that are due. What the person did last, and how long they want to wait, is read for them alone. */
async function bedtimeNow(store: Store, profile: Profile, state: CoachState, now: number) {
  if (!isEvening(profile, now)) return undefined;
  const [{ at: activeAt }, snoozed] = await Promise.all([
    lastActivity(store, profile.userId, now),
    snoozedUntil(store, profile.userId),
  ]);
  return bedtimeDue({ now, profile, state, activeAt, snoozedUntil: snoozed });
}

/** What may be brought up, without what the person does not want to hear of. */
async function wantedNudges(store: Store, profile: Profile, state: CoachState, now: number): Promise<Nudge[]> {
  const found = await findNudges(store, profile, state, now);
  const muted = found.length === 0 ? [] : await mutedTopics(store, profile.userId);
  return found.filter(({ title }) => !isMuted(muted, title));
}

/** Words before sleep come in the hours of sleep too, but not where the person named quiet hours or wants to be left alone. */
function isHushed(profile: Profile, now: number): boolean {
  return isLeftAlone(profile, now) || isNamedQuiet(profile, localTime(now, profile.timeZone));
}
