/**
 * Every screen, in one visit of each: nothing that axe finds, in light and dark, on a phone and on a desk; and nothing cut
 * or over something else on a narrow phone, at 200 % zoom and on a desk, read from the left and from the right. The
 * language is longer than English and made up (packages/app/test/pseudo-catalogues.ts).
 */
import { fileURLToPath } from "node:url";
import { builtPage } from "@waldo/app/build";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Direction, lengthened } from "../../../app/test/pseudo-catalogues.ts";
import { AXE, axeOf } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { faultsOfLayout } from "./layout.ts";
import { everyView, type Looking, SCREENS } from "./screens.ts";

const PSEUDO = fileURLToPath(new URL("../../../app/test/pseudo-catalogues.ts", import.meta.url));
/** 200 % zoom of a desk of 1280 × 900 leaves half of its pixels. */
const DEVICES = {
  "320 px wide": { width: 320, height: 640 },
  "200 % zoom": { width: 640, height: 450 },
  desk: { width: 1280, height: 900 },
};
/** Zoom shows what a phone shows, so axe does not look at it again. */
const AXE_DEVICES = ["320 px wide", "desk"];
/** One screen of each kind: words, charts, forms, lists, a dialog, and what comes before a profile. */
const FROM_THE_RIGHT = ["today-why", "chat", "body", "memory-design", "settings-agents", "first-hours"];

let browser: Awaited<ReturnType<typeof openBrowser>>;
let pageFolder: string;
beforeAll(async () => {
  browser = await openBrowser();
  pageFolder = await builtPage(() => {}, PSEUDO);
});
afterAll(() => browser.close());

/**
 * The made-up words end the name and the text of a control differently, so this rule of axe cannot hold for them. It is held
 * for the English words in them instead.
 */
const NAMES_RULE = "label-content-name-mismatch";
const MISNAMED = `[...document.querySelectorAll("a[aria-label], button[aria-label], summary[aria-label]")].flatMap((one) => {
  const english = (text) => text.replaceAll(/ ?(?:über|sicht|lich|keits|nach|weis)+/g, "").trim().toLowerCase();
  const [name, text] = [english(one.getAttribute("aria-label")), english(one.innerText)];
  return text.length < 2 || name.includes(text) ? [] : [name + " does not say " + text];
})`;

const speaking = (tag: string, dir: Direction): NonNullable<Looking["language"]> => ({
  ...{ pageFolder, tag },
  say: (text) => lengthened(text, dir),
});
const turned = (page: Page, dir: Direction) => page.evaluate(`document.documentElement.dir = "${dir}"`);
const attributes = async (page: Page) => {
  const root = page.locator("html");
  return [await root.getAttribute("dir"), await root.getAttribute("lang")];
};

/** What was looked at, and what was found there. */
const seen = (names = new Set<string>(), found = new Set<string>()) => ({ names, found });
const [fromLeft, fromRight] = [seen(), seen()];
let faults: readonly string[] = [];

beforeAll(async () => {
  const left: Looking = {
    ...{ script: AXE, devices: DEVICES, language: speaking("de-AT", "ltr") },
    async look(page, { name, device, scheme }) {
      const { names, found } = fromLeft;
      names.add(name);
      if (AXE_DEVICES.includes(device)) {
        const { passed, breaches } = await axeOf(page, scheme === "dark");
        expect(passed).toBeGreaterThan(0);
        const own = scheme === "dark" ? [] : await page.evaluate<string[]>(MISNAMED);
        for (const breach of [...breaches.filter((one) => !one.startsWith(NAMES_RULE)), ...own])
          found.add(`${name}, ${device}, ${scheme}: ${breach}`);
      }
      // Boxes have no colours.
      if (scheme === "dark") return;
      expect(await attributes(page)).toEqual(["ltr", "de-AT"]);
      for (const dir of ["rtl", "ltr"] as const) {
        await turned(page, dir);
        for (const fault of await faultsOfLayout(page)) found.add(`${name}, ${device}, ${dir}: ${fault}`);
      }
    },
  };
  const right: Looking = {
    ...{ devices: DEVICES, schemes: ["light"], language: speaking("he-IL", "rtl") },
    isWanted: (name) => FROM_THE_RIGHT.includes(name),
    async look(page, { name, device }) {
      fromRight.names.add(name);
      expect(await attributes(page)).toEqual(["rtl", "he-IL"]);
      for (const fault of await faultsOfLayout(page)) fromRight.found.add(`${name}, ${device}: ${fault}`);
    },
  };
  // The screens of a house that begins are left behind by the first who goes through all of them.
  faults = await everyView(browser, right, left);
});

it("nothing scrolls sideways, is cut or overlaps, and axe finds nothing, in a language with longer words", () => {
  expect([[...fromLeft.found], faults, fromLeft.names.size]).toEqual([[], [], SCREENS]);
});

it("a language that reads from right to left turns the page, and nothing is cut there", () => {
  expect([[...fromRight.found], [...fromRight.names].sort()]).toEqual([[], FROM_THE_RIGHT.toSorted()]);
});
