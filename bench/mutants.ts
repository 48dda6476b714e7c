/**
 * Changes the source of core in thousands of small ways (a mutant each: a condition turned round, a call left out, a
 * key emptied) and counts the changes that no test notices. A test that only runs a line proves nothing; a test that
 * fails when the line is wrong does.
 *
 * What is not changed is prose: a string with a space in it is read by a person or an operator, and the lines of the log
 * as well. A string without a space is a key, a state or a name, so it is changed.
 *
 * A survivor that cannot be noticed (equivalent), or that is left untested on purpose, stands in `mutants-known.json`
 * with its reason. It is found again by its file, its line's text, the text that was changed and the new text, so it
 * may move. The last column leaves the equivalent ones out. A folder's results are kept under `.cache/`, and the next
 * run repeats only what changed.
 */
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import { FOLDERS, sourcesOf, testsOf } from "./mutants-folders.ts";
import { isProse, reportOf, strykerOptions } from "./mutants-stryker.ts";
import { printTable } from "./table.ts";

/** The least share of mutants that tests must notice, equivalent ones left out. */
const BAR = 0.85;
const TITLES = ["folder", "mutants", "killed", "survived", "no coverage", "timeout", "score", "without equivalent"];

const { values } = parseArgs({
  options: {
    folder: { type: "string", multiple: true, default: Object.keys(FOLDERS) },
    file: { type: "string", multiple: true, default: [] },
    read: { type: "boolean", default: false },
    survivors: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help || values.folder.some((name) => !(name in FOLDERS))) {
  console.log(`Usage: npm run bench:mutants -- [--folder NAME]... [--file PATH]... [--read] [--survivors] [--json]

  --folder NAME   one of ${Object.keys(FOLDERS).join(", ")} (default: all, which takes hours)
  --file PATH     run only these files, below packages/core/src; the table still counts the whole folder
  --read          run nothing, print what was measured last
  --survivors     list each mutant that no test noticed and that is not in mutants-known.json

Example: npm run bench:mutants -- --folder wake --survivors`);
  process.exit(values.help ? 0 : 1);
}

type Mutant = {
  readonly status: string;
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly location: { readonly start: Place; readonly end: Place };
};
type Place = { readonly line: number; readonly column: number };
type Report = { readonly files: Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }> };
/** `at` is the text of the line where the change begins, `from` the text that is changed, `to` the new text. */
type Known = { readonly at: string; readonly from: string; readonly to: string; readonly why: string };
type Reasons = { readonly equivalent: Record<string, Known[]>; readonly untested: Record<string, Known[]> };
type Survivor = Omit<Known, "why"> & { readonly file: string; readonly line: number };

const known: Reasons = JSON.parse(readFileSync(new URL("mutants-known.json", import.meta.url), "utf8"));

const rows = [];
for (const folder of values.folder) {
  mkdirSync(dirname(reportOf(folder)), { recursive: true });
  if (!values.read)
    await new Stryker(strykerOptions(folder, sourcesOf(folder, values.file), testsOf(folder))).runMutationTest();
  if (existsSync(reportOf(folder))) rows.push(row(folder, JSON.parse(readFileSync(reportOf(folder), "utf8"))));
}
if (values.json) console.log(JSON.stringify(rows, null, 2));
else {
  printTable(
    TITLES,
    rows.map((r) => [
      r.folder,
      r.mutants,
      r.killed,
      r.survived,
      r.noCoverage,
      r.timeout,
      percent(r.score),
      percent(r.withoutEquivalent),
    ]),
  );
  for (const { file, line, from, to } of values.survivors ? rows.flatMap((r) => r.unexplained) : [])
    console.log(`${file}:${line}  ${from}  =>  ${to}`);
  for (const { file, at, from } of rows.flatMap((r) => r.stale))
    console.log(`mutants-known.json: no survivor is like this any more: ${file}: ${from} in ${at}`);
}
process.exitCode = rows.some((r) => r.withoutEquivalent < BAR || r.stale.length > 0) ? 1 : 0;

function row(folder: string, { files }: Report) {
  const count: Record<string, number> = {};
  const survivors: Survivor[] = [];
  for (const [path, { source, mutants }] of Object.entries(files)) {
    const file = path.replace("packages/core/src/", "");
    for (const mutant of mutants) {
      const from = textAt(source, mutant.location);
      if (mutant.status === "Ignored" || (mutant.mutatorName === "StringLiteral" && isProse(from))) continue;
      count[mutant.status] = (count[mutant.status] ?? 0) + 1;
      if (mutant.status !== "Survived" && mutant.status !== "NoCoverage") continue;
      const { line } = mutant.location.start;
      const at = oneLine(source.split("\n")[line - 1] ?? "");
      survivors.push({ file, line, at, from: oneLine(from), to: oneLine(mutant.replacement ?? "") });
    }
  }
  const isIn = (entries: Record<string, Known[]>) => (survivor: Survivor) =>
    (entries[survivor.file] ?? []).some((entry) => isSame(entry, survivor));
  const detected = (count["Killed"] ?? 0) + (count["Timeout"] ?? 0);
  const mutants = detected + survivors.length;
  const stale = Object.entries(known.equivalent)
    .concat(Object.entries(known.untested))
    .filter(([file]) => `packages/core/src/${file}` in files)
    .flatMap(([file, entries]) => entries.map((entry) => ({ ...entry, file })))
    .filter((entry) => !survivors.some((survivor) => survivor.file === entry.file && isSame(entry, survivor)));
  return {
    folder,
    mutants,
    killed: count["Killed"] ?? 0,
    survived: count["Survived"] ?? 0,
    noCoverage: count["NoCoverage"] ?? 0,
    timeout: count["Timeout"] ?? 0,
    score: detected / mutants,
    withoutEquivalent: detected / (mutants - survivors.filter(isIn(known.equivalent)).length),
    unexplained: survivors.filter((s) => !isIn(known.equivalent)(s) && !isIn(known.untested)(s)),
    stale,
  };
}

function isSame(a: Omit<Known, "why">, b: Omit<Known, "why">): boolean {
  return a.at === b.at && a.from === b.from && a.to === b.to;
}

function textAt(source: string, { start, end }: Mutant["location"]): string {
  const lines = source.split("\n").slice(start.line - 1, end.line);
  const last = lines.length - 1;
  // The end is cut first: on a single line, cutting the start would move it.
  lines[last] = (lines[last] ?? "").slice(0, end.column - 1);
  lines[0] = (lines[0] ?? "").slice(start.column - 1);
  return lines.join("\n");
}

/** Long texts are cut, so that a reason stays readable. */
function oneLine(text: string): string {
  const line = text.trim().replace(/\s+/g, " ");
  return line.length > 160 ? `${line.slice(0, 160)}…` : line;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}
