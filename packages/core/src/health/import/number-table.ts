/**
 * A table of numbers that costs the garbage collector nothing. A million measurements kept until the end of an import
 * are one array here. As a million objects, every collection would copy them.
 */
export type NumberTable = {
  readonly length: number;
  /** Adds a row. It takes as many numbers as the table has columns. */
  push(...row: number[]): void;
  /** Returns a cell, or NaN when there is no such cell. */
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
