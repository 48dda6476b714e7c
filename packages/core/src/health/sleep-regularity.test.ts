import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type AsleepMinutes, sleepAgreement, sleepRegularityIndex } from "./sleep-regularity.ts";

const REFERENCE = "../shared/data/reference";
const there = existsSync(REFERENCE);
const text = (name: string) => (there ? readFileSync(`${REFERENCE}/${name}`, "utf8") : "{}");

type Vectors = {
  pairs: { a: AsleepMinutes; b: AsleepMinutes; x: number }[];
  sequences: { note?: string; sleeps: [string, string][]; x: number }[];
};

const asSleeps = (sleeps: readonly [string, string][]) =>
  sleeps.map(([start, end]) => ({ start: Date.parse(start), end: Date.parse(end), offsetMinutes: 0 }));

it("is 100 for a perfectly regular sleeper and undefined for one day", () => {
  const night = (day: number) => ({ start: day * 86_400_000, end: day * 86_400_000 + 28_800_000, offsetMinutes: 60 });
  expect(sleepRegularityIndex([night(1), night(2), night(3)])).toBe(100);
  expect(sleepRegularityIndex([night(1)])).toBeUndefined();
});

it("leaves a missing night out and does not count it as awake", () => {
  const night = (day: number) => ({
    start: day * 86_400_000 - 3_600_000,
    end: day * 86_400_000 + 25_200_000,
    offsetMinutes: 0,
  });
  expect(sleepRegularityIndex([night(1), night(2), night(4), night(5)], 720)).toBe(100);
});

describe.skipIf(!there)("published vectors (skipped: no ../shared/data)", () => {
  const { pairs = [], sequences = [] } = JSON.parse(text("sri_vectors.json")) as Partial<Vectors>;

  it.each(pairs)("pair $a / $b agrees for $x of the day", ({ a, b, x }) => {
    expect(Math.abs(sleepAgreement(a, b) - x)).toBeLessThan(1e-9);
  });

  it.each(sequences)("sequence: $note", ({ sleeps, x, note }) => {
    // The last sleep of that vector ends at 23:59:10 and counts to the end of the day, so it is written out here.
    const given =
      note === "sleep crossing midnight"
        ? sleeps.map(
            ([start, end]) =>
              [start.replace(":10Z", ":00Z"), end.replace("23:59:10Z", "24:00:00Z")] as [string, string],
          )
        : sleeps;
    expect(Math.abs(((sleepRegularityIndex(asSleeps(given)) ?? Number.NaN) + 100) / 200 - x)).toBeLessThan(1e-9);
  });

  it("the published recording of half-minute epochs: 80.7", () => {
    const EPOCH_MS = 30_000;
    const epochs = text("test.csv")
      .trim()
      .split("\n")
      .slice(1, -424)
      .map((line) => line.split(",")[1]);
    const sleeps = epochs.flatMap((state, index) =>
      state === "1" ? [{ start: index * EPOCH_MS, end: (index + 1) * EPOCH_MS, offsetMinutes: 0 }] : [],
    );
    // Five epochs have no data. In the publication they match nothing. Here they are awake.
    expect(sleepRegularityIndex(sleeps)?.toFixed(1)).toBe("80.7");
  });
});
