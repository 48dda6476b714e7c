/**
 * Compares the contexts of other agents with the Wake server of the document: the cost of each question as a project
 * grows from a hundred contexts to a hundred thousand, and the answers of both to the same questions. It ends with exit
 * code 1 when a target is missed.
 */
import { parseArgs } from "node:util";
import { countSeen, see } from "@waldo/contexts/access";
import { loadContexts, updatePredictions } from "@waldo/contexts/ahead";
import { chainTo } from "@waldo/contexts/causality";
import { searchProject } from "@waldo/contexts/search";
import { seeded } from "@waldo/testkit/synthetic-person";
import { answersOf } from "./contexts-answers.ts";
import { HOUR, ME, NOW, PROJECT, rowsOf, taken, wordsOf } from "./contexts-project.ts";
import { openWake } from "./contexts-wake.ts";
import { endProgress, progress } from "./progress.ts";
import { fixed, printTable } from "./table.ts";

const TARGET_MS = 20;
const ASKED = 60;
const DAY = 24 * HOUR;

const { values } = parseArgs({
  options: {
    most: { type: "string", default: "100000" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(`Usage: npm run bench:contexts -- [--most N] [--json]

  --most N   how many contexts the largest project has; the others have 100, 1,000, 10,000 … (default 100000, about
             four minutes)
  --json     prints the figures as JSON

Example: npm run bench:contexts -- --most 10000`);
  process.exit(0);
}

type Cost = { readonly p50: number; readonly p95: number; readonly calls: number };
type Sized = {
  readonly contexts: number;
  readonly question: string;
  readonly ours: Cost;
  readonly wake: Omit<Cost, "calls">;
};

await main();

async function main(): Promise<void> {
  const most = Number(values.most);
  const sizes = [100, 1_000, 10_000, 100_000].filter((size) => size < most);
  const sized: Sized[] = [];
  for (const size of [...sizes, most]) sized.push(...(await costsOf(size)));
  const answered = await answersOf();
  endProgress();
  const missed = [
    ...sized
      .filter(({ ours }) => ours.p95 > TARGET_MS)
      .map((one) => `${one.question} at ${one.contexts}: p95 ${fixed(one.ours.p95, 1)} ms`),
    ...answered.filter(({ verdict }) => verdict === "differs").map(({ tool }) => `${tool} answers otherwise`),
  ];
  if (missed.length > 0) process.exitCode = 1;
  if (values.json) return console.log(JSON.stringify({ sized, answered, missed }, undefined, 2));
  printTable(
    ["contexts", "question", "p50 ms", "p95 ms", "store calls", "Wake p50 ms", "Wake p95 ms", "ours / Wake"],
    sized.map(({ contexts, question, ours, wake }) => [
      ...[contexts, question, fixed(ours.p50, 2), fixed(ours.p95, 2), ours.calls],
      ...[fixed(wake.p50, 2), fixed(wake.p95, 2), fixed(ours.p50 / wake.p50, 2)],
    ]),
  );
  console.log(
    "\nOurs is a home on disk, with every row sealed by the key of its person; Wake is plain SQLite in memory.\n",
  );
  printTable(
    ["tool", "Wake answers", "Waldo answers", "verdict"],
    answered.map(({ tool, wake, ours, verdict }) => [tool, wake, ours, verdict]),
  );
  console.log("");
  for (const { tool, why } of answered) if (why !== undefined) console.log(`${tool}: ${why}`);
  for (const reason of missed) console.log(`MISSED: ${reason}`);
  console.log(`\n${missed.length} targets missed (p95 under ${TARGET_MS} ms; the same or better answers)`);
}

type Asked = (i: number) => Promise<unknown>;

async function costsOf(size: number): Promise<Sized[]> {
  const rows = rowsOf(size);
  const { ports, counted, close } = await taken(rows, (done, of) => {
    if (done % 3000 === 0) progress(`${done} of ${of} contexts are taken in`);
  });
  const clock = { now: NOW };
  const wake = openWake(rows, () => clock.now);
  const random = seeded(7);
  const queries = Array.from({ length: ASKED + 1 }, () => wordsOf(() => 0.4 + 0.6 * random(), 3).join(" "));
  const questions: [string, Asked, (i: number) => unknown, Asked?][] = [
    ["load", () => loadContexts(ports, ME, PROJECT, { now: NOW, limit: 10 }), () => wake.load(PROJECT, 10)],
    [
      "search",
      (i) => searchProject(ports, ME, PROJECT, { text: queries[i] ?? "", limit: 10, now: NOW }),
      (i) => wake.search(PROJECT, (queries[i] ?? "").split(" ")[0] ?? ""),
    ],
    [
      "chain",
      (i) => chainTo(ports, ME, `id-${size - 1 - (i % size)}`),
      (i) => wake.chain(`id-${size - 1 - (i % size)}`),
    ],
    [
      "predict 10",
      (i) => updatePredictions(ports, ME, PROJECT, { now: NOW + i, staleHours: 0, limit: 10 }),
      (i) => {
        clock.now = NOW + 1 + i;
        return wake.predict(10, 0);
      },
    ],
    [
      "predict 10, close a day",
      (i) => updatePredictions(ports, ME, PROJECT, { now: NOW + (i + 2) * DAY, limit: 10 }),
      (i) => {
        clock.now = NOW + (i + 2) * DAY;
        return wake.predict(10);
      },
      // Something was needed on each day, so that closing the day tunes the weights.
      async (i) => {
        const ids = [1, 2, 3].map((n) => `id-${size - 1 - ((i * n) % 60)}`);
        await see(ports, ME, PROJECT, [...new Set(ids)], NOW + (i + 1) * DAY + HOUR);
        await countSeen(ports, ME, PROJECT);
      },
    ],
  ];
  const found: Sized[] = [];
  for (const [question, ours, theirs, before] of questions) {
    progress(`${question} at ${size} contexts`);
    const times: number[] = [];
    const calls: number[] = [];
    const other: number[] = [];
    // A process reads some data only once. The first call reads it, so that data is not counted for each question.
    await ours(0);
    theirs(0);
    for (let i = 1; i <= ASKED; i++) {
      await before?.(i);
      counted.calls = 0;
      const began = performance.now();
      await ours(i);
      const middle = performance.now();
      theirs(i);
      times.push(middle - began);
      other.push(performance.now() - middle);
      calls.push(counted.calls);
    }
    const cost = (all: number[]) => ({ p50: quantile(all, 0.5), p95: quantile(all, 0.95) });
    found.push({ contexts: size, question, ours: { ...cost(times), calls: quantile(calls, 0.5) }, wake: cost(other) });
  }
  close();
  return found;
}

function quantile(all: readonly number[], p: number): number {
  return all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * p))] ?? 0;
}
