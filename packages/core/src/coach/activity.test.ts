import { keys } from "@waldo/contracts";
import { decide } from "@waldo/core/wake/decide";
import { PERSON } from "@waldo/testkit/synthetic-person";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DATE, testWorld, WAKE } from "../../../embedded/test/world.ts";
import { DAY_MS, HOUR_MS } from "../time.ts";
import { asksOfSilence, LEAST_PINGS, lastActivity } from "./activity.ts";

const NOW = 100 * DAY_MS;
const pings = (...hoursAgo: number[]) => hoursAgo.map((hours) => NOW - hours * HOUR_MS).sort((a, b) => a - b);

describe("the question about a silent phone", () => {
  it("is asked after a day, of a phone that told of itself before, once", () => {
    expect(asksOfSilence({ pings: pings(25, 30, 50) }, NOW)).toBe(true);
    expect(asksOfSilence({ pings: pings(23, 30, 50) }, NOW)).toBe(false);
    expect(asksOfSilence({ pings: pings(25, 30) }, NOW)).toBe(false);
    expect(asksOfSilence({ pings: [] }, NOW)).toBe(false);
    expect(asksOfSilence({ pings: pings(25, 30, 50), askedAt: NOW - HOUR_MS }, NOW)).toBe(false);
    expect(asksOfSilence({ pings: pings(25, 30, 50), askedAt: NOW - 26 * HOUR_MS }, NOW)).toBe(true);
  });

  it("is never asked twice without a sign in between, whenever it is looked", () => {
    const hours = fc.array(fc.integer({ min: 0, max: 24 * 20 }), { maxLength: 40 });
    fc.assert(
      fc.property(hours, hours, (signs, looks) => {
        let askedAt: number | undefined;
        let asked = 0;
        for (const look of [...looks].sort((a, b) => a - b)) {
          const known = signs.filter((at) => at <= look).sort((a, b) => a - b);
          if (!asksOfSilence({ pings: known.map((at) => at * HOUR_MS), askedAt }, look * HOUR_MS)) continue;
          const last = known.at(-1) ?? 0;
          expect(askedAt === undefined || askedAt < last * HOUR_MS).toBe(true);
          expect(known.length).toBeGreaterThanOrEqual(LEAST_PINGS);
          askedAt = look * HOUR_MS;
          asked++;
        }
        expect(asked).toBeLessThanOrEqual(new Set(signs).size);
      }),
      { numRuns: 1_000 },
    );
  });

  it("is one message, however often a tick comes, and waits for the end of quiet hours", async () => {
    const coaching = { weeklyReview: { weekday: 6, time: "10:00" } };
    const world = await testWorld({ days: 0, profile: { ...PERSON, coaching } });
    const put = (at: number) => ({ op: "put" as const, key: keys.ping("me", at), body: { at } });
    const last = WAKE - 30 * HOUR_MS;
    await world.store.transact([put(last), put(last - HOUR_MS), put(last - 2 * HOUR_MS)]);
    expect(await lastActivity(world.store, "me", WAKE)).toEqual({ at: last, ping: last });
    const tick = async (now: number) => {
      world.clock.set(now);
      await decide(world, { userId: "me", job: "patrol", date: DATE, scheduledAt: new Date(now).toISOString() });
    };
    await tick(WAKE + 17 * HOUR_MS);
    expect(world.telegram).toEqual([]);
    await tick(WAKE + DAY_MS);
    await tick(WAKE + DAY_MS);
    await tick(WAKE + DAY_MS + 3 * HOUR_MS);
    expect(world.telegram.map(({ text }) => text)).toEqual([
      "I have not seen your phone for a day. Is the Shortcut still on?",
    ]);
  });
});
