/**
 * Measures the safety gates on data that others wrote: `npm run bench:safety [-- --data PATH] [--json] [--ids]`. PATH
 * is a folder in the form of ../shared/data. It prints ids and counts only. `--ids` adds the ids of the cases that went
 * wrong; `--runs N` plays that many attacks (10,000). It ends with exit code 1 when a target is missed.
 */
import { existsSync } from "node:fs";
import { optionsOf } from "./options.ts";
import { endProgress, progress } from "./progress.ts";
import { adversaryRows } from "./safety-adversary.ts";
import { benignRows } from "./safety-benign.ts";
import { dangerRows } from "./safety-danger.ts";
import { gravityRows } from "./safety-gravity.ts";
import { medicalRows } from "./safety-medical.ts";
import { piiRows } from "./safety-pii.ts";
import { meets, type SafetyRow, type SafetySection } from "./safety-row.ts";
import { sanitiserRows } from "./safety-sanitiser.ts";
import { taintRows } from "./safety-taint.ts";
import { fixed, printTable } from "./table.ts";

/** The sections in the order of the table. Each gate measures itself on a data folder, or says why it cannot. */
const SECTIONS: Readonly<Record<string, (data: string) => SafetySection | Promise<SafetySection>>> = {
  sanitiser: sanitiserRows,
  "personal data": piiRows,
  danger: dangerRows,
  gravity: gravityRows,
  medical: medicalRows,
  taint: taintRows,
  adversary: () => adversaryRows(Number(values.runs)),
  "honest tasks": benignRows,
};

const values = optionsOf(
  `Usage: npm run bench:safety -- [--data PATH] [--runs N] [--ids] [--json]

Measures the safety gates on data that others wrote. Exit code 1: a target is missed.

  --data PATH  a folder in the form of ../shared/data (the default)
  --runs N     how many attacks are played (default 10000)
  --ids        adds the ids of the cases that went wrong
  --json       everything as JSON

Example: npm run bench:safety -- --runs 1000`,
  {
    data: { type: "string", default: "../shared/data" },
    json: { type: "boolean", default: false },
    ids: { type: "boolean", default: false },
    runs: { type: "string", default: "10000" },
  },
);
if (!existsSync(values.data)) console.log(`skipped: no ${values.data}`);
else await main(values.data);

async function main(data: string): Promise<void> {
  const rows: SafetyRow[] = [];
  const skipped: string[] = [];
  for (const [name, section] of Object.entries(SECTIONS)) {
    progress(`${name} …`);
    const began = Date.now();
    const result = await section(data);
    progress(`${name}: ${((Date.now() - began) / 1000).toFixed(1)} s`);
    if (typeof result === "string") skipped.push(result);
    else rows.push(...result);
  }
  endProgress();
  const missed = rows.filter((row) => meets(row) === false);
  if (missed.length > 0) process.exitCode = 1;
  if (values.json)
    return console.log(JSON.stringify({ rows: values.ids ? rows : rows.map(withoutIds), skipped }, undefined, 2));
  printTable(
    ["gate", "set", "measure", "cases", "wrong", "value", "target", ""],
    rows.map((row) => [
      row.gate,
      row.set,
      row.measure,
      row.cases,
      row.wrong.length,
      fixed(row.value, 4),
      targetText(row),
      { true: "met", false: "MISSED", undefined: "" }[String(meets(row))],
    ]),
  );
  for (const reason of skipped) console.log(reason);
  console.log(`\n${missed.length} targets missed`);
  if (values.ids)
    for (const row of rows.filter((row) => row.wrong.length > 0 && row.wrong.length <= 50))
      console.log(`${row.gate}, ${row.set.trim()}, ${row.measure}: ${row.wrong.join(" ")}`);
}

function withoutIds({ wrong, ...row }: SafetyRow): object {
  return { ...row, wrong: wrong.length };
}

function targetText({ target }: SafetyRow): string | undefined {
  if (target === undefined) return undefined;
  return "least" in target ? `≥ ${target.least}` : `≤ ${target.most}`;
}
