/**
 * Plays days whose nights are unusual: naps, two sleeps, flights, clock changes, people who sleep late or by day, first
 * weeks, gaps and corrections. Each day says what it should, once, and at the person's own hours.
 */
import type { LocalDate, SourceDay } from "@waldo/contracts";
import { addDays, HOUR_MS } from "@waldo/core/time";
import { FIRST_DATE, madeUpDays, madeUpNap, type NightPlan } from "@waldo/testkit/made-up-days";
import { importFiles, whoopFile, whoopRow, whoopSleeps } from "@waldo/testkit/made-up-exports";
import { describe, expect, it } from "vitest";
import { playedPerson as played, type Spoken } from "../../test/played.ts";

const NO_SCORE =
  /not (?:arrived|come|synced)|can't score|no night|Nothing has arrived|still in your wearable|without your night/i;
/** A person whose midday and evening always have something to tell: these tests are about the times of Briefs. */
const playedPerson = (of: readonly SourceDay[], zone?: string) => played(of, zone, { always: true });

const CORRECTED = /correct|revised|later sync/i;
const ZONE = /\ba (strong|normal|low|very low) day\b/i;

const days = (night: NightPlan, count = 30) => madeUpDays(count, () => ({ night }));
const LAST = addDays(FIRST_DATE, 29);
const change = (all: readonly SourceDay[], date: LocalDate, how: (day: SourceDay) => SourceDay) =>
  all.map((day) => (day.date === date ? how(day) : day));
const variants = (spoken: readonly Spoken[]) => spoken.map(({ variant }) => variant);
const THREE = ["morning", "midday", "evening"];

/** Every Brief once, the first with a score, and none that says that nothing came. */
function expectWhole(spoken: readonly Spoken[]): void {
  expect(variants(spoken)).toEqual(THREE);
  expect(spoken[0]?.text).toMatch(ZONE);
  for (const { text } of spoken) expect(text).not.toMatch(NO_SCORE);
}

describe("naps", () => {
  it("beside the night leave the night where it is", async () => {
    const napped = change(days({}), LAST, (day) => ({ ...day, sleeps: [...day.sleeps, madeUpNap(LAST, 14, 40)] }));
    const plain = await (await playedPerson(days({}))).morning(LAST);
    const spoken = await (await playedPerson(napped)).play(LAST);
    expectWhole(spoken);
    expect(spoken[0]?.text).toBe(plain?.text);
  });

  it("that a newer WHOOP export writes over the night do not lose it", async () => {
    const date = (i: number) => new Date(Date.UTC(2024, 1, 1 + i)).toISOString().slice(0, 10);
    const nights = Array.from({ length: 30 }, (_, i) => {
      const cycle = `${date(i)} 23:00:00`;
      return { cycle, onset: cycle, wake: `${date(i + 1)} 07:00:00`, asleep: 430 + (i % 5) * 6, nap: false };
    });
    const rows = nights.map(({ cycle, wake, asleep }, i) => {
      const over =
        i === 29 ? { onset: `${date(30)} 14:00:00`, wake: `${date(30)} 14:40:00`, asleep: 35 } : { wake, asleep };
      const row = whoopRow({ start: cycle, end: `${date(i + 1)} 22:50:00`, hrv: 60 + ((i * 7) % 11), ...over });
      return i === 29 ? row.replace(",-165,100,100,40,", ",35,0,0,5,") : row;
    });
    const nap = {
      ...nights[29],
      cycle: `${date(29)} 23:00:00`,
      onset: `${date(30)} 14:00:00`,
      wake: `${date(30)} 14:40:00`,
    };
    const files = {
      "physiological_cycles.csv": whoopFile(...rows),
      "sleeps.csv": whoopSleeps(...nights, { ...nap, asleep: 35, nap: true }),
    };
    const both = await importFiles(files);
    const spoken = await (await playedPerson(both.days, "Europe/Berlin")).play(date(30));
    expectWhole(spoken);
    expect(spoken[0]?.time.slice(0, 2)).toBe("07");
    // With the cycles alone the night is not known. The nap is no night, and the heart still speaks.
    const alone = await importFiles({ "physiological_cycles.csv": whoopFile(...rows) });
    const first = await (await playedPerson(alone.days, "Europe/Berlin")).morning(date(30));
    expect(first?.text).toMatch(ZONE);
    expect(first?.text).not.toMatch(/you slept/);
  });
});

it("of two sleeps on a date the longer is the night, and the Brief waits for it", async () => {
  const two = change(days({}), LAST, (day) => ({
    ...day,
    sleeps: [
      madeUpNap(LAST, 0.5, 90),
      ...day.sleeps.map((sleep) => ({ ...sleep, start: sleep.end - 4.5 * HOUR_MS, asleepMinutes: 250 })),
    ],
  }));
  const spoken = await (await playedPerson(two)).play(LAST);
  expectWhole(spoken);
  expect(spoken[0]?.text).toMatch(/you slept in pieces of about four hours at most/);
});

