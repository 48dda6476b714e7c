/** Tests that all shipped packages have licences that we may ship, and that docs/licences.md lists them correctly. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { countsOf, EXCEPTIONS, isAllowed, licenceOf, licencesOf, mayStay } from "./licences.mjs";

const { packages, missing } = licencesOf();

describe("licences", () => {
  it("of all that ships are on the list, or are named exceptions", () => {
    expect(packages.length).toBeGreaterThan(150);
    expect(packages.filter((one) => !mayStay(one))).toEqual([]);
  });

  it("have no exception that nothing needs", () => {
    const needed = (name: string) => packages.some((one) => one.name === name && !isAllowed(one.licence));
    expect(Object.keys(EXCEPTIONS).filter((name) => !needed(name))).toEqual([]);
  });

  it("stand in docs/licences.md, those beyond the list by the package's name", () => {
    const page = readFileSync(new URL("../docs/licences.md", import.meta.url), "utf8");
    for (const name of Object.keys(EXCEPTIONS)) expect(page).toContain(`\`${name}\``);
    for (const [licence] of countsOf(packages)) expect(page).toContain(`| ${licence} |`);
  });

  it.runIf(missing === 0 && process.platform === "linux")("are counted as the page says", () => {
    const page = readFileSync(new URL("../docs/licences.md", import.meta.url), "utf8");
    for (const [licence, count] of countsOf(packages)) expect(page).toContain(`| ${licence} | ${count} |`);
  });

  it("are read in each form of package.json, and refused where no list has them", () => {
    expect(licenceOf({ license: "MIT" })).toBe("MIT");
    expect(licenceOf({ licenses: [{ type: "MIT" }, { type: "GPL-2.0" }] })).toBe("MIT OR GPL-2.0");
    expect(licenceOf({})).toBe("unknown");
    expect([isAllowed("(MIT OR GPL-3.0-only)"), isAllowed("MIT AND Zlib"), isAllowed("MIT AND GPL-3.0-only")]).toEqual([
      true,
      true,
      false,
    ]);
    expect(mayStay({ name: "lightningcss-darwin-arm64", licence: "MPL-2.0" })).toBe(true);
    expect(mayStay({ name: "web-push", licence: "GPL-3.0-only" })).toBe(false);
    expect(mayStay({ name: "unheard-of", licence: "unknown" })).toBe(false);
  });
});
