/** Each line of `data/` fits its schema, and the page there names each file. */
import { globSync, readFileSync } from "node:fs";
import { matchesGlob } from "node:path";
import { fileURLToPath } from "node:url";
import { HelpLine, IntentExampleLine, IntentHeader, IntentWords } from "@waldo/contracts";
import { Suggestion } from "@waldo/core/skills/suggestion";
import { Chat } from "@waldo/testkit/chat-scene";
import { CalendarCase, Case, ChatMessage, dataLines, ImportCase, ReplyShape } from "@waldo/testkit/data";
import { Sentence } from "@waldo/testkit/sentences";
import { ToolScene } from "@waldo/testkit/tool-scene";
import { expect, it } from "vitest";
import type * as z from "zod";
import { PhraseLine, SentenceLine } from "../bench/ask-made.ts";
import { GoldenCase } from "../bench/golden-case.ts";
import { Recorded } from "../bench/replay.ts";
import { ExampleRow, RoundRow } from "./gravity-data.ts";
import { AnswerLine, CueLine, HotlineRow, MemoryQuestion, PageText, PartLine, SpokenLine, WordLine } from "./words.ts";

const FOLDER = fileURLToPath(new URL("../data/", import.meta.url));
const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  "intents/intents.jsonl": IntentHeader,
  "intents/examples.jsonl": IntentExampleLine,
  "intents/says.*.jsonl": IntentWords,
  "words/spoken/*.jsonl": SpokenLine,
  "messages/{dev,held,terse}.jsonl": ChatMessage,
  "sentences/danger.jsonl": Sentence,
  "sentences/medicine.jsonl": Sentence,
  "gravity/*.jsonl": ExampleRow,
  "gravity/rounds/*.jsonl": RoundRow,
  "golden/cases.jsonl": GoldenCase,
  "tools/*.jsonl": ToolScene,
  "golden/recorded/*.jsonl": Recorded,
  "reply-shapes.jsonl": ReplyShape,
  "calendars/*.jsonl": CalendarCase,
  "cases/*.jsonl": Case,
  "ask/phrases.jsonl": PhraseLine,
  "ask/sentences.jsonl": SentenceLine,
  "chats/*.jsonl": Chat,
  "imports/*.jsonl": ImportCase,
  "words/*/parts.jsonl": PartLine,
  "words/*/*.jsonl": WordLine,
  "cues.jsonl": CueLine,
  "answers/*.jsonl": AnswerLine,
  "page/*.jsonl": PageText,
  "hotlines.jsonl": HotlineRow,
  "suggestions.jsonl": Suggestion,
  "help.jsonl": HelpLine,
  "memory-questions.jsonl": MemoryQuestion,
};
const files = globSync("**/*.jsonl", { cwd: FOLDER }).sort();

it.each(files)("%s has a schema, and each of its lines fits", (file) => {
  const schema = Object.entries(SCHEMAS).find(([pattern]) => matchesGlob(file, pattern))?.[1];
  if (!schema) throw new Error(`name data/${file} in SCHEMAS and in data/README.md`);
  expect(dataLines(file, schema).length).toBeGreaterThan(0);
});

it("the page names each kind of file, and no other", () => {
  const page = readFileSync(`${FOLDER}README.md`, "utf8");
  const named = [...page.matchAll(/^\| `([^`]+\.jsonl)`/gm)].map(([, pattern]) => pattern);
  expect(named.sort()).toEqual(Object.keys(SCHEMAS).sort());
});
