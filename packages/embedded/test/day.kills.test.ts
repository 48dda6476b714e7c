/**
 * R3 for a real process and its files: SIGKILLs in one virtual day, at arbitrary moments. That no call of a port may be
 * the last one is tested without processes (occasions.ts); `npm run bench:kills` kills this day fifty times.
 */
import fc from "fast-check";
import { expect, it } from "vitest";
import { faultsOfDay, type Kill, killedDay } from "./killed-day.ts";

const KILLS = 5;

/** Before, within and after the transactions of the next wake; early and late in what a playing says. */
const kill: fc.Arbitrary<Kill> = fc.record({
  afterLines: fc.integer({ min: 1, max: 14 }),
  lingerMs: fc.integer({ min: 0, max: 12 }),
});

it("a day that is killed again and again says what an undisturbed day says, each of it once", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(kill, { minLength: KILLS, maxLength: KILLS }), async (wanted) => {
      const played = await killedDay(wanted);
      // A playing that has less left to say than that ends by itself.
      expect(played.kills).toBeGreaterThanOrEqual(3);
      expect(faultsOfDay(played)).toEqual([]);
    }),
    { numRuns: 1, endOnFailure: true },
  );
});
