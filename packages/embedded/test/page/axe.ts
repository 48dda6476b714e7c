/** What axe says of a page. */
import { fileURLToPath } from "node:url";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

/** The script of axe, for pages to load before {@link axeOf} is asked. */
export const AXE = fileURLToPath(import.meta.resolve("axe-core/axe.min.js"));
/** Of its rules, only this one looks at colours. */
const COLOURS = "{ runOnly: ['color-contrast'] }";

/** Returns how many rules held, and each breach in words. `onlyColours`: what another theme can change. */
export async function axeOf(page: Page, onlyColours = false) {
  const { violations, passes } = await page.evaluate<AxeResults>(`axe.run(document, ${onlyColours ? COLOURS : "{}"})`);
  const breaches = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
  return { passed: passes.length, breaches };
}
