/** Measures what each feature of the recall ranking contributes, for `npm run bench:recall -- --ablate`. */

import { DEFAULT_DESIGN, type Design } from "@waldo/contracts";
import { search } from "@waldo/core/memory/search/ranking/search";
import { buildSegment } from "@waldo/core/memory/search/ranking/segment";
import type { Conversation } from "./recall-conversations.ts";
import { measure, type Quality } from "./recall-measure.ts";
import { fixed, printTable } from "./table.ts";

/** The setting that switches each feature off. */
const NEUTRAL = {
  lengthFloor: 0,
  asking: 0,
  when: 1,
  adjacent: 0,
  askingWord: 1,
  dateWord: 1,
  addressed: 1,
  said: 0,
  family: 0,
  kindred: 0,
  edit: 0,
  misspelt: 0,
  nickname: 0,
  inWindow: 1,
  afterWindow: 1,
  saidThen: 0,
} as const satisfies Partial<Design>;
const DEPTH = 200;

type AblationRow = {
  readonly without: string;
  readonly overall: Quality;
  /** The change of recall@10 and MRR by the feature, over all conversations and for each. */
  readonly gain: { readonly recallAt10: number; readonly mrr: number };
  readonly recallByConversation: readonly number[];
};

/** Takes each feature away in turn and returns the loss overall and in every single conversation. */
export function ablationRows(conversations: readonly Conversation[]): AblationRow[] {
  const full = judged(conversations, DEFAULT_DESIGN);
  return (Object.keys(NEUTRAL) as (keyof typeof NEUTRAL)[]).map((feature) => {
    const less = judged(conversations, { ...DEFAULT_DESIGN, [feature]: NEUTRAL[feature] });
    return {
      without: feature,
      overall: less.overall,
      gain: {
        recallAt10: full.overall.recallAt10 - less.overall.recallAt10,
        mrr: full.overall.mrr - less.overall.mrr,
      },
      recallByConversation: Object.entries(full.byConversation).map(
        ([name, { recallAt10 }]) => recallAt10 - (less.byConversation[name]?.recallAt10 ?? 0),
      ),
    };
  });
}

function judged(conversations: readonly Conversation[], design: Design) {
  return measure(conversations, (turns) => {
    const segment = buildSegment(turns.map((turn) => ({ ...turn, tag: "episode" })));
    return {
      search: (text, now) =>
        search([segment], { text, now, limit: DEPTH }, design).map(({ doc, score }) => ({ id: doc.id, score })),
      bytes: () => 0,
    };
  });
}

export function printAblation(rows: readonly AblationRow[]): void {
  const signed = (value: number) => `${value < 0 ? "-" : "+"}${Math.abs(value).toFixed(4)}`;
  printTable(
    ["feature", "R@10 without", "adds R@10", "adds MRR", "R@10 by conversation"],
    rows.map(({ without, overall, gain, recallByConversation }) => [
      without,
      fixed(overall.recallAt10, 4),
      signed(gain.recallAt10),
      signed(gain.mrr),
      recallByConversation.map(signed).join(" "),
    ]),
  );
}
