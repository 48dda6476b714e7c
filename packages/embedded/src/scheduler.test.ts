import { unspreadSchedule } from "@waldo/core/cadence/schedule";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { cronerTimer, localScheduler, type Timer } from "./scheduler.ts";

describe("croner's timer", () => {
  it("fires at a future instant, and at once for a past one", async () => {
    for (const at of [Date.now() + 300, Date.now() - 3_600_000])
      await new Promise<void>((resolve) => cronerTimer(at, resolve));
  });

  it("does not fire after it was stopped", async () => {
    let fired = false;
    const timer = cronerTimer(Date.now() + 200, () => {
      fired = true;
    });
    timer.stop();
    await new Promise<void>((resolve) => cronerTimer(Date.now() + 1200, resolve));
    expect(fired).toBe(false);
  });
});

describe("the scheduler of one machine", () => {
  const rows = unspreadSchedule(PERSON);
  const NOON = Date.parse("2026-10-30T12:00:00Z");
  const rig = (look: () => Promise<void>) => {
    const armed: { at: number; fire: () => void }[] = [];
    const errors: unknown[] = [];
    const timer: Timer = (at, fire) => {
      const mine = { at, fire };
      armed.push(mine);
      return { stop: () => void armed.splice(armed.indexOf(mine), armed.includes(mine) ? 1 : 0) };
    };
    const scheduler = localScheduler({ clock: { now: () => NOON }, look, onError: (e) => errors.push(e), timer });
    return { armed, errors, scheduler };
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
});
