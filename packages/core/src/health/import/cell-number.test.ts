import { casesOf } from "@waldo/testkit/data";
import { describe, expect, it } from "vitest";
import { type Delimiter, readNumber } from "./bounds.ts";

describe("a number in a cell", () => {
  it.each(casesOf<[string, Delimiter, number]>("cell-number", "a number in a cell: … between …"))(
    "%s between %s",
    (text, delimiter, value) => {
      expect(readNumber(text, delimiter)).toEqual({ is: "number", value });
    },
  );

  it.each(["", " ", "-", "n/a", "NaN", "None", "null"])("%s is missing", (text) => {
    expect(readNumber(text, ",")).toEqual({ is: "missing" });
  });

  it.each<[string, Delimiter, RegExp]>([
    ["8,000", ",", /comma and three digits/],
    ["8,000", "\t", /comma and three digits/],
    ["8.000", ";", /dot and three digits/],
    ["1,234,567", ",", /comma/],
    ["high", ",", /not a number/],
    ["1e999", ",", /too large/],
    ["Infinity", ",", /not a number/],
    ["0x10", ",", /not a number/],
    ["1 234", ",", /not a number/],
  ])("%s between %s is unreadable", (text, delimiter, why) => {
    expect(readNumber(text, delimiter)).toEqual({ is: "unreadable", why: expect.stringMatching(why) });
  });
});
