/**
 * The Archive port on a folder. An object is a file. A home encrypts the content (home.ts); `waldo privacy export`
 * writes a person's data unencrypted.
 *
 * A write goes to a temporary file beside the target, is synced, and takes the target's name by rename. So a reader
 * gets the old bytes or the new ones, never a part, even after a power cut. Temporary files are beside the target, so
 * deleting a person's prefix also deletes files that a crash left. Only the owner of the files can read them. File
 * errors become `StoreUnavailable` or `InvalidInput`.
 */
import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { WaldoError } from "@waldo/contracts";
import type { Archive } from "@waldo/core/ports";
import { checkDeletePrefix, checkObjectName, checkObjectPrefix } from "@waldo/core/store/object-name";
import { compareUtf8 } from "@waldo/core/store/query-plan";

/** No part of an object name starts with a dot, so an object never looks like a temporary file. */
const TEMPORARY = ".waldo-write-";

const WRITE_ATTEMPTS = 20;

/** Returns an Archive of the files under `root`. The folder is created when it is first needed. */
export function fileArchive(root: string): Archive {
  return {
    async read(name) {
      checkObjectName(name);
      try {
        return new Uint8Array(await readFile(join(root, name)));
      } catch (error) {
        // Either a folder has that name, or a file is where a folder should be. In both cases there is no such object.
        if (isCode(error, "ENOENT", "ENOTDIR", "EISDIR")) return undefined;
        throw fileError(error, root);
      }
    },

    async write(name, bytes) {
      checkObjectName(name);
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await replace(root, join(root, name), bytes);
        } catch (error) {
          // A deletion removed the folder after it was created and before it was used.
          if (!isCode(error, "ENOENT") || attempt === WRITE_ATTEMPTS) throw fileError(error, root);
        }
      }
    },

    async list(prefix) {
      checkObjectPrefix(prefix);
      const folder = prefix.slice(0, prefix.lastIndexOf("/") + 1);
      const names = await namesUnder(root, folder);
      return names.filter((name) => name.startsWith(prefix)).sort(compareUtf8);
    },

    async deletePrefix(prefix) {
      checkDeletePrefix(prefix);
      const folder = join(root, prefix);
      try {
        if (!(await stat(folder)).isDirectory()) return 0;
        const { length } = await namesUnder(root, prefix);
        // rm tries again when a write puts a file into a folder that was just emptied.
        await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 5 });
        await sync(dirname(folder));
        return length;
      } catch (error) {
        if (isCode(error, "ENOENT", "ENOTDIR")) return 0;
        throw fileError(error, root);
      }
    },
  };
}

async function replace(root: string, target: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(target);
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = join(folder, `${TEMPORARY}${randomUUID()}`);
  try {
    const file = await open(temporary, "wx", 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  // A new name is safe after its folder is synced. A new folder is safe after the folder above it is synced.
  await sync(folder);
  if (made === undefined) return;
  for (let above = folder; above !== dirname(made) && above !== dirname(root); ) {
    above = dirname(above);
    await sync(above);
  }
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Returns the names of all objects in a folder (named with its slash, or empty for the root), in no order. */
async function namesUnder(root: string, folder: string): Promise<string[]> {
  let entries: Awaited<ReturnType<typeof readEntries>>;
  try {
    entries = await readEntries(join(root, folder));
  } catch (error) {
    if (isCode(error, "ENOENT", "ENOTDIR")) return [];
    throw fileError(error, root);
  }
  const nested = await Promise.all(
    entries.map(async (entry) => {
      if (entry.name.startsWith(".")) return [];
      if (entry.isDirectory()) return namesUnder(root, `${folder}${entry.name}/`);
      return entry.isFile() ? [folder + entry.name] : [];
    }),
  );
  return nested.flat();
}

function readEntries(folder: string) {
  return readdir(folder, { withFileTypes: true });
}

function fileError(error: unknown, root: string): unknown {
  if (error instanceof WaldoError || !(error instanceof Error)) return error;
  if (isCode(error, "ENOSPC", "EDQUOT", "EFBIG")) {
    return new WaldoError("NoSpace", `no space left to write under ${root}: free some and try again`, { cause: error });
  }
  if (isCode(error, "ENOTDIR", "EISDIR", "EEXIST", "ENOTEMPTY")) {
    const message = "an object and a folder of objects cannot have the same name in a file archive";
    return new WaldoError("InvalidInput", message, { cause: error });
  }
  const code = "code" in error ? String(error.code) : error.name;
  const message = `cannot use the files under ${root} (${code}): check that the folder can be read and written`;
  return new WaldoError("StoreUnavailable", message, { cause: error });
}

function isCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
