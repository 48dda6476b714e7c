/** The voice of a change within the day: Form fell since the last Brief, or the heart rate jumped at rest. */
import { EVENT_DROP } from "@waldo/contracts";
import type { Voice } from "../ports.ts";
import { HOUR_MS } from "../time.ts";
import { type Brief, offerOfBrief } from "./brief.ts";
import type { Signals } from "./patrol-signals.ts";

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
