import fc from "fast-check";
import { expect, test } from "vitest";
import { toJsonBody } from "./json-body.ts";

test("it keeps what JSON keeps", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue()), (body) => {
      expect(JSON.stringify(toJsonBody(body))).toBe(JSON.stringify(body));
    }),
  );
});

test("undefined members are dropped at every depth", () => {
  expect(toJsonBody({ a: undefined, b: { c: undefined, d: [{ e: undefined }] } })).toEqual({ b: { d: [{}] } });
});

test("a member named __proto__ is a member like any other", () => {
  const body = JSON.parse('{"__proto__": {"admin": true}, "x": {"__proto__": 1}}') as object;
  expect(JSON.stringify(toJsonBody(body))).toBe('{"__proto__":{"admin":true},"x":{"__proto__":1}}');
  expect("admin" in toJsonBody(body)).toBe(false);
});

test.each([
  ["NaN", { a: Number.NaN }],
  ["infinity", { a: [Number.POSITIVE_INFINITY] }],
  ["a date", { a: new Date(0) }],
  ["a map", { a: new Map() }],
  ["a bigint", { a: 1n }],
  ["a function", { a: () => 1 }],
  ["undefined in a list", { a: [undefined] }],
  ["a hole in a list", { a: new Array(1) }],
  ["a list as the body", [1]],
  ["an attribute without a name", { "": 1 }],
  ["an attribute with half a character for a name", { "\ud800": 1 }],
  ["bottomless nesting", { a: nested(1000) }],
])("%s is refused, not silently changed", (_, body) => {
  expect(() => toJsonBody(body)).toThrow(expect.objectContaining({ name: "InvalidInput" }));
});

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < depth; i += 1) value = [value];
  return value;
}
