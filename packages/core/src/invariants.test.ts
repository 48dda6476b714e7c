/** Invariants that hold of the source itself. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL(".", import.meta.url));
const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
  .map((file) => ({ file, text: readFileSync(`${root}/${file}`, "utf8") }));

it("R11: whoever deletes rows is known: transients that have served their turn, and one mover to the archive", () => {
  // What they delete is judged by the audited store, row by row (store/audited.test.ts).
  const deleting = sources
    .filter(({ file }) => file !== "store/prepare-writes.ts") // which carries deletes out, and asks for none
    .filter(({ text }) => /op: "delete"[,\s]+key/.test(text))
    .map(({ file }) => file);
  expect(deleting.sort()).toEqual([
    "channels/outbox.ts",
    "memory/inbox.ts",
    "memory/index-files.ts",
    "memory/retention.ts",
    "memory/scribe.ts",
    "run/lease.ts",
    "run/steps.ts",
    "store/archived-rows.ts",
  ]);
});

it("R13: core asks nobody but its ports for time, chance or the world", () => {
  const worldly =
    /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bprocess\.(env|argv|cwd)|\bsetTimeout\(|\bsetInterval\(|\brandomUUID\(|from "node:(fs|net|http|https|os|child_process)/;
  expect(sources.filter(({ text }) => worldly.test(text)).map(({ file }) => file)).toEqual([]);
});

it("R7: nothing above health reads a raw partition", () => {
  const raw = sources
    .filter(({ text }) => /keys\.(sourceDay|imported)\b|PARTITION\.raw/.test(text))
    .map(({ file }) => file);
  expect(raw).toEqual(["health/ledger.ts"]);
});
