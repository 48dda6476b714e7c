/**
 * Plays the mornings of real people and checks each text against the raw days: `npm run bench:mornings -- [--data PATH]
 * [--show PERSON] [--json]`. PATH is a folder of exports, as wearable-people.ts describes. `--show` prints one person's
 * mornings beside the facts.
 */
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Findings, ZONES } from "@waldo/contracts";
import { checkMornings, type Morning, morningsOf } from "./mornings-check.ts";
import { fixed, printTable } from "./table.ts";
import { wearablePeople } from "./wearable-people.ts";

/** A person with fewer days than this has no usual for most of them. */
const LEAST_DAYS = 30;

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "../shared/data/wearables" },
    show: { type: "string" },
    json: { type: "boolean", default: false },
  },
});
if (!existsSync(values.data)) console.log(`skipped: no ${values.data.replace(/\/data\/wearables$/, "/data")}`);
else await main(values.data);

async function main(path: string): Promise<void> {
  const { people, skipped } = await wearablePeople(path);
  const enough = people.filter(({ days }) => days.length >= LEAST_DAYS);
  if (values.show !== undefined) {
    for (const person of enough.filter(({ name }) => name === values.show)) show(morningsOf(person.days));
    return;
  }
  const rows = enough.map(({ set, name, days }) => ({ set, name, ...checkMornings(days) }));
  if (values.json) {
    console.log(JSON.stringify({ rows, skipped }, undefined, 2));
    return;
  }
  const percent = (share: number) => `${(100 * share).toFixed(0)}%`;
  printTable(
    [
      "person",
      "mornings",
      "silent",
      "texts/100",
      "same in 7 d",
      "false short",
      "no usual",
      "other cause",
      ...[...ZONES].reverse(),
    ],
    rows.map((row) => [
      row.name,
      row.mornings,
      row.silent,
      fixed(row.distinctPer100, 0),
      row.repeated,
      row.falseShort,
      row.usualTooEarly,
      row.otherCause,
      ...[...ZONES].reverse().map((zone) => percent(row.zones[zone])),
    ]),
  );
  const sum = (read: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + read(row), 0);
  const mornings = sum((row) => row.mornings);
  console.log(`
${mornings} mornings of ${rows.length} people. ${sum((row) => row.silent)} without a text; ${sum((row) => row.repeated)} sentences said twice within seven days;
${sum((row) => row.falseShort)} times a night was called short although it was as long as the person's own mean and over six hours;
${sum((row) => row.usualTooEarly)} times a usual was claimed before a week of nights; ${sum((row) => row.otherCause)} times another reading than the cause had lost more and was further off.
Body zones of all scored days: ${[...ZONES]
    .reverse()
    .map(
      (zone) =>
        `${zone} ${percent(
          sum((row) => row.scored * row.zones[zone]) /
            Math.max(
              1,
              sum((row) => row.scored),
            ),
        )}`,
    )
    .join(", ")}.
Fewest texts per 100 mornings of one person: ${Math.min(...rows.flatMap((row) => row.distinctPer100 ?? [])).toFixed(0)}.`);
  for (const reason of skipped) console.log(`skipped ${reason}`);
}

function show(mornings: readonly Morning[]): void {
  for (const { date, text, facts, result } of mornings) {
    console.log(`${date}  ${result.bodyZone ?? "–"}  ${facts}`);
    console.log(`   ${strainWords(result.findings)}${text ?? "(silent)"}\n`);
  }
}

function strainWords(findings: Findings | undefined): string {
  const strain = findings?.bodyStrain;
  return strain === undefined || strain.step < 2 ? "" : `[strain step ${strain.step}] `;
}
