import { TELEGRAM_MAX_UNITS } from "@waldo/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitText } from "./telegram-text.ts";

/** What must survive: everything except white space, with half a surrogate pair shown as U+FFFD. */
const visible = (text: string) => text.toWellFormed().replace(/\s+/g, "");

/** Any code units, with much white space and many surrogate pairs, where a wrong cut does harm. */
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(" ", "\n", "\n\n", ". ", "word", "👟", "🧑‍🚀", "\ud83d", "\udc5f", "\u00a0"),
      fc.string({ unit: "binary", maxLength: 12 }),
    ),
    { maxLength: 80 },
  )
  .map((parts) => parts.join(""));

describe("any text", () => {
  it("is split without loss into parts that fit; none is blank and no surrogate pair is cut in two", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 40 }), (text, max) => {
        const parts = splitText(text, max);
        expect(parts.map(visible).join("")).toBe(visible(text));
        for (const part of parts) {
          expect(part.length).toBeLessThanOrEqual(max);
          expect(part.trim()).not.toBe("");
        }
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ["x", TELEGRAM_MAX_UNITS, 1],
    ["x", TELEGRAM_MAX_UNITS + 1, 2],
    ["👟", TELEGRAM_MAX_UNITS / 2, 1],
    ["👟", TELEGRAM_MAX_UNITS / 2 + 1, 2],
    ["x", 3 * TELEGRAM_MAX_UNITS, 3],
    [" ", 5000, 0],
  ])("%j times %i makes %i messages, counted in UTF-16 units", (unit, times, count) => {
    expect(splitText(unit.repeat(times))).toHaveLength(count);
  });
});

describe("a cut", () => {
  it.each([
    ["a paragraph", "First one here.\n\nSecond. Third and more", 24, ["First one here.", "Second. Third and more"]],
    ["a line", "First one, here\nSecond one. Third", 24, ["First one, here", "Second one. Third"]],
    ["a sentence", "First one here. Second one is longer", 24, ["First one here.", "Second one is longer"]],
    ["a word", "First one here second one", 16, ["First one here", "second one"]],
    ["the last unit", "abcdefghij", 4, ["abcd", "efgh", "ij"]],
    ["a full message before a space", "abcd efgh", 4, ["abcd", "efgh"]],
    ["a pair, one unit early", "abc👟d", 4, ["abc", "👟d"]],
  ])("falls after %s", (_, text, max, parts) => {
    expect(splitText(text, max)).toEqual(parts);
  });

  it("does not make a separate message of one early word", () => {
    expect(splitText(`No.\n\n${"x".repeat(20)}`, 16)[0]).toHaveLength(16);
  });
});
