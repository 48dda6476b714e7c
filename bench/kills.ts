/**
 * Kills the process at every port call of every occasion, before and after it, and plays each occasion twice at once in
 * many interleavings. Counts what a person lost or got twice; both must be 0. A message that the person asked for may
 * reach Telegram twice, marked as a repeat, and that is not counted. A virtual day in a process of its own is killed with
 * SIGKILL besides, at arbitrary moments, one after the other.
 */
import { parseArgs } from "node:util";
import { faultsOfDay, killedDay } from "../packages/embedded/test/killed-day.ts";
import { faults, killed, OCCASIONS, together, undisturbed } from "../packages/embedded/test/occasions.ts";
import { endProgress, progress } from "./progress.ts";
import { printTable } from "./table.ts";

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    every: { type: "string", default: "1" },
    processes: { type: "string", default: "50" },
    interleavings: { type: "string", default: "100" },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(`Usage: npm run bench:kills -- [--every N] [--interleavings N] [--processes N] [--json]

  --every N           kill at every N-th port call (default 1)
  --interleavings N   how many ways to play an occasion twice at once (default 100)
  --processes N       how many processes of one virtual day are killed (default 50)

Example: npm run bench:kills -- --every 5 --interleavings 20`);
  process.exit(0);
}

const rows: { occasion: string; calls: number; kills: number; interleavings: number; faults: string[] }[] = [];
for (const occasion of OCCASIONS) {
  const { outcome: calm, calls } = await undisturbed(occasion);
  const found: string[] = [];
  let kills = 0;
  for (const when of ["before", "after"] as const)
    for (let call = 1; call <= calls; call += Number(values.every)) {
      kills++;
      const seen = faults(occasion, calm, await killed(occasion, { at: call, when }));
      found.push(...seen.map((fault) => `${when} call ${call}: ${fault}`));
      if (process.stderr.isTTY) progress(`${occasion.name}: ${kills}/${2 * calls} kills`);
    }
  for (let seed = 1; seed <= Number(values.interleavings); seed++) {
    const seen = faults(occasion, calm, await together(occasion, seed));
    found.push(...seen.map((fault) => `interleaving ${seed}: ${fault}`));
  }
  progress(`${occasion.name}: ${kills} kills, ${found.length} lost or twice`);
  rows.push({ occasion: occasion.name, calls, kills, interleavings: Number(values.interleavings), faults: found });
}
progress("a day of killed processes");
// Each occasion is killed at its first line, so the day needs all occasions. The kills come up to 12 ms later.
const processes = Number(values.processes);
const day = await killedDay(Array.from({ length: processes }, (_, i) => ({ afterLines: 1, lingerMs: i % 13 })));
const dayFaults = faultsOfDay(day);
rows.push({ occasion: "a day of killed processes", calls: 0, kills: day.kills, interleavings: 0, faults: dayFaults });
endProgress();
if (values.json) console.log(JSON.stringify(rows, null, 2));
else {
  printTable(
    ["occasion", "port calls", "kills", "at once", "lost or twice"],
    rows.map((row) => [row.occasion, row.calls, row.kills, row.interleavings, row.faults.length]),
  );
  for (const row of rows) for (const fault of row.faults) console.log(`${row.occasion}: ${fault}`);
}
// The Handoffs that were played still wait for a tap, each with a timer of two hours.
process.exit(rows.some((row) => row.faults.length > 0) ? 1 : 0);
