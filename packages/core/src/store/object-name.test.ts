import { casesOf } from "@waldo/testkit/data";
import { expect, test } from "vitest";
import { checkDeletePrefix, checkObjectName, checkObjectPrefix } from "./object-name.ts";

const refusal = expect.objectContaining({ name: "InvalidInput" });

test.each(["workspace/u1/memory.md", "archive/u1/2026-11/día 😀.jsonl", "a"])("%s is a valid name", (name) => {
  expect(() => checkObjectName(name)).not.toThrow();
});

test.each([
  ...casesOf<string>("object-name", "… is not a valid name"),
  "x".repeat(256),
  "é".repeat(200),
  ["x".repeat(200), "x".repeat(200), "x".repeat(200), "x".repeat(200), "x".repeat(221)].join("/"),
])("%j is not a valid name", (name) => {
  expect(() => checkObjectName(name)).toThrow(refusal);
});

test("a prefix may stop anywhere, but may not leave its folder", () => {
  for (const prefix of ["", "a", "a/", "a/b"]) expect(() => checkObjectPrefix(prefix)).not.toThrow();
  for (const prefix of ["/", "../", "a/..", "a//", "a/.."]) expect(() => checkObjectPrefix(prefix)).toThrow(refusal);
});

test("only a whole folder can be deleted, never everything", () => {
  expect(() => checkDeletePrefix("workspace/u1/")).not.toThrow();
  for (const prefix of ["", "/", "workspace/u1", "../", "a/../"]) {
    expect(() => checkDeletePrefix(prefix)).toThrow(refusal);
  }
});
