/** Tests what only WHOOP has: its records, and that a night of its cloud is the same day as that of its export. */
import type { SourceDay } from "@waldo/contracts";
import { signedIn } from "@waldo/testkit/connect-world";
import {
  importFiles,
  type WhoopCycle,
  type WhoopSleep,
  whoopFile,
  whoopRow,
  whoopSleeps,
} from "@waldo/testkit/made-up-exports";
import { startWhoopCloud, type WhoopCloud } from "@waldo/testkit/whoop-cloud";
import { afterEach, describe, expect, it } from "vitest";
import { computeSeries } from "../health/crs.ts";
import { addDays, MINUTE_MS } from "../time.ts";
import { apiOver } from "./grip.ts";
import { VendorTrouble } from "./vendor.ts";
import { whoop } from "./whoop.ts";

const USER = "10129";
const WINDOW = { from: "2024-03-01", to: "2024-03-10" };

let cloud: WhoopCloud;
afterEach(() => cloud.stop());

/** A cloud, and the calls of a person who is signed in there. */
async function open(options: { readonly pageSize?: number } = {}) {
  cloud = await startWhoopCloud({ now: () => 0, ...options });
  return signedIn(cloud, USER);
}

type Night = Required<Pick<WhoopCycle, "start" | "end" | "wake">> & {
  readonly asleep: number;
  readonly zone: string;
  readonly hrv: number;
  readonly strain: number;
  readonly nap?: Pick<WhoopSleep, "onset" | "wake" | "asleep">;
};

/** The same nights as WHOOP's export has them, and as its cloud has them. */
function both(nights: readonly Night[]) {
  const files = {
    "physiological_cycles.csv": whoopFile(
      ...nights.map(({ zone, ...night }) => whoopRow({ ...night, onset: night.start, timeZone: `UTC${zone}` })),
    ),
    "sleeps.csv": whoopSleeps(
      ...nights.flatMap(({ start, wake, asleep, zone, nap }) => {
        const shared = { cycle: start, timeZone: `UTC${zone}` };
        const naps = nap ? [{ ...shared, ...nap, nap: true }] : [];
        return [{ ...shared, onset: start, wake, asleep, nap: false }, ...naps];
      }),
    ),
  };
  const at = (wall: string, zone: string) => new Date(`${wall.replace(" ", "T")}${zone}`).toISOString();
  for (const [index, { start, end, wake, asleep, zone, hrv, strain, nap }] of nights.entries()) {
    const id = 100 + index;
    const sleep = (name: string, from: string, to: string, minutes: number, isNap: boolean) => ({
      ...{ id: `${name}-${id}`, cycle_id: id, start: at(from, zone), end: at(to, zone), timezone_offset: zone },
      ...{ nap: isNap, score_state: "SCORED" },
      score: {
        stage_summary: {
          total_awake_time_milli: 40 * MINUTE_MS,
          total_light_sleep_time_milli: minutes * MINUTE_MS,
          ...{ total_slow_wave_sleep_time_milli: 0, total_rem_sleep_time_milli: 0 },
        },
        respiratory_rate: 14.2,
      },
    });
    cloud.put(USER, String(id), {
      cycle: {
        id,
        start: at(start, zone),
        end: at(end, zone),
        timezone_offset: zone,
        score_state: "SCORED",
        score: { strain },
      },
      sleeps: [
        sleep("night", start, wake, asleep, false),
        ...(nap ? [sleep("nap", nap.onset, nap.wake, nap.asleep, true)] : []),
      ],
      recovery: {
        ...{ cycle_id: id, sleep_id: `night-${id}`, score_state: "SCORED" },
        score: { recovery_score: 66, resting_heart_rate: 52, hrv_rmssd_milli: hrv },
      },
    });
  }
  return files;
}

/** The made-up list of sleeps of an export has no stages. */
const bare = (days: readonly SourceDay[]) =>
  days.map((day) => ({
    ...day,
    sleeps: day.sleeps.map(
      ({ awakeMinutes: _, lightMinutes: __, deepMinutes: ___, remMinutes: ____, ...sleep }) => sleep,
    ),
  }));

const nightOf = (date: string, more: Partial<Night> = {}): Night => ({
  ...{ start: `${addDays(date, -1)} 23:00:00`, end: `${date} 22:30:00`, wake: `${date} 07:00:00` },
  ...{ asleep: 430, zone: "+01:00", hrv: 60, strain: 10.5 },
  ...more,
});

