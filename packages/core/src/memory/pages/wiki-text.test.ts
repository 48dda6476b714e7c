import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asSentence, inline, oneLine, withoutEscapes } from "./wiki-text.ts";

/** Text made mostly of characters that markdown acts on. */
const marked = fc
  .array(fc.constantFrom(..."#*_-+=`~[]()<>!|^$&@:/%\\.,1aÄ \n\r\t\u2028", "www.", "http://", "---", "<b>", "![["), {
    maxLength: 40,
  })
  .map((parts) => parts.join(""));

describe("inline", () => {
  it("leaves no active character unescaped in any words", () => {
    fc.assert(
      fc.property(fc.oneof(marked, fc.string({ unit: "binary" })), (words) => {
        const bare = inline(words).replace(/\\[!-/:-@[-`{-~]/g, "x");
        expect(bare).not.toMatch(/[`*_{}[\]<>#|~^$&@\n\r\u2028\u2029]|%%|==|::|:\/|www\.|\\/i);
        expect(inline(words)).not.toMatch(/^(?:[-+=\s]|\d{1,9}[.)])/);
      }),
      { numRuns: 2000 },
    );
  });

  it("shows the same words: removing the escapes gives them back", () => {
    fc.assert(
      fc.property(fc.oneof(marked, fc.string({ unit: "binary" })), (words) => {
        expect(withoutEscapes(inline(words))).toBe(oneLine(words));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ["# Title", "\\# Title"],
    ["---", "\\---"],
    ["1. first", "1\\. first"],
    ["[x](https://a.b)", "\\[x\\](https\\://a.b)"],
    ["[[facts]] ^abc #tag", "\\[\\[facts\\]\\] \\^abc \\#tag"],
    ["<img src=x> &amp;", "\\<img src=x\\> \\&amp;"],
    ["key:: value ==high== %%gone%%", "key\\:\\: value \\=\\=high\\=\\= \\%\\%gone\\%\\%"],
    ["a\n\n```\nb", "a \\`\\`\\` b"],
    ["Tea at 7:30, 50% off (mostly).", "Tea at 7:30, 50% off (mostly)."],
  ])("%j", (words, markdown) => {
    expect(inline(words)).toBe(markdown);
  });
});

describe("asSentence", () => {
  it("begins with a capital and ends with a stop", () => {
    expect(asSentence(" prefers tea\nto coffee ")).toBe("Prefers tea to coffee.");
    expect(asSentence("Why not?")).toBe("Why not?");
    expect(asSentence("iPhone user")).toBe("iPhone user.");
    expect(asSentence("élan")).toBe("Élan.");
  });
});
