/** A calendar with two events of today and two of tomorrow, for chats in tests. */
import type { CalendarEvent } from "@waldo/contracts";
import { calendarKey } from "@waldo/core/calendar/rows";
import { addDays, instantAt } from "@waldo/core/time";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { DATE, type TestWorld } from "./world.ts";

export async function withCalendar(world: TestWorld, first = "Budget review"): Promise<void> {
  const event = (n: number, title: string, date: string, from: string, to: string): CalendarEvent => ({
    eventId: String(n).padStart(24, "a"),
    calendar: "mine",
    title,
    start: instantAt(date, from, PERSON.timeZone),
    end: instantAt(date, to, PERSON.timeZone),
    allDay: false,
    busy: true,
    status: "confirmed",
    origin: "untrusted",
    updatedAt: 0,
  });
  const next = addDays(DATE, 1);
  const events = [
    event(1, first, DATE, "09:00", "10:00"),
    event(2, "Call with Ana", DATE, "14:00", "14:30"),
    event(3, "Standup", next, "09:30", "10:00"),
    event(4, "Dentist", next, "11:00", "12:00"),
  ];
  await world.store.transact(events.map((body) => ({ op: "put", key: calendarKey("me", body), body })));
}
