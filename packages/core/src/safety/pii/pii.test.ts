import { casesOf } from "@waldo/testkit/data";
import { describe, expect, it } from "vitest";
import { findPii, type PiiType } from "./pii.ts";

const found = (text: string) => findPii(text).map(({ type, start, end }) => [type, text.slice(start, end)]);

describe("is found whole, and nothing more is", () => {
  it.each(casesOf<[PiiType, string, string]>("pii", "is found whole, and nothing more is: … …"))(
    "%s %j",
    (type, expected, text) => {
      expect(found(text)).toEqual([[type, expected]]);
    },
  );
});

it.each(casesOf<string>("pii", "is not personal data"))("is not personal data: %j", (text) => {
  expect(found(text)).toEqual([]);
});

it("a longer form is not read as a shorter one inside it", () => {
  expect(found("4111111111111111 and a@b.example, +1 212 555 0187")).toEqual([
    ["card", "4111111111111111"],
    ["email", "a@b.example"],
    ["phone", "+1 212 555 0187"],
  ]);
});
