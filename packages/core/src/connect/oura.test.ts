/**
 * Tests what only Oura has: its records, that a night of its cloud is the same day as that of its export, and
 * subscriptions.
 */
import { signedIn } from "@waldo/testkit/connect-world";
import { importFiles } from "@waldo/testkit/made-up-exports";
import {
  type OuraCloud,
  type OuraCloudOptions,
  type OuraRecords,
  signedOuraHook,
  startOuraCloud,
} from "@waldo/testkit/oura-cloud";
import { afterEach, describe, expect, it } from "vitest";
import { computeSeries } from "../health/crs.ts";
import { addDays, DAY_MS } from "../time.ts";
import { apiOver } from "./grip.ts";
import { answerChallenge } from "./hooks.ts";
import { oura } from "./oura.ts";
import { VendorTrouble } from "./vendor.ts";

const USER = "8f9a5221-639e-4a85-81cb-4065ef23f979";
const WINDOW = { from: "2024-03-01", to: "2024-03-12" };

let cloud: OuraCloud;
afterEach(() => cloud.stop());

/** A cloud, and the calls of a person who is signed in there. */
async function open(options: Partial<OuraCloudOptions> = {}) {
  cloud = await startOuraCloud({ now: () => 0, ...options });
  return signedIn(cloud, USER);
}

const sleepOf = (day: string, more: object = {}) => ({
  ...{ id: `s-${day}`, day, type: "long_sleep" },
  ...{ bedtime_start: `${addDays(day, -1)}T23:10:00.000+02:00`, bedtime_end: `${day}T07:00:00.000+02:00` },
  ...{ total_sleep_duration: 26_400, awake_time: 1800, light_sleep_duration: 14_400 },
  ...{ deep_sleep_duration: 6000, rem_sleep_duration: 6000 },
  ...{ average_hrv: 58, lowest_heart_rate: 51, average_breath: 14.5, readiness: { score: 64 } },
  ...more,
});
const readinessOf = (day: string, score: number | null) => ({
  ...{ id: `r-${day}`, day, score, contributors: { previous_night: 70 } },
});
const activityOf = (day: string, more: object = {}) => ({
  ...{ id: `a-${day}`, day, score: 88, steps: 8000, active_calories: 410, non_wear_time: 3600 },
  ...{ medium_activity_time: 1800, high_activity_time: 720, contributors: { stay_active: 70 } },
  ...more,
});

/** Puts records into the cloud, and returns the export that has the same ones. */
function both(records: Required<OuraRecords>) {
  cloud.put(USER, "all", records);
  return { "oura.json": JSON.stringify(records) };
}