describe("a flight", () => {
  it.each([
    ["westward over eight zones", -480],
    ["eastward over nine and a half", 570],
  ])("%s: the day runs on the clock by which the person woke", async (_, offsetMinutes) => {
    const home = days({ bed: 23, hours: 8 }, 29);
    const away = madeUpDays(30, () => ({ night: { bed: 23, hours: 8, offsetMinutes } })).slice(-1);
    const person = await playedPerson([...home, ...away], "Europe/London");
    const spoken = await person.play(LAST);
    expectWhole(spoken);
    expect(spoken.map(({ time }) => time.slice(0, 2))).toEqual(["07", "12", "18"]);
  });
});

describe("a change of the clock", () => {
  it.each([
    ["spring", "2026-03-29", 60, 120],
    ["autumn", "2026-10-25", 120, 60],
  ])("in %s moves no Brief", async (_, date, before, after) => {
    const shift = Math.round((Date.parse(date) - Date.parse(LAST)) / (24 * HOUR_MS));
    const moved = madeUpDays(30, (i) => ({
      night: { bed: 23, hours: 8, offsetMinutes: i === 29 ? after : before },
    })).map((day) => moveDay(day, shift));
    const person = await playedPerson(moved, "Europe/Berlin");
    const spoken = await person.play(date);
    expectWhole(spoken);
    expect(spoken.map(({ time }) => time.slice(0, 2))).toEqual(["07", "12", "18"]);
  });
});

function moveDay(day: SourceDay, shift: number): SourceDay {
  const by = shift * 24 * HOUR_MS;
  const sleeps = day.sleeps.map((sleep) => ({ ...sleep, start: sleep.start + by, end: sleep.end + by }));
  return { ...day, date: addDays(day.date, shift), sleeps };
}

describe("people who sleep at other hours", () => {
  it.each([
    ["a late sleeper", { bed: 3.75, hours: 8 }, "01"],
    ["a night worker", { bed: 8, hours: 8 }, "06"],
    ["an early sleeper", { bed: 19, hours: 8 }, "18"],
  ] as const)("%s has each Brief once a day, and the evening belongs to the day lived", async (_, night, evening) => {
    const person = await playedPerson(days(night));
    // An evening after midnight could be said again on the next day, so that one is played too.
    for (let back = evening < "03" ? 1 : 0; back >= 0; back--) {
      const spoken = await person.play(addDays(LAST, -back));
      expectWhole(spoken);
      expect(spoken[2]?.time.slice(0, 2)).toBe(evening);
    }
  });
});

it("the first week has a score from the first night, and claims no usual", async () => {
  const person = await playedPerson(days({}, 8));
  for (const i of [0, 1, 2, 5]) {
    const morning = await person.morning(addDays(FIRST_DATE, i));
    expect(morning?.text).toMatch(ZONE);
    expect(morning?.text).not.toMatch(/than usual|your usual night|shortest|longest/);
  }
});

it("a week without data is said once, and the first night after it has its morning", async () => {
  const all = days({}, 30);
  const person = await played(all.filter((_, i) => i < 14 || i >= 21));
  const spoken: Spoken[] = [];
  for (let i = 14; i < 21; i++) spoken.push(...(await person.play(addDays(FIRST_DATE, i))));
  expect(spoken).toHaveLength(1);
  expect(spoken[0]?.text).toMatch(NO_SCORE);
  const first = await person.morning(addDays(FIRST_DATE, 21));
  expect(first).toMatchObject({ variant: "morning", text: expect.stringMatching(ZONE) });
});

it("a device without heart rate variability gets its Briefs, and none speaks of the heart's recovery", async () => {
  const without = madeUpDays(30, () => ({ source: "fitbit", metrics: { restingHrBpm: 55 } }));
  const person = await playedPerson(without);
  const texts: string[] = [];
  for (const i of [0, 1, 2, 7, 14]) texts.push(...(await person.play(addDays(FIRST_DATE, i))).map(({ text }) => text));
  expect(texts.length).toBeGreaterThanOrEqual(5);
  expect(texts.filter((text) => /does not measure|heart's recovery/.test(text))).toEqual([]);
});

describe("a night that arrives late", () => {
  it("is not called lost before the evening, and its first words are those of a morning", async () => {
    const person = await playedPerson(days({}, 29));
    const spoken = await person.play(LAST);
    expect(variants(spoken)).toEqual(["morning"]);
    expect(spoken[0]?.text).toMatch(NO_SCORE);
    expect(spoken[0]?.text).not.toMatch(/wear it/i);
    // The night usually arrives soon after waking at half past six, so the Brief did not wait for 90 minutes.
    expect(spoken[0]?.time).toBe("07:15");
    expect(spoken[0]?.text).toMatch(/by about seven\./);
  });
});

describe("a night that is revised in the afternoon", () => {
  it.each([
    ["much shorter", 0.45],
    ["a little longer", 1.1],
  ] as const)("%s: the later Briefs say that it was corrected", async (_, share) => {
    const person = await playedPerson(days({}));
    const revised = days({})
      .filter(({ date }) => date === LAST)
      .map((day) => ({
        ...day,
        sleeps: day.sleeps.map((one) => ({ ...one, asleepMinutes: one.asleepMinutes * share })),
      }));
    const spoken = await person.play(LAST, { at: "10:30", days: revised });
    expect(spoken[0]?.text).toMatch(ZONE);
    expect(variants(spoken)).toEqual(expect.arrayContaining(["morning", "midday"]));
    for (const { text } of spoken.slice(1)) expect(text).toMatch(CORRECTED);
  });
});
