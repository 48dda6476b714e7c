/** BM25's free parameters (Robertson & Zaragoza 2009, "The Probabilistic Relevance Framework", §3.2; seed 000 §4g). */
export const BM25_K1 = 1.2;
export const BM25_B = 0.75;

export type Bm25Options = {
  readonly k1?: number;
  readonly b?: number;
};

/** Lucene's inverse document frequency, never negative: ln(1 + (N − df + 0.5) / (df + 0.5)). */
export function idf(documents: number, containing: number): number {
  return Math.log(1 + (documents - containing + 0.5) / (containing + 0.5));
}

/**
 * How much of a term's weight its frequency in one text is worth, 0 … 1: tf / (tf + k1 (1 − b + b · length / mean)).
 * Without the constant factor k1 + 1 of the textbook form, which changes no order.
 */
export function saturation(tf: number, length: number, meanLength: number, k1 = BM25_K1, b = BM25_B): number {
  return tf === 0 ? 0 : tf / (tf + k1 * (1 - b + (b * length) / meanLength));
}

/**
 * BM25 of every text for a query, both already cut into terms: Σ idf · saturation, a term asked twice counting twice.
 * The idf is Lucene's (see {@link idf}). Same order as `texts`.
 */
export function bm25Scores(
  texts: readonly (readonly string[])[],
  query: readonly string[],
  { k1 = BM25_K1, b = BM25_B }: Bm25Options = {},
): number[] {
  const frequencies = texts.map(frequenciesOf);
  const meanLength = texts.reduce((sum, text) => sum + text.length, 0) / texts.length;
  const weights = query.map((term) => idf(texts.length, frequencies.filter((counts) => counts.has(term)).length));
  return frequencies.map((counts, index) => {
    const length = texts[index]?.length ?? 0;
    return query.reduce(
      (score, term, at) => score + (weights[at] ?? 0) * saturation(counts.get(term) ?? 0, length, meanLength, k1, b),
      0,
    );
  });
}

function frequenciesOf(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
