import { MINUTE_MS } from "@waldo/core/time";
import { describe, expect, it } from "vitest";
import { MORNING_HOLD_MS, morningReady } from "../voices/brief.ts";

describe("the morning Brief", () => {
  const after = (minutes: number, usual?: number) =>
    morningReady({ status: "provisional" }, { due: 0, now: minutes * MINUTE_MS, usual });

  it("waits for the night, but only for a limited time", () => {
    expect(morningReady({ status: "final" }, { due: 0, now: 0 })).toBe(true);
    expect(morningReady({ status: "provisional" }, { due: 0, now: MORNING_HOLD_MS - 1 })).toBe(false);
    expect(morningReady(undefined, { due: 0, now: MORNING_HOLD_MS })).toBe(true);
  });

  it("waits until somebody who sleeps longer than usual is up too, and never over twelve hours", () => {
    expect([after(269, 30), after(270, 30)]).toEqual([false, true]);
    expect([after(239, -20), after(240, -20)]).toEqual([false, true]);
    expect([after(719, 700), after(720, 700)]).toEqual([false, true]);
  });
});
