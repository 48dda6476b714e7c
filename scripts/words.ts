/**
 * `npm run words` writes the words, answers and tables that core and the page read, as JSON beside the code that reads
 * them. They stand in data/, one line an entry. Core reads no file while it runs, so the danger check has its words
 * wherever it runs. words.test.ts fails when a JSON is not of these lines.
 */
import { readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { HelpLine, IntentExampleLine } from "@waldo/contracts";
import { filled } from "@waldo/core/safety/phrases";
import { formOf, wordsOf } from "@waldo/core/safety/words";
import { Suggestion } from "@waldo/core/skills/suggestion";
import { dataLines } from "@waldo/testkit/data";
import * as z from "zod";

const DATA = new URL("../data/", import.meta.url);
const PACKAGES = new URL("../packages/", import.meta.url);

/** An entry of a list. `{NAME}` in it stands for the part of that name in `parts.jsonl` of the same folder. */
export const WordLine = z.strictObject({ list: z.string().min(1), words: z.string().min(1) });
export const PartLine = z.strictObject({ part: z.string().regex(/^[A-Z_]+$/), words: z.string().min(1) });
/** Words that are a weak sign of danger, in a text of any length or in a short request. */
export const CueLine = z.strictObject({
  of: z.enum(["text", "request"]),
  name: z.string().min(1),
  hurt: z.literal(true).optional(),
  weight: z.number().positive(),
  words: z.string().min(1),
});
/** A paragraph of an answer, with its place in `CareWords`. The paragraphs of one place are in this order. */
export const AnswerLine = z.strictObject({ at: z.string().regex(/^[\w.]+$/), text: z.string().min(1) });
/** A text of the page, by its place in the catalogue of the language. */
export const PageText = z.strictObject({ at: z.string().min(1), text: z.string() });
const Line = z.strictObject({
  name: z.string().min(1),
  number: z.string().min(1),
  notes: z.array(z.enum(["free", "always", "callOrText", "mondayToSaturday", "untilMidnight"])),
});
/** The help lines of a country, its time zones, and the pages that prove them. */
export const HotlineRow = z.strictObject({
  country: z.string().length(2),
  listen: z.array(Line),
  emergency: z.strictObject({ number: z.string().min(1), police: z.string().min(1).optional() }),
  violence: z.array(Line).optional(),
  advice: Line.optional(),
  zones: z.array(z.string().min(1)),
  /** How the names of the other time zones of the country begin. */
  prefixes: z.array(z.string().endsWith("/")).optional(),
  sources: z.partialRecord(z.enum(["listen", "violence", "advice"]), z.string().min(1)),
});
/** A text that code says in a language (core/src/speech.ts). With two forms it depends on a number. */
export const SpokenLine = z.union([
  z.strictObject({ name: z.string().min(1), says: z.string() }),
  z.strictObject({ name: z.string().min(1), one: z.string().min(1), other: z.string().min(1) }),
]);
export const MemoryQuestion = z.strictObject({
  kind: z.string().min(1),
  daysAgo: z.number().positive(),
  text: z.string().min(1),
  questions: z.array(z.string().min(1)).optional(),
});

type Lists = Record<string, string[]>;

/** Returns the lists of each file of a folder of data/words, and its parts. Throws at a part that is not there. */
function listsOf(folder: string): Record<string, Lists | Record<string, string>> {
  const names = namesIn(`words/${folder}`);
  const parts: Record<string, string> = {};
  if (names.includes("parts"))
    for (const { part, words } of dataLines(`words/${folder}/parts.jsonl`, PartLine))
      parts[part] = filled({ part: [words] }, parts).part.join("");
  const files = names.filter((name) => name !== "parts").map((name) => [name, listsIn(`${folder}/${name}`)] as const);
  for (const [, lists] of files) filled(lists, parts);
  return { ...Object.fromEntries(files), ...(names.includes("parts") ? { parts } : {}) };
}

function listsIn(name: string): Lists {
  return grouped(dataLines(`words/${name}.jsonl`, WordLine).map(({ list, words }) => [list, words]));
}

/** Returns the texts that code says, by language and name. */
function spoken() {
  const texts = (language: string) =>
    dataLines(`words/spoken/${language}.jsonl`, SpokenLine).map((line) => {
      const { name, ...forms } = line;
      return [name, "says" in forms ? forms.says : forms] as const;
    });
  return Object.fromEntries(namesIn("words/spoken").map((one) => [one, Object.fromEntries(texts(one))]));
}

function cues() {
  const of = (wanted: string) =>
    dataLines("cues.jsonl", CueLine)
      .filter((cue) => cue.of === wanted)
      .map(({ of: _, words, ...cue }) => ({ ...cue, words: words.split(" ") }));
  return { text: of("text"), request: of("request") };
}

/** The places of an answer that have paragraphs. All others have one text. */
const PARAGRAPHS = /^(?:(?:die|body|violence)\.(?:first|again)|medicine|unsure)$/;

/** Returns the answers of each language as `CareWords`. */
function answers() {
  return Object.fromEntries(
    namesIn("answers").map((language) => {
      const texts = grouped(dataLines(`answers/${language}.jsonl`, AnswerLine).map(({ at, text }) => [at, text]));
      const words = Object.entries(texts).map(
        ([at, paragraphs]) => [at, PARAGRAPHS.test(at) ? paragraphs : paragraphs.join(" ")] as const,
      );
      return [language, nested(words)];
    }),
  );
}

/** Returns the tree whose leaves stand at these places. */
function nested(entries: readonly (readonly [at: string, leaf: unknown])[]): Record<string, unknown> {
  const tree: Record<string, unknown> = {};
  for (const [at, leaf] of entries) {
    const path = at.split(".");
    const last = path.pop() ?? "";
    let inside = tree;
    for (const name of path) {
      inside[name] ??= {};
      inside = inside[name] as Record<string, unknown>;
    }
    inside[last] = leaf;
  }
  return tree;
}

/** How many examples of an intent must have a word, before it counts as a word of the language. */
const EXAMPLES_WITH: Readonly<Record<string, number>> = { en: 3, de: 2, es: 2, fr: 2 };

/** Returns the words of the examples of the intents and of the claims, for each language that they are in. */
function knownWords() {
  const counts = new Map<string, number>();
  for (const line of dataLines("intents/examples.jsonl", IntentExampleLine)) {
    const words = wordsOf(line.text).flatMap(({ text }) =>
      /^\p{L}+$/u.test(text) ? [`${line.language} ${text}`] : [],
    );
    for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return Object.fromEntries(
    Object.entries(EXAMPLES_WITH).map(([language, least]) => [
      language,
      [...counts]
        .filter(([word, count]) => word.startsWith(`${language} `) && count >= least)
        .map(([word]) => word.slice(language.length + 1))
        .concat(...Object.values(listsIn(`claims/${language}`)).map(spaced))
        .filter((word, index, all) => all.indexOf(word) === index)
        .sort()
        .join(" "),
    ]),
  );
}

const spaced = (lines: readonly string[]) => lines.join(" ").split(" ").map(formOf);

function hotlines() {
  return dataLines("hotlines.jsonl", HotlineRow).map(({ country, zones, prefixes = [], sources: _, ...help }) => ({
    ...{ country, zones, prefixes, help },
  }));
}

function grouped(entries: readonly (readonly [string, string])[]): Lists {
  const lists = new Map<string, string[]>();
  for (const [name, words] of entries) lists.set(name, [...(lists.get(name) ?? []), words]);
  return Object.fromEntries(lists);
}

function namesIn(folder: string): string[] {
  return readdirSync(new URL(`${folder}/`, DATA))
    .map((name) => name.replace(".jsonl", ""))
    .sort();
}

/** The files below packages/ that this script writes, each with a function that returns its content. */
export const WORD_FILES: Readonly<Record<string, () => unknown>> = {
  "core/src/safety/crisis/words.json": () => ({ ...listsOf("crisis"), cues: cues() }),
  "core/src/safety/crisis/answers/answers.json": answers,
  "core/src/safety/crisis/hotlines.json": hotlines,
  "core/src/safety/medical/words.json": () => listsOf("medical"),
  "core/src/agent/claims/words.json": () => listsOf("claims"),
  "core/src/safety/body/words.json": () => listsOf("body"),
  "core/src/memory/search/ranking/words.json": () => listsOf("memory"),
  "core/src/safety/injection/words.json": () => listsOf("injection"),
  "core/src/language/words.json": () => listsOf("language"),
  "core/src/language/known-words.json": knownWords,
  "core/src/speech.json": spoken,
  "core/src/ask/words.json": () => listsOf("ask"),
  "core/src/health/import/words.json": () => listsOf("import"),
  "app/src/words/en.json": () => nested(dataLines("page/en.jsonl", PageText).map(({ at, text }) => [at, text])),
  "core/src/agent/writers/chat/help.json": () => dataLines("help.jsonl", HelpLine),
  "core/src/skills/suggestions.json": () => dataLines("suggestions.jsonl", Suggestion),
  "eval/src/design/questions.json": () => dataLines("memory-questions.jsonl", MemoryQuestion),
};

export const wordFileOf = (name: string) => fileURLToPath(new URL(name, PACKAGES));
/** Returns the text of a file. */
export const wordText = (content: unknown) => `${JSON.stringify(content)}\n`;

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [name, content] of Object.entries(WORD_FILES)) writeFileSync(wordFileOf(name), wordText(content()));
