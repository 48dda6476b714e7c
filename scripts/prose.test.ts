/** The lint of prose finds what a reader must read twice, and leaves plain sentences alone. */
import { describe, expect, it } from "vitest";
import { findingsIn } from "./check-prose.mjs";

const rulesIn = (path: string, text: string) =>
  findingsIn(path, text).map(({ line, rule }: { line: number; rule: string }) => `${line} ${rule}`);

describe("the lint of prose", () => {
  it("finds a long comment line, and no long line of code or of a table", () => {
    const long = "word ".repeat(30);
    expect(rulesIn("a.ts", `// ${long}\nconst a = "${long}";\n/**\n * ${long}\n * | ${long}|\n */`)).toEqual([
      "1 width",
      "4 width",
    ]);
  });

  it("finds a clause that ends with “is none”, and leaves “there is none”, “none of them” and quotations", () => {
    expect(rulesIn("a.ts", "/** A link is none, and\n * those are none. */")).toEqual(["1 none"]);
    expect(rulesIn("a.md", "Undefined where there is none. It is none of them. The rule “it is none.” holds.")).toEqual(
      [],
    );
  });

  it("finds a sentence without a verb after Who, What, Whom or Of, also where the line breaks", () => {
    const text =
      "// It reads both. Of equal\n// ones the first.\n\n// What the rows of this table hold.\n// Who are you with it?";
    expect(rulesIn("a.ts", text)).toEqual(["1 verb"]);
  });

  it("reads paragraphs and cells of documents, and neither headings nor code", () => {
    const text =
      "# Of the first things here\n\n```\nOf the first things here\n```\n\n| a | Of the first things here |\n|---|---|\n";
    expect(rulesIn("a.md", text)).toEqual(["7 verb"]);
  });
});
