/**
 * Rows of numbers outside the garbage collector's reach: a million measurements kept until the end of an import are
 * one array here, and would otherwise be a million objects that every collection copies.
 */
export type NumberTable = {
  readonly length: number;
  /** As many numbers as the table has columns. */
  push(...row: number[]): void;
  /** NaN where there is no such cell. */
  at(row: number, column: number): number;
};

export function createNumberTable(columns: number): NumberTable {
  let cells = new Float64Array(columns * 64);
  let used = 0;
  return {
    get length() {
      return used / columns;
    },
    push(...row) {
      if (used + columns > cells.length) {
        const larger = new Float64Array(cells.length * 2);
        larger.set(cells);
        cells = larger;
      }
      cells.set(row, used);
      used += columns;
    },
    at(row, column) {
      const at = row * columns + column;
      return at < used ? (cells[at] ?? Number.NaN) : Number.NaN;
    },
  };
}
