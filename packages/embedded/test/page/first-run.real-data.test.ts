/**
 * The first run with exports of real people, when the files are available. What a Brief says of them is not written
 * here.
 */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { instantAt } from "@waldo/core/time";
import { zipped } from "@waldo/testkit/made-up-exports";
import { PATIENCE_MS } from "@waldo/testkit/patience";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "./browser.ts";
import { button, heading, seen } from "./journey-steps.ts";
import { openStage, type Stage } from "./stage.ts";

const WEARABLES = "../shared/data/wearables";
const here = existsSync(WEARABLES);

const folder = (path: string) => {
  const names = readdirSync(join(WEARABLES, path)).filter((name) => !name.startsWith("LICENSE"));
  return zipped(Object.fromEntries(names.map((name) => [name, readFileSync(join(WEARABLES, path, name))])));
};

const LIFESNAPS = join("fitbit-lifesnaps", "daily.csv");
const COLUMNS = {
  map: "date=date,hrvRmssdMs=rmssd,restingHrBpm=resting_hr,sleepMinutes=minutesAsleep,steps=steps",
  where: "id=621e346f67b776a24081744f",
};

let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  if (here) browser = await openBrowser();
});
afterAll(() => browser?.close());

type Columns = { readonly map: string; readonly where: string };

/** Agrees, and sends a file. */
async function bring(page: Page, name: string, bytes: Uint8Array, columns?: Columns): Promise<void> {
  await heading(page, "Welcome to Waldo").waitFor();
  for (const purpose of ["Your body", "Memory"]) {
    const consent = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: purpose }) });
    await consent.getByRole("button", { name: "I agree" }).click();
    await consent.getByText("You agree.").waitFor();
  }
  await button(page, "Go on").click();
  if (columns) {
    await page.getByText("A table of another device").click();
    await page.getByLabel("Field = column").fill(columns.map);
    await page.getByLabel("Column = value").fill(columns.where);
  }
  const mimeType = name.endsWith(".zip") ? "application/zip" : "text/csv";
  await page.getByLabel("Choose a file").setInputFiles({ name, mimeType, buffer: Buffer.from(bytes) });
}

async function on(date: string, time: string, timezoneId: string, work: (page: Page) => Promise<void>): Promise<void> {
  const stage: Stage = await openStage(browser, { at: instantAt(date, time, timezoneId), days: 0 });
  try {
    const page = await stage.open("/", { timezoneId });
    page.setDefaultTimeout(PATIENCE_MS);
    await work(page);
    expect(stage.takeFaults()).toEqual([]);
  } finally {
    await stage.close();
  }
}

describe.skipIf(!here)("the first run with a real export (skipped: no ../shared/data)", () => {
  it.each([
    { kind: "Oura", path: "oura-anand", date: "2022-05-01", time: "12:30", timeZone: "Europe/Amsterdam" },
    { kind: "Fitbit", path: join("fitbit-pmdata", "p01"), date: "2020-03-31", time: "08:45", timeZone: "Europe/Oslo" },
    // Its nights have a length and no times, so nobody can say when this person wakes.
    { kind: "one person of a table", path: LIFESNAPS, date: "2021-08-20", time: "08:45", timeZone: "Europe/Athens" },
  ])("of $kind leads to the Brief of last night", ({ path, date, time, timeZone }) =>
    on(date, time, timeZone, async (page) => {
      const isTable = path === LIFESNAPS;
      if (isTable) await bring(page, "daily.csv", readFileSync(join(WEARABLES, path)), COLUMNS);
      else await bring(page, "export.zip", folder(path));
      await (isTable ? seen(page, "When do you wake and sleep?") : seen(page, /^Your nights say this/));
      await button(page, "Begin").click();
      await button(page, "Show my day").click();
      await page.getByRole("img", { name: /^Form: (energized|steady|flagging|depleted)$/ }).waitFor();
      const brief = page.getByRole("region", { name: "The Brief of today" }).locator(".brief");
      await brief.waitFor();
      // Never a reading: hours in round words, and no decimal.
      expect(await brief.textContent()).not.toMatch(/\d\.\d|\bms\b|\bbpm\b/);
    }),
  );

  it.each([
    {
      kind: "a study's table of 32 people",
      path: LIFESNAPS,
      says: /column|device|export/i,
    },
    {
      kind: "a spreadsheet with two orders of dates",
      path: join("fitbit-fitabase", "sleepDay_merged.csv"),
      says: /date|export/i,
    },
  ])("of $kind is refused in words, nothing is taken in, and another file can be sent", ({ path, says }) =>
    on("2022-05-01", "09:10", "Europe/London", async (page) => {
      await bring(page, "daily.csv", readFileSync(join(WEARABLES, path)));
      const alert = page.getByRole("alert");
      await alert.waitFor();
      expect(await alert.textContent()).toMatch(says);
      expect(await page.getByLabel("Choose a file").isEnabled()).toBe(true);
      await button(page, "Later").click();
      await button(page, "Begin").click();
      await button(page, "Show my day").click();
      await seen(page, /has no score/);
    }),
  );
});
