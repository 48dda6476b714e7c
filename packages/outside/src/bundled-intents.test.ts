import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LEARNING, learnFrom } from "@waldo/core/language/learned";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bundledIntents, bundledUnderstanding, learnedFile } from "./bundled-intents.ts";

const MOMENT = { date: "2026-03-04", time: "10:20" } as const;

/** Writes both files of a folder of intents. */
function writeIntents(folder: string, intents: Readonly<Record<string, readonly string[]>>): void {
  const write = (file: string, lines: readonly object[]) =>
    writeFileSync(join(folder, file), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const all = Object.entries(intents);
  write(
    "intents.jsonl",
    all.map(([name]) => ({ name, means: name, says: { found: ["Yes."] } })),
  );
  write(
    "examples.jsonl",
    all.flatMap(([intent, examples]) => examples.map((text) => ({ intent, language: "en", text }))),
  );
}

const SLEEP = ["how did I sleep", "was my night good", "did I sleep well", "how long did I sleep"];
const HELLO = ["hello there", "good morning waldo", "hi", "hello waldo"];

let intents = "";
let kept = "";

beforeEach(() => {
  intents = mkdtempSync(join(tmpdir(), "waldo-intents-"));
  kept = join(mkdtempSync(join(tmpdir(), "waldo-kept-")), "cache");
  writeIntents(intents, { hello: HELLO, sleep: SLEEP });
});

afterEach(() => {
  for (const folder of [intents, join(kept, "..")]) rmSync(folder, { recursive: true, force: true });
});

const asked = (message: string) => {
  const understood = bundledUnderstanding(intents, kept).understand(message, MOMENT);
  return understood.is === "clear" ? understood.intent.name : understood.is;
};

test("what was learned is kept, and the next process reads it instead of learning", () => {
  expect(asked("how did I sleep")).toBe("sleep");
  const file = learnedFile(intents, kept);
  const bytes = readFileSync(file);
  expect(asked("hello")).toBe("hello");
  expect(readFileSync(file).equals(bytes)).toBe(true);
});

test("a kept file that is not whole is learned anew and written again", () => {
  asked("hi");
  const file = learnedFile(intents, kept);
  const whole = readFileSync(file);
  for (const length of [0, 10, whole.length / 2, whole.length - 1]) {
    writeFileSync(file, whole.subarray(0, length));
    expect(asked("how did I sleep")).toBe("sleep");
    expect(readFileSync(file).equals(whole)).toBe(true);
  }
});

test("other examples are learned, and what older ones gave goes away", () => {
  asked("hi");
  const before = readdirSync(kept);
  writeIntents(intents, { hello: [...HELLO, "where is the cheese", "the cheese please"], sleep: SLEEP });
  expect(asked("where is the cheese")).toBe("hello");
  expect(readdirSync(kept)).toHaveLength(1);
  expect(readdirSync(kept)).not.toEqual(before);
});

test("other words in another language are said, though nothing else was learned", () => {
  asked("hi");
  const says = (word: string) =>
    writeFileSync(
      join(intents, "says.de.jsonl"),
      ["hello", "sleep"].map((name) => `${JSON.stringify({ name, means: name, says: { found: [word] } })}\n`).join(""),
    );
  const words = () => JSON.stringify(bundledUnderstanding(intents, kept).understand("hi", MOMENT));
  says("Servus.");
  expect(words()).toContain("Servus.");
  says("Hallo.");
  expect(words()).toContain("Hallo.");
});

test("where nothing can be kept, each process learns", () => {
  kept = join(intents, "intents.jsonl", "no-folder");
  expect(asked("how did I sleep")).toBe("sleep");
});

test("a change of what is learned changes its name, so that nobody reads what older code learned", () => {
  const learned = learnFrom(bundledIntents(intents));
  const plain = (_: string, value: unknown): unknown => {
    if (value instanceof Map) return [...value];
    if (value instanceof Set) return [...value];
    return value instanceof Float32Array ? Array.from(value, (one) => one.toFixed(4)) : value;
  };
  const digest = createHash("sha256").update(JSON.stringify(learned, plain));
  // When the digest is another, raise LEARNING in core/language/learned.ts and write both here.
  expect([LEARNING, digest.digest("hex").slice(0, 16)]).toEqual(["6", "c18a4f0625593fe1"]);
});
