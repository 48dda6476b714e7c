/**
 * Replaces each test by a bundle of itself and of all source that it imports. It runs in Stryker's copy of the project, and
 * only there: it overwrites the tests.
 */
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import { TESTS } from "./mutants-stryker.ts";

const root = process.cwd();
if (!root.includes("/.cache/stryker/")) throw new Error("the tests would be overwritten: this is not Stryker's copy");

/** Resolves our packages to the copy, and keeps what a file knows of its own place. */
const ownSources: Plugin = {
  name: "own-sources",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@waldo\// }, ({ path }) => {
      const [, name, file] = /^@waldo\/([^/]+)\/?(.*)$/.exec(path) ?? [];
      return { path: `${root}/packages/${name}/src/${file || "index"}.ts` };
    });
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      const here = JSON.stringify(pathToFileURL(path).href);
      return { contents: text.replaceAll("import.meta.url", here), loader: "ts" };
    });
  },
};

await build({
  entryPoints: globSync(JSON.parse(process.env[TESTS] ?? "[]")),
  outdir: ".",
  outbase: ".",
  outExtension: { ".js": ".ts" },
  allowOverwrite: true,
  bundle: true,
  splitting: true,
  chunkNames: "mutants-chunks/[hash]",
  platform: "node",
  format: "esm",
  target: "es2024",
  packages: "external",
  // Stryker compares the places of tests with those of the last run.
  sourcemap: "inline",
  plugins: [ownSources],
});
