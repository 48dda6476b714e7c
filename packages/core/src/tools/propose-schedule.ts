import { LocalDate, LocalTime } from "@waldo/contracts";
import { z } from "zod";
import { type CalendarEvent, calendarKey, eventsBetween } from "../calendar/rows.ts";
import { OWN_CALENDAR } from "../calendar/take-in.ts";
import { digest } from "../digest.ts";
import { instantAt, MINUTE_MS, shiftTime } from "../time.ts";
import { changeRow } from "./change-row.ts";
import { defineWrite } from "./define.ts";
import { text } from "./text-args.ts";
import { ToolFailure } from "./tool.ts";
import { zoneOf } from "./zone.ts";

/** Puts a tentative event into the person's calendar, where nothing else takes that time. */
export const proposeSchedule = defineWrite({
  name: "propose_schedule",
  description: "Put a tentative event into the calendar, on the person's wall clock. Refused where the time is taken.",
  args: z.strictObject({
    title: text(120),
    date: LocalDate,
    time: LocalTime,
    minutes: z.number().int().min(5).max(720),
  }),
  // From when to when: a number of minutes is what no message may say (it could be a night's sleep).
  title: ({ title, date, time, minutes }) => `Schedule “${title}” on ${date}, ${time} to ${shiftTime(time, minutes)}`,
  async plan({ title, date, time, minutes }, { store, userId, runId, now }) {
    const start = instantAt(date, time, await zoneOf(store, userId));
    if (start < now) throw new ToolFailure("failed", `${date} ${time} is over`);
    const end = start + minutes * MINUTE_MS;
    const taken = (await eventsBetween(store, userId, start, end)).filter(({ busy, allDay }) => busy && !allDay);
    // How many, not what they are called: titles are other people's words.
    if (taken.length > 0)
      throw new ToolFailure(
        "failed",
        `${date} ${time} is taken: ${taken.length} in the calendar then; look for another time`,
      );
    const event: CalendarEvent = {
      eventId: digest("schedule", runId, title, start, end).slice(0, 24),
      calendar: OWN_CALENDAR,
      title,
      start,
      end,
      allDay: false,
      busy: true,
      status: "tentative",
      origin: "agent",
      updatedAt: now,
    };
    const key = calendarKey(userId, event);
    const before = await store.get(key);
    return {
      value: { date, time, minutes, status: event.status },
      ...changeRow(key, before?.version, event, { ...event, status: "cancelled" }),
    };
  },
});
