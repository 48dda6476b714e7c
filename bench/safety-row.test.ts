import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { dangerRows } from "./safety-danger.ts";
import { piiRows } from "./safety-pii.ts";
import { meets, rateRow } from "./safety-row.ts";
import { sanitiserRows } from "./safety-sanitiser.ts";

const DATA = "../shared/data";

describe("a rate", () => {
  const cases = [{ id: "a" }, { id: "b" }, { id: "c" }, { id: "d" }];
  const about = { gate: "g", set: "s", measure: "m" };

  it("lists the misses as wrong when it has a least value", () => {
    const row = rateRow({ ...about, target: { least: 0.8 } }, cases, ({ id }) => id !== "c");
    expect(row).toMatchObject({ cases: 4, value: 0.75, wrong: ["c"] });
    expect(meets(row)).toBe(false);
  });

  it("lists the hits as wrong when it has a most value", () => {
    const row = rateRow({ ...about, target: { most: 0.25 } }, cases, ({ id }) => id === "c");
    expect(row).toMatchObject({ value: 0.25, wrong: ["c"] });
    expect(meets(row)).toBe(true);
  });
});

it("a folder without the sets is skipped with its reason", () => {
  for (const section of [sanitiserRows, piiRows, dangerRows]) expect(section("no-such-folder")).toMatch(/^skipped: no/);
});

describe.skipIf(!existsSync(DATA))("texts of the world (skipped: no ../shared/data)", () => {
  const pii = piiRows(DATA);
  it.each([sanitiserRows, () => pii, dangerRows])("%o meets its targets", (section) => {
    const rows = section(DATA);
    expect(rows).not.toBeTypeOf("string");
    expect(typeof rows === "string" ? [] : rows.filter((row) => meets(row) === false)).toEqual([]);
  });

  it("finds personal data of every form, and takes little else for it", () => {
    const rows = pii;
    if (typeof rows !== "string") for (const row of rows) expect(row.value).toBeGreaterThan(0.95);
  });
});
