import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { INTENT_LANGUAGES, type Intent, type Understanding } from "@waldo/contracts";
import { READS } from "@waldo/core/ask/read";
import { readIntents } from "@waldo/core/language/intent";
import { LEARNING, type Learned, learnFrom } from "@waldo/core/language/learned";
import { understandingOf } from "@waldo/core/language/understand";

/** The files of the folder of intents that are learned from. */
const FILES = { intents: "intents.jsonl", examples: "examples.jsonl" } as const;

const saysFile = (language: string) => `says.${language}.jsonl`;

/**
 * Returns the intents that come with the code, from their folder. Throws when a file is missing or cannot be parsed,
 * because both are faults of the build.
 */
export function bundledIntents(folder: string): Intent[] {
  const textOf = (file: string) => readFileSync(join(folder, file), "utf8");
  const spoken = INTENT_LANGUAGES.filter((language) => existsSync(join(folder, saysFile(language))));
  const says = Object.fromEntries(spoken.map((language) => [language, textOf(saysFile(language))]));
  return readIntents({ intents: textOf(FILES.intents), examples: textOf(FILES.examples), says });
}

/**
 * Returns code that understands chat messages with these intents. Learning takes seconds, so its result is stored in
 * the folder `kept`, in a file whose name depends on the intents. If it cannot be stored, each process learns.
 */
export function bundledUnderstanding(folder: string, kept: string): Understanding {
  const file = learnedFile(folder, kept);
  const before = learnedIn(file);
  if (before) return understandingOf(before, READS);
  const learned = learnFrom(bundledIntents(folder));
  keep(file, kept, learned);
  return understandingOf(learned, READS);
}

/** Returns the path of the file with the learned result for these intents. */
export function learnedFile(folder: string, kept: string): string {
  const hash = createHash("sha256").update(LEARNING);
  const says = INTENT_LANGUAGES.map(saysFile).filter((file) => existsSync(join(folder, file)));
  for (const file of [...Object.values(FILES), ...says])
    hash.update(`\0${file}\0`).update(readFileSync(join(folder, file)));
  return join(kept, `learned-${hash.digest("hex").slice(0, 16)}.bin`);
}

/** Returns the stored result, or undefined when there is no whole one. */
function learnedIn(file: string): Learned | undefined {
  try {
    // A file that was cut off cannot be read: the last value is missing.
    return deserialize(readFileSync(file));
  } catch {
    return undefined;
  }
}

/** Other processes read the file, so it must appear complete. Results of older intents are removed. */
function keep(file: string, folder: string, learned: Learned): void {
  try {
    mkdirSync(folder, { recursive: true });
    const half = `${file}.${process.pid}`;
    writeFileSync(half, serialize(learned));
    renameSync(half, file);
    for (const other of readdirSync(folder))
      if (/^learned-[0-9a-f]+\.bin$/.test(other) && other !== basename(file)) rmSync(join(folder, other));
  } catch {
    // The folder is read-only or full.
  }
}
