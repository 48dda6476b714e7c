/** Tests what only Google has: its points, and that a night of its cloud is the same day as that of a Fitbit export. */
import type { SourceDay } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { connectPerson, connectWorld, hook, ME, rowsOf, signedIn, VENDOR_USER } from "@waldo/testkit/connect-world";
import {
  activePoint,
  civilDate,
  type GoogleCloud,
  type GoogleCloudOptions,
  type GooglePoint,
  startGoogleCloud,
} from "@waldo/testkit/google-cloud";
import { importFiles } from "@waldo/testkit/made-up-exports";
import { afterEach, describe, expect, it } from "vitest";
import { computeSeries } from "../health/crs.ts";
import { addDays } from "../time.ts";
import { beginConnection } from "./connect.ts";
import { google } from "./google.ts";
import { apiOver } from "./grip.ts";
import { VendorTrouble } from "./vendor.ts";

const USER = "111111256096816351";
const WINDOW = { from: "2024-03-01", to: "2024-03-12" };
/** The zone of the export, which has no offsets. */
const ZONE = "America/New_York";

let cloud: GoogleCloud;
afterEach(() => cloud.stop());

/** A cloud, and the calls of a person who is signed in there. */
async function open(options: Partial<GoogleCloudOptions> = {}) {
  cloud = await startGoogleCloud({ now: () => 0, ...options });
  return signedIn(cloud, USER);
}

type Night = {
  readonly date: string;
  /** The wall clock of the zone, and that clock's offset when the sleep ended. */
  readonly start: string;
  readonly end: string;
  readonly offset: number;
  readonly asleep: number;
  /** Without stages a sleep is of the kind that Fitbit calls classic. */
  readonly stages?: { readonly light: number; readonly deep: number; readonly rem: number };
  readonly nap?: true;
};
type DayValues = {
  readonly date: string;
  readonly hrv?: number;
  readonly restingHr?: number;
  readonly breath?: number;
  readonly steps?: number;
  readonly active?: { readonly light: number; readonly moderate: number; readonly vigorous: number };
};

/** Puts the same nights and values into the cloud, and returns Fitbit's export of them. */
function both(nights: readonly Night[], values: readonly DayValues[]) {
  const points: GooglePoint[] = nights.map(({ date, start, end, offset, asleep, stages, nap }) => {
    const zone = `${offset < 0 ? "-" : "+"}${String(Math.abs(offset) / 60).padStart(2, "0")}:00`;
    const at = (wall: string) => new Date(`${wall}${zone}`).toISOString();
    const minutes = (type: string, length: number) => ({ type, minutes: String(length), count: "3" });
    const { light = 0, deep = 0, rem = 0 } = stages ?? {};
    const parts = [minutes("LIGHT", light), minutes("DEEP", deep), minutes("REM", rem)];
    const utc = `${offset * 60}s`;
    const sleep = {
      interval: { startTime: at(start), startUtcOffset: utc, endTime: at(end), endUtcOffset: utc },
      type: stages ? "STAGES" : "CLASSIC",
      metadata: { processed: true, nap: nap === true },
      summary: { minutesAsleep: String(asleep), minutesAwake: "25", ...(stages ? { stagesSummary: parts } : {}) },
    };
    return { type: "sleep", date, point: { sleep } };
  });
  const add = (type: string, name: string, date: string, field: string, value: unknown) =>
    points.push({ type, date, point: { [name]: { date: civilDate(date), [field]: value } } });
  for (const { date, hrv, restingHr, breath, steps, active } of values) {
    if (active) points.push(activePoint(date, active));
    const average = "averageHeartRateVariabilityMilliseconds";
    if (hrv !== undefined) add("daily-heart-rate-variability", "dailyHeartRateVariability", date, average, hrv);
    if (restingHr !== undefined)
      add("daily-resting-heart-rate", "dailyRestingHeartRate", date, "beatsPerMinute", String(restingHr));
    if (breath !== undefined) add("daily-respiratory-rate", "dailyRespiratoryRate", date, "breathsPerMinute", breath);
    if (steps !== undefined) points.push({ type: "steps", date, point: { steps: { countSum: String(steps) } } });
  }
  cloud.put(USER, "all", points);
  const logs = nights.map(({ date, start, end, asleep, stages, nap }, logId) => ({
    ...{ logId, dateOfSleep: date, startTime: `${start}.000`, endTime: `${end}.000`, minutesAsleep: asleep },
    ...{ minutesAwake: 25, type: stages ? "stages" : "classic", mainSleep: nap !== true },
    levels: { summary: Object.fromEntries(Object.entries(stages ?? {}).map(([name, minutes]) => [name, { minutes }])) },
  }));
  const lines = (header: string, of: (day: DayValues) => number | undefined) =>
    [header, ...values.filter((day) => of(day) !== undefined).map((day) => `${day.date}T00:00:00,${of(day)}`)].join(
      "\n",
    );
  const json = (of: (day: DayValues) => number | undefined, value: (n: number) => unknown) =>
    JSON.stringify(
      values.flatMap((day) => {
        const found = of(day);
        return found === undefined ? [] : [{ dateTime: `${day.date} 00:00:00`, value: value(found) }];
      }),
    );
  return {
    "sleep.json": JSON.stringify(logs),
    "resting_heart_rate.json": json(
      ({ restingHr }) => restingHr,
      (value) => ({ value }),
    ),
    "moderately_active_minutes.json": json(({ active }) => active?.moderate, String),
    "very_active_minutes.json": json(({ active }) => active?.vigorous, String),
    "sedentary_minutes.json": json(({ active }) => active && 1440 - active.light, String),
    "steps.json": json(({ steps }) => steps, String),
    "Daily Heart Rate Variability Summary.csv": lines("timestamp,rmssd", ({ hrv }) => hrv),
    "Daily Respiratory Rate Summary.csv": lines("timestamp,daily_respiratory_rate", ({ breath }) => breath),
  };
}

