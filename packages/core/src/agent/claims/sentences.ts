/** Splits a text into its sentences, each with its place, so that one of them can be judged or cut by itself. */

export type Sentence = { readonly text: string; readonly start: number; readonly end: number };

/** A longer sentence is read in parts, so that no pattern meets a long text. */
const MOST_CHARS = 600;

/** Returns a pattern for one sentence, without regard to upper case. */
export function inSentence(source: string): RegExp {
  return new RegExp(source, "i"); // bounded: a sentence has at most 600 characters, see MOST_CHARS
}

const SENTENCES = new Intl.Segmenter("en", { granularity: "sentence" });

/** Lines end a sentence too: a heading or an item of a list stands alone. */
export function sentencesOf(text: string): Sentence[] {
  const found: Sentence[] = [];
  for (const { segment, index } of SENTENCES.segment(text)) {
    let start = index;
    for (const line of segment.split(/(?<=\n)/)) {
      for (const part of partsOf(line)) {
        if (part.trim() !== "") found.push({ text: part.trim(), start, end: start + part.length });
        start += part.length;
      }
    }
  }
  return found;
}

/** Cuts a line after a space where it is too long. */
function partsOf(line: string): string[] {
  const parts: string[] = [];
  let rest = line;
  while (rest.length > MOST_CHARS) {
    const space = rest.lastIndexOf(" ", MOST_CHARS - 1);
    const at = space > 0 ? space + 1 : MOST_CHARS;
    parts.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return [...parts, rest];
}

/** Returns the text without some of its sentences. */
export function without(text: string, cut: readonly Sentence[]): string {
  let kept = "";
  let from = 0;
  for (const { start, end } of [...cut].sort((a, b) => a.start - b.start)) {
    kept += text.slice(from, Math.max(from, start));
    from = Math.max(from, end);
  }
  return (kept + text.slice(from)).replaceAll(/\n{3,}/g, "\n\n").trim();
}
