/**
 * Measures what the gates let through and what they catch: `npm run bench:gates -- [--data PATH] [--days N]
 * [--shapes PATH] [--json] [--verbose]`. The first PATH is a folder in the form of ../shared/data, or one file of answers.
 * First it judges answers of real models to everyday requests, which must pass unharmed. Then it judges true Briefs and
 * answers about real person-days, and the same with one fact made false. Then it reads odd shapes of replies, the recorded
 * ones and those of real models under the second PATH (gates-shapes.ts). It ends with exit code 1 when a target is missed.
 */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { answerRows } from "./gates-answers.ts";
import { lieRows, pairsOf } from "./gates-lies.ts";
import { type KindRow, kindRows, type ModelRow, modelRows } from "./gates-shapes.ts";
import { fixed, printTable } from "./table.ts";
import { wearablePeople } from "./wearable-people.ts";

/** The least share of answers that pass unharmed, and of lies that are caught. No true text may be refused. */
const TARGETS = { unharmed: 0.99, caught: 0.995 } as const;

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "../shared/data" },
    days: { type: "string", default: "200" },
    shapes: { type: "string" },
    json: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help)
  console.log(`Usage: npm run bench:gates -- [--data PATH] [--days N] [--shapes PATH] [--json] [--verbose]

  --data PATH   a folder with answers/real-model-answers.jsonl and wearables/, or a file of answers (default: ../shared/data)
  --days N      how many person-days the lies are about (default: 200)
  --shapes PATH a folder, or a Git directory, with result/MODEL/…_result.json: outputs of models that were to call tools
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
  const kinds = kindRows();
  const shapes = values.shapes === undefined ? [] : modelRows(values.shapes);
  const missed = unharmed < TARGETS.unharmed || caught < TARGETS.caught || refused > 0;
  const odd = kinds.some(({ right }) => !right) || shapes.some((row) => row.odd.length > 0);
  if (missed || odd) process.exitCode = 1;
  if (values.json)
    return console.log(JSON.stringify({ answers, lies, unharmed, caught, refused, kinds, shapes }, undefined, 2));
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
  printShapes(kinds, shapes);
  if (!values.verbose) return;
  for (const row of answers)
    for (const [reason, ids] of Object.entries(row.harmed)) console.log(`${row.model}: ${reason}: ${ids.join(" ")}`);
  for (const row of lies) {
    for (const text of row.missed) console.log(`missed ${row.lie}: ${text}`);
    for (const text of row.refused) console.log(`refused ${row.lie}: ${text}`);
  }
}

/** Prints the texts that the person reads for each kind, and the results for each model's outputs. */
function printShapes(kinds: readonly KindRow[], shapes: readonly ModelRow[]): void {
  console.log("");
  printTable(
    ["recorded shape", "becomes", "the person reads, or what was called", "as recorded"],
    kinds.map(({ kind, becomes, reads, right }) => [
      kind,
      becomes,
      becomes === "nothing" ? `(${reads})` : reads.replaceAll("\n", " ⏎ ").slice(0, 70),
      right ? "yes" : "NO",
    ]),
  );
  if (shapes.length === 0) return;
  console.log("");
  const total = (of: (row: ModelRow) => number) => shapes.reduce((sum, row) => sum + of(row), 0);
  printTable(
    ["outputs of", "texts", "as a call", "no answer", "as an answer", "odd and said"],
    [
      ...shapes.map((row) => [row.model, row.texts, row.calls, row.nothing, row.answers, row.odd.length]),
      [
        "all",
        total((row) => row.texts),
        total((row) => row.calls),
        total((row) => row.nothing),
        total((row) => row.answers),
        total((row) => row.odd.length),
      ],
    ],
  );
  if (values.verbose)
    for (const { model, odd } of shapes) for (const text of odd) console.log(`odd ${model}: ${text.slice(0, 200)}`);
}
