// Splits the file of goals into lines, and recognises its headings.
import { GOAL_SECTIONS, type GoalSection } from "@waldo/contracts";

export const SECTION_TITLES: Readonly<Record<GoalSection, string>> = {
  northStar: "North Star",
  quarter: "This Quarter",
  week: "This Week",
  today: "Today",
  commitments: "Standing Commitments",
  targets: "Schedule Targets",
  people: "People to Stay in Touch With",
};

const HEADING = /^\s{0,3}(#{1,6})\s+(\S.*)$/u;

/** A heading: its level, its text, and the section that it begins if its name is known. */
type Heading = { readonly level: number; readonly name: string; readonly section?: GoalSection };

/** Returns the heading in a line, or undefined. "## Today (revisit at morning briefing) ##" gives "today". */
export function headingOf(shown: string): Heading | undefined {
  const [, marks, words] = HEADING.exec(shown) ?? [];
  if (marks === undefined || words === undefined) return undefined;
  const name = nameOf(words);
  const section = GOAL_SECTIONS.find((one) => SECTION_TITLES[one].toLowerCase() === name);
  return { level: marks.length, name, ...(section === undefined ? {} : { section }) };
}

function nameOf(words: string): string {
  const plain = words.replace(/(?<![\s#])[\s#]+$/u, "").replaceAll(/[*_`]/g, "");
  // The words in brackets at the end only say when the person looks at the section again.
  const open = plain.endsWith(")") ? plain.lastIndexOf("(") : -1;
  const bare = open > 0 ? plain.slice(0, open) : plain;
  return bare.trim().replace(/:$/, "").replaceAll(/\s+/gu, " ").trim().toLowerCase();
}

/**
 * A line keeps its own end, so that joining all lines gives the text again, byte for byte. Comments (`<!-- … -->`) are
 * replaced by spaces of the same length for the parser, so positions in a line stay the same.
 */
export type TextLine = {
  /** The line without its end. */
  readonly raw: string;
  readonly end: string;
  /** The line with spaces in place of comments. */
  readonly shown: string;
};

/** Returns the lines, and the index of the line with an unclosed comment. */
export function linesOf(text: string): { readonly lines: readonly TextLine[]; readonly unended?: number } {
  const pieces = text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
  const lines: TextLine[] = [];
  let open: number | undefined;
  for (const [i, piece] of pieces.entries()) {
    const end = /(?<![\r\n])[\r\n]+$/.exec(piece)?.[0] ?? "";
    const raw = piece.slice(0, piece.length - end.length);
    let shown = "";
    for (let at = 0; at < raw.length; ) {
      const mark = open === undefined ? "<!--" : "-->";
      const found = raw.indexOf(mark, at);
      // `<!-->` is not a complete comment: the end mark must come after the start mark.
      const to = found === -1 ? raw.length : open === undefined ? found : found + mark.length;
      shown += open === undefined ? raw.slice(at, to) : " ".repeat(to - at);
      at = to;
      if (found === -1) break;
      if (open === undefined) {
        open = i;
        shown += " ".repeat(mark.length);
        at += mark.length;
      } else open = undefined;
    }
    lines.push({ raw, end, shown: i === 0 ? shown.replace(/^\uFEFF/, " ") : shown });
  }
  return { lines, ...(open === undefined ? {} : { unended: open }) };
}

/** Returns the line ending of the text, taken from its first line. */
export function lineEndOf(text: string): string {
  return /\r\n|\r|\n/.exec(text)?.[0] ?? "\n";
}
