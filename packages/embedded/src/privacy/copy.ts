/**
 * `waldo privacy export` and `waldo privacy import`: writes all data of a person into a zip, and reads it into another
 * home.
 */
import { randomUUID } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { UserId, WaldoError } from "@waldo/contracts";
import type { Clock } from "@waldo/core/ports";
import { exportName, exportZip } from "@waldo/core/privacy/export";
import { importExport, openExport } from "@waldo/core/privacy/import";
import { fileSources } from "../file-source.ts";
import { openExisting, openHome, shownPath } from "../home.ts";
import { machineClock } from "../home-clock.ts";
import type { MemoryOptions } from "../memory/open-memory.ts";
import type { Terminal } from "../terminal.ts";
import { typed } from "../typed.ts";
import { halfOf } from "./files.ts";
import { holdsAny, nobody } from "./present.ts";

/** Writes the zip into a folder. The file gets its name when it is complete, and only its owner can read it. */
export async function exportAll(
  folder: string,
  options: MemoryOptions,
  terminal: Terminal,
  clock: Clock = machineClock,
): Promise<void> {
  const userId = typed(UserId, options.user, "--user");
  const home = openExisting(options.home, terminal);
  try {
    // Without this check, an empty zip could replace an earlier one of the same day.
    if (!(await holdsAny(home, userId))) throw nobody(home, userId);
    const ports = { store: home.whole, archive: home.bare.archive, clock };
    const target = join(folder, exportName(userId, clock.now()));
    const bytes = await writeWhole(folder, target, exportZip(ports, userId));
    if (options.json) return terminal.print(JSON.stringify({ file: target, bytes }));
    terminal.print(`Everything of ${userId} is in ${shownPath(target)} (${Math.ceil(bytes / 1024)} kB).`);
    terminal.print("It is not encrypted: keep it as you would keep a diary. README.md in it says what is where.");
  } finally {
    home.store.close();
  }
}

/** Writes a file, which gets its name when it is complete. Returns its size. */
export async function writeWhole(folder: string, target: string, zip: AsyncIterable<Uint8Array>): Promise<number> {
  // Two processes at once write two files, and the last complete one stays.
  const half = halfOf(target, randomUUID());
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = await open(half, "w", 0o600);
    let bytes = 0;
    try {
      for await (const chunk of zip) {
        await file.writeFile(chunk);
        bytes += chunk.length;
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(half, target);
    return bytes;
  } catch (error) {
    // The cause of the first error may also prevent this removal. The first error is reported.
    await rm(half, { force: true }).catch(() => {});
    if (error instanceof WaldoError || !(error instanceof Error && "syscall" in error)) throw error;
    throw new WaldoError("InvalidInput", `${folder} cannot be written: name another folder`, { cause: error });
  }
}

/** Imports an export into a home without data of its person. */
export async function importAll(
  path: string,
  options: Pick<MemoryOptions, "home" | "json">,
  terminal: Terminal,
): Promise<void> {
  const [source, ...more] = await fileSources(path);
  if (!source || more.length > 0) throw new WaldoError("ImportRefused", `${path} is a folder: name the zip itself`);
  const opened = await openExport(source);
  const home = openHome(options.home);
  try {
    const taken = await importExport({ store: home.store, archive: home.archive }, opened);
    if (options.json) return terminal.print(JSON.stringify(taken));
    const { userId, rows, files } = taken;
    terminal.print(`${rows} rows and ${files} files of ${userId} are in ${shownPath(home.paths.root)}.`);
    if (userId !== "me") terminal.print(`Name the person in each command: --user ${userId}`);
  } finally {
    home.store.close();
  }
}
