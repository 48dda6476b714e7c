/** Tests how long raw health stays (docs/decisions/0041-how-long-raw-health-stays.md). */
import { ApplePost, keys, POSTED_DAYS, SAMPLE_HOURS, type SourceDay } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { describe, expect, it } from "vitest";
import { audited } from "../store/audited.ts";
import { putNew } from "../store/cas.ts";
import { readable } from "../store/readable.ts";
import { DAY_MS, HOUR_MS } from "../time.ts";
import { mergePost } from "./apple-post.ts";
import { BLOCK_MS, loadSamples, saveSamples } from "./intraday.ts";
import { saveDays } from "./ledger.ts";
import { sense } from "./sense.ts";

const ME = "me";
const NOON = Date.UTC(2026, 10, 20, 12);
const DAY: SourceDay = { date: "2020-01-01", source: "oura", metrics: { restingHrBpm: 52 }, sleeps: [] };

/** The store of one machine, which expires nothing. */
function world() {
  let now = NOON;
  const store = readable(audited(openSqliteStore(":memory:")), () => {});
  const ports = { store, clock: { now: () => now } };
  const upkeep = async (at: number) => {
    now = at;
    await store.transact([{ op: "put", key: keys.timeZone(ME), body: { timeZone: "America/New_York" } }]);
    await sense(ports, { userId: ME, job: "upkeep", scheduledAt: new Date(at).toISOString() });
  };
  const samples = () => loadSamples(store, ME, 0, NOON + DAY_MS);
  const posted = async () => (await store.get(keys.posted(ME)))?.body as { points: unknown[][]; segments: unknown[][] };
  return { store, ports, upkeep, samples, posted };
}

const post = (entries: readonly [date: string, steps: number][]) =>
  ApplePost.parse({
    data: {
      metrics: [{ name: "step_count", units: "count", data: entries.map(([date, qty]) => ({ date, qty })) }],
    },
  });

describe("the wake of a night", () => {
  it("takes away readings that are 48 hours old, and no younger ones", async () => {
    const { ports, upkeep, samples } = world();
    await saveSamples(ports, ME, [{ at: NOON - HOUR_MS, heartRateBpm: 60, moving: false }]);
    await saveSamples(ports, ME, [{ at: NOON, heartRateBpm: 61, moving: false }]);
    await upkeep(NOON - HOUR_MS + BLOCK_MS + SAMPLE_HOURS * HOUR_MS);
    expect((await samples()).map(({ at }) => at)).toEqual([NOON]);
    await upkeep(NOON + BLOCK_MS + SAMPLE_HOURS * HOUR_MS);
    expect(await samples()).toEqual([]);
  });

  it("takes out of the posts what belongs to a day that is over for 48 hours, and keeps the rest to be joined", async () => {
    const { store, upkeep, posted } = world();
    const { posted: body } = mergePost(
      post([
        ["2026-11-19 23:00:00 -0500", 100],
        ["2026-11-20 07:00:00 -0500", 200],
      ]),
      undefined,
      NOON,
    );
    await store.transact([putNew(keys.posted(ME), body)]);
    // The 19th of New York ends on the 20th at five o'clock of UTC.
    const end = Date.UTC(2026, 10, 20, 5);
    await upkeep(end + POSTED_DAYS * DAY_MS - 1);
    expect((await posted()).points).toHaveLength(2);
    await upkeep(end + POSTED_DAYS * DAY_MS);
    expect((await posted()).points.map((point) => point[3])).toEqual([200]);
    await upkeep(end + (POSTED_DAYS + 1) * DAY_MS);
    expect(await posted()).toBeUndefined();
  });

  it("keeps the values of a day, however old", async () => {
    const { store, upkeep } = world();
    await saveDays(store, ME, [DAY]);
    await upkeep(NOON + 4000 * DAY_MS);
    expect((await store.get(keys.sourceDay(ME, DAY.date, DAY.source)))?.body).toMatchObject({ metrics: DAY.metrics });
  });

  it("sweeps also for a person who said no to the reading of their body", async () => {
    const { store, ports, upkeep, samples } = world();
    await saveSamples(ports, ME, [{ at: NOON, heartRateBpm: 61, moving: false }]);
    await store.transact([putNew(keys.consents(ME), { body: { given: false, since: NOON, version: 1 } })]);
    await upkeep(NOON + 3 * DAY_MS);
    expect(await samples()).toEqual([]);
  });
});

it("the parts of a night stay together: what ends in the evening belongs to the next date", () => {
  const sleep = (startDate: string, endDate: string) => ({ startDate, endDate, value: "Core", source: "Apple Watch" });
  const night = ApplePost.parse({
    data: {
      metrics: [
        {
          name: "sleep_analysis",
          units: "hr",
          data: [
            sleep("2026-11-19 22:00:00 +0000", "2026-11-19 23:30:00 +0000"),
            sleep("2026-11-20 00:10:00 +0000", "2026-11-20 06:00:00 +0000"),
          ],
        },
      ],
    },
  });
  const end = Date.UTC(2026, 10, 21);
  const { posted } = mergePost(night, undefined, end + POSTED_DAYS * DAY_MS - 1);
  expect(posted.segments).toHaveLength(2);
  expect(mergePost(night, undefined, end + POSTED_DAYS * DAY_MS).posted.segments).toEqual([]);
});
