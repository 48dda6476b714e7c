/** A night of any zone stands on the local date of its waking. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayOf, importFiles, samsungSleeps, samsungStages } from "../../../../testkit/src/made-up-exports.ts";

describe("every night stands on the local date of its waking, and", () => {
  it("of Garmin has the offset of its day", async () => {
    const zone = fc.integer({ min: -12 * 4, max: 14 * 4 }).map((quarters) => quarters * 15);
    const wake = fc.integer({ min: 3 * 60, max: 21 * 60 });
    await fc.assert(
      fc.asyncProperty(zone, wake, fc.integer({ min: 181, max: 700 }), async (offset, minute, length) => {
        const midnight = Date.UTC(2024, 5, 4) - offset * 60_000;
        const end = midnight + minute * 60_000;
        const text = (at: number) => new Date(at).toISOString().slice(0, -2);
        const sleep = {
          ...{ calendarDate: "2024-06-04", lightSleepSeconds: length * 60, deepSleepSeconds: 0 },
          ...{ sleepStartTimestampGMT: text(end - length * 60_000), sleepEndTimestampGMT: text(end) },
        };
        const day = {
          ...{ calendarDate: "2024-06-04", totalSteps: 5 },
          ...{ wellnessStartTimeGmt: text(midnight), wellnessStartTimeLocal: "2024-06-04T00:00:00.0" },
          ...{ wellnessEndTimeGmt: text(midnight + 86_400_000), wellnessEndTimeLocal: "2024-06-05T00:00:00.0" },
        };
        const result = await importFiles(
          { "a_sleepData.json": JSON.stringify([sleep]), "UDSFile_a.json": JSON.stringify([day]) },
          { timeZone: "Europe/Berlin" },
        );
        const [night] = dayOf(result, "2024-06-04").sleeps;
        expect(night).toMatchObject({ start: end - length * 60_000, end, offsetMinutes: offset, nap: false });
        expect(result.days).toHaveLength(1);
      }),
      { numRuns: 60 },
    );
  });

  it("of Samsung has the mean of its own HRV", async () => {
    const offsets = fc.integer({ min: -12 * 4, max: 14 * 4 }).map((quarters) => quarters * 15);
    const values = fc.array(fc.integer({ min: 20, max: 120 }), { minLength: 1, maxLength: 8 });
    const text = (at: number) => new Date(at).toISOString().slice(0, -1).replace("T", " ");
    await fc.assert(
      fc.asyncProperty(offsets, fc.array(values, { minLength: 1, maxLength: 6 }), async (offset, nights) => {
        const hours = String(Math.floor(Math.abs(offset) / 60)).padStart(2, "0");
        const zone = `UTC${offset < 0 ? "-" : "+"}${hours}${String(Math.abs(offset) % 60).padStart(2, "0")}`;
        const times = nights.map((_, i) => Date.UTC(2024, 5, 4 + i, 7) - offset * 60_000);
        const windows = nights.flatMap((list, i) =>
          list.map((rmssd, k) => {
            const start = (times[i] ?? 0) - (k + 1) * 1_200_000;
            return { start_time: start, end_time: start + 600_000, rmssd };
          }),
        );
        const from = (end: number) => text(end - 28_800_000);
        const result = await importFiles({
          "com.samsung.shealth.sleep.1.csv": samsungSleeps(
            ...times.map((end, i) => `,,,,${from(end)},${text(end)},${zone},n${i}`),
          ),
          "com.samsung.health.sleep_stage.1.csv": samsungStages(
            ...times.map((end, i) => `${from(end)},n${i},40002,UTC+0000,${text(end)},x`),
          ),
          "jsons/com.samsung.health.hrv/0/0.json": JSON.stringify(windows.toReversed()),
        });
        expect(result.days.map(({ date, metrics, sleeps }) => [date, metrics.hrvRmssdMs, sleeps[0]?.nap])).toEqual(
          nights.map((list, i) => [
            new Date(Date.UTC(2024, 5, 4 + i)).toISOString().slice(0, 10),
            Math.round((list.reduce((sum, value) => sum + value, 0) / list.length) * 100) / 100,
            false,
          ]),
        );
      }),
      { numRuns: 60 },
    );
  });
});
