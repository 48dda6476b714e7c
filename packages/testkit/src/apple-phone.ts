/** Posts of the app Health Auto Export with made-up nights, in the shapes of its documentation. */
import type { LocalDate } from "@waldo/contracts";
import { MINUTE_MS } from "@waldo/core/time";
import type { MadeUpNight } from "./wearable-cloud.ts";

const WATCH = "Ana's Apple Watch";

/** A post of the nights that end on these dates. `offsetMinutes`: how far east of UTC the phone's clock is. */
export function applePost(
  nights: readonly (MadeUpNight & { readonly date: LocalDate })[],
  offsetMinutes = 0,
): { readonly data: { readonly metrics: readonly object[] } } {
  const two = (part: number) => String(part).padStart(2, "0");
  const sign = offsetMinutes < 0 ? "-" : "+";
  const zone = `${sign}${two(Math.floor(Math.abs(offsetMinutes) / 60))}${two(Math.abs(offsetMinutes) % 60)}`;
  /** Minutes after the midnight that begins a date. */
  const at = (date: LocalDate, minutes: number) =>
    `${new Date(Date.parse(date) + minutes * MINUTE_MS).toISOString().slice(0, 19).replace("T", " ")} ${zone}`;
  const metric = (name: string, units: string, data: readonly object[]) => ({ name, units, data });
  const sleeps = nights.map(({ date, minutes = 440 }) => {
    const [deep, rem] = [Math.round(minutes * 0.2), Math.round(minutes * 0.22)];
    return {
      ...{ date: at(date, 0), sleepStart: at(date, -60), sleepEnd: at(date, minutes - 30), source: WATCH },
      ...{ totalSleep: minutes / 60, awake: 0.5, core: (minutes - deep - rem) / 60, deep: deep / 60, rem: rem / 60 },
    };
  });
  const points = (minute: number, ofNight: (night: MadeUpNight) => number) =>
    nights.map((night) => ({ date: at(night.date, minute), qty: ofNight(night), source: WATCH }));
  return {
    data: {
      metrics: [
        metric("sleep_analysis", "hr", sleeps),
        metric(
          "heart_rate_variability",
          "ms",
          points(180, ({ hrv = 61 }) => hrv),
        ),
        metric(
          "resting_heart_rate",
          "count/min",
          points(420, ({ restingHr = 52 }) => restingHr),
        ),
        metric(
          "respiratory_rate",
          "count/min",
          points(190, () => 14.5),
        ),
      ],
    },
  };
}
