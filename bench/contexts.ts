/**
 * Contexts of other agents beside the Wake server of the document: what each question costs as a project grows from a
 * hundred contexts to a hundred thousand, and what both answer to the same questions. It ends with exit code 1 when a
 * target is missed.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ACTION_TYPES } from "@waldo/contracts";
import { highValue, loadContexts, updatePredictions } from "@waldo/core/contexts/ahead";
import { causalityStats, chainTo } from "@waldo/core/contexts/causality";
import { loadProject } from "@waldo/core/contexts/rows";
import { searchProject } from "@waldo/core/contexts/search";
import { countTiers, pruneExpired } from "@waldo/core/contexts/tiers";
import { takeRecords } from "@waldo/core/contexts/wake-file";
import type { Store } from "@waldo/core/ports";
import { openHome } from "@waldo/embedded/home";
import { seeded } from "@waldo/testkit/synthetic-person";
import { openWake, type Wake, type WakeRow } from "./contexts-wake.ts";
import { endProgress, progress } from "./progress.ts";
import { fixed, printTable } from "./table.ts";

const TARGET_MS = 20;
const ASKED = 60;
const [ME, PROJECT] = ["me", "boat"];
const NOW = Date.parse("2026-03-01T00:00:00Z");
const HOUR = 3_600_000;
const SYLLABLES = "ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo zu ar en is ol um".split(" ");
/** The contexts of a project were saved over so long. */
const SPAN = 60 * 24 * HOUR;

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
type Answered = { readonly tool: string; readonly wake: string; readonly ours: string; readonly verdict: string };

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
  for (const reason of missed) console.log(`MISSED: ${reason}`);
  console.log(`\n${missed.length} targets missed (p95 under ${TARGET_MS} ms; the same or better answers)`);
}

/** Words as people use them: a few all the time, most hardly ever, the frequent ones short. */
function wordsOf(random: () => number, count: number): string[] {
  return Array.from({ length: count }, () => {
    let rank = Math.floor(20_000 ** random());
    let word = "";
    for (; rank > 0; rank = Math.floor(rank / SYLLABLES.length)) word += SYLLABLES[rank % SYLLABLES.length] ?? "";
    return `${word}n`;
  });
}

function rowsOf(size: number, seed = 1): WakeRow[] {
  const random = seeded(seed);
  return Array.from({ length: size }, (_, i) => {
    const at = NOW - Math.round(((size - i) * SPAN) / size);
    const reads = random() < 0.3 ? Math.ceil(30 * random() ** 3) : 0;
    const before = Array.from({ length: Math.floor(random() * 4) }, (_, n) => `id-${i - n - 1}`);
    return {
      id: `id-${i}`,
      project: PROJECT,
      summary: wordsOf(random, 30).join(" "),
      source: "mcp",
      tags: wordsOf(random, 3).join(","),
      timestamp: new Date(at).toISOString(),
      action_type: ACTION_TYPES[Math.floor(random() * ACTION_TYPES.length)] ?? null,
      dependencies: JSON.stringify(before.filter((id) => !id.includes("--"))),
      caused_by: i < 5 || random() < 0.1 ? null : `id-${i - 1 - Math.floor(random() * 4)}`,
      last_accessed: reads === 0 ? null : new Date(at + Math.round(random() * (NOW - at))).toISOString(),
      access_count: reads,
    };
  });
}

async function taken(rows: readonly WakeRow[], told: (done: number, of: number) => void) {
  const home = openHome(mkdtempSync(join(tmpdir(), "waldo-contexts-")));
  const { store: raw } = home;
  const counted = { calls: 0 };
  const count = <T>(call: T): T => {
    counted.calls++;
    return call;
  };
  const store: Store = {
    get: (key) => count(raw.get(key)),
    query: (query) => count(raw.query(query)),
    transact: (writes) => count(raw.transact(writes)),
  };
  const ports = { store, archive: home.archive };
  await takeRecords(ports, ME, rows, told);
  const close = () => {
    raw.close();
    rmSync(home.paths.root, { recursive: true, force: true });
  };
  return { ports, counted, close };
}

