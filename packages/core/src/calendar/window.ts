/** The stretch of time for which calendars are read. */
import type { EpochMs } from "@waldo/contracts";
import { addDays, instantAt, localDate } from "../time.ts";
import type { IcsWindow } from "./ics.ts";

/** How many days before and after today are kept: enough for "last month" and for the year ahead. */
const [DAYS_BACK, DAYS_AHEAD] = [31, 365];

export function windowAround(now: EpochMs, timeZone: string): IcsWindow {
  const today = localDate(now, timeZone);
  return {
    timeZone,
    from: instantAt(addDays(today, -DAYS_BACK), "00:00", timeZone),
    to: instantAt(addDays(today, DAYS_AHEAD), "00:00", timeZone),
  };
}
