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

let known: readonly (readonly [IntentLanguage, Patterns])[] | undefined;

/** Returns the patterns of each language. They are made when a sentence is first read. */
function patterns(): NonNullable<typeof known> {
  known ??= INTENT_LANGUAGES.filter((one) => one !== "en").map((one) => [one, patternsOf(one)] as const);
  return known;
}

function patternsOf(language: IntentLanguage): Patterns {
  const starts = [...new Set(Object.values(AT))];
  return Object.fromEntries(
    starts.map((start) => [start, textsOf(language, start).map(([name, text]) => read(name, text, language))]),
  );
}

function textsOf(language: IntentLanguage, start: string): (readonly [Name, string])[] {
  return Object.entries(texts[language]).flatMap(([name, text]) =>
    typeof text === "string" && name.startsWith(start) ? [[name as Name, text] as const] : [],
  );
}

const PLACE = /\{(\w+)\}/g;

function read(name: Name, text: string, language: IntentLanguage): Pattern {
  const places = [...text.matchAll(PLACE)].map(([, place = ""]) => lowerFirst(place));
  const parts = text.split(/\{\w+\}/).map(escaped);
  const words = parts
    .map((part, i) => (i === 0 ? part : `(${valuesAt(places[i - 1] ?? "", language)})${part}`))
    .join("");
  return { name, places, words: new RegExp(`^${words}$`, "iu") };
}

const escaped = (text: string) => text.replaceAll(/[.?()]/g, "\\$&");

/** Returns a pattern of what may stand at a place: any of its texts, or anything where these have places too. */
function valuesAt(place: string, language: IntentLanguage): string {
  const counted = COUNTED[place];
  const values = counted
    ? NUMBERS.map((n) => counted(n, speechIn(language)))
    : textsOf(language, AT[place] ?? "").map(([, text]) => text);
  if (values.some((value) => value.includes("{"))) return ".+?";
  return [...new Set(values)].map(escaped).join("|");
}

/** Returns the English of a sentence of the catalogue, or undefined. */
export function englishOf(sentence: string): string | undefined {
  for (const [language, own] of patterns()) {
    const english = back(sentence.trim(), "sentence", speechIn(language), own);
    if (english !== undefined) return english;
  }
  return undefined;
}

function back(text: string, place: string, speech: Speech, own: Patterns): string | undefined {
  const english = speechIn("en");
  const counted = COUNTED[place];
  if (counted !== undefined) {
    const count = NUMBERS.find((n) => counted(n, speech) === text);
    return count === undefined ? undefined : counted(count, english);
  }
  for (const { name, words, places } of own[AT[place] ?? ""] ?? []) {
    const found = words.exec(text);
    if (found === null) continue;
    const values = places.map((one, i) => [one, back(found[i + 1] ?? "", one, speech, own)] as const);
    if (values.every(([, value]) => value !== undefined))
      return english.say(name, Object.fromEntries(values) as Record<string, string>);
  }
  return undefined;
}