describe("the same nights from the cloud and from the export", () => {
  const journey: Night[] = [
    nightOf("2024-03-02"),
    nightOf("2024-03-03", { hrv: 71, strain: 0 }),
    // A night in New York, a nap, a late bedtime and a cycle of two days without sleep before the next.
    nightOf("2024-03-04", { zone: "-05:00", asleep: 391 }),
    nightOf("2024-03-05", { nap: { onset: "2024-03-05 14:00:00", wake: "2024-03-05 15:10:00", asleep: 61 } }),
    nightOf("2024-03-06", { start: "2024-03-06 02:10:00", wake: "2024-03-06 09:40:00", end: "2024-03-07 23:00:00" }),
    nightOf("2024-03-08", { start: "2024-03-07 23:00:00", strain: 19.9 }),
  ];

  it.each([25, 2])("are the same days, with %i records a page", async (pageSize) => {
    const api = await open({ pageSize });
    const { days: exported } = await importFiles(both(journey));
    const { days, pending } = await whoop.readWindow(api, WINDOW);
    expect(bare(days)).toEqual(bare(exported));
    expect([days.length, pending]).toEqual([7, []]);
  });

  it("give the same scores", async () => {
    const api = await open();
    const many = Array.from({ length: 9 }, (_, n) =>
      nightOf(addDays("2024-03-02", n), { hrv: 55 + ((n * 7) % 11), asleep: 400 + ((n * 13) % 60) }),
    );
    const { days: exported } = await importFiles(both(many));
    const { days } = await whoop.readWindow(api, WINDOW);
    const scores = computeSeries(bare(days), "2024-03-02");
    expect(scores).toEqual(computeSeries(bare(exported), "2024-03-02"));
    expect(scores.filter(({ form }) => form !== undefined).length).toBeGreaterThan(5);
  });
});

describe("a record that is not as usual", () => {
  it("keeps a pending night out, and says that more will come", async () => {
    const api = await open();
    cloud.night(USER, "2024-03-05", { state: "pending" });
    const { days, pending, ids } = await whoop.readWindow(api, WINDOW);
    expect([days.flatMap(({ sleeps }) => sleeps), new Set(pending)]).toEqual([[], new Set(["2024-03-05"])]);
    expect(ids.map(({ date }) => date)).toEqual(["2024-03-05"]);
  });

  it("keeps a night out that cannot be scored, and waits for nothing", async () => {
    const api = await open();
    cloud.night(USER, "2024-03-05", { state: "unscorable" });
    const { days, pending } = await whoop.readWindow(api, WINDOW);
    expect([days.flatMap(({ sleeps }) => sleeps), pending]).toEqual([[], []]);
    expect(days.map(({ metrics }) => metrics)).toEqual([{ strain: 9.5 }]);
  });

  it("sets values aside that no body has", async () => {
    const api = await open();
    cloud.night(USER, "2024-03-05", { hrv: 0, restingHr: 400 });
    const { days } = await whoop.readWindow(api, WINDOW);
    expect(days[0]?.metrics).toEqual({ respiratoryRateRpm: 14.2, strain: 9.5 });
    expect(days[0]?.rejected?.map(({ metric }) => metric)).toEqual(["hrvRmssdMs", "restingHrBpm"]);
  });

  it("gives the strain of a cycle that is not over to the day on which the person woke", async () => {
    const api = await open();
    cloud.put(USER, "open", {
      cycle: {
        ...{ id: 7, start: "2024-03-05T22:00:00.000Z", timezone_offset: "+01:00", score_state: "SCORED" },
        score: { strain: 3.1 },
      },
      sleeps: [],
    });
    const { days } = await whoop.readWindow(api, WINDOW);
    expect(days).toMatchObject([{ date: "2024-03-05", metrics: { strain: 3.1 }, sleeps: [] }]);
  });

  it("names the day of a sleep by its id, and none for one that is gone", async () => {
    const api = await open();
    cloud.night(USER, "2024-03-05");
    const { ids } = await whoop.readWindow(api, WINDOW);
    expect(await whoop.dateOf?.(api, ids[0]?.id ?? "")).toBe("2024-03-05");
    expect(await whoop.dateOf?.(api, "11111111-1111-4111-8111-111111111111")).toBeUndefined();
  });

  it.each([
    ["a record without its time", { id: 1, timezone_offset: "Z", score_state: "SCORED" }],
    [
      "an offset that is none",
      { id: 1, start: "2024-03-05T22:00:00Z", timezone_offset: "+99:00", score_state: "SCORED" },
    ],
    [
      "a state that is not documented",
      { id: 1, start: "2024-03-05T22:00:00Z", timezone_offset: "Z", score_state: "NEW" },
    ],
  ])("%s is unreadable, and no part of the window is taken", async (_what, cycle) => {
    const api = apiOver(async ({ url }) => ({
      status: 200,
      headers: {},
      text: JSON.stringify({ records: url.includes("/cycle") ? [cycle] : [] }),
    }));
    cloud = await startWhoopCloud({ now: () => 0 });
    await expect(whoop.readWindow(api, WINDOW)).rejects.toMatchObject({ trouble: "unreadable" });
  });

  it("pages without end are given up", async () => {
    let pages = 0;
    cloud = await startWhoopCloud({ now: () => 0 });
    const api = apiOver(async () => ({
      ...{ status: 200, headers: {} },
      text: JSON.stringify({ records: [], next_token: String(++pages) }),
    }));
    await expect(whoop.readWindow(api, WINDOW)).rejects.toBeInstanceOf(VendorTrouble);
    expect(pages).toBeLessThan(50);
  });

  it("a list that is gone is no empty list", async () => {
    cloud = await startWhoopCloud({ now: () => 0 });
    const api = apiOver(async () => ({ status: 404, headers: {}, text: "" }));
    await expect(whoop.readWindow(api, WINDOW)).rejects.toMatchObject({ trouble: "unreadable" });
  });
});
