/**
 * Makes the folder of code that one function is deployed with: its handler with everything it imports, by esbuild. The
 * stack, the test of what a bundle may hold and `bench:cold` all build here, so the measured code is the deployed code.
 *
 * - What is imported with `import()` goes into chunks of its own, which cost nothing until they are needed. CDK's
 *   NodejsFunction makes one file, so this file calls esbuild itself.
 * - The SDK is part of the bundle, so the tested version is the one that runs, and unused parts are left out.
 * - The same sources make the same bytes on every machine, so CDK's asset hash changes only with the code.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync, type Metafile } from "esbuild";
import { inRepository } from "./config.ts";

export const FUNCTIONS = [
  "agent-step",
  "delivery",
  "scribe",
  "crs",
  "ingest",
  "door",
  "calendar",
  "telegram",
  "voice",
  "mcp",
  "reach",
  "connect",
  "hook",
  "fetcher",
  "privacy",
  "imports",
  "readings",
] as const;
/** The name of a function is its folder under `lambdas/`, or the file of its handler in a shared folder. */
export type FunctionName = (typeof FUNCTIONS)[number];

/** The functions that take in data from outside share a folder, and so do those that read raw health. */
const ENTRIES: Partial<Record<FunctionName, string>> = {
  connect: "ingest/connect.ts",
  hook: "ingest/hook.ts",
  fetcher: "ingest/fetcher.ts",
  imports: "ingest/import.ts",
  readings: "crs/readings.ts",
};

/** The source of a function's handler. */
export const sourceOf = (name: FunctionName): string => `lambdas/${ENTRIES[name] ?? `${name}/handler.ts`}`;

/** The file of the handler, as `index.handler` in the function's configuration names it. */
export const ENTRY = "index.mjs";
/**
 * For a person who reads a stack trace. The source maps are beside the build and are never deployed, because they would
 * make the start slower.
 */
export const SOURCE_MAPS = "**/*.map";

export type Bundle = {
  /**
   * The number of bytes that are read before the handler can be called: the entry and its static imports, chunk by
   * chunk.
   */
  readonly startBytes: number;
  /** How many bytes of code are deployed. */
  readonly allBytes: number;
  /** The source files, with the bytes of each that remain in the code read at the start and in all code. */
  readonly atStart: ReadonlyMap<string, number>;
  readonly inAll: ReadonlyMap<string, number>;
};

const OUTDIR = "out";

/** Builds one function into a folder, which is emptied first. Throws the errors of esbuild. */
export function bundle(name: FunctionName, folder: string): Bundle {
  rmSync(folder, { recursive: true, force: true });
  const root = inRepository(".");
  const { metafile, outputFiles } = buildSync({
    absWorkingDir: root,
    entryPoints: { [basename(ENTRY, ".mjs")]: sourceOf(name) },
    // This name is the same on every machine: paths in the maps are relative to it, and chunks are named by their
    // bytes.
    outdir: OUTDIR,
    write: false,
    outExtension: { ".js": ".mjs" },
    chunkNames: "chunks/[name]-[hash]",
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node24",
    // The SDK's packages offer ES modules under this field only, and only unused parts of ES modules can be left out.
    mainFields: ["module", "main"],
    // Some libraries are CommonJS and call `require`, which an ES module does not have.
    banner: { js: 'import{createRequire}from"node:module";const require=createRequire(import.meta.url);' },
    alias: {
      "@aws-sdk/credential-provider-node": fileURLToPath(import.meta.resolve("./no-credential-search.ts")),
      "@aws-sdk/endpoint-cache": fileURLToPath(import.meta.resolve("./no-endpoint-cache.ts")),
      bowser: fileURLToPath(import.meta.resolve("./no-browser.ts")),
    },
    minify: true,
    legalComments: "none",
    // Keeps characters of other scripts unescaped. An escaped letter would take six bytes.
    charset: "utf8",
    sourcemap: "external",
    sourcesContent: false,
    metafile: true,
    logLevel: "error",
  });
  for (const { path, contents } of outputFiles) {
    const file = join(folder, relative(join(root, OUTDIR), path));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, contents);
  }
  return measure(metafile);
}

function measure({ outputs }: Metafile): Bundle {
  const code = Object.keys(outputs).filter((file) => file.endsWith(".mjs"));
  const started = new Set<string>();
  const start = (file: string): void => {
    if (started.has(file)) return;
    started.add(file);
    for (const { path, kind, external } of outputs[file]?.imports ?? [])
      if (kind === "import-statement" && external !== true) start(path);
  };
  for (const file of code) if (basename(file) === ENTRY) start(file);
  const bytes = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + (outputs[file]?.bytes ?? 0), 0);
  const inputs = (files: Iterable<string>) => {
    const left = new Map<string, number>();
    for (const file of files)
      for (const [input, { bytesInOutput }] of Object.entries(outputs[file]?.inputs ?? {}))
        if (bytesInOutput > 0) left.set(input, (left.get(input) ?? 0) + bytesInOutput);
    return left;
  };
  return {
    startBytes: bytes(started),
    allBytes: bytes(code),
    atStart: inputs(started),
    inAll: inputs(code),
  };
}
