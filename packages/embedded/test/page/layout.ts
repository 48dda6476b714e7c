/** What is wrong with how a page is laid out, by the boxes of what it shows. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

const LOOK = readFileSync(new URL("layout-look.js", import.meta.url), "utf8");

/**
 * Returns a line for each thing that a person cannot read or reach. Empty: nothing scrolls sideways, is cut, or
 * overlaps.
 */
export function faultsOfLayout(page: Page): Promise<string[]> {
  return page.evaluate(LOOK);
}
