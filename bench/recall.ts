/**
 * Measures how well memory finds what was said: `npm run bench:recall [-- --data PATH] [--json] [--ablate]`. PATH is a
 * file in the form of LoCoMo. Every engine gets the same turns, ties are broken in the same way, and each conversation
 * is one corpus. `--ablate` adds what each feature of the ranking contributes. It ends with exit code 1 when a target
 * is missed.
 */
import { optionsOf } from "./options.ts";
import { ablationRows, printAblation } from "./recall-ablation.ts";
import { type Conversation, readConversations } from "./recall-conversations.ts";
import { ENGINES } from "./recall-engines.ts";
import { type Measured, measure } from "./recall-measure.ts";
import type { Section } from "./recall-section.ts";
import { printSizes, sizeRows, TARGET_MS } from "./recall-size.ts";
import { storeSection } from "./recall-store.ts";
import { syntheticConversation } from "./recall-synthetic.ts";
import { printTyping, typingRows } from "./recall-typing.ts";
import { fixed, printTable } from "./table.ts";

/** By how much recall@10 must be above that of BM25 with stopwords and stems. */
const TARGET_GAIN = 0.05;

const values = optionsOf(
  `Usage: npm run bench:recall -- [--data PATH] [--ablate] [--json]

Measures how well memory finds what was said, beside other engines. Exit code 1: a target is missed.

  --data PATH  a file in the form of LoCoMo (default ../shared/data/memory/locomo.json)
  --ablate     adds what each feature of the ranking contributes
  --json       everything as JSON

Example: npm run bench:recall -- --ablate`,
  {
    data: { type: "string", default: "../shared/data/memory/locomo.json" },
    json: { type: "boolean", default: false },
    ablate: { type: "boolean", default: false },
  },
);
await main();

async function main(): Promise<void> {
  const real = readConversations(values.data);
  if (real === undefined && !values.json) console.log(`skipped: no ${values.data}; a made-up conversation instead\n`);
  const conversations = real ?? [syntheticConversation()];
  const parts: (() => Section | Promise<Section>)[] = [
    () => rankingSection(conversations, real !== undefined),
    () => typingSection(conversations),
    () => sizeSection(conversations),
    () => storeSection(conversations),
    ...(values.ablate ? [() => ablationSection(conversations)] : []),
  ];
  const sections: Section[] = [];
  for (const part of parts) sections.push(await part());
  const missed = sections.flatMap((section) => section.missed);
  if (missed.length > 0) process.exitCode = 1;
  if (values.json) {
    const results = Object.fromEntries(sections.map(({ name, result }) => [name, result]));
    console.log(JSON.stringify({ skipped: real === undefined, ...results, missed }, undefined, 2));
    return;
  }
  for (const section of sections) {
    section.print();
    console.log("");
  }
  for (const reason of missed) console.log(`MISSED: ${reason}`);
  console.log(`${missed.length} targets missed`);
}

/** The targets hold on real conversations only. */
function rankingSection(conversations: readonly Conversation[], judged: boolean): Section {
  const rows = ENGINES.map(({ name, build }) => ({ name, ...measure(conversations, build) }));
  const [own, ...others] = rows;
  const missed: string[] = [];
  for (const other of judged ? others : []) {
    if (own === undefined) continue;
    if (own.overall.recallAt10 <= other.overall.recallAt10) missed.push(`recall@10 not above ${other.name}`);
    if (own.overall.mrr <= other.overall.mrr) missed.push(`MRR not above ${other.name}`);
  }
  const baseline = rows.find(({ name }) => name === "BM25 + stopwords + stems");
  if (judged && own && baseline && own.overall.recallAt10 < baseline.overall.recallAt10 + TARGET_GAIN)
    missed.push(`recall@10 less than ${TARGET_GAIN} above BM25 with stopwords and stems`);
  return { name: "ranking", result: rows, print: () => printRanking(conversations, rows), missed };
}

function printRanking(conversations: readonly Conversation[], rows: readonly (Measured & { name: string })[]): void {
  const turns = conversations.reduce((sum, conversation) => sum + conversation.turns.length, 0);
  const questions = rows[0]?.overall.questions ?? 0;
  console.log(`${conversations.length} conversations, ${turns} turns, ${questions} questions with evidence\n`);
  printTable(
    ["engine", "R@5", "R@10", "MRR", "p50 ms", "p95 ms", "build ms", "kB"],
    rows.map(({ name, overall, ...cost }) => [
      name,
      fixed(overall.recallAt5, 3),
      fixed(overall.recallAt10, 3),
      fixed(overall.mrr, 3),
      fixed(cost.p50Ms, 2),
      fixed(cost.p95Ms, 2),
      fixed(cost.buildMs, 0),
      fixed(cost.bytes / 1000, 0),
    ]),
  );
  const categories = Object.entries(rows[0]?.byCategory ?? {});
  console.log("\nby category: R@5 R@10 MRR");
  printTable(
    ["engine", ...categories.map(([category, { questions }]) => `${category} (n=${questions})`)],
    rows.map(({ name, byCategory }) => [
      name,
      ...categories.map(([category]) => {
        const found = byCategory[category];
        return found && [found.recallAt5, found.recallAt10, found.mrr].map((value) => value.toFixed(3)).join(" ");
      }),
    ]),
  );
}

function typingSection(conversations: readonly Conversation[]): Section {
  const rows = typingRows(conversations);
  return { name: "typing", result: rows, print: () => printTyping(rows), missed: [] };
}

function sizeSection(conversations: readonly Conversation[]): Section {
  const rows = sizeRows(conversations);
  const slow = rows.filter((row) => row.engine === "Waldo" && row.memories === 10_000 && row.p95Ms >= TARGET_MS);
  return {
    name: "size",
    result: rows,
    print: () => printSizes(rows),
    missed: slow.map(({ p95Ms }) => `p95 ${p95Ms.toFixed(1)} ms at 10,000 memories, target below ${TARGET_MS}`),
  };
}

function ablationSection(conversations: readonly Conversation[]): Section {
  const rows = ablationRows(conversations);
  return { name: "ablation", result: rows, print: () => printAblation(rows), missed: [] };
}
