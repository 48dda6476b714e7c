/**
 * Splits a text into words as a person reads them: in lower case, and without accents, look-alike letters, invisible
 * characters, apostrophes and common disguises. Each word has its position in the original. It takes one pass. Every
 * pattern is one character class, so the cost is linear.
 */

import { folded } from "../folding.ts";

/** A word that stands for the end of a sentence. Gaps in phrases do not cross it. */
export const STOP = ".";

export type Word = { readonly text: string; readonly start: number; readonly end: number };

/** Reads pairs such as "аa вb": the first letter of each pair is replaced by the second. */
function pairs(list: string): Readonly<Record<string, string>> {
  return Object.fromEntries(list.split(" ").map((pair) => Array.from(pair) as [string, string]));
}

/** Letters of other scripts that look like a Latin letter, in lower case. */
const LOOK_ALIKES = pairs(
  "аa вb еe з3 іi јj кk мm нh оo рp сc ѕs тt уy хx ԁd ԛq ԝw αa βb εe ιi κk νv οo ρp τt υu χx ıi łl øo ɡg",
);

/** Digits and signs that replace letters inside a word: "su1c1de", "d!e". */
const DISGUISES = pairs("0o 1i 3e 4a 5s 7t @a $s !i");

const WORD_OR_STOP = /[\p{L}\p{M}\p{N}\p{Cf}'’ʼ`´@$*!]+|[.?;\n]+/gu;
const HAS_SOUND = /[\p{L}\p{N}]/u;
const ENDS_SENTENCE = /[.?;\n!]/;
/** Marks that are punctuation at the edge of a word. Inside a word such a mark may be a disguised letter. */
const EDGE_MARKS = new Set(["'", "’", "ʼ", "`", "´", "@", "$", "!"]);

/**
 * Returns lower case without accents and invisible characters. Look-alikes become the Latin letters that they imitate,
 * so that a letter of another script does not hide a word from a check. The search index uses `foldAccents`
 * (folding.ts), which keeps other scripts.
 */
export function foldLetters(text: string): string {
  let letters = "";
  for (const letter of folded(text, "NFKD")
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}]/gu, ""))
    letters += LOOK_ALIKES[letter] ?? letter;
  return letters;
}

/** Returns the form in which two words are compared: folded, without apostrophes and disguises. */
export function formOf(word: string): string {
  return undisguise(foldLetters(word).replace(/['’ʼ`´]/g, ""));
}

export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(WORD_OR_STOP)) {
    const marks = match[0];
    if (HAS_SOUND.test(marks)) pushWord(words, marks, match.index);
    // A single line break does not end a sentence. An empty line and all other marks do.
    else if (marks !== "\n" && ENDS_SENTENCE.test(marks)) pushStop(words, match.index, marks.length);
  }
  return joinSpelledOut(words);
}

function pushStop(words: Word[], start: number, length: number): void {
  if (words.at(-1)?.text !== STOP) words.push({ text: STOP, start, end: start + length });
}

function pushWord(words: Word[], raw: string, at: number): void {
  let from = 0;
  let to = raw.length;
  while (EDGE_MARKS.has(raw.charAt(from))) from++;
  while (EDGE_MARKS.has(raw.charAt(to - 1))) to--;
  const inner = raw.slice(from, to);
  const text = formOf(inner);
  if (text !== "") words.push({ text, start: at + from, end: at + to });
  if (raw.slice(to).includes("!")) pushStop(words, at + to, raw.length - to);
}

function undisguise(word: string): string {
  if (!/[a-z]/.test(word)) return word;
  return word.replace(/[\d@$!]/g, (sign) => DISGUISES[sign] ?? sign);
}

/** At least this many letters with single separators count as one spelled word: "k i l l". Fewer are initials. */
const LEAST_SPELLED = 4;

function joinSpelledOut(words: readonly Word[]): Word[] {
  const joined: Word[] = [];
  let run: Word[] = [];
  const flush = () => {
    const [first] = run;
    const last = run.at(-1);
    if (first && last && run.length >= LEAST_SPELLED)
      joined.push({ text: run.map((word) => word.text).join(""), start: first.start, end: last.end });
    else joined.push(...run);
    run = [];
  };
  for (const word of words) {
    const single = word.text.length === 1 && word.text !== STOP;
    const last = run.at(-1);
    if (single && last && word.start - last.end === 1) run.push(word);
    else {
      flush();
      if (single) run = [word];
      else joined.push(word);
    }
  }
  flush();
  return joined;
}
