/**
 * The nights of real people, replayed as pages of Google's cloud: they are the days and scores of their Fitbit export,
 * but for what the cloud has not. That is:
 *
 * - the score of the night: the cloud has none;
 * - parts of a beat of the resting heart rate: the cloud has a whole number;
 * - a day without one active minute, not even a light one: the cloud does not say whether the device was worn then, and an
 *   export does, by its sedentary minutes.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SourceDay } from "@waldo/contracts";
import { signedIn } from "@waldo/testkit/connect-world";
import { activePoint, civilDate, type GooglePoint, startGoogleCloud } from "@waldo/testkit/google-cloud";
import { importFiles } from "@waldo/testkit/made-up-exports";
import { expect, test } from "vitest";
import * as z from "zod";
import { computeSeries } from "../health/crs.ts";
import { addDays } from "../time.ts";
import { google } from "./google.ts";

const FOLDER = "../shared/data/wearables/fitbit-pmdata";
const USER = "111111256096816351";
const FILES = [
  ...["sleep.json", "resting_heart_rate.json", "sleep_score.csv", "sedentary_minutes.json"],
  ...["lightly_active_minutes.json", "moderately_active_minutes.json", "very_active_minutes.json"],
];

type Records = readonly Readonly<Record<string, unknown>>[];
/** A sleep has `minutes` of each stage in its levels, and a day's resting heart rate its `value`. */
const Log = z.looseObject({
  ...{ logId: z.number(), startTime: z.string(), endTime: z.string(), type: z.string(), mainSleep: z.boolean() },
  ...{ minutesAsleep: z.number(), minutesAwake: z.number() },
  levels: z.looseObject({ summary: z.record(z.string(), z.looseObject({ minutes: z.number() })) }),
});
const Resting = z.looseObject({ dateTime: z.string(), value: z.looseObject({ value: z.number() }) });
const dateOf = (time: unknown) => String(time).slice(0, 10);

/** The records of an export as the points of the cloud. Its wall clocks are read as UTC, as the import reads them. */
function asPoints(records: (name: string) => Records): { readonly points: GooglePoint[]; readonly quiet: Set<string> } {
  const instant = (wall: string) => new Date(`${wall.replace(" ", "T").slice(0, 19)}Z`).toISOString();
  const logs = new Map(
    z
      .array(Log)
      .parse(records("sleep.json"))
      .map((log) => [log.logId, log]),
  );
  const sleeps = [...logs.values()].map((log): GooglePoint => {
    const { levels, mainSleep, minutesAsleep, minutesAwake, type } = log;
    const stagesSummary = ["light", "deep", "rem"].flatMap((stage) => {
      const minutes = levels.summary[stage]?.minutes;
      return minutes === undefined ? [] : [{ type: stage.toUpperCase(), minutes: String(minutes), count: "1" }];
    });
    const sleep = {
      interval: {
        ...{ startTime: instant(log.startTime), startUtcOffset: "0s" },
        ...{ endTime: instant(log.endTime), endUtcOffset: "0s" },
      },
      type: type.toUpperCase(),
      metadata: { processed: true, nap: !mainSleep },
      summary: { minutesAsleep: String(minutesAsleep), minutesAwake: String(minutesAwake), stagesSummary },
    };
    return { type: "sleep", date: dateOf(log.endTime), point: { sleep } };
  });
  const restings = z.array(Resting).parse(records("resting_heart_rate.json"));
  const resting = restings.flatMap(({ dateTime, value }): GooglePoint[] => {
    const bpm = Math.round(value.value);
    const date = dateOf(dateTime);
    const point = { dailyRestingHeartRate: { date: civilDate(date), beatsPerMinute: String(bpm) } };
    return bpm === 0 ? [] : [{ type: "daily-resting-heart-rate", date, point }];
  });
  const minutesOf = (level: string) =>
    new Map(records(`${level}_active_minutes.json`).map(({ dateTime, value }) => [dateOf(dateTime), Number(value)]));
  const [light, moderate, vigorous] = [minutesOf("lightly"), minutesOf("moderately"), minutesOf("very")];
  const active = [...moderate].flatMap(([date, minutes]) => {
    const more = vigorous.get(date);
    return more === undefined ? [] : [{ date, light: light.get(date) ?? 0, moderate: minutes, vigorous: more }];
  });
  return {
    points: [...sleeps, ...resting, ...active.map(({ date, ...minutes }) => activePoint(date, minutes))],
    quiet: new Set(active.filter((day) => day.light + day.moderate + day.vigorous === 0).map(({ date }) => date)),
  };
}

/** A day of an export without what the cloud has not. */
function asCloud({ deviceScore: _, metrics, rejected = [], ...day }: SourceDay, quiet: ReadonlySet<string>): SourceDay {
  const { restingHrBpm, activeMinutes, ...others } = metrics;
  return {
    ...day,
    metrics: {
      ...others,
      ...(restingHrBpm === undefined ? {} : { restingHrBpm: Math.round(restingHrBpm) }),
      ...(activeMinutes === undefined || quiet.has(day.date) ? {} : { activeMinutes }),
    },
    // Where a value was rejected is the place in the file.
    rejected: rejected.filter(({ metric }) => metric !== "deviceScore").map((one) => ({ ...one, at: "" })),
  };
}

const isEmpty = ({ metrics, sleeps }: SourceDay) => Object.keys(metrics).length + sleeps.length === 0;

test.skipIf(!existsSync(FOLDER)).each(["p01", "p02", "p03", "p04", "p05", "p06", "p07", "p08"])(
  "five months of Fitbit of %s, in windows of ten days (skipped: no ../shared/data)",
  async (person) => {
    const texts = new Map(FILES.map((name) => [name, readFileSync(join(FOLDER, person, name), "utf8")]));
    const { days: exported } = await importFiles(Object.fromEntries(texts));
    const { points, quiet } = asPoints((name) => JSON.parse(texts.get(name) ?? "[]"));
    const cloud = await startGoogleCloud({ now: () => 0, pageSize: 4 });
    cloud.put(USER, "all", points);
    const api = await signedIn(cloud, USER);
    const [first = "", last = ""] = [exported[0]?.date, exported.at(-1)?.date];
    const read: SourceDay[] = [];
    for (let from = first; from <= last; from = addDays(from, 10))
      read.push(...(await google.readWindow(api, { from, to: addDays(from, 9) })).days);
    await cloud.stop();
    const expected = exported.map((day) => asCloud(day, quiet)).filter((day) => !isEmpty(day));
    expect(read.map((day) => ({ ...day, rejected: (day.rejected ?? []).map((one) => ({ ...one, at: "" })) }))).toEqual(
      expected,
    );
    const scores = computeSeries(read, first);
    expect(scores).toEqual(computeSeries(expected, first));
    // Without such a day Form is that of the export as it is, whatever else the cloud has not.
    const forms = computeSeries(exported, first).map(({ form }) => form);
    const lost = exported.filter(({ date, metrics }) => quiet.has(date) && metrics.activeMinutes !== undefined).length;
    const gaps = scores.map(({ form }, n) => Math.abs((form ?? 0) - (forms[n] ?? 0)));
    expect(lost).toBe(person === "p03" ? 1 : 0);
    expect(Math.max(...gaps)).toBeLessThan(lost === 0 ? 1e-9 : 5);
  },
);
