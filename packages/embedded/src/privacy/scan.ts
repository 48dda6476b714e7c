/**
 * `waldo privacy scan`: searches every file of a home for a person's data: the database with its free pages and its
 * log, the archive, the index, messages. It reads bytes without any format.
 */
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { OBJECT_ROOTS, PARTITION, PERSON_PARTITIONS, UserId, WaldoError } from "@waldo/contracts";
import type { Json } from "@waldo/core/ports";
import { everyRow } from "@waldo/core/privacy/everything";
import { queryAll } from "@waldo/core/store/query-all";
import * as z from "zod";
import { type Home, holdsState, openHome, shownPath } from "../home.ts";
import type { MemoryOptions } from "../memory/open-memory.ts";
import type { Terminal } from "../terminal.ts";
import { typed } from "../typed.ts";
import { finder, LEAST_BYTES, type Needle } from "./bytes.ts";

export type ScanOptions = Pick<MemoryOptions, "home" | "json"> & {
  readonly token?: readonly string[];
  readonly remember?: string;
};

/** A shorter id, in characters, is searched only where it is written as an id. */
const LONG_ID = 8;
/** A shorter phrase, in characters, may belong to anybody. */
const PHRASE_CHARS = 16;

const Remembered = z.strictObject({ phrases: z.array(z.string()) });

type Trace = { readonly file: string; readonly what: string; readonly times: number };

/** Prints what was found. If a file is given, the person's own phrases are stored in it the first time. */
export async function scanAll(user: string, options: ScanOptions, terminal: Terminal): Promise<void> {
  const userId = typed(UserId, user, "the person");
  if (!holdsState(options.home))
    throw new WaldoError("InvalidInput", `there is no home in ${shownPath(options.home)}: name one with --home`);
  const phrases = options.remember === undefined ? [] : await remembered(userId, options.home, options.remember);
  const needles = [
    ...idNeedles(userId),
    ...(options.token ?? []).map((text, i): Needle => ({ text, about: `token ${i + 1}` })),
    ...phrases.map((text): Needle => ({ text, about: "a phrase of their rows" })),
  ];
  const { files, traces } = await scanFiles(options.home, userId, needles);
  if (options.json) return terminal.print(JSON.stringify({ files, needles: needles.length, traces }, null, 2));
  for (const { file, what, times } of traces) terminal.print(`  ${file}: ${what}, ${times} times`);
  const total = traces.reduce((sum, { times }) => sum + times, 0);
  terminal.print(`${total} traces of ${userId} in ${files} files; looked for ${needles.length} texts.`);
}

function idNeedles(userId: UserId): Needle[] {
  const about = "the id";
  const written = [
    ...PERSON_PARTITIONS.map((partition) => PARTITION[partition](userId)),
    ...OBJECT_ROOTS.map((root) => `${root}/${userId}`),
    `"userId":"${userId}"`,
    `"user":"${userId}"`,
  ];
  return (userId.length < LONG_ID ? written : [userId]).map((text) => ({ text, about, isId: true }));
}

/** Looks through every file below a folder. */
async function scanFiles(
  root: string,
  userId: UserId,
  needles: readonly Needle[],
): Promise<{ readonly files: number; readonly traces: Trace[] }> {
  const find = finder(needles);
  const traces: Trace[] = [];
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  for (const path of files.sort()) {
    const file = relative(root, path);
    if (file.split(sep).includes(userId)) traces.push({ file, what: "the id in its name", times: 1 });
    for (const [what, times] of await find(path)) traces.push({ file, what, times });
  }
  return { files: files.length, traces };
}

/**
 * Returns the phrases in the file. If there is no file, they are collected from the person's rows, without phrases that
 * another person's rows have too, and written to it.
 */
async function remembered(userId: UserId, root: string, file: string): Promise<string[]> {
  if (existsSync(file)) {
    const known = Remembered.safeParse(
      await readFile(file, "utf8")
        .then(JSON.parse)
        .catch(() => undefined),
    );
    if (!known.success)
      throw new WaldoError("InvalidInput", `${file} was not written by this command: name another file`);
    return known.data.phrases;
  }
  if (!relative(root, file).startsWith(".."))
    throw new WaldoError("InvalidInput", `${file} is in the home that is searched: name a file elsewhere`);
  const home = openHome(root);
  try {
    const phrases = await ownPhrases(home, userId);
    await writeFile(file, JSON.stringify({ phrases }), { mode: 0o600 }).catch((cause: unknown) => {
      throw new WaldoError("InvalidInput", `${file} cannot be written: name another file`, { cause });
    });
    return phrases;
  } finally {
    home.store.close();
  }
}

async function ownPhrases({ whole, bare }: Pick<Home, "whole" | "bare">, userId: UserId): Promise<string[]> {
  const own = new Set<string>();
  const others = new Set<string>();
  const owned = new Set(everyRow(userId).map(({ query }) => query.pk));
  for (const pk of bare.store.partitions())
    for (const table of ["agent", "health"] as const)
      for await (const { body } of queryAll(whole, { table, pk }))
        for (const phrase of textsIn(body)) (owned.has(pk) ? own : others).add(phrase);
  return [...own].filter((phrase) => !others.has(phrase));
}

function textsIn(value: Json): string[] {
  if (typeof value === "string") return value.length >= Math.max(PHRASE_CHARS, LEAST_BYTES) ? [value] : [];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(textsIn) : [];
}
