/**
 * Takes a picture of every screen of the page, on a phone and on a desk, in light and in dark, with made-up data.
 *
 *     npm run app:shots [-- --out DIR] [--only NAME] [--webp]
 */
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { endProgress, progress } from "../bench/progress.ts";
import { openBrowser } from "../packages/embedded/test/page/browser.ts";
import { everyView, type Looking, VIEWS } from "../packages/embedded/test/page/screens.ts";

const { values } = parseArgs({
  options: {
    out: { type: "string" },
    only: { type: "string" },
    webp: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(`Usage: npm run app:shots [-- --out DIR] [--only NAME] [--webp]

Takes ${VIEWS} pictures: each screen on a phone and on a desk, in light and in dark. Prints the folder they are in.

  --out DIR    put them here, instead of in a new temporary folder
  --only NAME  only the screens whose name begins so, such as today
  --webp       small pictures, as docs/today.webp is one (today-desktop-light)`);
  process.exit(0);
}

const WEBP_QUALITY = 80;
const { out, only = "", webp } = values;
const folder = out ?? (await mkdtemp(join(tmpdir(), "waldo-shots-")));
await mkdir(folder, { recursive: true });
const browser = await openBrowser();
let taken = 0;
try {
  const faults = await everyView(browser, {
    isWanted: (name) => name.startsWith(only),
    async look(page, { name, device, scheme }) {
      taken++;
      progress(`${taken} pictures of at most ${VIEWS}: ${name} `);
      const size = page.viewportSize() ?? { width: 0, height: 0 };
      // Fixed elements are drawn at the edge of the window, so the window is as high as the page.
      const height = await page.evaluate<number>("document.documentElement.scrollHeight");
      await page.setViewportSize({ ...size, height: Math.max(height, size.height) });
      const file = join(folder, `${name}-${device}-${scheme}`);
      if (webp) await writeFile(`${file}.webp`, await small(page));
      else await page.screenshot({ path: `${file}.png` });
      await page.setViewportSize(size);
    },
  });
  endProgress();
  console.log(folder);
  for (const fault of faults) console.error(`The page reported: ${fault}`);
  if (taken === 0) console.error(`No screen begins with ${only}.`);
  if (faults.length > 0 || taken === 0) process.exitCode = 1;
} finally {
  await browser.close();
}

/** The window as a WebP, which is a fifth of the PNG. */
async function small(page: Parameters<Looking["look"]>[0]): Promise<Buffer> {
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality: WEBP_QUALITY });
  await devtools.detach();
  return Buffer.from(data, "base64");
}
