import { expect, it } from "vitest";
import { createSeenHashes } from "./apple-health.ts";

it("remembers every text while it grows, and confuses no two", () => {
  const seen = createSeenHashes();
  const texts = Array.from({ length: 50_000 }, (_, at) => `StepCount|Watch|2024-03-01 ${at}|${at % 7}`);
  expect(texts.every((text) => seen.add(text))).toBe(true);
  expect(texts.some((text) => seen.add(text))).toBe(false);
  expect(seen.add("")).toBe(true);
  expect(seen.add("")).toBe(false);
});
