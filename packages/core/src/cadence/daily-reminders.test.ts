/** A daily reminder is said once for each local date, wherever the person has that date, and none is lost without a word. */
import type { LocalDate, Watch } from "@waldo/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, instantAt, localDate, MINUTE_MS } from "../time.ts";
import { datesOf, fired, told } from "./watches.ts";

const START = "2026-10-26";
const watchAt = (time: string, zone: string): Watch => ({
  watchId: "0123456789ab",
  text: "insulin",
  when: { on: "daily", time },
  state: "active",
  firesLeft: 100,
  fired: 0,
  cooldownMs: 0,
  expiresAt: instantAt(START, "00:00", zone) + 90 * DAY_MS,
  createdAt: instantAt(START, "00:00", zone),
});

type Journey = {
  readonly from: string;
  readonly to: string;
  readonly at: number;
  readonly time: string;
  readonly days: number;
};

/**
 * Looks each quarter of an hour, except while the process sleeps. Returns the reminders that were said and those that
 * were reported as missed.
 */
function lived({ from, to, at, time, days }: Journey, asleep: readonly [number, number] = [0, 0]) {
  let watch = watchAt(time, from);
  const said: { readonly date: LocalDate; readonly zone: string }[] = [];
  const missed: LocalDate[] = [];
  const begin = watch.createdAt;
  for (let now = begin; now < begin + days * DAY_MS; now += 15 * MINUTE_MS) {
    if (now >= asleep[0] && now < asleep[1]) continue;
    const [timeZone, since] = now >= at ? [to, at] : [from, 0];
    const owed = datesOf(watch, { now, timeZone, since });
    missed.push(...owed.missed);
    if (owed.due) {
      said.push({ date: owed.due.date, zone: timeZone });
      watch = fired(watch, now, owed.due.date);
    } else if (owed.missed.length > 0) watch = told(watch, now, timeZone);
  }
  return { said: said.map(({ date }) => date), missed };
}

describe("a daily reminder on a journey", () => {
  it.each([
    ["09:00", "Europe/Berlin", "America/New_York", "10:00"],
    ["02:30", "Europe/Berlin", "America/New_York", "10:00"],
    ["09:00", "Asia/Tokyo", "Europe/Berlin", "11:00"],
    ["09:00", "Pacific/Auckland", "Pacific/Honolulu", "10:00"],
  ])("at %s west from %s to %s is not said twice on one date", (time, from, to, leaves) => {
    const { said, missed } = lived({ from, to, at: instantAt("2026-10-28", leaves, from), time, days: 6 });
    expect(new Set(said).size).toBe(said.length);
    expect(said).toContain("2026-10-28");
    expect(missed).toEqual([]);
  });

  it.each([
    ["09:00", "Europe/Berlin", "Asia/Tokyo", "08:00"],
    ["09:00", "America/New_York", "Europe/Berlin", "05:00"],
    ["12:00", "Pacific/Honolulu", "Pacific/Auckland", "10:00"],
  ])("at %s east from %s to %s is said when the journey jumped over it", (time, from, to, leaves) => {
    const at = instantAt("2026-10-28", leaves, from);
    const { said } = lived({ from, to, at, time, days: 6 });
    expect(said).toContain(localDate(at, to));
    expect(new Set(said).size).toBe(said.length);
  });

  it("after three days of sleep is told as missed for the dates that are past, and said late for one that is not", () => {
    const zone = "Europe/Berlin";
    const noon = (date: LocalDate) => instantAt(date, "12:00", zone);
    const still = { from: zone, to: zone, at: 0, time: "11:00", days: 6 };
    const { said, missed } = lived(still, [noon("2026-10-26"), noon("2026-10-29")]);
    expect(missed).toEqual(["2026-10-27", "2026-10-28"]);
    expect(said).toEqual(["2026-10-26", "2026-10-29", "2026-10-30", "2026-10-31"]);
  });
});

const ZONES = [
  "Europe/Berlin",
  "America/New_York",
  "Asia/Tokyo",
  "Pacific/Auckland",
  "Pacific/Honolulu",
  "Asia/Kathmandu",
];
const zone = fc.constantFrom(...ZONES);
const hours = fc.integer({ min: 0, max: 5 * 24 });

it("on any journey, with any sleep of the process, comes once for each date or is told as missed once", () => {
  fc.assert(
    fc.property(
      zone,
      zone,
      hours,
      hours,
      hours,
      fc.integer({ min: 0, max: 95 }),
      (from, to, leaves, sleeps, lasts, at) => {
        const begin = instantAt(START, "00:00", from);
        const time = `${String(Math.floor(at / 4)).padStart(2, "0")}:${String((at % 4) * 15).padStart(2, "0")}`;
        const journey = { from, to, at: begin + leaves * HOUR_MS, time, days: 8 };
        const { said, missed } = lived(journey, [begin + sleeps * HOUR_MS, begin + (sleeps + lasts) * HOUR_MS]);
        const all = [...said, ...missed].sort();
        expect(new Set(all).size).toBe(all.length);
        const [first = "", last = ""] = [all[0], all.at(-1)];
        expect(all).toHaveLength(Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1);
      },
    ),
  );
});
