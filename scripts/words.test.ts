/** Core reads lists that are made from the lines of data/. Tests that these lines name only what the code knows. */
import { readFileSync } from "node:fs";
import { CARE_LANGUAGES, type CareWords } from "@waldo/core/safety/crisis/answers/words";
import { LANGUAGES, MEANINGS, PARTS, SCRIPTS } from "@waldo/core/safety/crisis/lexicon";
import { dataLines } from "@waldo/testkit/data";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { HotlineRow, WORD_FILES, wordFileOf, wordText } from "./words.ts";

const made = (name: string) => JSON.parse(readFileSync(wordFileOf(name), "utf8"));

it.each(Object.keys(WORD_FILES))("%s is made of data/: run npm run words", (name) => {
  expect(readFileSync(wordFileOf(name), "utf8")).toBe(wordText(WORD_FILES[name]?.()));
});

describe("words of danger", () => {
  it("name only meanings that the rules know", () => {
    const known = z.partialRecord(z.enum([...MEANINGS, ...PARTS]), z.array(z.string()).min(1));
    for (const [language, lexicon] of Object.entries(LANGUAGES)) {
      const read = known.safeParse(lexicon);
      expect(read.error?.message, language).toBeUndefined();
    }
  });

  it("of a script are of five kinds, and none is missing", () => {
    const known = z.strictObject(
      Object.fromEntries(
        ["clear", "possible", "urgent", "overdose", "harmless"].map((kind) => [kind, z.array(z.string()).min(1)]),
      ),
    );
    for (const script of SCRIPTS) known.parse(script);
  });
});

describe("answers", () => {
  const text = z.string().min(1);
  const labels = z.strictObject({ emergency: text, ambulance: text.includes("%"), anywhere: text });
  const twice = z.strictObject({ first: z.array(text).min(1), again: z.array(text).min(1) });
  const careWords: z.ZodType<CareWords> = z.strictObject({
    labels: labels.extend({ lower: labels.exactOptional(), directory: text }),
    notes: z.strictObject({
      ...{ free: text, always: text, callOrText: text, mondayToSaturday: text, untilMidnight: text },
    }),
    between: z.strictObject({ number: z.string(), line: z.string() }).exactOptional(),
    ...{ die: twice, body: twice, violence: twice },
    ...{ listeners: text, hurt: text, other: text },
    help: z.strictObject({ hurt: text, other: text }),
    ...{ medicine: z.array(text).min(1), unsure: z.array(text).min(1), unwell: text },
    morning: z.strictObject({ certain: text, physical: text }),
  });

  it.each(CARE_LANGUAGES)("in %s have all that CareWords asks for", (language) => {
    careWords.parse(made("core/src/safety/crisis/answers/answers.json")[language]);
  });
});

it("the verbs that make a pattern are plain words", () => {
  expect(made("core/src/agent/claims/words.json").parts.DID_PT).toMatch(/^[a-z]+(?:\|[a-z]+)*$/);
});

it("each line that a country has names the pages that say so", () => {
  for (const row of dataLines("hotlines.jsonl", HotlineRow)) {
    const lines = { listen: row.listen.length, violence: row.violence?.length ?? 0, advice: row.advice ? 1 : 0 };
    for (const [kind, count] of Object.entries(lines))
      expect(Object.keys(row.sources).includes(kind), `${row.country} ${kind}`).toBe(count > 0);
  }
});
