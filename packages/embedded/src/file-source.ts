/** Opens the files of an export on this machine, for the importers. */

import { createReadStream } from "node:fs";
import { open, opendir, stat } from "node:fs/promises";
import { basename, join, relative, resolve, sep } from "node:path";
import { WaldoError } from "@waldo/contracts";
import { isSamsungUnused } from "@waldo/core/health/import/samsung";
import { printOf, type Reading } from "@waldo/core/health/take-in";
import type { ByteSource } from "@waldo/core/ports";

/** A folder with more files than this was probably named by mistake: a home directory or a disk. */
const MOST_FILES = 20_000;
/**
 * Hidden files, folders and unused files count here too. The search stops at this number, so that it never lists a
 * whole disk.
 */
const MOST_NAMES = 20 * MOST_FILES;

/**
 * Returns the files of an export on this machine: one for a file, all below it for a folder (named by their path inside
 * it, sorted, without hidden files). Throws ImportRefused, in one line, for a path that is missing, unreadable or
 * empty.
 */
export async function fileSources(path: string): Promise<ByteSource[]> {
  const info = await attempt(path, () => stat(path));
  if (info.isFile()) return [await fileSource(path, basename(path), info.size)];
  if (!info.isDirectory()) throw refused(path, "is neither a file nor a folder; point at the export");
  const names = await attempt(path, () => filesBelow(path));
  if (names.length === 0) throw refused(path, "is an empty folder; point at the folder that holds the export");
  const sources: ByteSource[] = [];
  for (const name of names.sort()) {
    const file = join(path, name);
    sources.push(await fileSource(file, name.split(sep).join("/"), (await attempt(file, () => stat(file))).size));
  }
  return sources;
}

/**
 * Returns a digest of path, size and time of every file, and of the options that change the reading. The same digest
 * means the same import.
 */
export async function fingerprint(path: string, options: Reading): Promise<string> {
  const sources = await fileSources(path);
  const { mtimeMs } = await stat(path);
  const seen = sources.map(({ name, size }) => [name, size]);
  return printOf([resolve(path), mtimeMs, seen], options);
}

async function fileSource(path: string, name: string, size: number): Promise<ByteSource> {
  // The file is opened here and not at the first read, so that a refusal comes before any work.
  await attempt(path, async () => (await open(path, "r")).close());
  return {
    name,
    size,
    async *stream(start = 0, end = size) {
      if (start >= end) return;
      const stream = createReadStream(path, { start, end: end - 1 });
      try {
        yield* stream as AsyncIterable<Uint8Array>;
      } catch (error) {
        throw refused(path, reason(error), error);
      }
    },
  };
}

async function filesBelow(root: string): Promise<string[]> {
  const names: string[] = [];
  let seen = 0;
  for await (const entry of await opendir(root, { recursive: true })) {
    seen += 1;
    const name = relative(root, join(entry.parentPath, entry.name));
    const hidden = name.split(sep).some((part) => part.startsWith("."));
    const wanted = entry.isFile() && !hidden && !isSamsungUnused(name);
    if (wanted) names.push(name);
    if (names.length > MOST_FILES || seen > MOST_NAMES) {
      throw refused(root, `holds more than ${MOST_FILES} files; point at the folder of the export itself`);
    }
  }
  return names;
}

async function attempt<T>(path: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw error instanceof WaldoError ? error : refused(path, reason(error), error);
  }
}

function refused(path: string, what: string, cause?: unknown): WaldoError {
  const name = path.replace(/\s+/g, " ");
  return new WaldoError("ImportRefused", `${name}: ${what}`, cause === undefined ? undefined : { cause });
}

function reason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT" || code === "ENOTDIR") return "is not there; check the path";
  if (code === "EACCES" || code === "EPERM") return "may not be read; give yourself permission to read it";
  if (code === "ENAMETOOLONG") return "is no usable path; check the path";
  return "cannot be read; copy the export to this machine's disk and try again";
}
