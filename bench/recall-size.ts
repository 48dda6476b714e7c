/** Measures how the speed and the size of recall change with the number of memories. */

import type { Conversation } from "./recall-conversations.ts";
import { ENGINES, type Engine } from "./recall-engines.ts";
import { quantile, timed } from "./recall-measure.ts";
import { grown } from "./recall-synthetic.ts";
import { fixed, printTable } from "./table.ts";

type SizeRow = {
  readonly memories: number;
  readonly engine: string;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly buildMs: number;
  readonly bytes: number;
};

/** The peers are measured up to this size. Beyond it only Waldo's engine is measured. */
const WITH_PEERS = 10_000;
const SIZES = [1_000, WITH_PEERS, 100_000];
/** The peers that are search engines. The BM25 rows are only baselines of quality. */
const PEERS = ["MiniSearch", "SQLite FTS5"];
/** Each row is timed over this many searches, warm. */
const SEARCHES = 300;
/** The target for p95 at 10,000 memories, warm, in ms. */
export const TARGET_MS = 5;

export function sizeRows(conversations: readonly Conversation[]): SizeRow[] {
  const turns = conversations.flatMap((conversation) => conversation.turns);
  const questions = conversations.flatMap(({ questions, now }) => questions.map(({ text }) => ({ text, now })));
  const step = Math.max(1, Math.floor(questions.length / SEARCHES));
  const asked = questions.filter((_, index) => index % step === 0);
  return SIZES.flatMap((memories) =>
    ENGINES.filter(({ name }) => name === "Waldo" || (memories <= WITH_PEERS && PEERS.includes(name))).map((engine) =>
      sizeRow(engine, grown(turns, memories), asked),
    ),
  );
}

function sizeRow(
  { name, build }: Engine,
  turns: Conversation["turns"],
  asked: readonly { text: string; now: number }[],
): SizeRow {
  const started = performance.now();
  const index = build(turns);
  const buildMs = performance.now() - started;
  for (const { text, now } of asked) index.search(text, now);
  const times = asked.map(({ text, now }) => timed(() => index.search(text, now)));
  return {
    memories: turns.length,
    engine: name,
    p50Ms: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
    buildMs,
    bytes: index.bytes(),
  };
}

export function printSizes(rows: readonly SizeRow[]): void {
  printTable(
    ["memories", "engine", "p50 ms", "p95 ms", "build ms", "MB"],
    rows.map((row) => [
      row.memories,
      row.engine,
      fixed(row.p50Ms, 2),
      fixed(row.p95Ms, 2),
      fixed(row.buildMs, 0),
      fixed(row.bytes / 1e6, 2),
    ]),
  );
}
