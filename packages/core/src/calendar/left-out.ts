/**
 * Counts the calendar events that could not be read. While there are some, an hour that looks free may not be free. So
 * an answer that calls it free also says this.
 */
import { CalendarFiles, keys, type UserId } from "@waldo/contracts";
import type { Store } from "../ports.ts";
import { putOver, retryConflicts } from "../store/cas.ts";
import type { IcsImport } from "./ics.ts";
import { held, placesOf } from "./subscriptions.ts";

/** Returns how many events of a calendar file were left out, or lost repeats. */
export function leftOutOf({ skipped }: Pick<IcsImport, "skipped">): number {
  return Object.values(skipped).reduce((sum, count) => sum + count, 0);
}

/** Stores how many events of a calendar file were left out. Only the newest file of a calendar counts. */
export function noteLeftOut(store: Store, userId: UserId, calendar: string, count: number): Promise<void> {
  const key = keys.calendarFiles(userId);
  return retryConflicts(async () => {
    const row = await store.get(key);
    const { [calendar]: before = 0, ...others } = row ? CalendarFiles.parse(row.body).leftOut : {};
    if (before === count) return;
    await store.transact([putOver(row, key, { leftOut: count > 0 ? { ...others, [calendar]: count } : others })]);
  });
}

/** Returns how many events are left out of all calendars of the person. */
export async function eventsLeftOut(store: Store, userId: UserId): Promise<number> {
  const [places, files] = await Promise.all([placesOf(store, userId), store.get(keys.calendarFiles(userId))]);
  const counts = [
    ...places.flatMap(held).map(({ subscription }) => subscription.leftOut ?? 0),
    ...Object.values(files ? CalendarFiles.parse(files.body).leftOut : {}),
  ];
  return counts.reduce((sum, count) => sum + count, 0);
}
