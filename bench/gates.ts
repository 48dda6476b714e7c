/**
 * Measures what the gates let through and what they catch: `npm run bench:gates -- [--data PATH] [--days N] [--json]
 * [--verbose]`. PATH is a folder in the form of ../shared/data, or one file of answers. First it judges answers of real
 * models to everyday requests, which must pass unharmed. Then it judges true Briefs and answers about real person-days,
 * and the same with one fact made false. It ends with exit code 1 when a target is missed.
 */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { answerRows } from "./gates-answers.ts";
import { lieRows, pairsOf } from "./gates-lies.ts";
import { fixed, printTable } from "./table.ts";
import { wearablePeople } from "./wearable-people.ts";

/** The least share of answers that pass unharmed, and of lies that are caught. No true text may be refused. */
const TARGETS = { unharmed: 0.97, caught: 0.98 } as const;

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "../shared/data" },
    days: { type: "string", default: "200" },
    json: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help)
  console.log(`Usage: npm run bench:gates -- [--data PATH] [--days N] [--json] [--verbose]

  --data PATH   a folder with answers/real-model-answers.jsonl and wearables/, or a file of answers (default: ../shared/data)
  --days N      how many person-days the lies are about (default: 200)
  --verbose     also the ids of harmed answers, the lies that were missed and the true texts that were refused`);
else if (existsSync(values.data)) await main(values.data);
else console.log(`skipped: no ${values.data}`);

async function main(data: string): Promise<void> {
  const isFile = statSync(data).isFile();
  const file = isFile ? data : join(data, "answers", "real-model-answers.jsonl");
  const answers = existsSync(file) ? answerRows(file) : [];
  const wearables = join(data, "wearables");
  const people = isFile || !existsSync(wearables) ? [] : (await wearablePeople(wearables)).people;
  const lies = people.length === 0 ? [] : lieRows(pairsOf(people, Number(values.days)));
  const total = (list: readonly number[]) => list.reduce((sum, n) => sum + n, 0);
  const unharmed = total(answers.map((row) => row.unharmed)) / total(answers.map((row) => row.answers));
  const caught = total(lies.map((row) => row.caught)) / total(lies.map((row) => row.told));
  const refused = total(lies.map((row) => row.refused.length));
  if (unharmed < TARGETS.unharmed || caught < TARGETS.caught || refused > 0) process.exitCode = 1;
  if (values.json) return console.log(JSON.stringify({ answers, lies, unharmed, caught, refused }, undefined, 2));
  const percent = (share: number) => (Number.isNaN(share) ? undefined : `${fixed(100 * share, 1)}%`);
  printTable(
    ["answers of", "answers", "unharmed", "share", "harmed by"],
    [
      ...answers.map((row) => [
        row.model,
        row.answers,
        row.unharmed,
        percent(row.unharmed / row.answers),
        Object.entries(row.harmed)
          .map(([reason, ids]) => `${reason} ${ids.length}`)
          .join(", "),
      ]),
      [
        "all",
        total(answers.map((row) => row.answers)),
        total(answers.map((row) => row.unharmed)),
        percent(unharmed),
        "",
      ],
    ],
  );
  console.log("");
  printTable(
    ["made false", "told", "caught", "share", "true texts refused"],
    [
      ...lies.map((row) => [row.lie, row.told, row.caught, percent(row.caught / row.told), row.refused.length]),
      ["all", total(lies.map((row) => row.told)), total(lies.map((row) => row.caught)), percent(caught), refused],
    ],
  );
  if (!values.verbose) return;
  for (const row of answers)
    for (const [reason, ids] of Object.entries(row.harmed)) console.log(`${row.model}: ${reason}: ${ids.join(" ")}`);
  for (const row of lies) {
    for (const text of row.missed) console.log(`missed ${row.lie}: ${text}`);
    for (const text of row.refused) console.log(`refused ${row.lie}: ${text}`);
  }
}
