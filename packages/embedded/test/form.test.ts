/** `waldo form`: Briefs show Form as a number only to somebody who chose it, and nothing else shows a number of the body. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadDays, refreshScore, saveDays } from "@waldo/core/health/ledger";
import { afterAll, describe, expect, it } from "vitest";
import { openHome } from "../src/home.ts";
import { waldo } from "./command.ts";
import { NIGHTS_MAP, nightRows, nightsCsv } from "./made-up-nights.ts";

const root = mkdtempSync(join(tmpdir(), "waldo-form-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const EXPORT = join(root, "own.csv");
writeFileSync(EXPORT, nightsCsv(nightRows()));
const HOME = join(root, "home");
const said = async (date: string): Promise<string[]> => {
  const more = ["--export", EXPORT, "--map", NIGHTS_MAP, "--zone", "Europe/London", "--json"];
  const { stdout } = await waldo("day", "--home", HOME, "--date", date, ...more);
  return JSON.parse(stdout).briefs.map(({ text }: { text: string }) => text);
};

describe("waldo form", () => {
  it("is in words at first, and in numbers only while the person wants it", async () => {
    for (const text of await said("2026-09-20")) expect(text).not.toMatch(/Form \d/);
    expect((await waldo("form", "--home", HOME)).stdout).toMatch(/words only/);
    expect((await waldo("form", "number", "--home", HOME)).stdout).toMatch(/as a number/);
    const shown = await said("2026-09-21");
    expect(shown.length).toBeGreaterThan(1);
    for (const text of shown) {
      expect(text).toMatch(/\nForm \d{1,3}$/);
      expect(text.replace(/\nForm \d{1,3}$/, "").replaceAll(/\d\d:\d\d/g, "")).not.toMatch(/\d/);
    }
    expect(JSON.parse((await waldo("form", "words", "--home", HOME, "--json")).stdout)).toEqual({ showsForm: false });
    for (const text of await said("2026-09-22")) expect(text).not.toMatch(/Form \d/);
  });

  it("says which of two devices was used, and of what, without a reading", async () => {
    const home = openHome(HOME);
    const days = await loadDays(home.store, "me", "2026-09-22", "2026-09-22");
    await saveDays(
      home.store,
      "me",
      days.map((day) => ({ ...day, source: "oura" })),
    );
    const clock = { now: () => Date.UTC(2026, 8, 22, 20) };
    await refreshScore({ store: home.store, clock }, "me", {
      date: "2026-09-22",
      timeZone: "Europe/London",
      settled: true,
    });
    home.store.close();
    const { stdout } = await waldo("form", "--home", HOME);
    expect(stdout).toMatch(/Several devices measured 2026-09-22/);
    expect(stdout).toMatch(/resting heart rate +Oura, before a device without a name/);
    expect(stdout.replace("2026-09-22", "")).not.toMatch(/\d/);
  });

  it("refuses anything else in one line", async () => {
    const { status, stderr } = await waldo("form", "loud", "--home", HOME);
    expect([status, stderr.trim().split("\n").length]).toEqual([1, 1]);
  });
});
