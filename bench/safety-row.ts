/** The rows of the safety table, and the readers of the data sets that several gates share. */

import { existsSync, readFileSync } from "node:fs";
import * as z from "zod";

/** One line of the safety table. A row without a `target` is only reported. */
export type SafetyRow = {
  readonly gate: string;
  readonly set: string;
  readonly measure: string;
  /** The number of cases behind the figure. */
  readonly cases: number;
  readonly value: number;
  /** `most` is the upper limit of a rate, `least` the lower limit. */
  readonly target?: { readonly least: number } | { readonly most: number };
  /** The ids of the cases that went wrong, never their text. */
  readonly wrong: readonly string[];
};

/** The result of a section: its rows, or why there are none. */
export type SafetySection = readonly SafetyRow[] | string;

export function meets({ value, target }: SafetyRow): boolean | undefined {
  if (target === undefined) return undefined;
  return "least" in target ? value >= target.least : value <= target.most;
}

/** Returns a rate over cases. `hits` counts the cases for which `hit` holds. */
export function rateRow<T extends { readonly id: string }>(
  row: Pick<SafetyRow, "gate" | "set" | "measure" | "target">,
  cases: readonly T[],
  hit: (item: T) => boolean,
): SafetyRow {
  const results = cases.map((item) => ({ id: item.id, hit: hit(item) }));
  const hits = results.filter((result) => result.hit).length;
  // For a recall the misses are wrong; for a false positive rate the hits are wrong.
  const bad = row.target !== undefined && "most" in row.target;
  return {
    ...row,
    cases: cases.length,
    value: hits / Math.max(cases.length, 1),
    wrong: results.filter((result) => result.hit === bad).map((result) => result.id),
  };
}

/** Returns the rows of a JSON-lines file, or undefined when there is no such file. */
export function readLines<T>(path: string, row: z.ZodType<T>): T[] | undefined {
  if (!existsSync(path)) return undefined;
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter((line) => line.trim() !== "").map((line) => row.parse(JSON.parse(line)));
}

const Turn = z.object({ dia_id: z.string(), text: z.string() });
const Conversations = z.array(z.object({ conversation: z.record(z.string(), z.unknown()) }));

/**
 * Returns what two people said to each other on ordinary days: every turn of every conversation (memory/locomo.json).
 */
export function everydayTurns(path: string): { readonly id: string; readonly text: string }[] | undefined {
  if (!existsSync(path)) return undefined;
  const conversations = Conversations.parse(JSON.parse(readFileSync(path, "utf8")));
  return conversations.flatMap(({ conversation }, i) =>
    Object.entries(conversation)
      .filter(([key]) => /^session_\d+$/.test(key))
      .flatMap(([, session]) => z.array(Turn).parse(session))
      .map((turn) => ({ id: `${i}:${turn.dia_id}`, text: turn.text })),
  );
}
