import { existsSync, readFileSync } from "node:fs";
import { DEFAULT_DESIGN } from "@waldo/contracts";
import { describe, expect, it } from "vitest";
import { bm25Scores, saturation } from "./bm25.ts";

const REFERENCE = new URL("../../../../../../../shared/data/reference/", import.meta.url);
const SETS = ["bm25_golden_small.json", "bm25_golden_locomo_conv30_CC-BY-NC.json"].map(
  (name) => new URL(name, REFERENCE),
);
const LUCENE = "bm25s lucene k1=1.2 b=0.75 (no k1+1 factor)";
const OKAPI = "rank_bm25 BM25Okapi k1=1.2 b=0.75 epsilon=0.25";

type Golden = {
  readonly name: string;
  readonly docs: readonly string[];
  readonly variants: Record<string, readonly { query: string; top: [number, number][] }[]>;
};

describe.skipIf(!SETS.every(existsSync))("BM25 of two public implementations (skipped: no ../shared/data)", () => {
  const sets = SETS.filter(existsSync).flatMap((url): Golden[] => {
    const read = JSON.parse(readFileSync(url, "utf8")) as Golden | { sets: Golden[] };
    return "sets" in read ? read.sets : [read];
  });

  it.each([
    [LUCENE, bm25Scores],
    [OKAPI, okapiScores],
  ])("%s: the same to 1e-9", (variant, scoresOf) => {
    let checked = 0;
    for (const { name, docs, variants } of sets) {
      const texts = docs.map(words);
      for (const { query, top } of variants[variant] ?? []) {
        const scores = scoresOf(texts, words(query));
        for (const [doc, score] of top) {
          expect(Math.abs((scores[doc] ?? Number.NaN) - score), `${name}: ${query}`).toBeLessThan(1e-9);
          checked++;
        }
      }
    }
    expect(checked).toBeGreaterThan(300);
  });
});

describe("bm25Scores", () => {
  it("gives a rarer word more, a longer text less, and a text without the words nothing", () => {
    const [rare = 0, common = 0, long = 0, none = 0] = bm25Scores(
      [["kayak", "x"], ["sea", "x"], ["sea", "x", "y", "z", "w", "v"], ["tea"]],
      ["kayak", "sea"],
    );
    expect(rare).toBeGreaterThan(common);
    expect(common).toBeGreaterThan(long);
    expect(none).toBe(0);
  });

  it("counts a word twice when the query has it twice, and accepts the empty corpus", () => {
    const [once = 0] = bm25Scores([["a"], ["b"]], ["a"]);
    expect(bm25Scores([["a"], ["b"]], ["a", "a"])[0]).toBeCloseTo(2 * once, 12);
    expect(bm25Scores([], ["a"])).toEqual([]);
  });
});

function words(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

/**
 * rank_bm25's score. It uses the idf of Robertson and Spärck Jones, and replaces a negative idf by a quarter of the
 * mean.
 */
function okapiScores(texts: readonly string[][], query: readonly string[]): number[] {
  const frequency = new Map<string, number>();
  for (const text of texts) for (const term of new Set(text)) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  const raw = new Map(
    [...frequency].map(([term, df]) => [term, Math.log(texts.length - df + 0.5) - Math.log(df + 0.5)]),
  );
  const floor = (0.25 * [...raw.values()].reduce((sum, one) => sum + one, 0)) / raw.size;
  const mean = texts.reduce((sum, text) => sum + text.length, 0) / texts.length;
  return texts.map((text) =>
    query.reduce((sum, term) => {
      const weight = raw.get(term) ?? 0;
      const share = saturation(text.filter((one) => one === term).length, text.length, mean);
      return sum + (weight < 0 ? floor : weight) * (DEFAULT_DESIGN.k1 + 1) * share;
    }, 0),
  );
}