const stages = { light: 240, deep: 90, rem: 95 };
const nightOf = (date: string, more: Partial<Night> = {}): Night => ({
  ...{ date, start: `${addDays(date, -1)}T23:10:00`, end: `${date}T07:00:00`, offset: -300, asleep: 425, stages },
  ...more,
});

describe("the same nights from the cloud and from the export", () => {
  const nights = [
    nightOf("2024-03-02"),
    // A nap, a classic sleep, and the night in which the clocks went forward.
    nightOf("2024-03-03", { asleep: 400, stages: { light: 220, deep: 85, rem: 95 } }),
    {
      ...nightOf("2024-03-03"),
      start: "2024-03-03T14:00:00",
      end: "2024-03-03T15:20:00",
      asleep: 70,
      nap: true as const,
    },
    { date: "2024-03-04", start: "2024-03-04T01:00:00", end: "2024-03-04T05:30:00", offset: -300, asleep: 240 },
    nightOf("2024-03-10", {
      start: "2024-03-10T03:10:00",
      end: "2024-03-10T09:00:00",
      offset: -240,
      asleep: 320,
      stages: { light: 200, deep: 60, rem: 60 },
    }),
  ].map(({ nap, ...night }) => ({ ...night, ...(nap ? { nap } : {}) }));
  const values: DayValues[] = [
    {
      date: "2024-03-02",
      hrv: 39.9,
      restingHr: 54,
      breath: 14.6,
      steps: 8123,
      active: { light: 210, moderate: 12, vigorous: 31 },
    },
    { date: "2024-03-03", restingHr: 55, steps: 0, active: { light: 0, moderate: 0, vigorous: 0 } },
    { date: "2024-03-04", hrv: 0, restingHr: 53, breath: 15.2 },
    { date: "2024-03-07", steps: 412, active: { light: 90, moderate: 0, vigorous: 0 } },
  ];
  /** Where a value was rejected is the place in the file. */
  const placeless = (days: readonly SourceDay[]) =>
    days.map(({ rejected = [], ...day }) => ({ ...day, rejected: rejected.map(({ at: _, ...one }) => one) }));

  it.each([25, 2, 1])("are the same days, with %i points a page", async (pageSize) => {
    const api = await open({ pageSize });
    const { days: exported } = await importFiles(both(nights, values), { timeZone: ZONE });
    const { days, pending, ids } = await google.readWindow(api, WINDOW);
    expect(placeless(days)).toEqual(placeless(exported));
    expect([days.length, pending, ids]).toEqual([5, [], []]);
    expect(days.find(({ date }) => date === "2024-03-03")?.sleeps.map(({ nap }) => nap)).toEqual([false, true]);
  });

  it("give the same scores", async () => {
    const api = await open();
    const dates = Array.from({ length: 10 }, (_, n) => addDays("2024-03-01", n)).slice(0, 9);
    const files = both(
      dates.map((date, n) =>
        nightOf(date, { asleep: 425 - (n % 3) * 20, stages: { ...stages, light: 240 - (n % 3) * 20 } }),
      ),
      dates.map((date, n) => ({ date, hrv: 40 + ((n * 7) % 11), restingHr: 52 + (n % 4), breath: 14.5, steps: 9000 })),
    );
    const { days: exported } = await importFiles(files, { timeZone: ZONE });
    const scores = computeSeries((await google.readWindow(api, WINDOW)).days, "2024-03-01");
    expect(scores).toEqual(computeSeries(exported, "2024-03-01"));
    expect(scores.filter(({ form }) => form !== undefined).length).toBeGreaterThan(5);
  });
});

