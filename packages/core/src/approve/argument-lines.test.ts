import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../ports.ts";
import { canonicalJson } from "../tools/approval.ts";
import { argumentLines } from "./argument-lines.ts";

const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<Json>(
      1,
      "1",
      true,
      "true",
      null,
      "null",
      "",
      "a",
      "a b",
      "a: b",
      "a\n  b: c",
      "“a”",
      '"a"',
      "[]",
      "{}",
      -0.5,
    ),
    fc.array(tie("value"), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom("a", "b", "a.b", "a[0]", "a: 1\nb", ""), tie("value"), { maxKeys: 2 }),
  ),
}));
const names = fc.constantFrom("a", "b", "a.b", "a[0]", "a: 1\nb", "");
const args = fc.oneof({ weight: 4, arbitrary: fc.dictionary(names, value, { maxKeys: 3 }) }, value);

describe("the lines of arguments", () => {
  it("are short where the values are plain", () => {
    const event = { title: "Dentist", date: "2026-11-02", time: "09:00", minutes: 30, with: ["a@b.example"] };
    expect(argumentLines(event)).toEqual([
      "date: 2026-11-02",
      "minutes: 30",
      "time: 09:00",
      "title: Dentist",
      "with[0]: a@b.example",
    ]);
  });

  it("differ for different arguments, and each is one line", () => {
    const seen = new Map<string, string>();
    fc.assert(
      fc.property(args, (one) => {
        const lines = argumentLines(one);
        expect(lines.every((line) => !/[\n\r\u2028\u2029]/.test(line))).toBe(true);
        const [shown, meant] = [lines.join("\n"), canonicalJson(one)];
        expect(seen.get(shown) ?? meant).toBe(meant);
        seen.set(shown, meant);
      }),
      { numRuns: 5_000 },
    );
    expect(seen.size).toBeGreaterThan(500);
  });

  it("show what cannot be seen", () => {
    expect(argumentLines({ to: "a\u202Eb\u200B" })).toEqual(['to: "a\\u{202e}b\\u{200b}"']);
  });
});
