/**
 * Returns the positions of the `limit` highest scores above 0, best first. Of equal scores the later in `times` comes
 * first, then the earlier position. It calls `accepts` only for positions that would be in the result. It takes linear
 * time when few positions qualify.
 */
export function bestPositions(
  scores: Float64Array,
  times: Float64Array,
  limit: number,
  accepts: (position: number) => boolean,
): number[] {
  const worse = (a: number, b: number): boolean => {
    const difference = (scores[a] ?? 0) - (scores[b] ?? 0) || (times[a] ?? 0) - (times[b] ?? 0) || b - a;
    return difference < 0;
  };
  // A binary heap of the best positions with the worst of them on top.
  const heap: number[] = [];
  for (let position = 0; position < scores.length; position++) {
    if (!((scores[position] ?? 0) > 0)) continue;
    const top = heap[0];
    if (heap.length < limit || top === undefined) {
      if (!accepts(position)) continue;
      heap.push(position);
      rise(heap, worse);
    } else if (worse(top, position) && accepts(position)) {
      heap[0] = position;
      sink(heap, worse);
    }
  }
  return heap.sort((a, b) => (worse(a, b) ? 1 : -1));
}

function rise(heap: number[], worse: (a: number, b: number) => boolean): void {
  for (let at = heap.length - 1; at > 0; ) {
    const parent = (at - 1) >>> 1;
    if (!swappedIf(heap, at, parent, worse)) return;
    at = parent;
  }
}

function sink(heap: number[], worse: (a: number, b: number) => boolean): void {
  for (let at = 0; ; ) {
    const left = 2 * at + 1;
    const [l, r] = [heap[left], heap[left + 1]];
    if (l === undefined) return;
    const child = r !== undefined && worse(r, l) ? left + 1 : left;
    if (!swappedIf(heap, child, at, worse)) return;
    at = child;
  }
}

/** Swaps child and parent when the child is worse. Returns whether it did. */
function swappedIf(heap: number[], child: number, parent: number, worse: (a: number, b: number) => boolean): boolean {
  const [low, high] = [heap[child], heap[parent]];
  if (low === undefined || high === undefined || !worse(low, high)) return false;
  heap[parent] = low;
  heap[child] = high;
  return true;
}
