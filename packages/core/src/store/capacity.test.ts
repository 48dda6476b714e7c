import { casesOf } from "@waldo/testkit/data";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../ports.ts";
import { itemBytes, readUnits, transactWriteUnits } from "./capacity.ts";

const key = { table: "agent", pk: "p", sk: "s" } as const;
/** Bytes of pk, sk, v = 1, and an empty map under b. */
const ENVELOPE = 3 + 3 + 3 + 4;

// Measured on DynamoDB Local: the padding at which one more byte costs one more write unit.
test.each(casesOf<[string, Json, number]>("capacity", "… takes the bytes DynamoDB counts"))(
  "%s takes the bytes DynamoDB counts",
  (_, value, bytes) => {
    expect(itemBytes({ key, version: 1, body: { Q: value } })).toBe(ENVELOPE + 1 + 1 + bytes);
  },
);

test("an expiry is counted as seconds", () => {
  const without = itemBytes({ key, version: 1, body: {} });
  expect(itemBytes({ key, version: 1, body: {}, expiresAt: 1_795_295_893_574 }) - without).toBe(3 + 6);
});

test("units round up, and nothing costs one", () => {
  expect([0, 1, 4096, 4097, 409_600].map(readUnits)).toEqual([1, 1, 1, 2, 100]);
  expect([0, 1, 1024, 1025, 409_600].map(transactWriteUnits)).toEqual([2, 2, 2, 4, 800]);
});

test("a whole number takes one byte per pair of digits, with any way of counting them", () => {
  const bytes = (value: number) =>
    itemBytes({ key: { table: "agent", pk: "", sk: "" }, version: 1, body: { n: value } });
  const byExponent = (value: number) => {
    if (value === 0) return 1;
    const [mantissa = "", exponent = "0"] = Math.abs(value).toExponential().split("e");
    const alone = Number(exponent) % 2 === 0 ? 1 : 0;
    return 1 + Math.ceil((mantissa.replace(".", "").length + alone) / 2) + (value < 0 ? 1 : 0);
  };
  const rest = bytes(0) - 1;
  fc.assert(
    fc.property(fc.maxSafeInteger(), (value) => {
      expect(bytes(value) - rest).toBe(byExponent(value));
    }),
  );
  for (const value of [1, 9, 10, 99, 100, 1000, 123_000, 1_793_343_600_000, -50])
    expect(bytes(value) - rest).toBe(byExponent(value));
});
