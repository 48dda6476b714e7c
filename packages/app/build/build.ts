/**
 * Builds the page into `dist/`, in a folder that is named by a digest of the sources. The same build serves one machine
 * and AWS. When several processes ask for the same build, each builds for itself, and the first finished build is kept.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const PACKAGE = fileURLToPath(new URL("..", import.meta.url));
const CONTRACTS = dirname(fileURLToPath(import.meta.resolve("@waldo/contracts")));
const DIST = join(PACKAGE, "dist");

/**
 * Returns the folder of the built page. `onBuild` is told when a build begins, which takes some seconds. `catalogues`
 * is a file that replaces src/words/catalogues.ts, for tests of other languages.
 */
export async function builtPage(onBuild: () => void = () => {}, catalogues?: string): Promise<string> {
  const built = join(DIST, digestOfSources(catalogues));
  if (existsSync(built)) return built;
  onBuild();
  await mkdir(DIST, { recursive: true });
  const outDir = await mkdtemp(join(DIST, "half-"));
  await buildInto(outDir, catalogues);
  await rename(outDir, built).catch(async (error: unknown) => {
    await rm(outDir, { recursive: true, force: true });
    if (!existsSync(built)) throw error;
  });
  return built;
}

/** Builds the page into a folder, also when it was built before. */
export async function buildInto(outDir: string, catalogues?: string): Promise<void> {
  const { build } = await import("vite");
  await build({
    ...{ root: PACKAGE, configFile: join(PACKAGE, "vite.config.ts"), logLevel: "error" },
    build: { outDir, emptyOutDir: true },
    ...(catalogues === undefined
      ? {}
      : { resolve: { alias: [{ find: /^\.{1,2}\/(?:.*\/)?catalogues\.ts$/, replacement: catalogues }] } }),
  });
}

function digestOfSources(catalogues?: string): string {
  const hash = createHash("sha256");
  const folders = [join(PACKAGE, "src"), join(PACKAGE, "public"), join(PACKAGE, "build"), CONTRACTS];
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name)),
  );
  const own = ["index.html", "vite.config.ts", "package.json"].map((name) => join(PACKAGE, name));
  const more = catalogues === undefined ? [] : [catalogues];
  for (const file of [...files, ...own, ...more].sort())
    hash.update(`${relative(PACKAGE, file)}\0`).update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}

if (import.meta.main) console.log(await builtPage(() => console.error("building the page …")));
