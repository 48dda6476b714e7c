/** Every body that a device may send is stored, or answered with 400. No body is answered with 500. */
import { DoorError, METRICS, SOURCES, WaldoError } from "@waldo/contracts";
import { findTimeZone } from "@waldo/core/health/ledger";
import { offsetMinutes } from "@waldo/core/time";
import { agreeing } from "@waldo/testkit/agreeing";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSqliteStore } from "../../packages/embedded/src/sqlite-store.ts";
import { ApiEvent, answerError } from "./api-event.ts";
import { sync } from "./sync.ts";

const NOW = Date.UTC(2026, 9, 30, 9);
const store = openSqliteStore(":memory:");
beforeAll(() => store.transact([agreeing("ana")]));
afterAll(() => store.close());

const ports = { store, clock: { now: () => NOW }, startWake: async () => {} };

async function status(body: unknown, timeZone = "Europe/London"): Promise<number> {
  const event = ApiEvent.parse({
    routeKey: "POST /v1/sync",
    headers: { "x-device-timezone": timeZone },
    body: JSON.stringify(body),
    requestContext: { requestId: "r1", timeEpoch: NOW, authorizer: { jwt: { claims: { sub: "ana" } } } },
  });
  return (await sync(event, ports)).statusCode;
}

const edges = [
  0,
  1,
  NOW,
  253_402_214_400_000,
  253_402_300_799_999,
  8.64e15,
  8.64e15 + 1,
  Number.MAX_SAFE_INTEGER,
  1e300,
];
const instant = fc.oneof(fc.constantFrom(...edges), fc.integer({ min: -1, max: Number.MAX_SAFE_INTEGER }));
const minutes = fc.oneof(fc.constantFrom(0, 480, 1e300), fc.integer({ min: -1, max: 100_000 }));
const date = fc.constantFrom("0000-01-01", "2026-10-30", "9999-12-31");
const sleep = fc.record({
  start: instant,
  end: instant,
  offsetMinutes: fc.constantFrom(-840, 0, 60, 840),
  asleepMinutes: minutes,
  nap: fc.boolean(),
});
const day = fc.record({
  date,
  source: fc.constantFrom(...SOURCES),
  metrics: fc.dictionary(fc.constantFrom(...METRICS), fc.double({ noNaN: true, noDefaultInfinity: true }), {
    maxKeys: 3,
  }),
  sleeps: fc.array(sleep, { maxLength: 3 }),
});
const sample = fc.record({ at: instant, heartRateBpm: fc.constantFrom(20, 60, 260), moving: fc.boolean() });

describe("POST /v1/sync", () => {
  it("stores any body that fits, and answers 400 to any other", async () => {
    const body = fc.record({
      days: fc.array(day, { minLength: 1, maxLength: 3 }),
      settled: fc.boolean(),
      samples: fc.array(sample, { maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        expect([202, 400]).toContain(await status(sent));
        const instants = [
          ...sent.samples.map(({ at }) => at),
          ...sent.days.flatMap(({ sleeps }) => sleeps.map(({ end }) => end)),
        ];
        if (instants.some((at) => at > 8.64e15)) expect(await status(sent)).toBe(400);
      }),
      { numRuns: 150 },
    );
  });

  it("keeps a zone that schedules take, whatever offset the device reports", async () => {
    const body = { days: [{ date: "2026-10-30", source: SOURCES[0], metrics: {}, sleeps: [] }], settled: true };
    for (let minutes = -12 * 60; minutes <= 14 * 60; minutes += 15) {
      const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
      const reported = `${minutes < 0 ? "-" : "+"}${String(hours).padStart(2, "0")}:${String(rest).padStart(2, "0")}`;
      const answered = await status(body, reported);
      expect([202, 400]).toContain(answered);
      const kept = (await findTimeZone(store, "ana")) ?? "";
      expect(kept).toMatch(/^[A-Z]/);
      if (answered === 202) expect(offsetMinutes(NOW, kept), reported).toBe(minutes);
      if (minutes % 60 === 0) expect(answered, reported).toBe(202);
    }
  });
});

it("a fault behind the API is answered with an error of the contract", () => {
  const busy = answerError(new WaldoError("ConditionFailed", "a row changed"));
  const ours = answerError(new Error("row USER#me holds a secret"));
  expect([busy.statusCode, DoorError.parse(JSON.parse(busy.body)).error]).toEqual([503, "Unavailable"]);
  expect([ours.statusCode, DoorError.parse(JSON.parse(ours.body)).error]).toEqual([500, "Unexpected"]);
  expect(ours.body).not.toContain("secret");
});
