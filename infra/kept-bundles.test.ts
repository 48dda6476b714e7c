/** Tests that a kept bundle is what a build of the same sources makes, and of no others. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { bundle } from "./bundle.ts";
import { digestOfSources, keptBundle } from "./kept-bundles.ts";

const folder = mkdtempSync(join(tmpdir(), "waldo-kept-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the same sources make the same bytes on every machine, kept or built anew, with the same measures", () => {
  const [first, built, again] = ["first", "deeper/built", "again"].map((name) => join(folder, name));
  const filesOf = (where = "") =>
    readdirSync(where, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [
        join(parentPath.slice(where.length), name),
        readFileSync(join(parentPath, name), "utf8"),
      ])
      .sort();
  const measures = keptBundle("crs", first ?? "");
  expect(bundle("crs", built ?? "")).toEqual(measures);
  expect(keptBundle("crs", again ?? "")).toEqual(measures);
  expect(filesOf(built)).toEqual(filesOf(first));
  expect(filesOf(again)).toEqual(filesOf(first));
  expect(filesOf(first).length).toBeGreaterThan(1);
});

test("another source is another digest; a test and what is installed or built are no sources", () => {
  const sources = join(folder, "sources");
  mkdirSync(join(sources, "deep"), { recursive: true });
  const digest = () => digestOfSources([sources]);
  const seen = [digest()];
  const changes = [
    () => writeFileSync(join(sources, "deep", "one.ts"), "1"),
    () => writeFileSync(join(sources, "deep", "one.ts"), "2"),
    () => renameSync(join(sources, "deep", "one.ts"), join(sources, "deep", "two.ts")),
    () => rmSync(join(sources, "deep", "two.ts")),
  ];
  for (const change of changes) {
    change();
    seen.push(digest());
  }
  expect(new Set(seen).size).toBe(changes.length);
  expect(seen.at(-1)).toBe(seen[0]);
  writeFileSync(join(sources, "one.test.ts"), "1");
  mkdirSync(join(sources, "node_modules"));
  writeFileSync(join(sources, "node_modules", "one.ts"), "1");
  expect(digest()).toBe(seen[0]);
});
