/**
 * Turns a question into tokens that are the same in each language. Concepts come from the tables in data/words/ask/:
 * "wie viel Tiefschlaf" and "how much deep sleep" both become `ask.many metric.deep`. Words of time come from
 * language/time-words.ts. A number is `n7.5`, a time of day `c1350` in minutes, a date `d2026-11-03`. Small words go.
 *
 * bounded: it reads no text of more than MOST_CHARS characters.
 */
import type { IntentLanguage } from "@waldo/contracts";
import { type Word as TimeWord, timeWords } from "../language/time-words.ts";
import lists from "./words.json" with { type: "json" };

const MOST_CHARS = 240;

/** Tokens with a space between them and at both ends. */
export type Line = string;

/** A name of a list, and the words of one of its entries. */
type Phrase = { readonly is: string; readonly words: readonly string[] };
type Piece = { readonly text: string; readonly from: number; readonly to: number };

/** "D'octobre" is a month after a small word. */
const ELISION = /(?<!\p{L})([dljmns])['’](?=\p{L})/giu;
/** Words of time that say nothing here. */
const SMALL = new Set(["the", "of", "a1", "on", "at", "in", "per"]);
/** Lists whose words mean the same as a word of time. */
const SAME: Readonly<Record<string, string>> = { day: "uday", "unit.hour": "unit.hour", midnight: "c0" };

const PIECE =
  /\d{4}-\d{2}-\d{2}|\d{1,2}\.\d{1,2}\.(?:\d{4})?|\d{1,2}[:h]\d{2}(?!\d)|\d{1,3}(?:[.,'\u202f]\d{3})+(?!\d)|\d+(?:[.,]\d+)?(?:st|nd|rd|th|er|re|º|ª)?(?!\p{L})|\d+(?:[.,]\d+)?|km\/h|°c|\p{L}[\p{L}\d]*|%/gu;

const TABLES = {
  en: tableOf(lists.en),
  de: tableOf(lists.de),
  es: tableOf(lists.es),
  fr: tableOf(lists.fr),
} satisfies Record<IntentLanguage, ReadonlyMap<string, readonly Phrase[]>>;

/** Returns the phrases by their first word, the longest first. */
function tableOf(own: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, readonly Phrase[]> {
  const phrases = Object.entries(own).flatMap(([list, lines]) =>
    lines
      .flatMap((line) => line.split(" "))
      .map((phrase) => ({
        is: SAME[list] ?? list,
        words: piecesOf(phrase.replaceAll("_", " ")).map(({ text }) => text),
      })),
  );
  return Map.groupBy(
    phrases.sort((a, b) => b.words.length - a.words.length),
    ({ words }) => words[0] ?? "",
  );
}

/** Returns the tokens of a question, or undefined when it is too long or holds a word that means nothing here. */
export function tokensOf(message: string, spoken: IntentLanguage): readonly string[] | undefined {
  const { tokens, unknown } = tokensIn(message, spoken);
  return unknown.length > 0 ? undefined : tokens;
}

/** Returns the tokens of what means something here, whatever else a text says. */
export function knownTokens(text: string, spoken: IntentLanguage): readonly string[] {
  return tokensIn(text, spoken).tokens;
}

/** Returns the tokens of a text, and the words that mean nothing here. A text that is too long is all unknown. */
export function tokensIn(
  message: string,
  spoken: IntentLanguage,
): { readonly tokens: readonly string[]; readonly unknown: readonly string[] } {
  if (message.length > MOST_CHARS) return { tokens: [], unknown: [message] };
  const unknown: string[] = [];
  const pieces = piecesOf(message);
  const times = new Map(timeWords(message.replaceAll(ELISION, "$1 "), spoken).map((word) => [word.from, word]));
  const tokens: string[] = [];
  for (let i = 0; i < pieces.length; ) {
    const piece = pieces[i];
    if (piece === undefined) break;
    const own = phraseAt(pieces, i, spoken);
    const time = timeAt(times, piece);
    const ownEnd = own === undefined ? 0 : (pieces[i + own.words.length - 1]?.to ?? 0);
    const number = numberOf(piece.text);
    if (number !== undefined) {
      const ordinal = time?.is.startsWith("o") === true && time.to >= piece.to;
      tokens.push(ordinal ? time.is : number);
      i += 1;
    } else if (own !== undefined && ownEnd >= (time?.to ?? 0)) {
      if (own.is !== "glue") tokens.push(...own.is.split(" "));
      i += own.words.length;
    } else if (time !== undefined) {
      if (!SMALL.has(time.is)) tokens.push(time.is.replace(/^v(?=\d)/, "w"));
      while (i < pieces.length && (pieces[i]?.from ?? 0) < time.to) i += 1;
    } else {
      unknown.push(piece.text);
      i += 1;
    }
  }
  return { tokens, unknown };
}

function phraseAt(pieces: readonly Piece[], at: number, spoken: IntentLanguage): Phrase | undefined {
  return TABLES[spoken]
    .get(pieces[at]?.text ?? "")
    ?.find(({ words }) => words.every((word, i) => pieces[at + i]?.text === word));
}

function timeAt(times: ReadonlyMap<number, TimeWord>, { from }: Piece): TimeWord | undefined {
  const time = times.get(from);
  return time === undefined || time.is === "x" || time.is.length === 1 ? undefined : time;
}

/** Returns the words and numbers of a text in lower case, without accents. An apostrophe or a hyphen ends a word. */
function piecesOf(text: string): Piece[] {
  return [...plain(text).matchAll(PIECE)].map((found) => ({
    text: found[0],
    from: found.index,
    to: found.index + found[0].length,
  }));
}

/** Returns the letters in lower case and without accents. Every letter keeps its place. */
function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{ASCII}°ºª]/gu, (letter) => {
    const base = letter.normalize("NFD").charAt(0);
    return base.length === letter.length ? base : letter;
  });
}

function numberOf(piece: string): string | undefined {
  if (!/^\d/.test(piece)) return undefined;
  if (/^\d{4}-\d{2}-\d{2}$/.test(piece)) return `d${piece}`;
  const german = /^(\d{1,2})\.(\d{1,2})\.(\d{4})?$/.exec(piece);
  if (german) return `${german[3] === undefined ? "" : `y${german[3]} `}m${Number(german[2])} n${Number(german[1])}`;
  const clock = /^(\d{1,2})[:h](\d{2})$/.exec(piece);
  if (clock) return `c${Number(clock[1]) * 60 + Number(clock[2])}`;
  if (/^\d{1,3}(?:[.,'\u202f]\d{3})+$/.test(piece)) return `n${Number(piece.replaceAll(/[.,'\u202f]/g, ""))}`;
  return `n${Number.parseFloat(piece.replace(",", "."))}`;
}

/** Returns the only known word that a mistyped one nearly is: one letter is missing, too much, other or moved. */
export function nearWord(word: string, spoken: IntentLanguage): string | undefined {
  const near = new Set<string>();
  for (const phrases of TABLES[spoken].values())
    for (const { words } of phrases) {
      const [only, other] = words;
      if (only !== undefined && other === undefined && only.length >= word.length - 1 && isNear(word, only))
        near.add(only);
    }
  for (const weekday of WEEKDAY_WORDS[spoken]) if (isNear(word, weekday)) near.add(weekday);
  return near.size === 1 ? [...near][0] : undefined;
}

/** Days of the week are words of time and stand in no table of this grammar. */
const WEEKDAY_WORDS: Readonly<Record<IntentLanguage, readonly string[]>> = {
  en: [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "yesterday",
    "october",
    "compared",
  ],
  de: ["montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag", "gestern"],
  es: ["lunes", "martes", "miercoles", "jueves", "viernes", "sabado", "domingo"],
  fr: ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"],
};

function isNear(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1 || a[0] !== b[0]) return false;
  let from = 0;
  while (from < a.length && a[from] === b[from]) from++;
  const [restA, restB] = [a.slice(from), b.slice(from)];
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  );
}
