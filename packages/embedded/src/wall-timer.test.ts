/** A timer keeps to the wall clock also when that is set, or when the machine slept. */
import { describe, expect, it } from "vitest";
import { wallTimer } from "./wall-timer.ts";

const [MINUTE, HOUR] = [60_000, 3_600_000];

/** Two clocks that a test moves. */
function clocks() {
  let [wall, steady] = [0, 0];
  const waits: { due: number; ms: number; then: () => void }[] = [];
  const asked: number[] = [];
  return {
    asked,
    wall: () => wall,
    steady: () => steady,
    wait(ms: number, then: () => void) {
      const mine = { due: steady + ms, ms, then };
      asked.push(ms);
      waits.push(mine);
      return { stop: () => void waits.splice(waits.indexOf(mine), waits.includes(mine) ? 1 : 0) };
    },
    set(ms: number) {
      wall += ms;
    },
    /** Both clocks run on. */
    run(ms: number) {
      for (const end = steady + ms; ; ) {
        const next = waits.sort((a, b) => a.due - b.due)[0];
        const to = next && next.due <= end ? next.due : end;
        wall += to - steady;
        steady = to;
        if (!next || next.due > end) return;
        waits.shift();
        next.then();
      }
    },
  };
}

describe("a timer of the wall clock", () => {
  const armed = (at: number) => {
    const c = clocks();
    const fired: (number | undefined)[] = [];
    const timer = wallTimer(c)(at, (jumped) => fired.push(jumped));
    return { ...c, fired, timer };
  };

  it("fires at its instant, once, and at once for one that has passed", () => {
    const late = armed(-HOUR);
    late.run(0);
    expect(late.fired).toEqual([undefined]);
    const day = armed(24 * HOUR);
    day.run(24 * HOUR - 1);
    expect(day.fired).toEqual([]);
    day.run(HOUR);
    expect(day.fired).toEqual([undefined]);
  });

  it("never waits longer than a minute", () => {
    const year = armed(365 * 24 * HOUR);
    year.run(HOUR);
    expect(Math.max(...year.asked)).toBe(MINUTE);
    expect(year.asked.length).toBeGreaterThanOrEqual(60);
  });

  it("notices within a minute that the clock was set back or ahead, or that the machine slept", () => {
    for (const set of [-HOUR, -40 * 24 * HOUR, HOUR, 40 * 24 * HOUR]) {
      const one = armed(100 * 24 * HOUR);
      one.run(10_000);
      one.set(set);
      one.run(MINUTE);
      expect(one.fired).toEqual([set]);
    }
  });

  it("takes a clock that is set right by some seconds for the same clock", () => {
    const one = armed(HOUR);
    one.set(-30_000);
    one.run(HOUR + 30_000);
    expect(one.fired).toEqual([undefined]);
  });

  it("does not fire after it was stopped", () => {
    const one = armed(HOUR);
    one.run(MINUTE * 2);
    one.timer.stop();
    one.run(2 * HOUR);
    expect(one.fired).toEqual([]);
  });

  it("keeps to the clocks of the machine by itself", async () => {
    await new Promise<void>((resolve) => wallTimer()(Date.now() - 1, () => resolve()));
  });
});
