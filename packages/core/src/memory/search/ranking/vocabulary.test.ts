import fc from "fast-check";
import { expect, it } from "vitest";
import { buildSegment } from "./segment.ts";
import { editDistance, nearTerms, termsBeginning } from "./vocabulary.ts";

const word = fc.string({ unit: fc.constantFrom(..."abcx0"), minLength: 1, maxLength: 7 });

it("finds the same near terms and terms of a beginning as a plain scan", () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), word, fc.constantFrom(1, 2), (words, asked, edits) => {
      const segment = buildSegment([{ id: "a", text: words.join(" "), at: 0, tag: "t" }]);
      const near = segment.terms.filter((term) => term !== asked && editDistance(asked, term, edits) <= edits);
      const found = nearTerms(segment, asked, edits).map(([term]) => term);
      expect(found.toSorted()).toEqual(near.toSorted());
      const beginning = segment.terms.filter((term) => term.startsWith(asked));
      expect(termsBeginning(segment, asked)).toEqual(beginning);
    }),
  );
});

it("measures the same distance in both directions, and 0 only for the word itself", () => {
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(editDistance(a, b, 9)).toBe(editDistance(b, a, 9));
      expect(editDistance(a, b, 9) === 0).toBe(a === b);
    }),
  );
});
