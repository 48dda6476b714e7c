/**
 * The voices of a tick of the patrol, each from its signals: an overloaded day, a fall within the day, stress that lasts,
 * and the next event of the calendar.
 */

import {
  type CalendarEvent,
  EVENT_DROP,
  type FetchEntry,
  keys,
  type PatrolEntry,
  type Profile,
  type UserId,
} from "@waldo/contracts";
import { PATROL_EVERY_MINUTES } from "../cadence/schedule.ts";
import { digest, runIdFor } from "../digest.ts";
import { STRESS_HIGH, SUSTAINED_MINUTES } from "../health/intraday.ts";
import type { Voice } from "../ports.ts";
import { quoted } from "../safety/quote.ts";
import { sanitise } from "../safety/sanitise.ts";
import { putNew } from "../store/cas.ts";
import { HOUR_MS, localTime } from "../time.ts";
import { type Brief, offerOfBrief } from "./brief.ts";
import { fetchLog, meetsBar, nonceOf } from "./fetches.ts";
import { FORM_FLOOR, type Signals } from "./patrol-signals.ts";

export const OVERLOAD = {
  formFloor: FORM_FLOOR,
  /** Busy hours of the day, in meetings and blocks. */
  loadCeilingHours: 5,
  /** In minutes. An event of at least this length that is still ahead today counts as a complex task. */
  complexMinutes: 90,
  /** How many log entries in a row must fall: the entries of 45 minutes. */
  decliningEntries: Math.ceil(45 / PATROL_EVERY_MINUTES),
  restMs: 72 * HOUR_MS,
} as const;

