/** Tests exports of real people, when the files are available. Only counts of them are written here. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Files, importFiles, refusalOf } from "../../../../testkit/src/made-up-exports.ts";
import { parseColumnMap } from "./column-map.ts";
import type { ImportResult } from "./import-export.ts";

const WEARABLES = "../shared/data/wearables";
const here = existsSync(WEARABLES);

function folder(path: string): Files {
  return Object.fromEntries(
    readdirSync(join(WEARABLES, path)).map((name) => [name, readFileSync(join(WEARABLES, path, name))]),
  );
}

const nights = ({ days }: ImportResult) => days.flatMap((day) => day.sleeps).filter((sleep) => !sleep.nap);

describe.skipIf(!here)("an Oura export of 20 months (skipped: no ../shared/data)", () => {
  it("has every night on its wake date, with its own offset and the morning's score", async () => {
    const result = await importFiles(folder("oura-anand"));
    const { days } = result;
    expect(nights(result)).toHaveLength(468);
    expect(new Set(nights(result).map((sleep) => sleep.offsetMinutes))).toEqual(new Set([330, 120, 60]));
    expect(days.filter((day) => day.metrics.hrvRmssdMs !== undefined)).toHaveLength(467);
    expect(days.filter((day) => day.sleeps.length > 0 && day.deviceScore !== undefined)).toHaveLength(468);
    expect(days.filter((day) => day.rejected)).toEqual([]);
  });
});

describe.skipIf(!here)("Fitbit exports of eight people (skipped: no ../shared/data)", () => {
  const people = here ? readdirSync(join(WEARABLES, "fitbit-pmdata")) : [];
  it.each(people)("%s", async (person) => {
    const files = folder(join("fitbit-pmdata", person));
    const result = await importFiles(files, { timeZone: "Europe/Oslo" });
    const logs = JSON.parse(Buffer.from(files["sleep.json"] ?? "").toString()) as { logId: number }[];
    const distinct = new Set(logs.map((log) => log.logId)).size;
    expect(result.format).toBe("fitbit");
    // Some nights have two logs, which belong to one sleep.
    expect(result.counts.sleeps).toBeLessThanOrEqual(distinct);
    expect(result.counts.sleeps).toBeGreaterThan(distinct * 0.94);
    expect(result.counts.duplicates).toBe(logs.length - distinct);
    expect(result.days.filter((day) => day.deviceScore !== undefined).length).toBeGreaterThan(70);
    const perDate = Map.groupBy(result.days, (day) => day.sleeps.filter((sleep) => !sleep.nap).length);
    expect([...perDate.keys()].every((count) => count <= 1)).toBe(true);
  });
});

describe.skipIf(!here)("a study's daily file of 32 people (skipped: no ../shared/data)", () => {
  const file = here ? readFileSync(join(WEARABLES, "fitbit-lifesnaps", "daily.csv"), "utf8") : "";
  const map =
    "date=date,hrvRmssdMs=rmssd,restingHrBpm=resting_hr,respiratoryRateRpm=full_sleep_breathing_rate," +
    "sleepMinutes=minutesAsleep,awakeMinutes=minutesAwake,efficiency=sleep_efficiency,steps=steps";
  const ids = [...new Set([...file.matchAll(/^\d+,([0-9a-f]{24}),/gm)].map(([, id]) => id ?? ""))];

  it("is imported for any one of them", async () => {
    expect(ids).toHaveLength(32);
    let values = 0;
    for (const id of ids) {
      const result = await importFiles({ "daily.csv": file }, { columnMap: parseColumnMap(map, `id=${id}`) });
      values += result.days.filter((day) => day.metrics.hrvRmssdMs !== undefined).length;
    }
    // 1,251 cells have a number. Some of them are zeros that mean "not measured".
    const zeros = file
      .split("\n")
      .filter((line) => /^\d+,[0-9a-f]{24},\d{4}-\d{2}-\d{2},[^,]*,[^,]*,0\.0,/.test(line)).length;
    expect(values).toBe(1251 - zeros);
  });

  it("is refused for all of them at once", async () => {
    const message = await refusalOf({ "daily.csv": file }, { columnMap: parseColumnMap(map) });
    expect(message).toMatch(/^daily\.csv:\d+: the column "id" names several people; import one of them with where id=/);
  });
});

describe.skipIf(!here)("files that a spreadsheet has saved (skipped: no ../shared/data)", () => {
  const files = here ? folder("fitbit-fitabase") : {};
  it.each(Object.keys(files))("%s is refused with the line of the date", async (name) => {
    const content = files[name] ?? "";
    expect(await refusalOf({ [name]: content })).toMatch(/^\w+\.csv:2: "[^"]+" may be \d+ \w+ or \d+ \w+; write dates/);
  });

  it("is refused even with an order, at the first date of the other kind", async () => {
    const content = Buffer.from(files["sleepDay_merged.csv"] ?? "").toString();
    const [, first = ""] = content.split("\n");
    const person = first.split(",")[0];
    const columnMap = {
      ...parseColumnMap("date=SleepDay,sleepMinutes=TotalMinutesAsleep", `Id=${person}`),
      dateOrder: "DMY",
    } as const;
    expect(await refusalOf({ "sleepDay_merged.csv": content }, { columnMap })).toMatch(
      /:\d+: .*a spreadsheet has changed/,
    );
  });
});
