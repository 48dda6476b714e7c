/** The Chromium that npm installs, for tests, screenshots and benches of the page. It needs no package of the system. */
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Browser, chromium } from "playwright-core";

/**
 * What the package names for AWS Lambda and what a test does not want: one process for all makes the browser end with its
 * first page, and without web security the page would be tested under other rules than a person's.
 */
const LEFT_OUT = ["--single-process", "--disable-web-security", "--allow-running-insecure-content"];
const ADDED = ["--disable-quic", "--disable-background-networking"];

/** Prints where the browser is and what it is started with. The package unpacks into the folder for temporary files. */
const UNPACK = `import chromium from "@sparticuz/chromium";
chromium.setGraphicsMode = false;
console.log(JSON.stringify({ path: await chromium.executablePath(), args: chromium.args }));`;

type Unpacked = { readonly path: string; readonly args: readonly string[] };

async function unpackInto(folder: string): Promise<Unpacked> {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", UNPACK], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    env: { ...process.env, TMPDIR: folder },
  });
  return JSON.parse(stdout);
}

/** Unpacks the browser once on this machine. Of many processes that do so at once, the first one to end is kept. */
async function unpacked(): Promise<Unpacked> {
  const about = new URL("../package.json", import.meta.resolve("@sparticuz/chromium"));
  const { version } = JSON.parse(readFileSync(about, "utf8"));
  const kept = join(tmpdir(), `waldo-chromium-${version}`);
  if (!existsSync(kept)) {
    const half = await mkdtemp(`${kept}-half-`);
    await unpackInto(half);
    await rename(half, kept).catch(async (error: unknown) => {
      await rm(half, { recursive: true, force: true });
      if (!existsSync(kept)) throw error;
    });
  }
  return unpackInto(kept);
}

/** Starts the browser. `more` are further arguments of its command line. */
export async function openBrowser(more: readonly string[] = []): Promise<Browser> {
  const { path, args } = await unpacked();
  return chromium.launch({
    executablePath: path,
    args: [...args.filter((arg) => !LEFT_OUT.includes(arg)), ...ADDED, ...more],
  });
}
