/** The nights of a real person, replayed as pages of Oura's cloud: they are the days and scores of their export. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SourceDay } from "@waldo/contracts";
import { signedIn } from "@waldo/testkit/connect-world";
import { importFiles } from "@waldo/testkit/made-up-exports";
import { startOuraCloud } from "@waldo/testkit/oura-cloud";
import { expect, test } from "vitest";
import { computeSeries } from "../health/crs.ts";
import { addDays } from "../time.ts";
import { oura } from "./oura.ts";

const FOLDER = "../shared/data/wearables/oura-anand";
const USER = "real-person";

const textOf = (name: string) => readFileSync(join(FOLDER, `${name}.jsonl`), "utf8");
const recordsOf = (name: string): Record<string, never>[] =>
  textOf(name)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

/** The records of the export, which are of API v1, as API v2 has them: by wake date, and in seconds. */
function asV2() {
  const nights = recordsOf("sleep").map((one) => ({
    ...{ id: `${one.summary_date}-${one.period_id}`, day: String(one.bedtime_end).slice(0, 10) },
    ...{ type: one.is_longest === 1 ? "long_sleep" : "sleep" },
    ...{ bedtime_start: one.bedtime_start, bedtime_end: one.bedtime_end, total_sleep_duration: one.total },
    ...{ awake_time: one.awake, light_sleep_duration: one.light, deep_sleep_duration: one.deep },
    ...{ rem_sleep_duration: one.rem, average_hrv: one.rmssd, lowest_heart_rate: one.hr_lowest },
    average_breath: one.breath_average,
  }));
  const nightOf = new Map(nights.map((night) => [night.id, night]));
  const isLong = (id: string) => nightOf.get(id)?.type === "long_sleep";
  const readiness = recordsOf("readiness")
    .map((one) => {
      const id = `${one.summary_date}-${one.period_id ?? 0}`;
      const day = nightOf.get(id)?.day ?? addDays(String(one.summary_date), 1);
      return { id, day, score: one.score, contributors: { previous_night: one.score_previous_night } };
    })
    // API v2 has one a day, which is that of the long sleep.
    .sort((a, b) => Number(isLong(a.id)) - Number(isLong(b.id)));
  const minutes = (value: number) => value * 60;
  const activity = recordsOf("activity").map((one) => ({
    ...{
      id: `a-${one.summary_date}`,
      day: String(one.summary_date),
      steps: one.steps,
      active_calories: one.cal_active,
    },
    ...{ non_wear_time: minutes(one.non_wear ?? 0), medium_activity_time: minutes(one.medium ?? 0) },
    high_activity_time: minutes(one.high ?? 0),
  }));
  const byDay = [...new Map(readiness.map((one) => [one.day, one])).values()];
  return { sleep: nights, daily_readiness: byDay, daily_activity: activity };
}

/** Where a value was rejected is the place in the file. */
const placeless = (days: readonly SourceDay[]) =>
  days.map(({ rejected = [], ...day }) => ({ ...day, rejected: rejected.map(({ at: _, ...one }) => one) }));

test.skipIf(!existsSync(FOLDER))(
  "20 months of Oura, in windows of ten days (skipped: no ../shared/data)",
  async () => {
    const names = ["activity", "readiness", "sleep"];
    const { days: exported } = await importFiles(
      Object.fromEntries(names.map((name) => [`${name}.jsonl`, textOf(name)])),
    );
    const cloud = await startOuraCloud({ now: () => 0, pageSize: 4 });
    cloud.put(USER, "all", asV2());
    const api = await signedIn(cloud, USER);
    const [first = "", last = ""] = [exported[0]?.date, exported.at(-1)?.date];
    const read: SourceDay[] = [];
    for (let from = first; from <= last; from = addDays(from, 10))
      read.push(...(await oura.readWindow(api, { from, to: addDays(from, 9) })).days);
    await cloud.stop();
    expect(read.flatMap(({ sleeps }) => sleeps).length).toBeGreaterThan(460);
    expect(placeless(read)).toEqual(placeless(exported));
    expect(computeSeries(read, first)).toEqual(computeSeries(exported, first));
  },
  60_000,
);
