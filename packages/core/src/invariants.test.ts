/** Invariants that are checked in the source text itself. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { keys } from "@waldo/contracts";
import { expect, it } from "vitest";

const sourcesIn = (folder: string, prefix = "") => {
  const root = fileURLToPath(new URL(folder, import.meta.url));
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => ({ file: `${prefix}${file}`, text: readFileSync(`${root}/${file}`, "utf8") }));
};
/** Core, and the opt-in packages that stand on it. */
const sources = [
  ...sourcesIn("."),
  ...sourcesIn("../../contexts/src", "contexts/"),
  ...sourcesIn("../../eval/src", "eval/"),
];

it("R11: every file that deletes rows is known: transient rows that were used, and one mover to the archive", () => {
  // The audited store judges what these files delete, row by row (store/audited.test.ts).
  const elsewhere = [
    "store-port.ts", // defines what a delete is
    "store/prepare-writes.ts", // carries deletes out
    "store/audited.ts", // judges deletes
    "privacy/erase.ts", // erasure, on the store below the judge
    "privacy/connections.ts", // the same
  ];
  const deleting = sources.filter(({ text }) => /\bop\b.{0,6}["']delete["']/.test(text)).map(({ file }) => file);
  expect(deleting.filter((file) => !elsewhere.includes(file)).sort()).toEqual([
    "approve/change.ts",
    "channels/devices.ts",
    "channels/outbox.ts",
    "connect/connect.ts",
    "connect/pull.ts",
    "contexts/access.ts", // what was shown, once it is counted
    "contexts/ahead.ts", // forecasts of more than two months ago
    "contexts/rows.ts", // the rows that lead to a context, made again from it
    "contexts/search.ts", // texts that a segment holds
    "contexts/take-out.ts", // the text of a context that the person has forgotten
    "health/raw-sweep.ts", // readings within a day, after 48 hours
    "memory/claims/inbox.ts",
    "memory/claims/scribe.ts",
    "memory/retention/sweep.ts",
    "memory/search/index-files.ts",
    "privacy/redact/rows.ts",
    "review/end.ts",
    "run/close.ts",
    "run/lease.ts",
    "store/archived-rows.ts",
    "store/row-names.ts", // a row moves to a name without words
  ]);
});

it("R13: core asks only its ports for time, chance or the world", () => {
  const worldly =
    /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bprocess\.(env|argv|cwd)|\bsetTimeout\(|\bsetInterval\(|\brandomUUID\(|from "node:(fs|net|http|https|os|child_process)/;
  expect(sources.filter(({ text }) => worldly.test(text)).map(({ file }) => file)).toEqual([]);
});

it("R7: no code above health reads a raw partition", () => {
  const raw = Object.entries(keys)
    .filter(([, rows]) => rows.partition === "raw")
    .map(([name]) => name);
  expect(raw.length).toBeGreaterThan(0);
  const reading = new RegExp(`keys\\.(?:${raw.join("|")})\\b|PARTITION\\.raw|["'\`]RAW#`);
  // Export and erasure ask for all partitions by the list of them. They copy or delete rows and read no reading.
  const wholesale = sources
    .filter(({ text }) => /PERSON_PARTITIONS|Object\.values\(keys\)/.test(text))
    .map(({ file }) => file);
  expect(wholesale.sort()).toEqual(["privacy/everything.ts"]);
  const readers = sources.filter(({ text }) => reading.test(text)).map(({ file }) => file);
  expect(readers.sort()).toEqual([
    "health/import-job.ts",
    "health/intraday.ts",
    "health/ledger.ts",
    "health/raw-sweep.ts",
    "health/take-apple.ts",
    "health/take-in.ts",
  ]);
});
