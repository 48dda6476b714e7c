import fc from "fast-check";
import { expect, it } from "vitest";
import { folded } from "./folding.ts";

it("folds as Unicode does, but a character that becomes a sentence is a space", () => {
  expect(folded("Ｆｕｌｌ ﬁne ½ ①")).toBe("Full fine 1⁄2 1");
  expect(folded("a\ufdfab")).toBe("a b");
  expect(folded("é", "NFKD")).toBe("e\u0301");
});

it("no text grows beyond its budget", () => {
  const odd = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("\ufdfa", "\ufdfb", "ﬃ", "㌀", "㍿", "ΐ"));
  fc.assert(
    fc.property(fc.array(odd), fc.constantFrom("NFKC" as const, "NFKD" as const), (parts, form) => {
      const text = parts.join("");
      expect(folded(text, form).length).toBeLessThanOrEqual(4 * text.length);
    }),
  );
});
