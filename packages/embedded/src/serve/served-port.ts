/** The port of the running `waldo serve` of a home. Its file exists as long as it runs, so `waldo link` finds it. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const Served = z.object({ port: z.int().min(1).max(65_535), pid: z.int().positive() });

const fileIn = (root: string) => join(root, "serve.json");

/** Stores the port. Returns a function that removes it, unless another process has stored its own since. */
export function notePort(root: string, port: number): () => void {
  writeFileSync(fileIn(root), JSON.stringify({ port, pid: process.pid }), { mode: 0o600 });
  return () => {
    if (noted(root)?.pid === process.pid) rmSync(fileIn(root), { force: true });
  };
}

/**
 * Returns the port of the process that serves this home, if there is one. The file of a killed process does not count.
 */
export function servedPort(root: string): number | undefined {
  const served = noted(root);
  return served !== undefined && lives(served.pid) ? served.port : undefined;
}

function noted(root: string): z.infer<typeof Served> | undefined {
  try {
    return Served.safeParse(JSON.parse(readFileSync(fileIn(root), "utf8"))).data;
  } catch {
    return undefined;
  }
}

/** True when the process exists. With signal 0, `kill` only checks. */
function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