/** Returns the reason in words when all four signs are there. */
export function overloadIn({ live, busyHours, longestAheadMinutes, entries }: Signals): string | undefined {
  const { formFloor, loadCeilingHours, complexMinutes, decliningEntries } = OVERLOAD;
  if (live.form === undefined || live.form >= formFloor || busyHours < loadCeilingHours) return undefined;
  if (longestAheadMinutes < complexMinutes || !declining(entries, live.form, decliningEntries)) return undefined;
  return `depleted, ${Math.round(busyHours)} busy hours, a long block still ahead, and falling all the while`;
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

/**
 * The voice of an overloaded day: it offers to move or drop one thing. It needs four signs (docs/sources.md, Overload):
 * Form below the floor, load above the ceiling, a complex task ahead, and falling Form over the last entries.
 */
export function overload(userId: UserId, at: number, signals: Signals): Voice {
  return {
    ...{ name: "intervention", rank: 10, kind: "plain", restMs: OVERLOAD.restMs },
    async look(_ports, { now }) {
      const reason = overloadIn(signals);
      if (reason === undefined) return undefined;
      const event = { userId, trigger: "intervention", nonce: `intervention-${at}`, occurredAt: now } as const;
      const mutedBy = { tags: ["stress", "strain", "load", "energy"] };
      return { topic: `overload-${at}`, reason, event, writes: [], mutedBy, grave: true };
    },
  };
}

/** The least time between two event Briefs. */
export const EVENT_REST_MS = 2 * HOUR_MS;

/** Returns the reason in words, and whether a person who has been silent for a week should hear it. */
export function fallIn({
  live,
  spoken,
}: Pick<Signals, "live" | "spoken">): { readonly reason: string; readonly grave: boolean } | undefined {
  if (live.form === undefined || spoken === undefined) return undefined;
  const drop = spoken - live.form;
  const grave = live.spike === true || drop >= 2 * EVENT_DROP;
  if (drop >= EVENT_DROP) return { reason: `Form fell by ${Math.round(drop)} since the last Brief`, grave };
  return live.spike ? { reason: "the heart rate jumped at rest and stayed up", grave } : undefined;
}

/** The voice of a change within the day: Form fell since the last Brief, or the heart rate jumped at rest. */
export function fall(brief: Brief, signals: Signals): Voice {
  return {
    ...{ name: "event", rank: 20, kind: "plain", restMs: EVENT_REST_MS },
    async look(_ports, tick) {
      const found = fallIn(signals);
      if (!found) return undefined;
      // A day may have several. Two ticks that see the same fall find the same count, and one of them commits.
      const events = (brief.day.state.events ?? 0) + 1;
      const grave = found.grave || events > 1;
      const seen = { ...brief, day: { ...brief.day, state: { ...brief.day.state, events } } };
      const offer = offerOfBrief(seen, tick, { variant: "event", name: `event-${tick.wake.date}-${events}` });
      return { ...offer, reason: found.reason, grave, mutedBy: { tags: ["form", "energy", "the day"] } };
    },
  };
}

/** The name of the voice. */
export const FETCH = "fetch";
/** The least time between two Fetches. */
export const FETCH_REST_MS = 3 * HOUR_MS;

/** Returns the reason in words when stress has been high for long enough at rest. */
export function stressIn({ live: { stress } }: Pick<Signals, "live">): string | undefined {
  if (!stress || stress.level < STRESS_HIGH || stress.minutes < SUSTAINED_MINUTES) return undefined;
  return `stress high for ${Math.round(stress.minutes)} minutes at rest`;
}

/**
 * The voice of stress that lasts: the Fetch. In shadow it runs to its end and tells the person nothing. It is live only
 * for a person who wants it and whose own labels meet the bar (docs/decisions/0010-fetch-bar.md).
 */
export function stress({ userId, fetch: wanted }: Profile, at: number, signals: Pick<Signals, "live">): Voice {
  return {
    ...{ name: FETCH, rank: 30, kind: "plain", restMs: FETCH_REST_MS },
    async look({ store }, { now }) {
      const reason = stressIn(signals);
      if (reason === undefined) return undefined;
      const mode = wanted === "live" && meetsBar(await fetchLog(store, userId)) ? "live" : "shadow";
      const event = { userId, trigger: "fetch_alert", nonce: nonceOf(at), occurredAt: now } as const;
      const fetch: FetchEntry = { at, runId: runIdFor(event), mode, minutes: signals.live.stress?.minutes ?? 0 };
      const writes = [putNew(keys.fetch(userId, at), fetch)];
      return { topic: `stress-${at}`, reason, event, writes, grave: true, shadow: mode !== "live" };
    },
  };
}

/**
 * How many minutes before an event the note is written. The range is as long as the time between two ticks, so exactly
 * one tick falls into it.
 */
const AHEAD_MINUTES = { most: 30, least: 30 - PATROL_EVERY_MINUTES };

/** Returns the reason in words when the next event is near. */
export function nearIn({ nextEventMinutes: ahead }: Pick<Signals, "nextEventMinutes">): string | undefined {
  if (ahead === undefined || ahead > AHEAD_MINUTES.most || ahead <= AHEAD_MINUTES.least) return undefined;
  return `something begins in ${Math.round(ahead)} minutes`;
}

/** The voice of the calendar: one line in the thread before the next event. It needs no run, no model and no push. */
export function nextEvent(profile: Profile, next: CalendarEvent | undefined, signals: Signals): Voice {
  return {
    ...{ name: "note", rank: 40, kind: "minor" },
    async look() {
      const reason = nearIn(signals);
      if (!next || reason === undefined) return undefined;
      const { eventId, start, title } = next;
      const name = digest(eventId, start).slice(0, 16);
      // Another person may have written the title, so it is quoted, or left out when a message may not hold it.
      const safe = sanitise({ text: title, origin: "untrusted" }, "user").text;
      const text = `Next is ${quoted(safe) ?? "an event"} at ${localTime(start, profile.timeZone)}.`;
      const words = { by: "note", name, trigger: "patrol", kind: "patrol", text } as const;
      return { topic: `event-${name}`, reason, words, writes: [], mutedBy: { title, tags: [] } };
    },
  };
}
