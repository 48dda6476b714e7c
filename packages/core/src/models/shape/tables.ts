/**
 * Turns tables of Markdown into lists. Telegram shows a table as a heap of bars, and so does a narrow page:
 *
 *   | Day | Plan |        • Monday: run
 *   |-----|------|   →    • Tuesday: rest
 */

/** Returns the text with each table as a list. Code is left as it is. */
export function withoutTables(text: string): string {
  return text
    .split("```")
    .map((part, i) => (i % 2 === 0 && part.includes("|") ? listed(part.split("\n")).join("\n") : part))
    .join("```");
}

function listed(lines: readonly string[]): string[] {
  const out: string[] = [];
  for (let i = 0; i < lines.length; i++) {
    const head = lines[i] ?? "";
    if (!head.includes("|") || !isRule(lines[i + 1] ?? "")) {
      out.push(head);
      continue;
    }
    const names = cellsOf(head);
    i += 2;
    for (; i < lines.length && (lines[i] ?? "").includes("|"); i++) out.push(rowOf(cellsOf(lines[i] ?? ""), names));
    i--;
  }
  return out;
}

/** The line of dashes under the names of the columns. */
function isRule(line: string): boolean {
  return line.includes("-") && line.includes("|") && /^[\s|:-]+$/.test(line);
}

function cellsOf(line: string): string[] {
  const plain = line.trim().replace(/^\|/, "").replace(/\|$/, "");
  return plain.split("|").map((cell) => cell.trim());
}

function rowOf([first = "", ...rest]: readonly string[], [, ...names]: readonly string[]): string {
  const [only, ...more] = rest;
  if (only === undefined) return `• ${first}`;
  if (more.length === 0) return first === "" ? `• ${only}` : `• ${first}: ${only}`;
  const parts = rest.flatMap((cell, i) => (cell === "" ? [] : [names[i] ? `${names[i]} ${cell}` : cell]));
  return `• ${first}: ${parts.join(", ")}`;
}