async function costsOf(size: number): Promise<Sized[]> {
  const rows = rowsOf(size);
  const { ports, counted, close } = await taken(rows, (done, of) => {
    if (done % 3000 === 0) progress(`${done} of ${of} contexts are taken in`);
  });
  const wake = openWake(rows, () => NOW);
  const random = seeded(7);
  const queries = Array.from({ length: ASKED }, () => wordsOf(() => 0.4 + 0.6 * random(), 3).join(" "));
  const questions: [string, (i: number) => Promise<unknown>, (i: number) => unknown][] = [
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
      (i) => updatePredictions(ports, ME, PROJECT, { now: NOW + i * 25 * HOUR, limit: 10 }),
      () => wake.predict(10),
    ],
  ];
  const found: Sized[] = [];
  for (const [question, ours, theirs] of questions) {
    progress(`${question} at ${size} contexts`);
    const times: number[] = [];
    const calls: number[] = [];
    const other: number[] = [];
    // What a process reads once is not a part of each question.
    await ours(0);
    theirs(0);
    for (let i = 0; i < ASKED; i++) {
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

/** Asks both the same, over the same contexts. */
async function answersOf(): Promise<Answered[]> {
  const rows = rowsOf(2_000, 3);
  const { ports, close } = await taken(rows, () => {});
  const wake = openWake(rows, () => NOW);
  while (wake.predict(500) > 0);
  const same = (a: unknown, b: unknown) => (JSON.stringify(a) === JSON.stringify(b) ? "same" : "differs");
  const { state } = await loadProject(ports.store, ME, PROJECT);
  const high = await highValue(ports, ME, PROJECT, { now: NOW, limit: 10 });
  const wakeHigh = wake.high(PROJECT, 10);
  const scores = high.map(({ prediction }, i) => Math.abs(prediction.score - (wakeHigh[i]?.prediction_score ?? 0)));
  const chains = rows.slice(-200).map(({ id }) => id);
  const equalChains = [];
  for (const id of chains) {
    const { contexts } = await chainTo(ports, ME, id);
    const theirs = wake.chain(id).slice(-contexts.length);
    equalChains.push(
      same(
        contexts.map((one) => one.id),
        theirs.map((one) => one.id),
      ) === "same",
    );
  }
  const { total: _, ...tiers } = await countTiers(ports, ME, PROJECT, NOW);
  const loaded = await loadContexts(ports, ME, PROJECT, { now: NOW, limit: 10 });
  const expired = wake.expired(100).length;
  const moved = await pruneExpired(ports, ME, { now: NOW, limit: 100 });
  const lookups = await searches(ports, wake, rows);
  close();
  return [
    row(
      "load_context",
      wake.load(PROJECT, 10).map(({ id }) => id),
      loaded.contexts.map(({ context }) => context.id),
    ),
    {
      tool: "search_context",
      wake: `${lookups.wake} of ${lookups.asked} found among ten`,
      ours: `${lookups.ours} of ${lookups.asked} found among ten`,
      verdict: lookups.ours > lookups.wake ? "better" : lookups.ours === lookups.wake ? "same" : "differs",
    },
    {
      tool: "build_causal_chain",
      wake: `${chains.length} chains`,
      ours: `${equalChains.filter(Boolean).length} the same, at most 100 long`,
      verdict: equalChains.every(Boolean) ? "same" : "differs",
    },
    row("get_causality_stats", sorted(wake.actions(PROJECT)), sorted(causalityStats(state).actions)),
    row("get_memory_stats", sorted(wake.tiers(PROJECT)), sorted(withoutZero(tiers))),
    {
      tool: "get_high_value_contexts",
      wake: `${wakeHigh.length} contexts`,
      ours: `${high.length} contexts, scores within ${Math.max(0, ...scores).toExponential(0)}`,
      verdict: same(wakeHigh.map(({ id }) => id).sort(), high.map(({ context }) => context.id).sort()),
    },
    {
      tool: "prune_expired_contexts",
      wake: `${expired} deleted`,
      ours: `${moved.length} moved to the archive, none deleted`,
      verdict: moved.length === expired ? "better" : "differs",
    },
  ];
}

function row(tool: string, wake: unknown, ours: unknown): Answered {
  const [a, b] = [JSON.stringify(wake), JSON.stringify(ours)];
  const short = (text: string) => (text.length > 44 ? `${text.slice(0, 43)}…` : text);
  return { tool, wake: short(a), ours: short(b), verdict: a === b ? "same" : "differs" };
}

function sorted(counts: object) {
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function withoutZero(counts: object) {
  return Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0));
}

/** Looks for contexts by three of their rarer words, in another order than they stand there. */
async function searches(ports: Parameters<typeof searchProject>[0], wake: Wake, rows: readonly WakeRow[]) {
  let [ours, theirs, asked] = [0, 0, 0];
  for (const { id, summary } of rows.filter((_, i) => i % 20 === 0)) {
    const words = [...new Set(summary.split(" "))].sort((a, b) => b.length - a.length).slice(0, 3);
    const text = words.join(" ");
    asked++;
    const found = await searchProject(ports, ME, PROJECT, { text, limit: 10, now: NOW });
    if (found.some((one) => one.id === id)) ours++;
    if (wake.search(PROJECT, text).some((one) => one.id === id)) theirs++;
  }
  return { asked, ours, wake: theirs };
}
