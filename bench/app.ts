/**
 * Measures the page before a whole server with a year of made-up nights, in a real Chromium: how much JavaScript the first
 * load takes, how long a build takes, what the Body of a year costs in scripting, when Today is usable on a slow processor,
 * how smoothly ten thousand looks of the patrol scroll, and what Lighthouse says of Today and Chat.
 *
 * With --axe it only counts, screen by screen, what axe finds.
 *
 *     npm run bench:app [-- --runs 5] [--no-lighthouse] [--axe] [--json]
 */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { buildInto, builtPage } from "@waldo/app/build";
import { instantAt, localDate } from "@waldo/core/time";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { AXE, axeOf } from "../packages/embedded/test/page/axe.ts";
import { openBrowser } from "../packages/embedded/test/page/browser.ts";
import { looks } from "../packages/embedded/test/page/patrolled.ts";
import { everyView } from "../packages/embedded/test/page/screens.ts";
import { openStage, type Stage } from "../packages/embedded/test/page/stage.ts";
import { endProgress, progress } from "./progress.ts";
import { fixed, printTable } from "./table.ts";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "5" },
    "no-lighthouse": { type: "boolean", default: false },
    axe: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log("Usage: npm run bench:app [-- --runs 5] [--no-lighthouse] [--axe] [--json]");
  process.exit(0);
}
const runs = Number(values.runs);

const YEAR_DAYS = 365;
/** How much slower a mid-range phone is than a desktop computer, by Lighthouse's count. */
const SLOWER = 4;
const LIGHTHOUSE = "lighthouse@13.5.0";
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
type Scores = Readonly<Record<string, number | undefined>>;

/** Notes the time in the page when the score of the day is shown and the browser is idle again. */
const NOTE = `new MutationObserver((_, seer) => {
  if (!document.querySelector(".form-of-day button")) return;
  seer.disconnect();
  requestAnimationFrame(() => setTimeout(() => performance.mark("usable")));
}).observe(document, { childList: true, subtree: true });`;

const LOOKS = 10_000;
/** The browser draws at most 60 times a second. A frame that takes longer than this has skipped one. */
const FRAME_MS = 1000 / 60;
const LATE_MS = 1.5 * FRAME_MS;
const SCROLLED_FRAMES = 600;
/** Scrolls a little in each frame, and returns how long each frame took. */
const SCROLL = `new Promise((done) => {
  const times = [];
  let last;
  const step = (now) => {
    if (last !== undefined) times.push(now - last);
    last = now;
    scrollBy(0, 90);
    times.length < ${SCROLLED_FRAMES} ? requestAnimationFrame(step) : done(times);
  };
  requestAnimationFrame(step);
})`;

if (values.axe) {
  await axeTable();
  process.exit();
}

const port = await freePort();
const browser = await openBrowser([`--remote-debugging-port=${port}`]);
try {
  progress("building the page");
  const build = await buildMs();
  const loaded = firstLoad(await builtPage());
  // The time of day is the one that Lighthouse sees, whose pages cannot be told another.
  const today = localDate(Date.now(), PERSON.timeZone);
  const stage = await openStage(browser, { at: instantAt(today, "10:20", PERSON.timeZone), days: YEAR_DAYS });
  progress("the Body of a year");
  const year = await yearScripting(stage);
  progress("Today on a slow processor");
  const usable = await usableMs(stage);
  progress("ten thousand looks of the patrol");
  const scroll = await scrollFrames(stage);
  const lighthouse = values["no-lighthouse"] ? {} : await lighthouseScores(stage);
  const faults = stage.takeFaults();
  await stage.close();
  endProgress();
  report({ build, ...loaded, ...year, usable, scroll, lighthouse, faults });
} finally {
  await browser.close();
}

