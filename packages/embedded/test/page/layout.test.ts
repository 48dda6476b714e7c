/**
 * Every screen on a narrow phone, at 200 % zoom and on a desk, in a language that is longer than English, and in one that
 * reads from right to left. Both are made up (packages/app/test/pseudo-catalogues.ts).
 */
import { fileURLToPath } from "node:url";
import { builtPage } from "@waldo/app/build";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Direction, lengthened } from "../../../app/test/pseudo-catalogues.ts";
import { openBrowser } from "./browser.ts";
import { faultsOfLayout } from "./layout.ts";
import { everyView, type Looking } from "./screens.ts";

const PSEUDO = fileURLToPath(new URL("../../../app/test/pseudo-catalogues.ts", import.meta.url));
/** 200 % zoom of a desk of 1280 × 900 leaves half of its pixels. */
const DEVICES = {
  "320 px wide": { width: 320, height: 640 },
  "200 % zoom": { width: 640, height: 450 },
  desk: { width: 1280, height: 900 },
};

/** There are many views, and a machine that does other work takes long for each. */
const MOST_MS = 300_000;

let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** What is wrong, once for each place. `dir`: the direction that the page must have. */
async function wrong(dir: Direction, language: NonNullable<Looking["language"]>): Promise<string[]> {
  const found = new Set<string>();
  let looked = 0;
  const faults = await everyView(browser, {
    ...{ devices: DEVICES, schemes: ["light"], language },
    async look(page, { name, device }) {
      looked++;
      const root = page.locator("html");
      expect([await root.getAttribute("dir"), await root.getAttribute("lang")]).toEqual([dir, language.tag]);
      for (const fault of await faultsOfLayout(page)) found.add(`${name}, ${device}: ${fault}`);
    },
  });
  expect(looked).toBeGreaterThan(30);
  return [...found, ...faults];
}

it.each<[string, string, Direction]>([
  ["a language with longer words", "de-AT", "ltr"],
  ["a language that reads from right to left", "he-IL", "rtl"],
])(
  "nothing scrolls sideways, is cut or overlaps in %s",
  async (_, tag, dir) => {
    const pageFolder = await builtPage(() => {}, PSEUDO);
    expect(await wrong(dir, { pageFolder, tag, say: (text) => lengthened(text, dir) })).toEqual([]);
  },
  MOST_MS,
);
