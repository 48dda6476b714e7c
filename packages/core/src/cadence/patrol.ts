/**
 * KAIROS for one tick of the patrol: plain code looks at what is known and says whether anything is worth doing, and
 * why. Most ticks end in nothing, and say so in the log a person can read.
 */
import type { Live, PatrolAct, PatrolEntry } from "@waldo/contracts";
import { STRESS_HIGH, SUSTAINED_MINUTES } from "../health/stress.ts";
import { HOUR_MS, MINUTE_MS } from "../time.ts";

/** A fall of Form by this much since the last Brief is worth an event Brief (seed 000 §3e, event-brief). */
export const EVENT_DROP = 15;
/** Nothing proactive so soon after the person has said something: they are talking. */
export const LIVE_CHAT_MS = 5 * MINUTE_MS;
/** Between two Fetches, and between two event Briefs. */
export const FETCH_COOLDOWN_MS = 3 * HOUR_MS;
export const EVENT_COOLDOWN_MS = 2 * HOUR_MS;

/** Overload (ADR-0020): Form below the floor, load above the ceiling, a complex task ahead, and a falling afternoon. */
export const INTERVENTION = {
  formFloor: 50,
  /** Busy hours of the day, meetings and blocks. */
  loadCeilingHours: 5,
  /** A block of at least this long, still ahead today. */
  complexMinutes: 90,
  decliningEntries: 3,
  cooldownMs: 72 * HOUR_MS,
} as const;

/** Days without a word or a tap after which only what was promised is said; the model is not asked for more. */
export const SILENT_DAYS = 7;

/** What a tick knows. Derived values and counts; nothing here is raw (R7). */
export type Signals = {
  readonly now: number;
  readonly live: Pick<Live, "form" | "stress" | "spike">;
  /** Form as of the last Brief of the day; absent before the first. */
  readonly spoken?: number | undefined;
  /** The last ticks of today, oldest first. */
  readonly entries: readonly PatrolEntry[];
  /** Minutes to the next event that takes the person's time. */
  readonly nextEventMinutes?: number | undefined;
  readonly busyHours: number;
  /** Minutes of the longest block still ahead today. */
  readonly longestAheadMinutes: number;
  readonly lastHeardAt?: number | undefined;
  readonly lastFetchAt?: number | undefined;
  readonly lastInterventionAt?: number | undefined;
  readonly quiet: boolean;
  readonly pushesLeft: number;
};

export type PatrolDecision = { readonly act: PatrolAct; readonly reason: string };

/** The one thing worth doing, if any. Overload outweighs a fall, a fall a moment of stress, and that a note of what is next. */
export function decidePatrol(signals: Signals): PatrolDecision {
  const { live, spoken, now, lastHeardAt } = signals;
  const nothing = (reason: string): PatrolDecision => ({ act: "nothing", reason });
  if (lastHeardAt !== undefined && now - lastHeardAt < LIVE_CHAT_MS) return nothing("the person is talking");
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
  if (lastInterventionAt !== undefined && now - lastInterventionAt < cooldownMs) return undefined;
  const reason = `depleted, ${Math.round(busyHours)} busy hours, a long block still ahead, and falling all the while`;
  return { act: "intervention", reason };
}

/** Whether Form has fallen at each of the last ticks, this one included. */
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
  if (last && now - last.at < EVENT_COOLDOWN_MS) return undefined;
  const silentDays = lastHeardAt === undefined ? 0 : (now - lastHeardAt) / (24 * HOUR_MS);
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

/** A tick comes every quarter of an hour, so one of them is this far ahead of an event. */
const NOTE_AHEAD_MINUTES = { most: 30, least: 15 };

/** What is next is put in the thread by a template, once, in good time: no run, no model, no push. */
function note({ nextEventMinutes: ahead }: Signals): PatrolDecision | undefined {
  if (ahead === undefined || ahead > NOTE_AHEAD_MINUTES.most || ahead <= NOTE_AHEAD_MINUTES.least) return undefined;
  return { act: "note", reason: `something begins in ${Math.round(ahead)} minutes` };
}

function fetchAlert({ live, now, lastFetchAt, pushesLeft }: Signals): PatrolDecision | undefined {
  const { stress } = live;
  if (!stress || stress.level < STRESS_HIGH || stress.minutes < SUSTAINED_MINUTES) return undefined;
  const why = `stress high for ${Math.round(stress.minutes)} minutes at rest`;
  if (lastFetchAt !== undefined && now - lastFetchAt < FETCH_COOLDOWN_MS)
    return { act: "nothing", reason: `${why}; it was noticed a while ago` };
  if (pushesLeft <= 0) return { act: "nothing", reason: `${why}; the day's budget is spent` };
  return { act: "fetch_alert", reason: why };
}
