/**
 * Keeps each bundle under a digest of the sources, so that the tests and `npm run check` build it once. A deployment
 * builds anew. When two processes need the same bundle at once, each builds for itself, and the first finished is kept.
 */
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { type Bundle, bundle, type FunctionName } from "./bundle.ts";
import { inRepository } from "./config.ts";

const KEPT = inRepository("node_modules/.cache/bundles");
/** What a bundle may be made of. The lock files name the version of every library. */
export const SOURCES = [
  ...["aws", "contexts", "contracts", "core", "eval", "outside"].map((name) => `packages/${name}`),
  ...[
    "lambdas",
    "infra/bundle.ts",
    "infra/no-browser.ts",
    "infra/no-credential-search.ts",
    "infra/no-endpoint-cache.ts",
  ],
  ...["package.json", "package-lock.json", "node_modules/.package-lock.json"],
];
/** Folders that no bundle reads. */
const NOT_READ = new Set(["node_modules", "test"]);
/** What is kept of a bundle: the folder of its files, and their measures. */
const CODE = "code";
const MEASURES = "measures.json";
const OLD_MS = 3_600_000;

/** Does the same as `bundle`, and copies a bundle that was built of the same sources before. */
export function keptBundle(name: FunctionName, folder: string): Bundle {
  const digest = digestOfSources();
  const kept = join(KEPT, digest, name);
  if (existsSync(kept)) {
    rmSync(folder, { recursive: true, force: true });
    cpSync(join(kept, CODE), folder, { recursive: true });
    const { atStart, inAll, ...sizes } = JSON.parse(readFileSync(join(kept, MEASURES), "utf8"));
    return { ...sizes, atStart: new Map(atStart), inAll: new Map(inAll) };
  }
  const made = bundle(name, folder);
  // A bundle is not kept when a source was saved while it was built.
  if (digestOfSources() === digest) keep(made, folder, kept);
  return made;
}

function keep({ atStart, inAll, ...sizes }: Bundle, folder: string, kept: string): void {
  if (!existsSync(dirname(kept))) removeOld();
  mkdirSync(dirname(kept), { recursive: true });
  const half = mkdtempSync(`${kept}-half-`);
  cpSync(folder, join(half, CODE), { recursive: true });
  writeFileSync(join(half, MEASURES), JSON.stringify({ ...sizes, atStart: [...atStart], inAll: [...inAll] }));
  try {
    renameSync(half, kept);
  } catch (error) {
    rmSync(half, { recursive: true, force: true });
    if (!existsSync(kept)) throw error;
  }
}

/** Another process may still read what it made of other sources a moment ago. */
function removeOld(): void {
  for (const digest of existsSync(KEPT) ? readdirSync(KEPT) : [])
    if (Date.now() - statSync(join(KEPT, digest)).mtimeMs > OLD_MS)
      rmSync(join(KEPT, digest), { recursive: true, force: true });
}

/** Names the state of some files and folders. Every file counts that a bundle may hold. */
export function digestOfSources(sources: readonly string[] = SOURCES.map(inRepository)): string {
  const hash = createHash("sha256").update(process.version);
  const add = (path: string): void => {
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) if (!NOT_READ.has(name)) add(join(path, name));
    } else if (!path.endsWith(".test.ts")) hash.update(`${relative(KEPT, path)}\0`).update(readFileSync(path));
  };
  for (const source of sources) add(source);
  return hash.digest("hex").slice(0, 16);
}
