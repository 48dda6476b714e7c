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

  it("waits a quarter of an hour longer than the night usually takes, and never over six hours", () => {
    expect([after(44, 30), after(45, 30)]).toEqual([false, true]);
    expect([after(14, -20), after(15, -20)]).toEqual([false, true]);
    expect([after(214, 200), after(215, 200)]).toEqual([false, true]);
    expect([after(359, 500), after(360, 500)]).toEqual([false, true]);
  });
});
