/**
 * Compares how Recovery and the device's own score rank a real person's nights: `npm run bench:health -- [--data PATH]
 * [--json]`. PATH is a folder of exports, one subfolder per set, as wearable-people.ts describes. The device's score is
 * used only here; no part of the formula was fitted to it.
 */
import { existsSync } from "node:fs";
import { median } from "@waldo/core/health/statistics";
import { optionsOf } from "./options.ts";
import { type Agreement, LEAST_PAIRS, measureAgreement } from "./recovery-agreement.ts";
import { fixed, printTable } from "./table.ts";
import { wearablePeople } from "./wearable-people.ts";

const LEAST_DAYS = 30;
/**
 * The figure that the data's index gives for its one Oura person. The index does not say how it windows; our composite
 * comes out a little higher.
 */
const INDEX_COMPOSITE = 0.633;

const values = optionsOf(
  `Usage: npm run bench:health -- [--data PATH] [--json]

Compares how Recovery and the device's own score rank real nights.

  --data PATH  a folder of exports, one subfolder per set (default ../shared/data/wearables)
  --json       everything as JSON

Example: npm run bench:health -- --data ~/exports`,
  { data: { type: "string", default: "../shared/data/wearables" }, json: { type: "boolean", default: false } },
);
if (!existsSync(values.data)) console.log(`skipped: no ${values.data.replace(/\/data\/wearables$/, "/data")}`);
else await main(values.data, values.json);

async function main(path: string, json: boolean): Promise<void> {
  const { people, skipped } = await wearablePeople(path);
  const enough = people.filter(({ days }) => days.length >= LEAST_DAYS);
  const rows = enough.map(measureAgreement);
  const left = people.length - enough.length;
  if (json) console.log(JSON.stringify({ rows, leftOut: left, skipped }, undefined, 2));
  else print(rows, left, skipped);
}

function print(rows: readonly Agreement[], left: number, skipped: readonly string[]): void {
  for (const [set, people] of Map.groupBy(rows, (row) => row.set)) {
    const scores = [...new Set(people.map((row) => row.deviceScore).filter((score) => score !== "no score"))];
    console.log(`\n${set}: device score = ${scores.join(", ") || "no score"}`);
    printTable(
      [
        "person",
        "source",
        "days",
        "scored",
        "conf.",
        "n",
        "Recovery",
        "n*",
        "Recovery*",
        "composite*",
        "n said",
        "said",
        "days/s",
      ],
      people.map((row) => [
        row.person,
        row.sources,
        row.days,
        `${(100 * row.scoredShare).toFixed(0)}%`,
        fixed(row.confidence, 2),
        row.pairs,
        fixed(row.recovery, 3),
        row.commonPairs,
        fixed(row.recoveryCommon, 3),
        fixed(row.composite, 3),
        row.saidPairs,
        fixed(row.recoverySaid, 2),
        fixed(row.daysPerSecond, 0),
      ]),
    );
    const middle = (read: (row: Agreement) => number | undefined) =>
      fixed(median(people.flatMap((row) => read(row) ?? [])), 3) ?? "–";
    console.log(
      `median over people: Recovery ${middle((row) => row.recovery)}; on common days Recovery ` +
        `${middle((row) => row.recoveryCommon)}, composite ${middle((row) => row.composite)}; ` +
        `self-reported readiness ${middle((row) => row.recoverySaid)}`,
    );
  }
  console.log(`
Spearman of Recovery with the device's own score over all scored days; * over the days on which the plain composite
(28 trailing nights, at least 7; terms a set lacks are left out) has a value too; "said" with the readiness people gave
themselves. The data's index gives the composite ${INDEX_COMPOSITE} for its Oura person. No figure under ${LEAST_PAIRS} pairs.
Readiness scores, ours included, do not predict how people say they feel: see "said".`);
  if (left > 0) console.log(`${left} people with fewer than ${LEAST_DAYS} days are left out.`);
  for (const reason of skipped) console.log(`skipped ${reason}`);
}
