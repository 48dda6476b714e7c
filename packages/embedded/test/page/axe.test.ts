/** Nothing that axe finds: on every screen, in light and dark, on a phone and on a desk. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { AXE, axeOf } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { everyView, VIEWS } from "./screens.ts";

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
        const { passed, breaches } = await axeOf(page, scheme === "dark");
        expect(passed).toBeGreaterThan(0);
        found.push(...breaches.map((breach) => `${name} ${device} ${scheme}: ${breach}`));
      },
    });
    expect([found, faults, looked]).toEqual([[], [], VIEWS]);
  },
  MOST_MS,
);
