/** Nothing that axe finds: on every screen, in light and dark, on a phone and on a desk. */
import { fileURLToPath } from "node:url";
import type { AxeResults } from "axe-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser } from "./browser.ts";
import { everyView, VIEWS } from "./screens.ts";

const AXE = fileURLToPath(import.meta.resolve("axe-core/axe.min.js"));
/** Of its rules, only this one looks at colours. */
const COLOURS = "{ runOnly: ['color-contrast'] }";

/** There are many views, and a machine that does other work takes long for each. */
const MOST_MS = 300_000;

let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it(
  "axe finds no violation on any screen",
  async () => {
    const found: string[] = [];
    let looked = 0;
    const faults = await everyView(browser, {
      script: AXE,
      async look(page, { name, device, scheme }) {
        looked++;
        const { violations, passes } = await page.evaluate<AxeResults>(
          `axe.run(document, ${scheme === "dark" ? COLOURS : "{}"})`,
        );
        expect(passes.length).toBeGreaterThan(0);
        for (const { id, nodes } of violations)
          found.push(
            ...nodes.map(({ html, failureSummary }) => `${name} ${device} ${scheme}: ${id}: ${html} ${failureSummary}`),
          );
      },
    });
    expect([found, faults, looked]).toEqual([[], [], VIEWS]);
  },
  MOST_MS,
);
