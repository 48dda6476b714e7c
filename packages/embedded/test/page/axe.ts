/** What axe says of a page. */
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";

/** The script of axe, for pages to load before {@link axeOf} is asked. */
export const AXE = fileURLToPath(import.meta.resolve("axe-core/axe.min.js"));
/** The nodes of breaches are all that is said, so axe need not describe the others. Of its rules, one looks at colours. */
const ALL = "{ resultTypes: ['violations'] }";
const COLOURS = "{ resultTypes: ['violations'], runOnly: ['color-contrast'] }";

/** Returns how many rules held, and each breach in words. `onlyColours`: what another theme can change. */
export function axeOf(page: Page, onlyColours = false): Promise<{ passed: number; breaches: string[] }> {
  return page.evaluate(`axe.run(document, ${onlyColours ? COLOURS : ALL}).then(({ violations, passes }) => ({
    passed: passes.length,
    breaches: violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => id + ": " + html + " " + failureSummary)),
  }))`);
}