/** Prints what axe finds on each screen: on a phone and on a desk, in light and in dark. */
async function axeTable(): Promise<void> {
  const found = new Map<string, { views: number; passed: number; violations: number }>();
  const own = await openBrowser();
  await everyView(own, {
    script: AXE,
    async look(page, { name }) {
      progress(`axe: ${name}`);
      const axe = await axeOf(page);
      const { views, ...before } = found.get(name) ?? { views: 0, passed: 0, violations: 0 };
      const passed = before.passed + axe.passed;
      found.set(name, { views: views + 1, passed, violations: before.violations + axe.breaches.length });
    },
  });
  await own.close();
  endProgress();
  if (values.json) return console.log(JSON.stringify(Object.fromEntries(found), null, 2));
  const rows = Array.from(found, ([name, { views, passed, violations }]) => [name, views, passed, violations]);
  const sum = (at: 1 | 2 | 3) => rows.reduce((all, row) => all + Number(row[at]), 0);
  printTable(["screen", "views", "rules passed", "violations"], [...rows, ["all", sum(1), sum(2), sum(3)]]);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port: free } = server.address() as AddressInfo;
  server.close();
  return free;
}

async function buildMs(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "waldo-build-"));
  try {
    const from = performance.now();
    await buildInto(folder);
    return performance.now() - from;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the scripts that the start page names, and the modules that they import before anything is shown. */
function firstLoad(folder: string) {
  const html = readFileSync(join(folder, "index.html"), "utf8");
  const waiting = Array.from(html.matchAll(/"\/(assets\/[^"]+\.js)"/g), ([, path = ""]) => path);
  const seen = new Map<string, number>();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    const text = readFileSync(join(folder, path), "utf8");
    seen.set(path, gzipSync(text).length);
    for (const [, named = ""] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
      waiting.push(join(dirname(path), named));
  }
  return { files: seen.size, bytes: [...seen.values()].reduce((sum, size) => sum + size, 0) };
}

/** The scripting time of a Body page over a year: when it is opened anew, and when the range is changed. */
async function yearScripting(stage: Stage) {
  const opened: number[] = [];
  const changed: number[] = [];
  for (let run = 0; run < runs; run++) {
    const context = await stage.person();
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send("Performance.enable");
    const scripting = async () => {
      const { metrics } = await cdp.send("Performance.getMetrics");
      return (metrics.find(({ name }) => name === "ScriptDuration")?.value ?? 0) * 1000;
    };
    const shown = async (days: number) => {
      await page.getByText(`over ${days} days`).waitFor();
      await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
    };
    await page.goto(`/body?days=${YEAR_DAYS}`);
    await shown(YEAR_DAYS);
    opened.push(await scripting());
    await page.getByText("7 days", { exact: true }).click();
    await shown(7);
    const before = await scripting();
    await page.getByText("Year", { exact: true }).click();
    await shown(YEAR_DAYS);
    changed.push((await scripting()) - before);
    await context.close();
  }
  return { opened: median(opened), changed: median(changed) };
}

/** The time from the click on the address until Today shows the score and reacts to taps, at the first visit. */
async function usableMs(stage: Stage): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const context = await stage.person();
    await context.addInitScript(NOTE);
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    await page.goto("/");
    await page.getByRole("button", { name: "Why?" }).waitFor();
    const at = () => page.evaluate<number | undefined>("performance.getEntriesByName('usable')[0]?.startTime");
    let time = await at();
    while (time === undefined) time = await at();
    times.push(time);
    await context.close();
  }
  return median(times);
}

