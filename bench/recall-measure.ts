/** Measures one recall engine over conversations: how much it finds, and how fast. */

import type { Conversation, Question } from "./recall-conversations.ts";
import type { Index, Scored } from "./recall-engines.ts";

/**
 * Means over questions. Recall is the share of a question's evidence among the first k results; MRR is one over the
 * rank of its first evidence turn.
 */
export type Quality = {
  readonly questions: number;
  readonly recallAt5: number;
  readonly recallAt10: number;
  readonly mrr: number;
};
export type Measured = {
  readonly overall: Quality;
  readonly byCategory: Readonly<Record<string, Quality>>;
  readonly byConversation: Readonly<Record<string, Quality>>;
  /** Milliseconds per search, warm. */
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly buildMs: number;
  readonly bytes: number;
};

/** Measures one engine over all conversations. Every question is searched twice, and the second search is timed. */
export function measure(
  conversations: readonly Conversation[],
  build: (turns: Conversation["turns"]) => Index,
): Measured {
  const judged: { question: Question; conversation: string; quality: Quality }[] = [];
  const times: number[] = [];
  let buildMs = 0;
  let bytes = 0;
  for (const { name, turns, questions, now } of conversations) {
    const started = performance.now();
    const index = build(turns);
    buildMs += performance.now() - started;
    bytes += index.bytes();
    const saidAt = new Map(turns.map(({ id, at }) => [id, at]));
    for (const question of questions) {
      const found = index.search(question.text, now);
      judged.push({ question, conversation: name, quality: judge(question, inOrder(found, saidAt)) });
    }
    for (const { text } of questions) times.push(timed(() => index.search(text, now)));
  }
  const grouped = (key: (one: (typeof judged)[number]) => string) =>
    Object.fromEntries(
      [...Map.groupBy(judged, key)]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, group]) => [name, mean(group.map(({ quality }) => quality))]),
    );
  return {
    overall: mean(judged.map(({ quality }) => quality)),
    byCategory: grouped(({ question }) => question.category),
    byConversation: grouped(({ conversation }) => conversation),
    p50Ms: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
    buildMs,
    bytes,
  };
}

export function timed(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

/** Returns the value below or at which this share of all values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** The order is the same for all engines: by score, then newest first, then by id. */
function inOrder(found: readonly Scored[], saidAt: ReadonlyMap<string, number>): string[] {
  return found
    .toSorted(
      (a, b) => b.score - a.score || (saidAt.get(b.id) ?? 0) - (saidAt.get(a.id) ?? 0) || (a.id < b.id ? -1 : 1),
    )
    .map(({ id }) => id);
}

function judge({ evidence }: Question, ranking: readonly string[]): Quality {
  const within = (k: number) => ranking.slice(0, k).filter((id) => evidence.has(id)).length / evidence.size;
  const first = ranking.findIndex((id) => evidence.has(id));
  return { questions: 1, recallAt5: within(5), recallAt10: within(10), mrr: first < 0 ? 0 : 1 / (first + 1) };
}

function mean(qualities: readonly Quality[]): Quality {
  const of = (key: keyof Quality) => qualities.reduce((sum, one) => sum + one[key], 0) / qualities.length;
  return { questions: qualities.length, recallAt5: of("recallAt5"), recallAt10: of("recallAt10"), mrr: of("mrr") };
}
