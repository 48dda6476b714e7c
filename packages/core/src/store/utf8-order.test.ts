import fc from "fast-check";
import { expect, test } from "vitest";
import { afterPrefix, compareUtf8 } from "./query-plan.ts";

const awkward = fc.constantFrom("a", "~", "\u007f", "\ud7ff", "\ue000", "\uffff", "😀", "\u{10ffff}");
const text = fc.string({ unit: fc.oneof(awkward, fc.string({ unit: "binary", minLength: 1, maxLength: 1 })) });

test("order is by UTF-8 bytes, also where JavaScript's own order differs", () => {
  expect("😀" < "\ue000").toBe(true);
  expect(compareUtf8("😀", "\ue000")).toBeGreaterThan(0);
  fc.assert(fc.property(text, text, (a, b) => Math.sign(compareUtf8(a, b)) === Math.sign(byBytes(a, b))));
});

test("exactly the strings that start with a prefix are between the prefix and its successor", () => {
  fc.assert(
    fc.property(text, text, (prefix, other) => {
      const end = afterPrefix(prefix);
      const inRange = compareUtf8(prefix, other) <= 0 && (end === undefined || compareUtf8(other, end) < 0);
      expect(inRange).toBe(other.startsWith(prefix));
      expect(end === undefined || compareUtf8(prefix + other, end) < 0).toBe(true);
    }),
  );
});

test("the successor skips surrogates and continues past the last code point", () => {
  expect(afterPrefix("a\ud7ff")).toBe("a\ue000");
  expect(afterPrefix("a\u{10ffff}")).toBe("b");
  expect(afterPrefix("\u{10ffff}")).toBeUndefined();
});

function byBytes(a: string, b: string): number {
  const [left, right] = [new TextEncoder().encode(a), new TextEncoder().encode(b)];
  for (let i = 0; i < Math.min(left.length, right.length); i += 1) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