describe("what Google has that others have not", () => {
  it("rolls up a fortnight of active minutes at once, so a longer window is asked in parts", async () => {
    const api = await open();
    const dates = Array.from({ length: 31 }, (_, n) => addDays("2024-03-01", n));
    cloud.put(
      USER,
      "all",
      dates.map((date, n) => activePoint(date, { light: 100, moderate: n, vigorous: 1 })),
    );
    const { days } = await google.readWindow(api, { from: "2024-03-01", to: "2024-03-31" });
    expect(days.map(({ date, metrics }) => [date, metrics.activeMinutes])).toEqual(
      dates.map((date, n) => [date, n + 1]),
    );
  });

  it("is asked with PKCE for a token that lasts, and its hooks are refused", async () => {
    const start = async (now: () => number) => {
      cloud = await startGoogleCloud({ now });
      return cloud;
    };
    const world = await connectWorld(start, openSqliteStore(":memory:"));
    const { url } = await beginConnection(world.ports, ME, "google");
    const asked = Object.fromEntries(new URL(url).searchParams);
    expect(asked).toMatchObject({ access_type: "offline", prompt: "consent", code_challenge_method: "S256" });
    await connectPerson(world);
    const rows = await rowsOf(world);
    const body = JSON.stringify({ data: { healthUserId: VENDOR_USER, dataType: "sleep", operation: "UPSERT" } });
    for (const headers of [{}, { "x-healthapi-signature": "AA==", authorization: "Bearer google-secret" }])
      expect(await hook(world, { headers, body })).toBe(false);
    expect(await rowsOf(world)).toBe(rows);
  });
});

describe("a point that is not as usual", () => {
  it("keeps a night out that is still computed, and says that more will come", async () => {
    const api = await open();
    cloud.night(USER, "2024-03-05", { state: "pending" });
    expect(await google.readWindow(api, WINDOW)).toMatchObject({ days: [], pending: ["2024-03-05"] });
  });

  it("Google's own word on the main sleep counts before that on naps", async () => {
    const api = await open();
    const interval = {
      ...{ startTime: "2024-03-05T12:00:00Z", startUtcOffset: "0s" },
      ...{ endTime: "2024-03-05T14:00:00Z", endUtcOffset: "0s" },
    };
    const napOf = async (metadata: object) => {
      const point = { sleep: { interval, metadata, summary: { minutesAsleep: "110" } } };
      cloud.put(USER, "one", [{ type: "sleep", date: "2024-03-05", point }]);
      return (await google.readWindow(api, WINDOW)).days[0]?.sleeps[0]?.nap;
    };
    expect(await napOf({ mainSleep: true, nap: true })).toBe(false);
    expect(await napOf({ nap: true })).toBe(true);
    expect(await napOf({ nap: false })).toBe(false);
    // Short, and by day.
    expect(await napOf({})).toBe(true);
  });

  const good = {
    interval: { startTime: "2024-03-05T00:00:00Z", endTime: "2024-03-05T07:00:00Z", endUtcOffset: "3600s" },
  };
  it.each([
    ["a sleep without its end", { interval: { ...good.interval, endTime: undefined } }],
    ["an offset that is none", { interval: { ...good.interval, endUtcOffset: "+01:00" } }],
    ["an offset that no place has", { interval: { ...good.interval, endUtcOffset: "99999s" } }],
    ["minutes that are none", { ...good, summary: { minutesAsleep: "seven" } }],
  ])("%s is unreadable, and no part of the window is taken", async (_what, sleep) => {
    const api = await open();
    cloud.night(USER, "2024-03-04");
    cloud.put(USER, "odd", [{ type: "sleep", date: "2024-03-05", point: { sleep } }]);
    await expect(google.readWindow(api, WINDOW)).rejects.toMatchObject({ trouble: "unreadable" });
  });

  it("pages without end are given up, and a list that is gone is no empty list", async () => {
    let pages = 0;
    await open();
    const endless = apiOver(async () => ({
      ...{ status: 200, headers: {} },
      text: JSON.stringify({ nextPageToken: String(++pages) }),
    }));
    await expect(google.readWindow(endless, WINDOW)).rejects.toBeInstanceOf(VendorTrouble);
    expect(pages).toBeLessThan(50);
    const gone = apiOver(async () => ({ status: 404, headers: {}, text: "" }));
    await expect(google.readWindow(gone, WINDOW)).rejects.toMatchObject({ trouble: "unreadable" });
  });
});