describe("the same records from the cloud and from the export", () => {
  const records: Required<OuraRecords> = {
    sleep: [
      sleepOf("2024-03-02"),
      // A flight to New York, a nap with a readiness of its own, a sleep that was none, and one without heart rate.
      sleepOf("2024-03-03", {
        bedtime_start: "2024-03-02T23:40:00.000-05:00",
        bedtime_end: "2024-03-03T07:20:00.000-05:00",
      }),
      sleepOf("2024-03-04", { average_hrv: null, lowest_heart_rate: null, average_breath: null }),
      sleepOf("2024-03-04", {
        ...{ id: "nap", type: "late_nap", total_sleep_duration: 3000, readiness: { score: 40 } },
        ...{ light_sleep_duration: 1800, deep_sleep_duration: 600, rem_sleep_duration: 600, awake_time: 300 },
        ...{ bedtime_start: "2024-03-04T14:00:00+02:00", bedtime_end: "2024-03-04T15:00:00+02:00" },
      }),
      sleepOf("2024-03-05", { id: "sofa", type: "rest" }),
      sleepOf("2024-03-06", { total_sleep_duration: null }),
      // Oura says that an evening's sleep is of the next day. It ended on the day before.
      sleepOf("2024-03-08", {
        ...{ id: "late", type: "late_nap", total_sleep_duration: 2400 },
        ...{ light_sleep_duration: 2400, deep_sleep_duration: 0, rem_sleep_duration: 0 },
        ...{ bedtime_start: "2024-03-07T19:00:00+02:00", bedtime_end: "2024-03-07T19:50:00+02:00" },
      }),
    ],
    daily_readiness: [readinessOf("2024-03-02", 81), readinessOf("2024-03-03", null), readinessOf("2024-03-04", 77)],
    daily_activity: [
      activityOf("2024-03-02"),
      activityOf("2024-03-03", { steps: 12, non_wear_time: 80_000 }),
      activityOf("2024-03-04", { steps: 0, active_calories: 0 }),
    ],
  };

  it.each([50, 2, 1])("are the same days, with %i records a page", async (pageSize) => {
    const api = await open({ pageSize });
    const { days: exported } = await importFiles(both(records));
    const { days, pending } = await oura.readWindow(api, WINDOW);
    expect(days).toEqual(exported);
    expect(days.map(({ date, deviceScore }) => [date, deviceScore])).toEqual([
      ["2024-03-02", 81],
      ["2024-03-03", 64],
      ["2024-03-04", 77],
      ["2024-03-06", 64],
      ["2024-03-07", undefined],
      ["2024-03-08", 64],
    ]);
    expect(pending).toEqual([]);
  });

  it("are the same days of a window, whichever window it is", async () => {
    const api = await open();
    const { days: exported } = await importFiles(both(records));
    for (const [from, to] of [
      ["2024-03-02", "2024-03-02"],
      ["2024-03-03", "2024-03-04"],
      ["2024-03-07", "2024-03-07"],
    ] as const) {
      const { days, ids } = await oura.readWindow(api, { from, to });
      expect(days).toEqual(exported.filter(({ date }) => date >= from && date <= to));
      expect(ids.every(({ date }) => date >= from && date <= to)).toBe(true);
    }
  });

  it("give the same scores", async () => {
    const api = await open();
    const dates = Array.from({ length: 10 }, (_, n) => addDays("2024-03-02", n));
    const files = both({
      sleep: dates.map((date, n) =>
        sleepOf(date, { average_hrv: 50 + ((n * 7) % 11), lowest_heart_rate: 50 + (n % 4) }),
      ),
      daily_readiness: dates.map((date, n) => readinessOf(date, 70 + n)),
      daily_activity: dates.map((date) => activityOf(date)),
    });
    const { days: exported } = await importFiles(files);
    const scores = computeSeries((await oura.readWindow(api, WINDOW)).days, "2024-03-02");
    expect(scores).toEqual(computeSeries(exported, "2024-03-02"));
    expect(scores.filter(({ form }) => form !== undefined).length).toBeGreaterThan(5);
  });
});