/** Scrolls through all looks, after each page of them has come. */
async function scrollFrames(stage: Stage) {
  await looks(stage, LOOKS);
  const context = await stage.person();
  const page = await context.newPage();
  await page.goto("/log?show=each");
  const lines = page.getByRole("listitem");
  const end = page.getByText("That is all of the last thirty days.");
  await lines.first().waitFor();
  while ((await end.count()) === 0) {
    const size = await lines.first().getAttribute("aria-setsize");
    await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
    await page.locator(`.lines > li:not([aria-setsize="${size}"])`).or(end).first().waitFor();
  }
  await page.evaluate("scrollTo(0, 0)");
  await lines.first().waitFor();
  const frames = (await page.evaluate<number[]>(SCROLL)).toSorted((a, b) => a - b);
  await context.close();
  const onTime = frames.filter((ms) => ms < LATE_MS).length / frames.length;
  return { onTime: 100 * onTime, slowest: frames.at(-1) ?? 0, perSecond: 1000 / median(frames) };
}

/**
 * Returns the scores of 0 to 100 that Lighthouse gives on its phone, with its own throttling. Only this bench needs
 * Lighthouse, so npm fetches it when the bench asks.
 */
async function lighthouseScores(stage: Stage): Promise<Readonly<Record<string, Scores>>> {
  const [cookie] = await (await stage.person()).cookies();
  const headers = JSON.stringify({ cookie: `${cookie?.name}=${cookie?.value}` });
  const how = [`--port=${port}`, "--quiet", "--output=json", `--only-categories=${CATEGORIES}`];
  const scores: Record<string, Scores> = {};
  for (const path of ["/", "/chat"]) {
    progress(`Lighthouse: ${path}`);
    const args = [
      "--yes",
      "--prefer-offline",
      LIGHTHOUSE,
      `${stage.origin}${path}`,
      ...how,
      `--extra-headers=${headers}`,
    ];
    const { stdout } = await promisify(execFile)("npx", args, { maxBuffer: 1e8 });
    const { categories, audits } = JSON.parse(stdout) as Lighthouse;
    const found = Object.entries(categories);
    scores[path] = Object.fromEntries(found.map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]));
    if (values.json) continue;
    for (const { id, title, score } of Object.values(audits))
      if (score !== null && score < 0.9) progress(`  ${path} ${id}: ${title} (${score})`);
  }
  return scores;
}

type Lighthouse = {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<
    Record<string, { readonly id: string; readonly title: string; readonly score: number | null }>
  >;
};

type Measured = {
  readonly build: number;
  readonly files: number;
  readonly bytes: number;
  readonly opened: number;
  readonly changed: number;
  readonly usable: number;
  readonly scroll: { readonly onTime: number; readonly slowest: number; readonly perSecond: number };
  readonly lighthouse: Readonly<Record<string, Scores>>;
  readonly faults: readonly string[];
};

function report(measured: Measured): void {
  if (values.json) {
    console.log(JSON.stringify({ runs, ...measured }, null, 2));
    return;
  }
  const { build, files, bytes, opened, changed, usable, scroll, lighthouse, faults } = measured;
  printTable(
    ["what", "measured", "unit", "goal"],
    [
      [`JavaScript of the first load, ${files} files, gzip`, fixed(bytes / 1000, 1), "kB", "150"],
      ["build of the page", fixed(build, 0), "ms", undefined],
      ["Body of a year, opened anew: scripting", fixed(opened, 0), "ms", "200"],
      ["Body, from 7 days to a year: scripting", fixed(changed, 0), "ms", "200"],
      [`Today usable, processor ${SLOWER}× slower`, fixed(usable, 0), "ms", "1500"],
      [`Patrol, scrolling ${LOOKS} looks: frames a second`, fixed(scroll.perSecond, 0), "1/s", "60"],
      ["Patrol: frames on time", fixed(scroll.onTime, 1), "%", undefined],
      ["Patrol: the slowest frame", fixed(scroll.slowest, 0), "ms", undefined],
      ...Object.entries(lighthouse).flatMap(([path, scores]) =>
        CATEGORIES.map((name) => [`Lighthouse ${path} ${name}`, scores[name], "of 100", "95"]),
      ),
    ],
  );
  console.log(`\nThe median of ${runs} runs, where there are several.`);
  for (const fault of faults) console.log(`The page reported: ${fault}`);
}

function median(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
}
