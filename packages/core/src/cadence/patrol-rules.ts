/**
 * KAIROS, the decision at one tick of the patrol: plain code reads the known facts and decides whether to act, and why.
 * Most ticks end without an action, and the log gives the reason in words.
 */
import { EVENT_DROP, type Live, type PatrolAct, type PatrolEntry, SILENT_DAYS } from "@waldo/contracts";
import { STRESS_HIGH, SUSTAINED_MINUTES } from "../health/intraday.ts";
import { DAY_MS, elapsed, HOUR_MS, MINUTE_MS } from "../time.ts";
import { PATROL_EVERY_MINUTES } from "./schedule.ts";

/** For this long after the person said something, nothing proactive is sent, because they are talking. */
export const LIVE_CHAT_MS = 5 * MINUTE_MS;
/** The least time between two Fetches, and between two event Briefs. */
export const FETCH_COOLDOWN_MS = 3 * HOUR_MS;
export const EVENT_COOLDOWN_MS = 2 * HOUR_MS;

/**
 * Overload (docs/sources.md, Overload) needs four signs: Form below the floor, load above the ceiling, a complex task
 * ahead, and falling Form over the last entries.
 */
export const INTERVENTION = {
  formFloor: 50,
  /** Busy hours of the day, in meetings and blocks. */
  loadCeilingHours: 5,
  /** In minutes. An event of at least this length that is still ahead today counts as a complex task. */
  complexMinutes: 90,
  /** How many log entries in a row must fall: the entries of 45 minutes. */
  decliningEntries: Math.ceil(45 / PATROL_EVERY_MINUTES),
  cooldownMs: 72 * HOUR_MS,
} as const;

/** The facts of a tick: derived values and counts, no raw data (R7). */
export type Signals = {
  readonly now: number;
  readonly live: Pick<Live, "form" | "stress" | "spike">;
  /** Form at the last Brief of today. Absent before the first Brief. */
  readonly spoken?: number | undefined;
  /** The last ticks of today, oldest first. */
  readonly entries: readonly PatrolEntry[];
  /** Minutes to the next event that takes the person's time. */
  readonly nextEventMinutes?: number | undefined;
  readonly busyHours: number;
  /** Minutes of the longest block that is still ahead today. */
  readonly longestAheadMinutes: number;
  readonly lastHeardAt?: number | undefined;
  readonly lastFetchAt?: number | undefined;
  readonly lastInterventionAt?: number | undefined;
  readonly quiet: boolean;
  readonly pushesLeft: number;
};

type PatrolDecision = { readonly act: PatrolAct; readonly reason: string };

/**
 * Returns the one action to take, if any. The order is: overload, falling Form, stress, and last a note about the next
 * event.
 */
export function decidePatrol(signals: Signals): PatrolDecision {
  const { live, spoken, now, lastHeardAt } = signals;
  const nothing = (reason: string): PatrolDecision => ({ act: "nothing", reason });
  if (elapsed(lastHeardAt, now) < LIVE_CHAT_MS) return nothing("the person is talking");
  if (signals.quiet) return nothing("quiet hours");
  return intervention(signals) ?? eventBrief(signals) ?? fetchAlert(signals) ?? note(signals) ?? nothing(calm());

  function calm(): string {
    if (live.form === undefined) return "no score yet";
    if (spoken === undefined) return "the day has not been read to the person yet";
    return "nothing moved";
  }
}

function intervention(signals: Signals): PatrolDecision | undefined {
  const { live, busyHours, longestAheadMinutes, entries, now, lastInterventionAt } = signals;
  const { formFloor, loadCeilingHours, complexMinutes, decliningEntries, cooldownMs } = INTERVENTION;
  if (live.form === undefined || live.form >= formFloor || busyHours < loadCeilingHours) return undefined;
  if (longestAheadMinutes < complexMinutes || !declining(entries, live.form, decliningEntries)) return undefined;
  if (elapsed(lastInterventionAt, now) < cooldownMs) return undefined;
  const reason = `depleted, ${Math.round(busyHours)} busy hours, a long block still ahead, and falling all the while`;
  return { act: "intervention", reason };
}

/** True when Form has fallen at each of the last ticks, including this one. */
function declining(entries: readonly PatrolEntry[], form: number, ticks: number): boolean {
  const forms = [...entries.slice(-ticks).map((entry) => entry.form), form];
  if (forms.length <= ticks) return false;
  return forms.every((value, i) => {
    const before = forms[i - 1];
    return i === 0 ? value !== undefined : value !== undefined && before !== undefined && value < before;
  });
}

function eventBrief({ live, spoken, entries, now, lastHeardAt }: Signals): PatrolDecision | undefined {
  if (live.form === undefined || spoken === undefined) return undefined;
  const last = entries.findLast(({ act }) => act === "event_brief");
  if (elapsed(last?.at, now) < EVENT_COOLDOWN_MS) return undefined;
  // Silence is counted only for a person who has written before.
  const silentDays = lastHeardAt === undefined ? 0 : (now - lastHeardAt) / DAY_MS;
  const drop = spoken - live.form;
  const why =
    drop >= EVENT_DROP
      ? `Form fell by ${Math.round(drop)} since the last Brief`
      : live.spike
        ? "the heart rate jumped at rest and stayed up"
        : undefined;
  if (why === undefined) return undefined;
  if (silentDays >= SILENT_DAYS && last === undefined && !live.spike && drop < 2 * EVENT_DROP)
    return { act: "nothing", reason: `${why}; nobody has answered for ${Math.floor(silentDays)} days, so it waits` };
  return { act: "event_brief", reason: why };
}

/**
 * How many minutes before an event the note is written. The range is as long as the time between two ticks, so exactly
 * one tick falls into it.
 */
const NOTE_AHEAD_MINUTES = { most: 30, least: 30 - PATROL_EVERY_MINUTES };

/** Writes a note about the next event into the thread from a template, once. It needs no run, no model and no push. */
function note({ nextEventMinutes: ahead }: Signals): PatrolDecision | undefined {
  if (ahead === undefined || ahead > NOTE_AHEAD_MINUTES.most || ahead <= NOTE_AHEAD_MINUTES.least) return undefined;
  return { act: "note", reason: `something begins in ${Math.round(ahead)} minutes` };
}

function fetchAlert({ live, now, lastFetchAt, pushesLeft }: Signals): PatrolDecision | undefined {
  const { stress } = live;
  if (!stress || stress.level < STRESS_HIGH || stress.minutes < SUSTAINED_MINUTES) return undefined;
  const why = `stress high for ${Math.round(stress.minutes)} minutes at rest`;
  if (elapsed(lastFetchAt, now) < FETCH_COOLDOWN_MS)
    return { act: "nothing", reason: `${why}; it was noticed a while ago` };
  if (pushesLeft <= 0) return { act: "nothing", reason: `${why}; the day's budget is spent` };
  return { act: "fetch_alert", reason: why };
}
