/** Each invariant of docs/design.md has a test that bears its number in its title. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const ROOT = new URL("../", import.meta.url);
const FOLDERS = ["packages", "infra", "lambdas"];

function titles(): string {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(new URL(folder, ROOT), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".test.ts") && !file.includes("node_modules"))
      .map((file) => new URL(`${folder}/${file}`, ROOT)),
  );
  const calls = /\b(?:it|describe)(?:\.each\([^\n]*)?\(\s*["`][^\n]*/g;
  return files.flatMap((file) => readFileSync(file, "utf8").match(calls) ?? []).join("\n");
}

describe("docs/design.md", () => {
  const design = readFileSync(new URL("docs/design.md", ROOT), "utf8");
  const numbers = [...design.matchAll(/^- \*\*(R\d+)\*\*/gm)].map(([, number = ""]) => number);
  const written = titles();

  it("numbers its invariants", () => {
    expect(numbers.length).toBeGreaterThanOrEqual(14);
  });

  it.each(numbers)("has a test that bears the number %s", (number) => {
    expect(written).toMatch(new RegExp(`\\b${number}\\b`));
  });
});
