import { DEFAULT_DESIGN } from "@waldo/contracts";

type Bm25Options = {
  readonly k1?: number;
  readonly b?: number;
};

/** Returns Lucene's inverse document frequency, which is never negative: ln(1 + (N − df + 0.5) / (df + 0.5)). */
export function idf(documents: number, containing: number): number {
  return Math.log(1 + (documents - containing + 0.5) / (containing + 0.5));
}

/**
 * Returns the share of a term's weight that its frequency in one text gives, 0 … 1: tf / (tf + k1 (1 − b + b · length /
 * mean)). The constant factor k1 + 1 of textbooks is left out, because it does not change the order.
 */
export function saturation(
  tf: number,
  length: number,
  meanLength: number,
  { k1, b }: Required<Bm25Options> = DEFAULT_DESIGN,
): number {
  return tf === 0 ? 0 : tf / (tf + k1 * (1 - b + (b * length) / meanLength));
}

/**
 * Returns the BM25 score of every text for a query, in the order of `texts`: Σ idf · saturation. Texts and query are
 * lists of terms. A term that occurs twice in the query counts twice. The idf is Lucene's (see {@link idf}).
 */
export function bm25Scores(
  texts: readonly (readonly string[])[],
  query: readonly string[],
  options: Bm25Options = {},
): number[] {
  const parameters = { ...DEFAULT_DESIGN, ...options };
  const frequencies = texts.map(frequenciesOf);
  const meanLength = texts.reduce((sum, text) => sum + text.length, 0) / texts.length;
  const weights = query.map((term) => idf(texts.length, frequencies.filter((counts) => counts.has(term)).length));
  return frequencies.map((counts, index) => {
    const length = texts[index]?.length ?? 0;
    return query.reduce(
      (score, term, at) =>
        score + (weights[at] ?? 0) * saturation(counts.get(term) ?? 0, length, meanLength, parameters),
      0,
    );
  });
}

function frequenciesOf(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
