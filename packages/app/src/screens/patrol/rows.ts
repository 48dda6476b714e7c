/**
 * Turns the log into the lines of the screen: a heading for each day, what was done, and quiet looks as one line or as
 * single lines.
 */
import type { Gets } from "@waldo/contracts";
import { dateOf } from "../../words/words.ts";

export type Entry = Gets<"log">["items"][number];

export type Line =
  | { readonly is: "day"; readonly key: string; readonly at: number }
  | { readonly is: "entry"; readonly key: string; readonly entry: Entry }
  /** Looks in a row that led to nothing, the latest first. */
  | {
      readonly is: "quiet";
      readonly key: string;
      readonly looks: readonly [Entry, ...Entry[]];
      readonly isOpen: boolean;
    };

type Shape = {
  /** Each look has a line of its own. */
  readonly isEach: boolean;
  /** The keys of the quiet stretches that are unfolded. */
  readonly opened: ReadonlySet<string>;
};

/** Returns the lines for these entries. Both have the latest first. */
export function linesOf(entries: readonly Entry[], { isEach, opened }: Shape): readonly Line[] {
  const lines: Line[] = [];
  let day = "";
  let quiet: [Entry, ...Entry[]] | undefined;
  const endQuiet = () => {
    if (!quiet) return;
    // A quiet stretch grows at its latest end, so its key is its earliest look.
    const key = `quiet ${quiet.at(-1)?.at}`;
    const isOpen = opened.has(key);
    lines.push({ is: "quiet", key, looks: quiet, isOpen });
    if (isOpen) lines.push(...quiet.map(entryLine));
    quiet = undefined;
  };
  for (const entry of entries) {
    const date = dateOf(entry.at);
    if (date !== day) {
      endQuiet();
      day = date;
      lines.push({ is: "day", key: date, at: entry.at });
    }
    if (entry.act !== "nothing" || isEach) {
      endQuiet();
      lines.push(entryLine(entry));
    } else if (quiet) quiet.push(entry);
    else quiet = [entry];
  }
  endQuiet();
  return lines;
}

function entryLine(entry: Entry): Line {
  return { is: "entry", key: entry.id, entry };
}

/** Returns the reasons of a quiet stretch, each once, the most frequent first. */
export function reasonsOf(looks: readonly Entry[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { what } of looks) counts.set(what, (counts.get(what) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([what]) => what);
}
