import { expect, it } from "vitest";
import { ranks, spearman } from "./spearman.ts";
import { tableLines } from "./table.ts";

it("gives equal values their mean rank", () => {
  expect(ranks([10, 30, 20, 30])).toEqual([0, 2.5, 1, 2.5]);
});

it("is 1 for any rising relation, -1 for any falling one, and blind to a constant", () => {
  expect(
    spearman([
      [1, 1],
      [2, 8],
      [3, 27],
    ]),
  ).toBeCloseTo(1, 12);
  expect(
    spearman([
      [1, 9],
      [2, 4],
      [3, 1],
    ]),
  ).toBeCloseTo(-1, 12);
  expect(
    spearman([
      [1, 5],
      [2, 5],
      [3, 5],
    ]),
  ).toBeUndefined();
  expect(
    spearman([
      [1, 1],
      [2, 2],
    ]),
  ).toBeUndefined();
});

it("agrees with a worked example with ties", () => {
  // Ranks 1 2.5 2.5 4 and 1 2 3.5 3.5: covariance 3.75, variances 4.5 and 4.5.
  expect(
    spearman([
      [1, 1],
      [2, 2],
      [2, 3],
      [3, 3],
    ]),
  ).toBeCloseTo(3.75 / 4.5, 12);
});

it("sets numbers to the right and shows nothing as a dash", () => {
  expect(
    tableLines(
      ["who", "n"],
      [
        ["a", "5"],
        ["bcd", undefined],
        ["e", "123"],
      ],
    ),
  ).toEqual(["who    n", "---  ---", "a      5", "bcd    –", "e    123"]);
});
