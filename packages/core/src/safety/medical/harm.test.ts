import { casesOf } from "@waldo/testkit/data";
import { describe, expect, it } from "vitest";
import { harmIn } from "./harm.ts";
import { medicalFault } from "./medical.ts";

describe("what no author may say", () => {
  it.each(casesOf<[string, string]>("harm", "what no author may say"))("%s: %s", (harm, text) => {
    expect(harmIn(text)).toBe(harm);
    expect(medicalFault(text)).toBeDefined();
  });
});

describe("what stays", () => {
  it.each(casesOf<string>("harm", "what stays"))("%s", (text) => {
    expect(harmIn(text)).toBeUndefined();
  });
});
