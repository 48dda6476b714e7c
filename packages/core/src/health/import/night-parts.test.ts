import { describe, expect, it } from "vitest";
import { MINUTE_MS } from "../../time.ts";
import { joinedNights, type SleepReading } from "./day-collector.ts";

/** A sleep from one clock time to another, on the days after the first of March. All of it is sleep. */
const sleep = (from: string, to: string, day = 1, more: Partial<SleepReading> = {}): SleepReading => {
  const at = (time: string) => Date.parse(`2024-03-0${day}T${time}:00Z`);
  const [start, end] = [at(from), at(to) + (to < from ? 24 * 60 * MINUTE_MS : 0)];
  return { start, end, offsetMinutes: 0, asleepMinutes: (end - start) / MINUTE_MS, ...more };
};
const spans = (...readings: SleepReading[]) =>
  joinedNights(readings).map(({ start, end }) =>
    [start, end].map((at) => new Date(at).toISOString().slice(8, 16).replace("T", " ")).join("–"),
  );

describe("a night in parts", () => {
  it("is one night with the sleep of both and the break as time awake", () => {
    const stages = { awakeMinutes: 10, lightMinutes: 90, deepMinutes: 40, remMinutes: 30 };
    const [night, ...others] = joinedNights([
      sleep("23:00", "01:50", 1, { ...stages, asleepMinutes: 160 }),
      sleep("02:30", "05:20", 2, { ...stages, asleepMinutes: 160, nap: false }),
    ]);
    expect(others).toEqual([]);
    expect(night).toMatchObject({
      asleepMinutes: 320,
      awakeMinutes: 60,
      lightMinutes: 180,
      deepMinutes: 80,
      remMinutes: 60,
      nap: false,
    });
  });

  it("has breaks of up to two hours, also before midnight, and as many as there are", () => {
    expect(spans(sleep("22:30", "23:40"), sleep("01:40", "03:00", 2), sleep("03:20", "06:00", 2))).toEqual([
      "01 22:30–02 06:00",
    ]);
    expect(spans(sleep("23:00", "00:30"), sleep("02:31", "06:00", 2))).toEqual([
      "01 23:00–02 00:30",
      "02 02:31–02 06:00",
    ]);
  });

  it("a sleep in the evening or late in the morning is a nap", () => {
    expect(spans(sleep("19:30", "20:40"), sleep("22:20", "06:00"))).toHaveLength(2);
    expect(spans(sleep("23:00", "06:30"), sleep("08:20", "09:20", 2))).toHaveLength(2);
    expect(spans(sleep("13:00", "13:40"), sleep("14:30", "15:00"))).toHaveLength(2);
  });

  it("the person's own hours count: who sleeps by day has parts by day", () => {
    const days = [1, 2, 3, 4, 5, 6, 7].map((day) => sleep("09:00", "15:00", day));
    expect(spans(...days, sleep("09:00", "11:00", 8), sleep("12:00", "15:00", 8)).at(-1)).toBe("08 09:00–08 15:00");
  });

  it("stages of one part alone are those of half a night, and left out", () => {
    const [night] = joinedNights([sleep("23:00", "02:00", 1, { deepMinutes: 60 }), sleep("03:00", "06:00", 2)]);
    expect(night).not.toHaveProperty("deepMinutes");
  });
});
