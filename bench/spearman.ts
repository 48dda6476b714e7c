/** Returns ranks from 0. Equal values share their mean rank. */
export function ranks(values: readonly number[]): number[] {
  const order = values.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value);
  const result = new Array<number>(values.length).fill(0);
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (order[to + 1]?.value === order[from]?.value) to++;
    for (let at = from; at <= to; at++) {
      const index = order[at]?.index;
      if (index !== undefined) result[index] = (from + to) / 2;
    }
    from = to + 1;
  }
  return result;
}

/**
 * Returns Spearman's rank correlation with ties. Undefined for fewer than three pairs, or when one side never varies.
 */
export function spearman(pairs: readonly (readonly [number, number])[]): number | undefined {
  if (pairs.length < 3) return undefined;
  const a = ranks(pairs.map(([first]) => first));
  const b = ranks(pairs.map(([, second]) => second));
  const mean = (pairs.length - 1) / 2;
  let both = 0;
  let own = 0;
  let other = 0;
  for (const [index, rank] of a.entries()) {
    const da = rank - mean;
    const db = (b[index] ?? mean) - mean;
    both += da * db;
    own += da * da;
    other += db * db;
  }
  return own === 0 || other === 0 ? undefined : both / Math.sqrt(own * other);
}
