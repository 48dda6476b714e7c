/** A cell. `undefined` prints as a dash. Numbers are printed as they are, so the caller formats them first. */
type Cell = string | number | undefined;

/** Returns the lines of a table with a header. Columns of numbers are aligned right, the others left. */
export function tableLines(header: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  const texts = rows.map((row) => header.map((_, column) => cellText(row[column])));
  const widths = header.map((title, column) => Math.max(title.length, ...texts.map((row) => row[column]?.length ?? 0)));
  const numeric = header.map((_, column) => texts.every((row) => /^[-+]?[\d.,]+%?$|^–?$/.test(row[column] ?? "")));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => (numeric[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join("  ")
      .trimEnd();
  return [line(header), line(widths.map((width) => "-".repeat(width))), ...texts.map(line)];
}

/** Prints the table. */
export function printTable(header: readonly string[], rows: readonly (readonly Cell[])[]): void {
  for (const line of tableLines(header, rows)) console.log(line);
}

function cellText(cell: Cell): string {
  return cell === undefined ? "–" : String(cell);
}

/** Formats a number, for example `0.71`; undefined stays undefined. */
export function fixed(value: number | undefined, digits: number): string | undefined {
  return value === undefined || !Number.isFinite(value) ? undefined : value.toFixed(digits);
}
