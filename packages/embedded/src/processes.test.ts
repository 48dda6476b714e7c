/**
 * Tests which processes work in a home: one that lives holds its name, and one that ended, however it ended, does not.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it } from "vitest";
import { processesIn } from "./processes.ts";

const opened: ReturnType<typeof processesIn>[] = [];
const here = (root: string) => {
  const processes = processesIn(root);
  opened.push(processes);
  return processes;
};
const folder = () => mkdtempSync(join(tmpdir(), "waldo-processes-"));
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

it("knows itself, and one that ended", () => {
  const root = folder();
  const [a, b] = [here(root), here(root)];
  expect(a.own).not.toBe(b.own);
  expect([a.isGone(a.own), a.isGone(b.own), b.isGone(a.own)]).toEqual([false, false, false]);
  const { own } = b;
  b.close();
  expect(a.isGone(own)).toBe(true);
  expect(readdirSync(join(root, "processes"))).toEqual([`${a.own}.lock`]);
});

it("knows at once that another one was killed, and clears what it left", async () => {
  const root = folder();
  const program = `import { processesIn } from ${JSON.stringify(fileURLToPath(new URL("processes.ts", import.meta.url)))};
    console.log(processesIn(${JSON.stringify(root)}).own); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, [
    "--input-type=module",
    "--disable-warning=ExperimentalWarning",
    "-e",
    program,
  ]);
  const [name] = await once(child.stdout, "data");
  const other = String(name).trim();
  const self = here(root);
  expect(self.isGone(other)).toBe(false);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(self.isGone(other)).toBe(true);
  utimesSync(join(root, "processes", `${other}.lock`), 0, 0);
  expect(readdirSync(join(root, "processes"))).toContain(`${other}.lock`);
  expect(self.own).toBeTruthy();
  expect(readdirSync(join(root, "processes"))).toEqual([`${self.own}.lock`]);
});

it("takes a name that it did not make for one that works", () => {
  expect(here(folder()).isGone("../../etc/passwd")).toBe(false);
});

it("lets one keep the day, until it ends", () => {
  const root = folder();
  const [a, b] = [here(root), here(root)];
  expect([a.keep(), a.keep(), b.keep()]).toEqual([true, true, false]);
  a.close();
  expect(b.keep()).toBe(true);
});
