import { type CalendarEvent, LocalDate } from "@waldo/contracts";
import * as z from "zod";
import { eventsLeftOut } from "../../calendar/left-out.ts";
import { eventsBetween } from "../../calendar/rows.ts";
import { addDays, instantAt, localDate, localTime } from "../../time.ts";
import { defineRead } from "../define.ts";
import { type Sourced, sourceOf } from "../provenance.ts";
import { clip, more, pageOf } from "../result-size.ts";
import { Page } from "../text-args.ts";
import { timeZoneOf } from "../time-zone.ts";

/**
 * Returns the calendar of one day or a few days. The author of each invitation wrote its text, so one invitation makes
 * the whole result outside text.
 */
export const queryCalendar = defineRead({
  name: "query_calendar",
  description: "Events of a day, or of up to 14 days from it. Defaults to today.",
  args: z.strictObject({
    date: LocalDate.optional(),
    days: z.number().int().min(1).max(14).optional(),
    page: Page.optional(),
  }),
  origin: { of: ({ events }: { readonly events: readonly Sourced[] }) => sourceOf(events) },
  async run({ date, days = 1, page }, { store, userId, date: today }) {
    const timeZone = await timeZoneOf(store, userId);
    const from = date ?? today;
    const [start, end] = [instantAt(from, "00:00", timeZone), instantAt(addDays(from, days), "00:00", timeZone)];
    const [events, leftOut] = await Promise.all([
      eventsBetween(store, userId, start, end),
      eventsLeftOut(store, userId),
    ]);
    const shown = pageOf(
      events.map((event) => describeEvent(event, timeZone)),
      page,
    );
    // Of these nobody knows on which day they are.
    return { from, days, timeZone, events: shown.items, ...(leftOut > 0 ? { leftOut } : {}), ...more(shown) };
  },
});

/** Describes an event on the person's own wall clock. */
export function describeEvent(event: CalendarEvent, timeZone: string) {
  const { title, location, start, end, allDay, busy, status, origin, uncertain } = event;
  const [date, last] = [localDate(start, timeZone), localDate(Math.max(start, end - 1), timeZone)];
  return {
    title: clip(title, 100),
    date,
    ...(last === date ? {} : { until: last }),
    ...(allDay ? { allDay } : { time: `${localTime(start, timeZone)}-${localTime(end, timeZone)}` }),
    ...(location ? { location: clip(location, 60) } : {}),
    ...(origin === "untrusted" ? { from: "outside" as const } : {}),
    ...(uncertain ? { timeIsUncertain: true } : {}),
    ...(busy ? {} : { busy }),
    ...(status === "confirmed" ? {} : { status }),
  };
}
