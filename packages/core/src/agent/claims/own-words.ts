/**
 * Reads a German, Spanish or French sentence of Waldo's own writer back into its English. What the writer says of the
 * body has the same names in each language (data/words/spoken), so the English of the same names and values is what the
 * gates judge. A sentence that is not wholly of the catalogue has no English here.
 *
 * bounded: it reads one sentence of at most 600 characters, see agent/claims/sentences.ts
 */
import { INTENT_LANGUAGES, type IntentLanguage } from "@waldo/contracts";
import texts from "../../speech.json" with { type: "json" };
import { type Name, type Speech, speechIn } from "../../speech.ts";
import { lowerFirst } from "../../spoken.ts";
import { rowWords } from "../writers/writer.ts";

/** The names that may stand at a place, by how they begin. */
const AT: Readonly<Record<string, string>> = {
  sentence: "told.",
  ...{ clause: "clause.", other: "clause.", slept: "clause." },
  ...{ zone: "zone.", before: "zone.", kind: "dayKind.", feeling: "feeling.", much: "much.", span: "span." },
};
const NUMBERS = Array.from({ length: 49 }, (_, n) => n);
/** The places with a number, each with how it is said. */
const COUNTED: Readonly<Record<string, (n: number, speech: Speech) => string>> = {
  hours: (n, { hours }) => hours(n),
  days: (n, { days }) => days(n),
  row: (n, speech) => rowWords(n, speech),
};

type Pattern = { readonly name: Name; readonly words: RegExp; readonly places: readonly string[] };
type Patterns = Readonly<Record<string, readonly Pattern[]>>;

const PATTERNS = INTENT_LANGUAGES.filter((one) => one !== "en").map((one) => [one, patternsOf(one)] as const);

function patternsOf(language: IntentLanguage): Patterns {
  const pairs = Object.entries(texts[language]).flatMap(([name, text]) =>
    typeof text === "string" ? [[name as Name, text] as const] : [],
  );
  const beginning = (start: string) => pairs.filter(([name]) => name.startsWith(start));
  return Object.fromEntries(
    [...new Set(Object.values(AT))].map((start) => [start, beginning(start).map(([name, text]) => read(name, text))]),
  );
}

function read(name: Name, text: string): Pattern {
  const places = [...text.matchAll(/\{(\w+)\}/g)].map(([, place = ""]) => lowerFirst(place));
  const parts = text.split(/\{\w+\}/).map((part) => part.replaceAll(/[.?()]/g, "\\$&"));
  return { name, places, words: new RegExp(`^${parts.join("(.+?)")}$`, "iu") };
}

/** Returns the English of a sentence of the catalogue, or undefined. */
export function englishOf(sentence: string): string | undefined {
  for (const [language, patterns] of PATTERNS) {
    const english = back(sentence.trim(), "sentence", speechIn(language), patterns);
    if (english !== undefined) return english;
  }
  return undefined;
}

function back(text: string, place: string, speech: Speech, patterns: Patterns): string | undefined {
  const english = speechIn("en");
  const counted = COUNTED[place];
  if (counted !== undefined) {
    const count = NUMBERS.find((n) => counted(n, speech) === text);
    return count === undefined ? undefined : counted(count, english);
  }
  for (const { name, words, places } of patterns[AT[place] ?? ""] ?? []) {
    const found = words.exec(text);
    if (found === null) continue;
    const values = places.map((one, i) => [one, back(found[i + 1] ?? "", one, speech, patterns)] as const);
    if (values.every(([, value]) => value !== undefined))
      return english.say(name, Object.fromEntries(values) as Record<string, string>);
  }
  return undefined;
}
