/** A result that is too large for the conversation is shortened and says so; nothing is refused for its size. */
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Json } from "../ports.ts";
import { countTokens } from "../prompt/tokens.ts";
import { fitted } from "./result-size.ts";

const CAP = 500;
const tokens = (value: Json) => countTokens(JSON.stringify(value));

it("leaves a small result as it is", () => {
  const small = { items: [{ title: "Dentist" }] };
  expect(fitted(small, CAP)).toBe(small);
});

it("clips long texts first, then drops the last items of lists", () => {
  const long = { note: "word ".repeat(900), kept: "whole" };
  expect(fitted(long, CAP)).toMatchObject({ kept: "whole", shortened: true });
  const many = { items: Array.from({ length: 300 }, (_, id) => ({ id, title: `item ${id}` })) };
  const fewer = fitted(many, CAP) as { items: unknown[]; shortened: boolean };
  expect(fewer.shortened).toBe(true);
  expect(fewer.items).toEqual(many.items.slice(0, fewer.items.length));
  expect(fewer.items.length).toBeGreaterThan(10);
});

it("fits any JSON into the cap", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.integer({ min: 20, max: 200 }), (value, cap) => {
      expect(tokens(fitted({ value } as Json, cap))).toBeLessThanOrEqual(Math.max(cap, 20));
    }),
  );
});
