/** The voice of the calendar: one line in the thread before the next event. It needs no run, no model and no push. */
import type { CalendarEvent, Profile } from "@waldo/contracts";
import { PATROL_EVERY_MINUTES } from "../cadence/schedule.ts";
import { digest } from "../digest.ts";
import type { Voice } from "../ports.ts";
import { quoted } from "../safety/quote.ts";
import { sanitise } from "../safety/sanitise.ts";
import { localTime } from "../time.ts";
import type { Signals } from "./patrol-signals.ts";

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
