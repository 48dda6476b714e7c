/** A new device of one maker, as its person lives it: told in one Brief, with words and no readings. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { waldo } from "./command.ts";
import { NIGHTS_MAP, nightRows, nightsCsv } from "./made-up-nights.ts";

const root = mkdtempSync(join(tmpdir(), "waldo-breaks-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const [EXPORT, HOME] = [join(root, "own.csv"), join(root, "home")];

/** The index of the first night with the new device. The seventh of them makes it known. */
const FIRST = 44;
const rows = nightRows().map((row, i) => {
  const [date, hrv, ...rest] = row.split(",");
  return [date, i < FIRST ? hrv : Math.round(Number(hrv) * 1.7), ...rest].join(",");
});
writeFileSync(EXPORT, nightsCsv(rows));
const dateOf = (index: number) => rows[index]?.split(",")[0] ?? "";
const play = async (index: number): Promise<string[]> => {
  const more = ["--export", EXPORT, "--map", NIGHTS_MAP, "--zone", "Europe/London", "--json"];
  const { stdout } = await waldo("day", "--home", HOME, "--date", dateOf(index), ...more);
  return JSON.parse(stdout).briefs.map(({ text }: { text: string }) => text);
};

it("a step that stays is told on the day it is known, once", async () => {
  const told = /Your heart's recovery changed by a step last \w+day, as with a new device or update/;
  const [before, found, after] = [await play(FIRST + 5), await play(FIRST + 6), await play(FIRST + 7)];
  expect(before.join("\n")).not.toMatch(/by a step/);
  expect(found.filter((text) => told.test(text))).toHaveLength(1);
  expect(found.find((text) => told.test(text))?.split(/\s+/).length).toBeLessThanOrEqual(45);
  expect(after.join("\n")).not.toMatch(/by a step/);
});
