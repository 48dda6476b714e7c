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
    expect(shown.length).toBeGreaterThan(0);
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

describe("waldo form explain", () => {
  const explain = (...args: string[]) => waldo("form", "explain", ...args, "--home", HOME);

  it("prints a sum whose parts add up to Form, and the limits of the zones", async () => {
    const { stdout } = await explain("2026-09-21");
    const form = /Form of 2026-09-21: (\d+), (\w+)/.exec(stdout);
    const section = stdout.slice(0, stdout.indexOf("Recovery of"));
    const adds = [...section.matchAll(/% +([\d.]+)$/gm)].map(([, points]) => Number(points));
    expect(adds.length).toBeGreaterThan(1);
    expect(Math.abs(adds.reduce((sum, points) => sum + points, 0) - Number(form?.[1]))).toBeLessThan(1);
    expect(stdout).toMatch(/energized from 80, steady from 65, flagging from 50, depleted\./);
  });

  it("scales the weights of what is there up to one, and says what is missing and why", async () => {
    const { form, recovery } = JSON.parse((await explain("2026-09-21", "--json")).stdout);
    for (const { value, parts } of [form, recovery]) {
      expect(parts.reduce((sum: number, { weight }: { weight: number }) => sum + weight, 0)).toBeCloseTo(1, 3);
      expect(parts.reduce((sum: number, { adds }: { adds: number }) => sum + adds, 0)).toBeCloseTo(value, 1);
    }
    expect(recovery.missing).toEqual([{ pillar: "rrs", why: "no_reading" }]);
    expect((await explain("2026-09-21")).stdout).toMatch(/Breathing is missing: no reading of it came for that day/);
  });

  it("names the last day with a score when the date has none, and refuses what is no date", async () => {
    const { status, stderr } = await explain("2026-12-24");
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /no score of 2026-12-24: the last day before it with one is (2026-09-2\d): waldo form explain \1/,
    );
    expect(await explain("christmas")).toMatchObject({ status: 1 });
  });
});
