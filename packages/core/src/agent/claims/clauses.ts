/**
 * Cuts a sentence into clauses, and says which of them state something. A condition, advice and "I do not know" state
 * nothing, but they excuse only their own clause. The words are in data/words/claims.
 *
 * bounded: it reads one sentence of at most 600 characters, see agent/claims/sentences.ts
 */
import { INTENT_LANGUAGES, type IntentLanguage } from "@waldo/contracts";
import { formOf, wordsOf } from "../../safety/words.ts";
import lists from "./words.json" with { type: "json" };

type ListName = keyof typeof lists.de;

/** The endings that a word may have or lack: "hoher", "cansada", "élevées". */
const ENDINGS: Readonly<Record<IntentLanguage, RegExp>> = {
  en: /$/,
  de: /e[mnrs]?$/,
  es: /(?:[aeo]s?|s)$/,
  fr: /(?:e?es?|s)$/,
};
/** A shorter word has no ending. */
const SHORTEST = 5;

/** Returns a word without its ending. */
const stemOf = (word: string, language: IntentLanguage) =>
  word.length < SHORTEST ? word : word.replace(ENDINGS[language], "");

const WORDS = Object.fromEntries(
  INTENT_LANGUAGES.map((language) => [
    language,
    Object.fromEntries(
      Object.entries(lists[language]).map(([name, lines]) => [
        name,
        new Set(lines.flatMap((line) => line.split(" ")).map((word) => stemOf(formOf(word), language))),
      ]),
    ),
  ]),
) as unknown as Readonly<Record<IntentLanguage, Readonly<Partial<Record<ListName, ReadonlySet<string>>>>>>;

export type Clause = {
  readonly text: string;
  readonly words: readonly string[];
  /** False for a condition, advice and what Waldo does not know. */
  readonly isStated: boolean;
  /** True for "if you like". */
  readonly isCondition: boolean;
};

/** Returns where a word stands in a list, or -1. */
export const placeIn = (language: IntentLanguage, name: ListName, word: string): number =>
  [...(WORDS[language][name] ?? [])].indexOf(stemOf(word, language));

/** Returns a test of words for one language. */
export function listsFor(language: IntentLanguage) {
  const is = (word: string, ...names: ListName[]) =>
    names.some((name) => WORDS[language][name]?.has(stemOf(word, language)));
  const has = (words: readonly string[], ...names: ListName[]) => words.some((word) => is(word, ...names));
  return { is, has };
}

/** Returns the words of a text. French and English apostrophes part words here. */
export const formsIn = (text: string) =>
  wordsOf(
    text
      .replaceAll(/(?<=rendez)-/gi, "")
      .replaceAll(/['’-]/g, " ")
      .replaceAll(/œ/gi, "oe"),
  ).flatMap(({ text: word }) => (/[\p{L}\d]/u.test(word) ? [word] : []));

/** A wish for the night states nothing of this person. */
const WISH = /(?:^|[^\p{L}])(?:wünsche|gute nacht|buenas noches|bonne nuit)(?![\p{L}])/iu;
const CONCEPTS = ["heart", "hrv", "sleep", "form", "other"] as const;
/** "About" says nothing of its own. */
const ABOUT =
  /(?:^|(?<![\p{L}]))(?:à peu près|más o menos|algo así como|gut(?= \p{L}{1,20} ?stunden)|mehr oder weniger|knapp(?= \p{L}{1,20} ?stunden))(?![\p{L}])/giu;
/** "What is usual for you" belongs to the clause before it. */
const RELATIVE = /^\s*(?:was|wie|als|lo que|ce qui|comme)\s/i;

/** Returns the clauses of a sentence. A question has none. */
export function clausesOf(sentence: string, language: IntentLanguage): Clause[] {
  if (/\?\W*$/.test(sentence)) return [];
  const { is, has } = listsFor(language);
  // bounded: a sentence has at most 600 characters, see sentences.ts
  const plain = sentence.replaceAll(ABOUT, " ").replaceAll(/[“„"«][^”“"»]{0,400}[”“"»]/g, "…");
  const parts: string[] = [];
  for (const part of plain.split(/(?<!\d)[,.:]|[,.:](?!\d)|[;()!–—]/)) {
    if (RELATIVE.test(part) && parts.length > 0) parts.push(`${parts.pop()} ${part}`);
    else parts.push(...cut(part, language));
  }
  return parts.flatMap((text): Clause[] => {
    const words = formsIn(text);
    if (words.length === 0) return [];
    const [first = "", second] = words;
    // "Sí" is no "si".
    const isCondition = is(first, "begins") && second !== undefined && !/^\W*sí/i.test(text);
    const modal = words.findIndex((word) => is(word, "modal"));
    const report = words.findIndex((word) => is(word, "report"));
    const advises = modal >= 0 && (report < 0 || modal < report || !has(words, ...CONCEPTS));
    const isUnknown = has(words, "not") && has(words, "know");
    return [{ text, words, isStated: !isCondition && !advises && !isUnknown && !WISH.test(text), isCondition }];
  });
}

/** "Siete y media" is one length. */
const HALF = /^(?:(?:une )?demie?|media|eine halbe|a half)(?: |$)/;

/** Cuts before words such as "but" and "if", and before an "and" that begins a clause of its own. */
function cut(part: string, language: IntentLanguage): string[] {
  const { is, has } = listsFor(language);
  const words = part.split(/(?<=\s)/);
  const parts: string[] = [""];
  for (const [index, word] of words.entries()) {
    const form = formsIn(word)[0] ?? "";
    const rest = formsIn(words.slice(index + 1).join(""));
    const before = formsIn(parts.at(-1) ?? "");
    const turns = before.length > 0 && (is(form, "turns") || is(form, "begins")) && !/^(?:s|sí)$/i.test(word.trim());
    const joins =
      before.length > 1 &&
      is(form, "joins") &&
      !HALF.test(rest.slice(0, 2).join(" ")) &&
      !(has(rest, "usual") && !has(rest, ...CONCEPTS)) &&
      (has(rest, ...CONCEPTS, "modal", "own") || [before, rest].every((side) => side.some((one) => /\d/.test(one))));
    if (turns || joins) parts.push("");
    parts.push(`${parts.pop()}${word}`);
  }
  return parts;
}
