/** The field separator decides how a comma inside a number is read: files with a decimal comma use `;`. */
export type Delimiter = "," | ";" | "\t";

const MISSING = new Set(["", "-", "--", "—", "n/a", "na", "nan", "null", "none", "undefined"]);

export type CellNumber =
  | { readonly is: "missing" }
  | { readonly is: "number"; readonly value: number }
  | { readonly is: "unreadable"; readonly why: string };

/**
 * Reads a number as spreadsheets write it. `58,3` is 58.3. `1.234,5` and `1,234.5` are clear. When a separator may be
 * decimal or thousands, the number is unreadable and never guessed.
 */
export function readNumber(text: string, delimiter: Delimiter): CellNumber {
  const trimmed = text.trim();
  if (MISSING.has(trimmed.toLowerCase())) return { is: "missing" };
  if (/^[+-]?\d{1,3}(,\d{3})+$/.test(trimmed) && delimiter !== ";") return ambiguous("comma");
  if (/^[+-]?[1-9]\d{0,2}(\.\d{3})+$/.test(trimmed) && delimiter === ";") return ambiguous("dot");
  if (/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i.test(trimmed)) return finite(trimmed);
  if (/^[+-]?\d+,\d+$/.test(trimmed)) return finite(trimmed.replace(",", "."));
  if (/^[+-]?\d{1,3}(\.\d{3})+,\d+$/.test(trimmed)) return finite(trimmed.replaceAll(".", "").replace(",", "."));
  if (/^[+-]?\d{1,3}(,\d{3})+\.\d+$/.test(trimmed)) return finite(trimmed.replaceAll(",", ""));
  return { is: "unreadable", why: "is not a number" };
}

function finite(text: string): CellNumber {
  const value = Number(text);
  return Number.isFinite(value) ? { is: "number", value } : { is: "unreadable", why: "is too large a number" };
}

function ambiguous(mark: "comma" | "dot"): CellNumber {
  return {
    is: "unreadable",
    why: `has a ${mark} and three digits, which may be a decimal or a thousands separator; export plain numbers`,
  };
}
