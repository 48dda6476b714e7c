/** Which parts of a text act where they are shown or run, with exactly their marks, and what only looks like it. */
import { casesOf } from "@waldo/testkit/data";
import { describe, expect, it } from "vitest";
import { findActiveContent, revealHidden } from "./instructions.ts";

const found = (text: string) => findActiveContent(text).map(({ kind, start, end }) => [kind, text.slice(start, end)]);

describe("is found with its marks", () => {
  it.each<[string, string, string?]>([
    ...casesOf<[string, string, string?]>("active-content", "is found with its marks: …: …"),
    ["script", "<svg", `<svg ${"x".repeat(500)}>`],
  ])("%s: %j", (kind, marks, text = marks) => {
    expect(found(text)).toEqual([[kind, marks]]);
  });

  it("each time it occurs", () => {
    expect(found("![a](https://a.example) ![b](https://b.example)")).toHaveLength(2);
    expect(found("https://a.example/?q= https://b.example/?q=")).toHaveLength(2);
  });
});

it.each([
  ...casesOf<string>("active-content", "is nothing that acts: …"),
  `![${"x".repeat(400)}](https://e.example/a)`,
])("is nothing that acts: %j", (text) => {
  expect(found(text)).toEqual([]);
});

describe("hidden text", () => {
  it.each(casesOf<[string, string, number]>("active-content", "hidden text: of … leaves …"))(
    "of %j leaves %j",
    (text, shown, removed) => {
      expect(revealHidden(text)).toEqual({ text: shown, removed });
    },
  );
});
