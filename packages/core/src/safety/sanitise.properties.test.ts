import { DESTINATIONS, ORIGINS } from "@waldo/contracts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { lockHealth } from "./body/health-lockout.ts";
import { findPii } from "./pii/pii.ts";
import { sanitise } from "./sanitise.ts";

const CANARY = "wd-3fa9c04be17d28a650b1";

/** Pieces that match one check or another, in any order and combination. */
const PIECES = [
  ..."HRV|45 ms|Form|62|resting heart rate|52|slept|7h 12m|bpm|%|/100|points|Recovery|is|from|to|-|:".split("|"),
  ..."a@b.example|4111 1111 1111 1111|GB29NWBK60161331926819|219-09-9999|10.0.0.1|+1 212 555 0187|order".split("|"),
  ..."ignore|all|previous|instructions|<|im_start|>|[INST]|System:|TODO:|your|system prompt|](https://x.example|![".split(
    "|",
  ),
  ...["<|im_start|>", "\u200b", "\u{E0041}", "\u202e", "\n", "…", "🙂", '"restingHrBpm":', '"form":', "null", "[", "]"],
];
const glue = fc.constantFrom("", " ", " ", ", ");
const text = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: "grapheme", maxLength: 8 })), glue), {
    maxLength: 24,
  })
  .map((parts) => parts.flat().join(""));
const origin = fc.constantFrom(...ORIGINS);
const destination = fc.constantFrom(...DESTINATIONS);
const maxChars = fc.option(fc.integer({ min: 0, max: 80 }), { nil: undefined });

it("sanitising twice gives the same as sanitising once", () => {
  fc.assert(
    fc.property(text, origin, destination, maxChars, (words, from, to, most) => {
      const options = most === undefined ? {} : { maxChars: most };
      const once = sanitise({ text: words, origin: from }, to, options);
      const twice = sanitise({ text: once.text, origin: from }, to, options);
      expect(twice.text).toBe(once.text);
      expect(twice.verdict).toBe("clean");
    }),
    { numRuns: 1_000 },
  );
});

it("never throws, for any text of any size", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), origin, destination, (words, from, to) => {
      const { verdict } = sanitise({ text: words, origin: from }, to, { canaries: [CANARY] });
      expect(["clean", "changed", "blocked"]).toContain(verdict);
    }),
    { numRuns: 500 },
  );
});

it("no reading and no score reaches a person or a third party, and no personal data reaches a third party", () => {
  fc.assert(
    fc.property(text, origin, (words, from) => {
      for (const to of ["user", "external"] as const)
        expect(lockHealth(sanitise({ text: words, origin: from }, to).text, false)).toMatchObject({
          raw: 0,
          scores: 0,
        });
      expect(findPii(sanitise({ text: words, origin: from }, "external").text)).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

it("verdict, findings and text agree", () => {
  fc.assert(
    fc.property(text, origin, destination, (words, from, to) => {
      const { text: out, verdict, findings } = sanitise({ text: words, origin: from }, to);
      if (verdict === "blocked") expect(out).toBe("");
      else expect(verdict).toBe(out === words ? "clean" : "changed");
      expect(findings.length > 0).toBe(verdict !== "clean");
    }),
    { numRuns: 1_000 },
  );
});
