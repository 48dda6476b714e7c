/** Waldo writes a person's health data and words on a machine. No other user of that machine may read them. */
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keys, UserId } from "@waldo/contracts";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openHome } from "./home.ts";
import { writeExport } from "./memory/export-folder.ts";
import { telegramSink } from "./telegram-sink.ts";

const ana = UserId.parse("ana");
let folder = "";
let umask = 0;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "modes-"));
  // The most open setting that a machine may have.
  umask = process.umask(0);
});
afterEach(() => {
  process.umask(umask);
  rmSync(folder, { recursive: true, force: true });
});

/** Lets every part that writes files write one, below a folder that does not exist yet. */
async function writeAll(): Promise<void> {
  const home = openHome(join(folder, "deep", "waldo"));
  await home.store.transact([{ op: "put", key: keys.timeZone(ana), body: { timeZone: "Europe/London" } }]);
  await home.archive.write("archive/ana/2026/10.jsonl", new TextEncoder().encode("{}"));
  await telegramSink(home.paths.sink).send("1", { channel: "telegram", text: "You're steady." }, "k");
  await writeExport(join(folder, "notes", "vault"), ana, new Map([["index.md", "# Ana"]]), false);
  // The write-ahead log lies beside the database until it is closed.
  expect(existsSync(`${home.paths.database}-wal`)).toBe(true);
  expect(openToOthers()).toEqual([]);
  home.store.close();
}

/** The files and folders that someone else may read, write or enter. */
function openToOthers(): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  expect(names.length).toBeGreaterThan(5);
  return names.filter((name) => {
    const found = lstatSync(join(folder, name));
    return (found.mode & 0o777) !== (found.isDirectory() ? 0o700 : 0o600);
  });
}

it("every file is 0600 and every folder 0700, whatever the machine's own setting", async () => {
  await writeAll();
  expect(openToOthers()).toEqual([]);
});

it("a home that an earlier release left open is closed when it is opened", async () => {
  await writeAll();
  const root = join(folder, "deep", "waldo");
  for (const name of ["", "archive"]) chmodSync(join(root, name), 0o755);
  for (const name of ["waldo.db", "telegram.jsonl"]) chmodSync(join(root, name), 0o644);
  await writeAll();
  expect(openToOthers()).toEqual([]);
});

it("a folder of the person is not closed before it is a home", () => {
  const root = join(folder, "mine");
  mkdirSync(root, { mode: 0o755 });
  writeFileSync(join(root, "waldo.db"), "not a database of ours", { mode: 0o644 });
  expect(() => openHome(root)).toThrow();
  expect(lstatSync(join(root, "waldo.db")).mode & 0o777).toBe(0o644);
  expect(lstatSync(root).mode & 0o777).toBe(0o755);
});
