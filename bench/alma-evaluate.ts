/** Asks the questions of conversations with a memory design, and measures what the design would put into a prompt. */
import type { Design } from "@waldo/contracts";
import { callToMind, fitting, hitsWanted } from "@waldo/core/memory/search/choose";
import { EPISODE_TAG, episodeDoc } from "@waldo/core/memory/search/documents";
import { search } from "@waldo/core/memory/search/ranking/search";
import { buildSegment, type Segment } from "@waldo/core/memory/search/ranking/segment";
import type { Outcome } from "@waldo/eval/design/explore";
import type { Conversation, Question } from "./recall-conversations.ts";

/** A conversation whose turns are indexed once. Each turn is an entry of the diary. */
export type Corpus = {
  readonly name: string;
  readonly segment: Segment;
  readonly questions: readonly { readonly text: string; readonly evidence: ReadonlySet<string> }[];
  readonly now: number;
};

export type Figures = {
  readonly hitAt5: number;
  readonly hitAt10: number;
  readonly mrr: number;
  /** The share of a question's evidence that fits into the prompt within the token budget. */
  readonly inPrompt: number;
};
export type Asked = Figures & {
  readonly conversation: string;
  readonly tokens: number;
  readonly looked: number;
  readonly ms: number;
};

export function indexed({ name, turns, questions, now }: Conversation): Corpus {
  const docs = turns.map(({ id, who, at, text }) => ({
    ...episodeDoc({ runId: id, at, trigger: "user_message", summary: text, origin: "owner" }, at),
    id,
    text,
    who,
  }));
  return { name, segment: buildSegment(docs), questions: questions.map(withoutCategory), now };
}

function withoutCategory({ text, evidence }: Question) {
  return { text, evidence };
}

/** Asks every question as a run recalls: search, freshness, fusion, then as many results as fit. */
export function ask(corpora: readonly Corpus[], design: Design): Asked[] {
  const tags = new Set([EPISODE_TAG]);
  return corpora.flatMap(({ name, segment, questions, now }) =>
    questions.map(({ text, evidence }) => {
      const started = performance.now();
      const hits = search([segment], { text, now, tags, limit: hitsWanted(design) }, design);
      const ranked = callToMind(hits, { now }, design);
      const occasion = { trigger: "user_message", hint: text, now, timeZone: "UTC" } as const;
      const loaded = fitting(ranked, occasion, design);
      const ms = performance.now() - started;
      const ids = ranked.map(({ id }) => id);
      const first = ids.findIndex((id) => evidence.has(id));
      return {
        conversation: name,
        hitAt5: Number(first >= 0 && first < 5),
        hitAt10: Number(first >= 0 && first < 10),
        mrr: first < 0 ? 0 : 1 / (first + 1),
        inPrompt: loaded.filter(({ id }) => evidence.has(id)).length / evidence.size,
        tokens: loaded.reduce((sum, one) => sum + one.tokens, 0),
        looked: hits.length,
        ms,
      };
    }),
  );
}

/**
 * Returns the figure that a search maximises: the mean of MRR and of the share of evidence that comes into the prompt.
 */
export function objective({ mrr, inPrompt }: Pick<Asked, "mrr" | "inPrompt">): number {
  return (mrr + inPrompt) / 2;
}

export function outcomeOf(asked: readonly Asked[]): Outcome {
  return { scores: asked.map(objective), tokens: meanOf(asked, "tokens"), looked: meanOf(asked, "looked") };
}

export function meanOf(asked: readonly Asked[], figure: Exclude<keyof Asked, "conversation">): number {
  return asked.reduce((sum, one) => sum + one[figure], 0) / Math.max(1, asked.length);
}
