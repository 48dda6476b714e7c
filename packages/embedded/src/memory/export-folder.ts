/**
 * Writes pages into a folder that a person may have opened, added to and moved. An export changes only its own pages.
 *
 * The file `waldo-export.json` lists these pages. It shows that the folder is an earlier export and not a foreign
 * folder. A new folder appears complete, by one rename. In an existing folder, each page is renamed into place after
 * all pages are written. So an editor never reads half a page, and a full disk is noticed before anything changes. If
 * an export is killed, the next one completes it.
 */
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { type UserId, WaldoError } from "@waldo/contracts";
import * as z from "zod";
import { fileArchive } from "../file-archive.ts";

const LIST = "waldo-export.json";
const TEMPORARY = ".waldo-export-";
const FORMAT = "waldo memory export";

const ExportList = z.object({
  format: z.literal(FORMAT),
  user: z.string(),
  /** The only allowed names of pages. The export removes no other file, whatever the list says. */
  pages: z.array(z.string().regex(/^[a-z0-9-]{1,60}\.md$/)),
});
type ExportList = z.infer<typeof ExportList>;

/** Writes the pages and returns the names of those that changed. Throws `InvalidInput` for a folder it may not use. */
export async function writeExport(
  folder: string,
  userId: UserId,
  pages: ReadonlyMap<string, string>,
  force: boolean,
): Promise<string[]> {
  const target = resolve(folder);
  try {
    const inside = await namesIn(target);
    if (inside === undefined) return await writeNew(target, userId, pages);
    const earlier = inside.includes(LIST) ? await readList(target) : undefined;
    if (inside.length > 0 && earlier?.user !== userId && !force)
      throw new WaldoError(
        "InvalidInput",
        earlier === undefined
          ? `${folder} is not empty and holds no earlier export: name another folder, or add --force to write into it`
          : `${folder} holds the export of ${earlier.user}: name another folder, or add --force to write into it`,
      );
    return await writeOver(target, userId, pages, earlier?.pages ?? []);
  } catch (error) {
    if (error instanceof WaldoError) throw error;
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
    throw new WaldoError("InvalidInput", `${folder} cannot be written (${code}): name another folder`, {
      cause: error,
    });
  }
}

/** Returns the names in a folder, without the files that a killed export left. Undefined: the folder does not exist. */
async function namesIn(target: string): Promise<string[] | undefined> {
  try {
    return (await readdir(target)).filter((name) => !name.startsWith(TEMPORARY));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

async function readList(target: string): Promise<ExportList | undefined> {
  try {
    return ExportList.safeParse(JSON.parse(await readFile(join(target, LIST), "utf8"))).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function listOf(userId: UserId, pages: Iterable<string>): string {
  const list: ExportList = { format: FORMAT, user: userId, pages: [...new Set(pages)].sort() };
  return `${JSON.stringify(list, null, 1)}\n`;
}

async function writeNew(target: string, userId: UserId, pages: ReadonlyMap<string, string>): Promise<string[]> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const staging = await mkdtemp(join(dirname(target), TEMPORARY));
  try {
    await stage(staging, new Map([...pages, [LIST, listOf(userId, pages.keys())]]));
    await rename(staging, target);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    throw error;
  }
  return [...pages.keys()].sort();
}

async function writeOver(
  target: string,
  userId: UserId,
  pages: ReadonlyMap<string, string>,
  earlier: readonly string[],
): Promise<string[]> {
  const changed = new Map<string, string>();
  for (const [name, text] of pages) if ((await textOf(target, name)) !== text) changed.set(name, text);
  const gone = earlier.filter((name) => !pages.has(name));
  const staging = await mkdtemp(join(target, TEMPORARY));
  try {
    // Until the last page is in place, the list also names the old pages, so that the export that finishes this one
    // knows them all.
    await stage(staging, new Map([...changed, [LIST, listOf(userId, [...pages.keys(), ...earlier])]]));
    for (const name of [LIST, ...changed.keys()]) await rename(join(staging, name), join(target, name));
    for (const name of gone) await rm(join(target, name), { force: true });
    await stage(staging, new Map([[LIST, listOf(userId, pages.keys())]]));
    await rename(join(staging, LIST), join(target, LIST));
  } finally {
    for (const name of await readdir(target))
      if (name.startsWith(TEMPORARY)) await rm(join(target, name), { recursive: true, force: true });
  }
  return [...changed.keys(), ...gone].sort();
}

async function textOf(target: string, name: string): Promise<string | undefined> {
  try {
    return await readFile(join(target, name), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** The file archive syncs what it writes and makes it readable by its owner only. */
async function stage(staging: string, files: ReadonlyMap<string, string>): Promise<void> {
  const archive = fileArchive(staging);
  for (const [name, text] of files) await archive.write(name, new TextEncoder().encode(text));
}
