/** Tests when nothing proactive is sent: at night, and while the person asked to be left alone. */
import { expect, it } from "vitest";
import { DAY_MS, instantAt } from "../time.ts";
import { inQuietHours, MOST_QUIET_DAYS } from "./quiet-hours.ts";

const person = { timeZone: "Europe/Berlin", wakeTime: "07:00", sleepTime: "23:00" } as const;
const NOON = instantAt("2026-03-04", "12:00", person.timeZone);

it("the night is quiet, and the day is not", () => {
  expect(inQuietHours(person, NOON)).toBe(false);
  expect(inQuietHours(person, instantAt("2026-03-04", "23:30", person.timeZone))).toBe(true);
});

it("a person who asked to be left alone is, to the instant", () => {
  const quiet = { ...person, quietUntil: NOON + 1 };
  expect([NOON, NOON + 1].map((at) => inQuietHours(quiet, at))).toEqual([true, false]);
});

it("an end further ahead than anybody can ask for was set by a wrong clock, and does not count", () => {
  const longest = NOON + MOST_QUIET_DAYS * DAY_MS;
  expect(inQuietHours({ ...person, quietUntil: longest }, NOON)).toBe(true);
  expect(inQuietHours({ ...person, quietUntil: longest + 1 }, NOON)).toBe(false);
});

it("the hours that a person set for every day are quiet, across midnight too", () => {
  const quiet = { ...person, quietHours: { from: "22:00", to: "09:00" } } as const;
  const at = (time: "21:59" | "22:00" | "08:59" | "09:00") =>
    inQuietHours(quiet, instantAt("2026-03-04", time, person.timeZone));
  expect([at("21:59"), at("22:00"), at("08:59"), at("09:00")]).toEqual([false, true, true, false]);
});

it("the weekdays that a person keeps quiet are quiet from midnight to midnight of their clock", () => {
  const quiet = { ...person, wakeTime: "00:00", sleepTime: "00:00", quietDays: [3] };
  const at = (date: string, time: "00:00" | "23:59") => inQuietHours(quiet, instantAt(date, time, person.timeZone));
  expect([at("2026-03-03", "23:59"), at("2026-03-04", "00:00")]).toEqual([false, true]);
  expect([at("2026-03-04", "23:59"), at("2026-03-05", "00:00")]).toEqual([true, false]);
});
