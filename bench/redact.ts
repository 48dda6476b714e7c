/**
 * Plays `/redact` beside each other occasion in many interleavings, and counts the words that are left in rows and files
 * when the wakes of the next hours are over. It must be 0.
 */
import { OCCASIONS_BESIDE, redactBeside } from "../packages/embedded/test/redact-beside.ts";
import { optionsOf } from "./options.ts";
import { endProgress, progress } from "./progress.ts";
import { printTable } from "./table.ts";

const USAGE = `Usage: npm run bench:redact -- [--count N] [--from N]

  --count N   how many interleavings, over all occasions (default 120)
  --from N    the first seed (default 1)`;
const values = optionsOf(USAGE, {
  count: { type: "string", default: "120" },
  from: { type: "string", default: "1" },
});

const each = Math.ceil(Number(values.count) / OCCASIONS_BESIDE.length);
const first = Number(values.from);
const rows: (string | number)[][] = [];
const faults: string[] = [];
for (const occasion of OCCASIONS_BESIDE) {
  let [left, later, failed] = [0, 0, 0];
  for (let seed = first; seed < first + each; seed++) {
    const outcome = await redactBeside(occasion, seed);
    left += outcome.left.length;
    later += outcome.later ? 1 : 0;
    failed += outcome.failed.length;
    if (outcome.left.length + outcome.failed.length > 0 || outcome.state !== "done" || outcome.told !== 0)
      faults.push(`${occasion}, seed ${seed}: ${JSON.stringify(outcome)}`);
    if (process.stderr.isTTY) progress(`${occasion}: ${seed - first + 1}/${each}`);
  }
  progress(`${occasion}: ${each} interleavings, words left: ${left}`);
  rows.push([occasion, each, left, later, failed]);
}
endProgress();
printTable(["beside", "interleavings", "words left", "done by a later wake", "failed"], rows);
for (const fault of faults) console.log(fault);
console.log(`words left: ${rows.reduce((sum, [, , left]) => sum + Number(left), 0)} in ${rows.length * each}`);
process.exit(faults.length === 0 ? 0 : 1);
