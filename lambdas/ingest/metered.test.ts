/** Tests that each sync is counted, and that a device which sends far too much is asked to wait. */
import { INGEST_PER_DAY, keys, type Metered, type WakeInput } from "@waldo/contracts";
import { sense } from "@waldo/core/health/sense";
import { meterRows } from "@waldo/core/meter/rows";
import { HOUR_MS, MINUTE_MS } from "@waldo/core/time";
import { decide } from "@waldo/core/wake/decide";
import { agreeing } from "@waldo/testkit/agreeing";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { testWorld } from "../../packages/embedded/test/world.ts";
import { ApiEvent } from "./api-event.ts";
import { sync } from "./sync.ts";

const NOW = Date.UTC(2026, 9, 30, 9);
const DATE = "2026-10-30";
const day = { date: DATE, source: "oura", metrics: { steps: 5000 }, sleeps: [] };
const readings = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ at: NOW - i * MINUTE_MS, heartRateBpm: 60, moving: false }));

async function device() {
  const world = await testWorld({ days: 0 });
  world.clock.set(NOW);
  const wakes: WakeInput[] = [];
  const ports = {
    store: world.store,
    clock: world.clock,
    startWake: async (_: string, input: WakeInput) => void wakes.push(input),
  };
  const send = (body: unknown, user = "me") =>
    sync(
      ApiEvent.parse({
        routeKey: "POST /v1/sync",
        headers: { "x-device-timezone": PERSON.timeZone },
        body: JSON.stringify(body),
        requestContext: {
          requestId: "r1",
          timeEpoch: world.clock.now(),
          authorizer: { jwt: { claims: { sub: user } } },
        },
      }),
      ports,
    );
  return { world, wakes, send };
}

describe("a sync", () => {
  it("is in the ledger of its person: its bytes, days and readings, and what the store charged", async () => {
    const { world, wakes, send } = await device();
    const body = { days: [day], settled: true, samples: readings(45) };
    expect((await send(body)).statusCode).toBe(202);
    const [wake] = wakes;
    if (!wake) throw new Error("no wake");
    const { counts } = wake.spent as Metered;
    expect(counts).toMatchObject({ ingestBytes: JSON.stringify(body).length, sourceDays: 1, samples: 45 });
    // The day, three rows of readings, the time zone and the day's count, in transactions: two units each at least.
    expect(counts.writeUnits).toBeGreaterThanOrEqual(2 * 6);
    await decide(world, await sense(world, wake));
    const rows = [];
    for await (const row of meterRows(world.store, "me", DATE, DATE)) rows.push(row);
    expect(rows).toMatchObject([{ kind: "wake", counts: { ingests: 1, samples: 45, sourceDays: 1 } }]);
    expect(rows[0]?.counts.writeUnits).toBeGreaterThan(counts.writeUnits ?? 0);
  });

  it("above the day's limit is refused until the day is over, writes nothing and wakes nobody; others are not", async () => {
    const { world, wakes, send } = await device();
    const body = { days: [day], settled: true };
    const full = { requests: INGEST_PER_DAY.requests - 1, entries: 5, bytes: 5 };
    await world.raw.transact([{ op: "put", key: keys.ingested("me", DATE), body: full }]);
    expect((await send(body)).statusCode).toBe(202);
    const answer = await send({ ...body, days: [{ ...day, source: "whoop" }] });
    expect(answer).toMatchObject({ statusCode: 429, headers: { "retry-after": String(15 * 3600) } });
    expect(JSON.parse(answer.body)).toMatchObject({ error: "TooMany", message: expect.stringMatching(/tomorrow/) });
    expect(await world.store.get(keys.sourceDay("me", DATE, "whoop"))).toBeUndefined();
    expect(wakes).toHaveLength(1);
    await world.store.transact([agreeing("other")]);
    expect((await send(body, "other")).statusCode).toBe(202);
    world.clock.set(NOW + 15 * HOUR_MS);
    expect((await send(body)).statusCode).toBe(202);
  });

  it.each([["entries"], ["bytes"]] as const)("that would bring %s above the limit is refused", async (what) => {
    const { world, send } = await device();
    const full = { requests: 1, entries: 0, bytes: 0, [what]: INGEST_PER_DAY[what] - 1 };
    await world.raw.transact([{ op: "put", key: keys.ingested("me", DATE), body: full }]);
    const body = { days: [day], settled: true, samples: readings(1) };
    expect((await send(body)).statusCode).toBe(429);
    expect((await world.store.get(keys.ingested("me", DATE)))?.body).toEqual(full);
  });

  it("counts each of many that come at once", async () => {
    const { world, send } = await device();
    await Promise.all(Array.from({ length: 8 }, () => send({ days: [day], settled: false })));
    expect((await world.store.get(keys.ingested("me", DATE)))?.body).toMatchObject({ requests: 8, entries: 8 });
  });

  it("is taken in also when the count of the day cannot be read", async () => {
    const { world, send } = await device();
    await world.raw.transact([{ op: "put", key: keys.ingested("me", DATE), body: { requests: "many" } }]);
    expect((await send({ days: [day], settled: true })).statusCode).toBe(202);
    expect((await world.store.get(keys.ingested("me", DATE)))?.body).toMatchObject({ requests: 1 });
  });

  it("of an eager device stays far below the limit: a window of two hours each quarter of an hour, and ten years at once", () => {
    const eager = { requests: 96 + 180, entries: 96 * (120 + 2) + 3650 * 3, bytes: 96 * 20_000 + 3650 * 3 * 600 };
    for (const what of ["requests", "entries", "bytes"] as const)
      expect(eager[what], what).toBeLessThan(INGEST_PER_DAY[what] / 3);
  });
});
