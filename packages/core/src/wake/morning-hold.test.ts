import { describe, expect, it } from "vitest";
import { MORNING_HOLD_MS, morningReady } from "./morning-hold.ts";

describe("the morning Brief", () => {
  it("waits for the night, but only for a limited time", () => {
    expect(morningReady({ status: "final" }, 0, 0)).toBe(true);
    expect(morningReady({ status: "provisional" }, 0, MORNING_HOLD_MS - 1)).toBe(false);
    expect(morningReady(undefined, 0, MORNING_HOLD_MS)).toBe(true);
  });
});
