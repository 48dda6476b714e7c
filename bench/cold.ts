/**
 * Measures what a cold start reads, and how long it takes until the handler can be called. `npm run bench:cold --
 * [--runs 20] [--json]`. The bundles are the deployed ones (infra/bundle.ts). Each start is a fresh process; it
 * alternates with the start of a handler that does nothing. The ratio of the two says more than milliseconds, which
 * depend on this machine.
 */
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { median } from "@waldo/core/health/statistics";
import { type Bundle, bundle, ENTRY, FUNCTIONS } from "../infra/bundle.ts";
import { optionsOf } from "./options.ts";
import { fixed, printTable } from "./table.ts";

type Row = {
  readonly name: string;
  readonly startBytes: number;
  readonly allBytes: number;
  readonly medianMs: number;
  /** The ratio to the empty handler's time. */
  readonly ratio: number;
  /** The same for a start that also loads every part which a later event may need. */
  readonly ratioOfAll: number;
  /** What is read at the start, by package or folder of ours, in bytes, the largest first. */
  readonly atStart: readonly { readonly what: string; readonly bytes: number }[];
};

const EMPTY = "(empty)";
const LOADER = fileURLToPath(new URL("cold-start.mjs", import.meta.url));
/** How many of the largest parts a line of the table shows. */
const PARTS_SHOWN = 5;

const values = optionsOf(
  `Usage: npm run bench:cold -- [--runs N] [--json]

Measures what the start of each function reads, and how long it takes, beside a handler that does nothing.

  --runs N  starts of each function (default 20)
  --json    everything as JSON

Example: npm run bench:cold -- --runs 5`,
  { runs: { type: "string", default: "20" }, json: { type: "boolean", default: false } },
);
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) throw new Error("--runs takes a number of starts");
const rows = await measure(runs);
if (values.json) console.log(JSON.stringify(rows, undefined, 2));
else print(rows);

async function measure(runs: number): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "waldo-cold-"));
  try {
    const bundles = new Map<string, Bundle>([[EMPTY, await emptyBundle(join(folder, EMPTY, ENTRY))]]);
    for (const name of FUNCTIONS) bundles.set(name, bundle(name, join(folder, name)));
    const times = new Map<string, number[]>();
    for (let run = 0; run < runs; run += 1)
      for (const name of bundles.keys()) {
        const entry = join(folder, name, ENTRY);
        for (const [of, files] of [
          [name, [entry]],
          [all(name), [entry, ...(await chunks(join(folder, name)))]],
        ] as const)
          times.set(of, [...(times.get(of) ?? []), await startMs(name, files)]);
      }
    const medianOf = (name: string) => median(times.get(name) ?? []) ?? Number.NaN;
    const emptyMs = medianOf(EMPTY);
    return [...bundles].map(([name, { startBytes, allBytes, atStart }]) => {
      const medianMs = medianOf(name);
      const ratioOfAll = medianOf(all(name)) / emptyMs;
      return { name, startBytes, allBytes, medianMs, ratio: medianMs / emptyMs, ratioOfAll, atStart: byPart(atStart) };
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function all(name: string): string {
  return `${name} with all parts`;
}

async function chunks(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true });
  return files.filter((file) => file.endsWith(".mjs") && file !== ENTRY).map((file) => join(folder, file));
}

async function emptyBundle(path: string): Promise<Bundle> {
  const text = "export const handler = async () => {};\n";
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return { startBytes: text.length, allBytes: text.length, atStart: new Map(), inAll: new Map() };
}

/** From the start of the process until the files are loaded. The environment is Lambda's, and nothing of ours. */
function startMs(name: string, files: readonly string[]): Promise<number> {
  const env = { AWS_REGION: "us-east-1", POWERTOOLS_SERVICE_NAME: name };
  const started = performance.now();
  const child = spawn(process.execPath, [LOADER, ...files], { env, stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((resolve, reject) => {
    let ms: number | undefined;
    child.stdout.once("data", () => {
      ms = performance.now() - started;
    });
    child.on("error", reject);
    child.on("close", () => (ms === undefined ? reject(new Error(`${name} did not start`)) : resolve(ms)));
  });
}

function byPart(inputs: ReadonlyMap<string, number>): Row["atStart"] {
  const parts = new Map<string, number>();
  for (const [input, bytes] of inputs) {
    const what = partOf(input);
    parts.set(what, (parts.get(what) ?? 0) + bytes);
  }
  return [...parts].map(([what, bytes]) => ({ what, bytes })).sort((a, b) => b.bytes - a.bytes);
}

/**
 * Names the part of a source file: a package, `core/health` for a folder of this repository, `crs` for the function's
 * own files.
 */
function partOf(input: string): string {
  const installed = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1];
  if (installed !== undefined) return installed;
  const [, of = "", src, ...rest] = input.split("/");
  return src === "src" && rest.length > 1 ? `${of}/${rest[0]}` : of;
}

function print(rows: readonly Row[]): void {
  const kilobytes = (bytes: number) => fixed(bytes / 1000, 0);
  printTable(
    ["function", "start kB", "all kB", "median ms", "x empty", "all, x empty", "largest at start, kB"],
    rows.map(({ name, startBytes, allBytes, medianMs, ratio, ratioOfAll, atStart }) => [
      name,
      kilobytes(startBytes),
      kilobytes(allBytes),
      fixed(medianMs, 0),
      fixed(ratio, 1),
      fixed(ratioOfAll, 1),
      atStart
        .slice(0, PARTS_SHOWN)
        .map(({ what, bytes }) => `${what} ${kilobytes(bytes)}`)
        .join(", "),
    ]),
  );
}
