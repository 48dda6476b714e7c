import { unspreadSchedule } from "@waldo/core/cadence/schedule";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { localScheduler, SETTLE_MS } from "./scheduler.ts";
import type { Timer } from "./wall-timer.ts";

describe("the scheduler of one machine", () => {
  const rows = unspreadSchedule(PERSON);
  const NOON = Date.parse("2026-10-30T12:00:00Z");
  const rig = (look: () => Promise<void>) => {
    const armed: { at: number; fire: (jumpedMs?: number) => void }[] = [];
    const jumps: number[] = [];
    const errors: unknown[] = [];
    const timer: Timer = (at, fire) => {
      const mine = { at, fire };
      armed.push(mine);
      return { stop: () => void armed.splice(armed.indexOf(mine), armed.includes(mine) ? 1 : 0) };
    };
    const scheduler = localScheduler({
      clock: { now: () => NOON },
      look,
      onError: (e) => errors.push(e),
      onJump: (ms) => jumps.push(ms),
      timer,
    });
    return { armed, errors, jumps, scheduler };
  };

  it("holds one timer, for the next instant of the rows in force, and looks again after a look that failed", async () => {
    let looks = 0;
    const { armed, errors, scheduler } = rig(async () => {
      looks += 1;
      throw new Error("no");
    });
    await scheduler.apply("me", rows);
    expect(armed).toEqual([]);
    scheduler.start();
    await new Promise(setImmediate);
    expect([looks, errors.length]).toEqual([1, 1]);
    expect(armed.map(({ at }) => new Date(at).toISOString())).toEqual(["2026-10-30T12:15:00.000Z"]);
    await scheduler.apply("me", unspreadSchedule({ ...PERSON, timeZone: "Asia/Kathmandu" }));
    expect(armed.map(({ at }) => new Date(at).toISOString())).toEqual(["2026-10-30T12:15:00.000Z"]);
    await scheduler.remove("me");
    expect(armed).toEqual([]);
  });

  it("never looks twice at once, and sets no timer after it was stopped", async () => {
    let running = 0;
    let finish = () => {};
    const { armed, scheduler } = rig(async () => {
      running += 1;
      await new Promise<void>((resolve) => (finish = resolve));
    });
    await scheduler.apply("me", rows);
    scheduler.start();
    scheduler.start();
    expect(running).toBe(1);
    const stopped = scheduler.stop();
    finish();
    await stopped;
    expect(armed).toEqual([]);
  });

  it("says that the clock jumped, looks anew, and lets one that went ahead by more than a day be set right first", async () => {
    const hour = 3_600_000;
    for (const [jumped, looksThen] of [
      [-30 * 24 * hour, 2],
      [8 * hour, 2],
      [40 * 24 * hour, 1],
    ] as const) {
      let looks = 0;
      const { armed, jumps, scheduler } = rig(async () => {
        looks += 1;
      });
      await scheduler.apply("me", rows);
      scheduler.start();
      await new Promise(setImmediate);
      armed.shift()?.fire(jumped);
      await new Promise(setImmediate);
      expect([jumps, looks]).toEqual([[jumped], looksThen]);
      if (looksThen === 1) {
        expect(armed.map(({ at }) => at)).toEqual([NOON + SETTLE_MS]);
        armed.shift()?.fire();
        await new Promise(setImmediate);
        expect(looks).toBe(2);
      }
    }
  });
});
