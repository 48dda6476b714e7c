import { LocalDate } from "@waldo/contracts";
import { z } from "zod";
import { type CalendarEvent, eventsBetween } from "../calendar/rows.ts";
import { addDays, instantAt, localDate, localTime } from "../time.ts";
import { defineRead } from "./define.ts";
import { clip, more, pageOf } from "./result-size.ts";
import { Page } from "./text-args.ts";
import { zoneOf } from "./zone.ts";

/** The calendar of a day or a few. What it says was written by whoever sent the invitation. */
export const queryCalendar = defineRead({
  name: "query_calendar",
  description: "Events of a day, or of up to 14 days from it. Defaults to today.",
  args: z.strictObject({
    date: LocalDate.optional(),
    days: z.number().int().min(1).max(14).optional(),
    page: Page.optional(),
  }),
  origin: "untrusted",
  async run({ date, days = 1, page }, { store, userId, date: today }) {
    const zone = await zoneOf(store, userId);
    const from = date ?? today;
    const [start, end] = [instantAt(from, "00:00", zone), instantAt(addDays(from, days), "00:00", zone)];
    const events = await eventsBetween(store, userId, start, end);
    const shown = pageOf(
      events.map((event) => describeEvent(event, zone)),
      page,
    );
    return { from, days, zone, events: shown.items, ...more(shown) };
  },
});

/** An event on the person's own wall clock. */
export function describeEvent(event: CalendarEvent, zone: string) {
  const { title, location, start, end, allDay, busy, status } = event;
  const [date, last] = [localDate(start, zone), localDate(Math.max(start, end - 1), zone)];
  return {
    title: clip(title, 100),
    date,
    ...(last === date ? {} : { until: last }),
    ...(allDay ? { allDay } : { time: `${localTime(start, zone)}-${localTime(end, zone)}` }),
    ...(location ? { location: clip(location, 60) } : {}),
    ...(busy ? {} : { busy }),
    ...(status === "confirmed" ? {} : { status }),
  };
}
