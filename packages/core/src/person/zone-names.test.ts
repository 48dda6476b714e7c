import { isError, type WaldoError } from "@waldo/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scheduleOf } from "../cadence/schedule.ts";
import { offsetMinutes } from "../time.ts";
import { deviceZone, typedZone, zoneNameToday, zoneOfOffset } from "./zone-names.ts";

const NOW = Date.UTC(2026, 9, 30, 9);
const DAY_MS = 86_400_000;
/** The names that a schedule may carry: those of the time zone database, and never an offset. */
const accepted = (name: string) =>
  /^[A-Z]\w*(?:\/[A-Z]\w*(?:[+-]\w+)*)*$/.test(name) && Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
const written = (minutes: number, colon = ":") => {
  const two = (n: number) => String(n).padStart(2, "0");
  const size = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}${colon}${two(size % 60)}`;
};

/** Every offset that some device in the world shows at an instant. */
const offsetsAt = (at: number) => [
  ...new Set(Intl.supportedValuesOf("timeZone").map((name) => offsetMinutes(at, name))),
];

describe("the offset of a device", () => {
  it("that any place of the world has becomes a name with this offset, on any day of the year", () => {
    for (let at = NOW; at < NOW + 366 * DAY_MS; at += 13 * DAY_MS)
      for (const offset of offsetsAt(at))
        for (const reported of [written(offset), written(offset, "")]) {
          const name = deviceZone(reported, at);
          expect(accepted(name), `${reported} ${name}`).toBe(true);
          expect(offsetMinutes(at, name), `${reported} ${name}`).toBe(offset);
          const rows = scheduleOf({ userId: "ana", timeZone: name, wakeTime: "07:00", sleepTime: "23:00" });
          for (const { timeZone } of rows) expect(timeZone).toBe(name);
        }
  });

  it("keeps the person's own zone while that has the offset, and only then", () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
    fc.assert(
      fc.property(zones, zones, fc.integer({ min: 0, max: 365 }), (known, where, day) => {
        const at = NOW + day * DAY_MS;
        const offset = offsetMinutes(at, where);
        const name = deviceZone(written(offset), at, known);
        if (offsetMinutes(at, known) === offset) expect(name).toBe(known);
        expect(offsetMinutes(at, name)).toBe(offset);
      }),
    );
  });

  it("of any minutes gives a zone with it, or is refused", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_500, max: 1_500 }), (offset) => {
        const name = zoneOfOffset(offset, NOW);
        if (name !== undefined) expect([accepted(name), offsetMinutes(NOW, name)]).toEqual([true, offset]);
        else expect(() => deviceZone(written(offset), NOW)).toThrow(expect.objectContaining({ name: "InvalidInput" }));
      }),
    );
  });
});

it("a name that is still in force stays what it is, in the case in which other services know it", () => {
  for (const name of Intl.supportedValuesOf("timeZone").map(zoneNameToday)) {
    expect(deviceZone(name, NOW)).toBe(name);
    expect(deviceZone(name.toLowerCase(), NOW)).toBe(name);
    expect(typedZone(name, NOW)).toBe(name);
  }
  expect(deviceZone("Asia/Kolkata", NOW)).toBe("Asia/Kolkata");
});

it("an offset that a person types is refused with a name that has it", () => {
  for (const offset of offsetsAt(NOW)) {
    const refused = (() => {
      try {
        return typedZone(written(offset), NOW);
      } catch (error) {
        if (!isError(error, "InvalidInput")) throw error;
        return error as WaldoError;
      }
    })();
    const [, example = ""] = /use an IANA name such as (\S+)$/.exec(String((refused as Error).message)) ?? [];
    expect(offsetMinutes(NOW, example)).toBe(offset);
  }
});

it.each(["", "Mars/Base", "+", "+5:3", "5", "+99:00", "UTC+25", "Europe/London; DROP"])(
  "%j is no time zone",
  (text) => {
    expect(() => deviceZone(text, NOW)).toThrow(expect.objectContaining({ name: "InvalidInput" }));
  },
);

describe("a name that IANA has replaced", () => {
  it.each([
    ["Asia/Calcutta", "Asia/Kolkata"],
    ["asia/calcutta", "Asia/Kolkata"],
    ["asia/kolkata", "Asia/Kolkata"],
    ["Europe/Kiev", "Europe/Kyiv"],
    ["America/Buenos_Aires", "America/Argentina/Buenos_Aires"],
    ["europe/lisbon", "Europe/Lisbon"],
  ])("%s is %s, from a device and from a person", (old, today) => {
    expect([deviceZone(old, NOW), typedZone(old, NOW)]).toEqual([today, today]);
  });

  it("names the same place, for every name that this runtime reports", () => {
    for (const name of Intl.supportedValuesOf("timeZone"))
      for (const at of [NOW, NOW + 182 * DAY_MS])
        expect(offsetMinutes(at, zoneNameToday(name)), name).toBe(offsetMinutes(at, name));
  });
});