describe("a record that is not as usual", () => {
  it("names the day of a sleep and of a readiness by its id, and none for one that is gone", async () => {
    const api = await open();
    cloud.night(USER, "2024-03-05");
    const { ids } = await oura.readWindow(api, WINDOW);
    expect(ids.map(({ id }) => id.split("/")[0])).toEqual(["sleep", "daily_readiness"]);
    for (const { id } of ids) expect(await oura.dateOf?.(api, id)).toBe("2024-03-05");
    expect(await oura.dateOf?.(api, "sleep/11111111-1111-4111-8111-111111111111")).toBeUndefined();
  });

  it.each([
    ["a sleep without its end", { bedtime_end: undefined }],
    ["a time without an offset", { bedtime_start: "2024-03-01T23:10:00" }],
    ["a number that is a text", { average_hrv: "58" }],
    ["a day that is none", { day: "yesterday" }],
    ["a field of an export that the API does not document", { rmssd: "58" }],
  ])("%s is unreadable, and no part of the window is taken", async (_what, wrong) => {
    cloud = await startOuraCloud({ now: () => 0 });
    const api = apiOver(async ({ url }) => ({
      ...{ status: 200, headers: {} },
      text: JSON.stringify({ data: url.includes("/sleep") ? [sleepOf("2024-03-02", wrong)] : [], next_token: null }),
    }));
    await expect(oura.readWindow(api, WINDOW)).rejects.toMatchObject({ trouble: "unreadable" });
  });

  it("pages without end are given up, and a list that is gone is no empty list", async () => {
    let pages = 0;
    cloud = await startOuraCloud({ now: () => 0 });
    const endless = apiOver(async () => ({
      ...{ status: 200, headers: {} },
      text: JSON.stringify({ data: [], next_token: String(++pages) }),
    }));
    await expect(oura.readWindow(endless, WINDOW)).rejects.toBeInstanceOf(VendorTrouble);
    expect(pages).toBeLessThan(50);
    const gone = apiOver(async () => ({ status: 404, headers: {}, text: "" }));
    await expect(oura.readWindow(gone, WINDOW)).rejects.toMatchObject({ trouble: "unreadable" });
  });

  it("a hook about steps, or about nothing we know, is taken and says nothing", async () => {
    await open();
    for (const body of [
      '{"event_type":"update","data_type":"daily_activity","object_id":"a","user_id":"b"}',
      "[]",
      "?",
    ]) {
      const delivery = signedOuraHook(cloud.client.secret, body, 1_700_000_000_000);
      expect(oura.notices?.(delivery, cloud.client.secret, 1_700_000_000_000)).toEqual([]);
      expect(oura.notices?.(delivery, "", 1_700_000_000_000)).toBeUndefined();
    }
  });
});

describe("subscriptions", () => {
  const ADDRESS = "https://waldo.example/v1/hooks/oura";
  let now = 0;
  /** A cloud that knocks at our door before it subscribes. */
  async function subscribing(secret = "oura-secret") {
    now = Date.UTC(2024, 2, 1);
    const knock = async ({ origin, pathname, searchParams }: URL) => {
      expect(`${origin}${pathname}`).toBe(ADDRESS);
      const [verification_token = "", challenge = ""] = ["verification_token", "challenge"].map(
        (name) => searchParams.get(name) ?? "",
      );
      return answerChallenge(oura, secret, { verification_token, challenge });
    };
    cloud = await startOuraCloud({ now: () => now, knock, subscriptionDays: 30 });
    const { http, client } = cloud;
    return () => oura.subscribe?.({ http, client, now }, ADDRESS);
  }

  it("are made once for each kind and event, and renewed before they end", async () => {
    const subscribe = await subscribing();
    await subscribe();
    const made = cloud.subscriptions.map(({ data_type, event_type }) => `${data_type} ${event_type}`);
    expect(made).toHaveLength(6);
    expect(new Set(made).size).toBe(6);
    const ends = Date.parse(cloud.subscriptions[0]?.expiration_time ?? "");
    cloud.asked.length = 0;
    now += 20 * DAY_MS;
    await subscribe();
    expect(cloud.asked).toEqual(["GET /v2/webhook/subscription"]);
    now += 4 * DAY_MS;
    await subscribe();
    expect(cloud.subscriptions).toHaveLength(6);
    for (const one of cloud.subscriptions) expect(Date.parse(one.expiration_time)).toBeGreaterThan(ends);
  });

  it("that were made only in part are made whole", async () => {
    const subscribe = await subscribing();
    cloud.faults.push({ path: /subscription$/ }, { path: /subscription$/ }, { path: /subscription$/, status: 503 });
    await expect(subscribe()).rejects.toMatchObject({ trouble: "failing" });
    expect(cloud.subscriptions.length).toBeLessThan(6);
    cloud.faults.length = 0;
    await subscribe();
    expect(cloud.subscriptions).toHaveLength(6);
  });

  it("are refused where another answers the door, and by a door that is asked by another", async () => {
    const subscribe = await subscribing("another secret");
    await expect(subscribe()).rejects.toMatchObject({ trouble: "failing" });
    expect(cloud.subscriptions).toEqual([]);
    const challenge = "c";
    for (const verification_token of ["", "guess", "a".repeat(32)])
      expect(answerChallenge(oura, "oura-secret", { verification_token, challenge })).toBeUndefined();
  });
});
