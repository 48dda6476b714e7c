/** Splits a text into sentences with their positions, so that one sentence can be judged or cut alone. */

export type Sentence = { readonly text: string; readonly start: number; readonly end: number };

/** A longer sentence is split, so that no pattern reads a long text. */
const MOST_CHARS = 600;

/** Returns a pattern for one sentence. It ignores the difference between upper and lower case. */
export function inSentence(source: string): RegExp {
  return new RegExp(source, "i"); // bounded: a sentence has at most 600 characters, see MOST_CHARS
}

const SENTENCES = new Intl.Segmenter("en", { granularity: "sentence" });

/** A quotation ends on the line where it began. Otherwise it does not count as one. */
const QUOTATION = /“[^“”\n]*”/g;

/**
 * Returns the sentences of a text. Quoted sentences stay inside the sentence that quotes them, because a quoted
 * sentence shown alone would look like Waldo's own words.
 */
export function sentencesOf(text: string): Sentence[] {
  const quotations = [...text.matchAll(QUOTATION)].map(({ 0: quotation, index }) => [index, index + quotation.length]);
  const found: Sentence[] = [];
  for (const one of splitAtStops(text)) {
    const last = found.at(-1);
    const isWithin = quotations.some(([from = 0, to = 0]) => from < one.start && one.start < to);
    if (last === undefined || !isWithin || one.end - last.start > MOST_CHARS) found.push(one);
    else found.splice(-1, 1, { text: text.slice(last.start, one.end).trim(), start: last.start, end: one.end });
  }
  return found;
}

/**
 * Returns the texts to judge in a sentence: the whole sentence and, if it quotes more than one sentence, each quoted
 * part.
 */
export function judgedIn(sentence: string): string[] {
  const parts = splitAtStops(sentence).map(({ text }) => text);
  return parts.length > 1 ? [sentence, ...parts] : parts;
}

const ENDS_IN_DAY = /\d{1,2}\. $/;
const GERMAN_MONTH = /^(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\b/;

/** Returns the sentences by the rules of Unicode. "31. Oktober" stays one date. */
function segmentsOf(text: string): { segment: string; index: number }[] {
  const found: { segment: string; index: number }[] = [];
  for (const { segment, index } of SENTENCES.segment(text)) {
    const last = found.at(-1);
    if (last && ENDS_IN_DAY.test(last.segment) && GERMAN_MONTH.test(segment)) last.segment += segment;
    else found.push({ segment, index });
  }
  return found;
}

/** A line break ends a sentence too, because a heading or a list item stands alone. */
function splitAtStops(text: string): Sentence[] {
  const found: Sentence[] = [];
  for (const { segment, index } of segmentsOf(text)) {
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

/** Splits a line that is too long. Each cut comes after a space. */
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

/** Returns the text without the given sentences. */
export function without(text: string, cut: readonly Sentence[]): string {
  let kept = "";
  let from = 0;
  for (const { start, end } of [...cut].sort((a, b) => a.start - b.start)) {
    kept += text.slice(from, Math.max(from, start));
    from = Math.max(from, end);
  }
  return (kept + text.slice(from)).replaceAll(/\n{3,}/g, "\n\n").trim();
}
