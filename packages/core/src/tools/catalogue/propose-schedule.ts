import { type CalendarEvent, LocalDate, LocalTime } from "@waldo/contracts";
import * as z from "zod";
import { calendarKey, eventsBetween } from "../../calendar/rows.ts";
import { OWN_CALENDAR } from "../../calendar/take-in.ts";
import { digest } from "../../digest.ts";
import { instantAt, MINUTE_MS, shiftTime } from "../../time.ts";
import { changeRow } from "../change-row.ts";
import { defineWrite } from "../define.ts";
import { originOf } from "../provenance.ts";
import { text } from "../text-args.ts";
import { timeZoneOf } from "../time-zone.ts";
import { ToolFailure } from "../tool.ts";

/** Puts a tentative event into the person's calendar, if no other event takes that time. */
export const proposeSchedule = defineWrite({
  name: "propose_schedule",
  description: "Put a tentative event into the calendar, on the person's wall clock. Refused where the time is taken.",
  args: z.strictObject({
    title: text(120),
    date: LocalDate,
    time: LocalTime,
    minutes: z.number().int().min(5).max(720),
  }),
  // The title gives a start and an end, because no message may state a number of minutes (it could be the length of a
  // night's sleep).
  title: ({ title, date, time, minutes }) => `Schedule “${title}” on ${date}, ${time} to ${shiftTime(time, minutes)}`,
  leaves: ["title"],
  async plan({ title, date, time, minutes }, context) {
    const { store, userId, runId, now } = context;
    const start = instantAt(date, time, await timeZoneOf(store, userId));
    if (start < now) throw new ToolFailure("failed", `${date} ${time} is over`);
    const end = start + minutes * MINUTE_MS;
    const taken = (await eventsBetween(store, userId, start, end)).filter(({ busy, allDay }) => busy && !allDay);
    // The message says how many events there are, not their titles, because titles are other people's words.
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
      origin: originOf(context, [title]) === "untrusted" ? "untrusted" : "agent",
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
