import { expect, it } from "vitest";
import { FORM_WEIGHTS, RECOVERY_WEIGHTS } from "./pillars.ts";

it.each([
  ["Form", FORM_WEIGHTS],
  ["Recovery", RECOVERY_WEIGHTS],
])("the locked weights of %s add up to 1", (_score, weights) => {
  expect(Object.values(weights).reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
});
