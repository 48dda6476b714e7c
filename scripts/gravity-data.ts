/** Reads data/gravity: examples by language, and the words of each concept. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { IntentExampleLine } from "@waldo/contracts";
import { matchersOf, plainLexicons } from "@waldo/core/safety/gravity/concepts";
import { CLASSES, featuresOf } from "@waldo/core/safety/gravity/features";
import type { Example } from "@waldo/core/safety/gravity/learn";
import { dataLines } from "@waldo/testkit/data";
import * as z from "zod";

const root = new URL("../data/gravity/", import.meta.url);

/** One line of a file of examples. */
export const ExampleRow = z.strictObject({ is: z.enum(CLASSES), text: z.string().min(1) });
type LanguageRow = Example & { readonly language: string };

/** Returns the examples of all languages in the order of their files. Throws at a line without an example. */
export function exampleRows(): LanguageRow[] {
  return namesIn("", ".jsonl").flatMap((name) =>
    dataLines(`gravity/${name}`, ExampleRow).map((row) => ({ ...row, language: name.slice(0, 2) })),
  );
}

/** A message of a test round. Each round was written by somebody who had read nothing of this project. */
export const RoundRow = z.strictObject({
  lang: z.string(),
  is: z.enum(["danger", "medicine", "harmless"]),
  near: z.enum(["danger", "medicine"]),
  kind: z.string(),
  text: z.string().min(1),
});
type RoundRow = z.infer<typeof RoundRow>;

/** Returns the messages of a round. */
export const roundRows = (round: number): RoundRow[] => dataLines(`gravity/rounds/${round}.jsonl`, RoundRow);

/** Rounds that have been measured. They are now examples like all others. */
export const MEASURED_ROUNDS: readonly number[] = [1, 2, 3, 4, 5];

const CLASS_OF_KIND: Readonly<Record<string, Example["is"]>> = {
  ...{ wish: "die", plan: "die", preparation: "die", selfharm: "hurt", despair: "hurt" },
  ...{ violence: "violence", "other-person": "other", body: "body" },
};

/** Returns the measured rounds as examples. */
export function examplesOfRounds(): LanguageRow[] {
  return MEASURED_ROUNDS.flatMap((round) =>
    roundRows(round).map(({ lang, is, kind, text }) => ({
      ...{ text, language: lang },
      is: is === "harmless" ? "none" : is === "medicine" ? "medicine" : (CLASS_OF_KIND[kind] ?? "hurt"),
    })),
  );
}

/** Intents whose examples may be grave. */
const SOMETIMES_GRAVE = ["feeling-low", "am-i-ill"];
/** One of this many examples of the intents is kept for measuring. The others are learned as harmless. */
const EVERY = 5;

/**
 * Returns what people ask Waldo every day, by language, from the examples of the intents. `kept` asks for the examples
 * that are not learned.
 */
export function everydayRows(kept: boolean): LanguageRow[] {
  return dataLines("intents/examples.jsonl", IntentExampleLine)
    .filter(({ intent }) => !SOMETIMES_GRAVE.includes(intent))
    .map(({ text, language }): LanguageRow => ({ is: "none", text: withoutSlots(text), language }))
    .filter((_, i) => (i % EVERY === 0) === kept);
}

const withoutSlots = (text: string) => text.replaceAll(/\[([^\]]{1,200})\]\(\w{1,12}\)/g, "$1");

/** Returns the words of each concept by language. Throws at a line without a concept. */
export function lexicons(): Record<string, Record<string, string>> {
  return Object.fromEntries(
    namesIn("words/", ".txt").map((name) => [
      name.slice(0, 2),
      Object.fromEntries(
        linesOf(`words/${name}`).map((line) => {
          const [, concept = "", entries = ""] = /^(\w+): (.+)$/.exec(line) ?? [];
          if (concept === "") throw new Error(`data/gravity/words/${name}: no concept in “${line}”`);
          return [concept, entries];
        }),
      ),
    ]),
  );
}

/** One of this many examples stands for all in the digest. */
const DIGESTED_EVERY = 40;

/** Returns a digest of all that is learned from: the data, and the features that the code sees in some examples. */
export function digestOf(): string {
  const hash = createHash("sha256");
  const lists = namesIn("words/", ".txt").map((name) => `words/${name}`);
  const rounds = MEASURED_ROUNDS.map((round) => `rounds/${round}.jsonl`);
  for (const name of [...namesIn("", ".jsonl"), ...lists, ...rounds])
    hash.update(`\0${name}\0`).update(readFileSync(new URL(name, root)));
  const matchers = matchersOf(plainLexicons(lexicons()));
  for (const { text } of exampleRows().filter((_, i) => i % DIGESTED_EVERY === 0)) {
    const { places, weights } = featuresOf(text, matchers);
    hash.update(JSON.stringify([[...places], Array.from(weights, (weight) => weight.toFixed(4))]));
  }
  return hash.digest("hex").slice(0, 16);
}

function namesIn(folder: string, ending: string): string[] {
  return readdirSync(new URL(folder, root))
    .filter((name) => name.endsWith(ending))
    .sort();
}

function linesOf(name: string): string[] {
  return readFileSync(new URL(name, root), "utf8").split("\n").filter(Boolean);
}
