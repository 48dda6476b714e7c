/**
 * The memory of an invented person with questions, the same for everyone. A design that finds less here does not come
 * into force. It has everyday topics, synonyms, dates, old and new claims, and corrections, after which the diary still
 * holds the earlier words. All of it was written for this set. It is in data/memory-questions.jsonl; `npm run words`
 * turns it into questions.json.
 */
import { DEFAULT_DESIGN, type Design, type Hall } from "@waldo/contracts";
import { notedByOwner } from "@waldo/core/memory/claims/claim";
import { claimDoc, episodeDoc } from "@waldo/core/memory/search/documents";
import type { MemoryView } from "@waldo/core/memory/search/index-files";
import { buildSegment } from "@waldo/core/memory/search/ranking/segment";
import { DAY_MS } from "@waldo/core/time";
import type { Outcome } from "./explore.ts";
import lines from "./questions.json" with { type: "json" };
import { type ReplayTrace, replay } from "./replay.ts";

/** When all questions are asked: a Monday. */
const PUBLIC_NOW = Date.UTC(2026, 5, 1, 9);

/**
 * A memory, how many days ago it was said, and its questions. If several lines have the same question, all of them
 * answer it. A diary entry answers none.
 */
type Line = {
  readonly kind: Hall | "diary";
  readonly daysAgo: number;
  readonly text: string;
  readonly questions?: readonly string[];
};

export const PUBLIC_SET = lines as readonly Line[];

type Public = { readonly view: MemoryView; readonly traces: readonly ReplayTrace[] };
let made: Public | undefined;

/** Evaluates a design on the public set. */
export function replayPublicly(design: Design): Outcome {
  made ??= madeOf();
  return replay(made.view, made.traces, design);
}

function madeOf(): Public {
  const cited = new Map<string, Set<string>>();
  const docs = PUBLIC_SET.map(({ kind, daysAgo, text, questions = [] }, i) => {
    const at = PUBLIC_NOW - daysAgo * DAY_MS;
    if (kind === "diary") {
      const runId = `public-${i}`;
      return episodeDoc({ runId, at, trigger: "user_message", summary: text, origin: "agent" }, at);
    }
    const { after } = notedByOwner({ hall: kind, claim: text, conditions: "" }, {}, at);
    for (const words of questions) cited.set(words, (cited.get(words) ?? new Set()).add(after.patternId));
    // Each claim was used later, so no event has faded. Fading is not part of this test of ranking.
    return claimDoc({ ...after, uses: [at, Math.max(at, PUBLIC_NOW - 7 * DAY_MS)] });
  });
  const view: MemoryView = {
    head: { generation: 0, indexedTo: PUBLIC_NOW, live: docs.length, forgotten: [] },
    design: DEFAULT_DESIGN,
    segments: [buildSegment(docs)],
    // Nothing is loaded without a search, so everything in a prompt was found.
    ...{ stale: new Set(), standing: [], pending: [] },
  };
  return { view, traces: [...cited].map(([words, ids]) => ({ at: PUBLIC_NOW, words, cited: ids })) };
}
