/** The search engines that bench:recall compares, each behind the same interface. */

import { DatabaseSync } from "node:sqlite";
import { idf, saturation } from "@waldo/core/memory/search/ranking/bm25";
import { isStopword, stem } from "@waldo/core/memory/search/ranking/languages";
import { search } from "@waldo/core/memory/search/ranking/search";
import { buildSegment, encodeSegment } from "@waldo/core/memory/search/ranking/segment";
import MiniSearch from "minisearch";
import type { Turn } from "./recall-conversations.ts";

export type Scored = { readonly id: string; readonly score: number };
export type Index = {
  /** The results need no order. The bench sorts them, so that ties are broken in the same way for all engines. */
  readonly search: (query: string, now: number) => Scored[];
  /** The size of the index with the texts, as it would be stored. */
  readonly bytes: () => number;
};
export type Engine = { readonly name: string; readonly build: (turns: readonly Turn[]) => Index };

/** How many places of a ranking the bench reads. */
const DEPTH = 200;

/**
 * All engines get a turn as its speaker's name and what was said. Waldo's engine takes the name as a field, as it is
 * stored.
 */
export const ENGINES: readonly Engine[] = [
  { name: "Waldo", build: waldo },
  { name: "MiniSearch", build: miniSearch },
  { name: "SQLite FTS5", build: fts5 },
  { name: "BM25 + stopwords + stems", build: (turns) => bm25(turns, stemmed) },
  { name: "BM25", build: (turns) => bm25(turns, words) },
];

function waldo(turns: readonly Turn[]): Index {
  const segment = buildSegment(turns.map((turn) => ({ ...turn, tag: "episode" })));
  return {
    search: (text, now) =>
      search([segment], { text, now, limit: DEPTH }).map(({ doc, score }) => ({ id: doc.id, score })),
    bytes: () => encodeSegment(segment).length,
  };
}

/**
 * Stemming and stopwords are the same as for BM25. Fuzzy and prefix search use the settings of the README, at the
 * discount that suits this engine best.
 */
function miniSearch(turns: readonly Turn[]): Index {
  const mini = new MiniSearch<{ id: string; text: string }>({
    fields: ["text"],
    storeFields: ["text"],
    processTerm: (term) => stemmed(term)[0] ?? null,
    searchOptions: {
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      weights: { prefix: 0.2, fuzzy: 0.1 },
    },
  });
  mini.addAll(turns.map((turn) => ({ id: turn.id, text: textOf(turn) })));
  return {
    search: (query) => mini.search(query).map(({ id, score }) => ({ id: String(id), score })),
    bytes: () => Buffer.byteLength(JSON.stringify(mini)),
  };
}

function fts5(turns: readonly Turn[]): Index {
  const db = new DatabaseSync(":memory:");
  db.exec(
    "CREATE VIRTUAL TABLE turns USING fts5(id UNINDEXED, text, tokenize = 'porter unicode61 remove_diacritics 2')",
  );
  db.exec("BEGIN");
  const insert = db.prepare("INSERT INTO turns VALUES (?, ?)");
  for (const turn of turns) insert.run(turn.id, textOf(turn));
  db.exec("COMMIT");
  const select = db.prepare(
    `SELECT id, -bm25(turns) AS score FROM turns WHERE turns MATCH ? ORDER BY bm25(turns) LIMIT ${DEPTH}`,
  );
  return {
    search: (query) => {
      const terms = words(query).filter((word) => !isStopword(word, "english"));
      if (terms.length === 0) return [];
      return select
        .all(terms.map((term) => `"${term}"`).join(" OR "))
        .map(({ id, score }) => ({ id: String(id), score: Number(score) }));
    },
    bytes: () =>
      Number(
        db.prepare("SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size").get()?.["bytes"],
      ),
  };
}

/** An index of inverted lists and nothing else. */
function bm25(turns: readonly Turn[], cut: (text: string) => string[]): Index {
  const cuts = turns.map((turn) => cut(textOf(turn)));
  const meanLength = cuts.reduce((sum, terms) => sum + terms.length, 0) / cuts.length;
  const lists = new Map<string, Map<number, number>>();
  for (const [at, terms] of cuts.entries())
    for (const term of terms) {
      const list = lists.get(term) ?? new Map<number, number>();
      lists.set(term, list.set(at, (list.get(at) ?? 0) + 1));
    }
  return {
    search: (query) => {
      const scores = new Map<number, number>();
      for (const term of cut(query)) {
        const list = lists.get(term) ?? new Map<number, number>();
        const weight = idf(turns.length, list.size);
        for (const [at, tf] of list)
          scores.set(at, (scores.get(at) ?? 0) + weight * saturation(tf, cuts[at]?.length ?? 0, meanLength));
      }
      return [...scores].map(([at, score]) => ({ id: turns[at]?.id ?? "", score }));
    },
    bytes: () =>
      Buffer.byteLength(JSON.stringify([turns.map(textOf), [...lists].map(([term, list]) => [term, ...list])])),
  };
}

function textOf({ who, text }: Turn): string {
  return `${who} ${text}`;
}

/** The tokenizer of ../shared/data/reference: lower case, runs of a–z and 0–9. */
function words(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

function stemmed(text: string): string[] {
  return words(text)
    .filter((word) => !isStopword(word, "english"))
    .map((word) => stem(word, "english"));
}
