/**
 * The golden cases as a table: how many hold with each model, and how its runs are evaluated. `--compare` asks whether the
 * second of two models may take the place of the first; `--label` writes texts to be labelled by people, and `--agreement`
 * says how far the rubrics and a judge agree with the labels.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { RUBRICS, type Rubric, WaldoError } from "@waldo/contracts";
import { type CaseScore, caseScore, compare } from "@waldo/core/eval/compare";
import { wisOfRuns } from "@waldo/core/eval/score";
import { readTrace } from "@waldo/core/eval/trace";
import type { ModelGateway } from "@waldo/core/ports";
import { modelOfSettings } from "@waldo/embedded/models";
import { settingsFrom } from "@waldo/embedded/settings";
import { preferred } from "./eval-pairs.ts";
import { type GoldenCase, goldenCases } from "./golden-case.ts";
import { adversary, carelessModel, composer } from "./golden-models.ts";
import { type Played, playCase } from "./golden-play.ts";
import { reworded, wordingIn } from "./golden-variant.ts";
import { endProgress, progress } from "./progress.ts";
import { fixed, printTable } from "./table.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "boolean", default: false },
    model: { type: "string", multiple: true, default: [] },
    url: { type: "string" },
    only: { type: "string" },
    compare: { type: "boolean", default: false },
    record: { type: "boolean", default: false },
    label: { type: "string" },
    agreement: { type: "string" },
    judge: { type: "string" },
    count: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    help: { type: "boolean", default: false },
  },
});

const BUILT_IN: Readonly<Record<string, () => ModelGateway>> = { composer, careless: carelessModel, adversary };

if (values.help) {
  console.log(`Usage: npm run eval -- [--url URL --model NAME …] [--only ID] [--json]
       npm run eval -- --compare A B [--url URL] [--judge NAME]
       npm run eval -- --record
       npm run eval -- --label FILE [--count N] [--seed N]
       npm run eval -- --agreement LABELS [--judge NAME --url URL]

Plays the golden cases (golden/cases) with each model. Without --model: ${Object.keys(BUILT_IN).join(", ")}.

  --url URL          an OpenAI-compatible server, such as http://localhost:11434/v1; its key is in WALDO_MODEL_KEY
  --model NAME       a model of that server, or one of ${Object.keys(BUILT_IN).join(", ")}; may come several times
  --only ID          only the cases whose id begins so
  --compare A B      may B take the place of A? Each is a NAME as above, or NAME@FILE.json for the same model with other
                     words in its prompts and recipes: the file holds {"the words as they are": "the words instead"}
  --record           records the journals of this version anew (golden/recorded); the tests replay them
  --label FILE       writes texts with their facts as JSON lines, to be labelled without knowing who wrote them
  --agreement FILE   how far the rubrics agree with labels (golden/labels.json), and a judge with --judge
  --judge NAME       a model of that server that judges; with --compare it says which of two texts is better, in both orders
  --json             everything as JSON

Examples:
  npm run eval
  npm run eval -- --url http://localhost:11434/v1 --model qwen3:8b --model composer
  npm run eval -- --compare composer careless
  npm run eval -- --url http://localhost:11434/v1 --compare qwen3:8b qwen3:8b@/tmp/words.json --judge llama3.1:8b
  npm run eval -- --label /tmp/texts.jsonl
  npm run eval -- --agreement golden/labels.json --url http://localhost:11434/v1 --judge qwen3:8b`);
  process.exit(0);
}

async function modelOf(name: string): Promise<ModelGateway> {
  const own = BUILT_IN[name];
  if (own) return own();
  if (values.url === undefined)
    throw new WaldoError("InvalidInput", `there is no model ${name} here: name its server with --url`);
  const key = process.env["WALDO_MODEL_KEY"];
  return modelOfSettings(
    settingsFrom({ WALDO_MODEL_URL: values.url, WALDO_MODEL: name, ...(key ? { WALDO_MODEL_KEY: key } : {}) }),
  );
}

export type Row = {
  readonly model: string;
  readonly passed: number;
  readonly cases: number;
  readonly wis: number | undefined;
  readonly rubrics: Partial<Record<Rubric, number>>;
  readonly scores: readonly CaseScore[];
  readonly failed: readonly { readonly id: string; readonly faults: readonly string[] }[];
};

type Writer = {
  readonly name: string;
  readonly model: () => Promise<ModelGateway>;
  readonly unused: () => readonly string[];
};

/** Returns how a name makes its model: NAME, or NAME@FILE.json with other words in what it is asked. */
function writerOf(name: string): Writer {
  const [, own = name, file] = /^(.+)@(.+\.json)$/.exec(name) ?? [];
  if (file === undefined) return { name, model: () => modelOf(own), unused: () => [] };
  const wording = wordingIn(file);
  let unused = Object.keys(wording);
  const onUse = (words: string) => {
    unused = unused.filter((each) => each !== words);
  };
  return { name, unused: () => unused, model: async () => reworded(await modelOf(own), wording, onUse) };
}

async function playAll({ name, model, unused }: Writer, cases: readonly GoldenCase[]): Promise<Played[]> {
  const played: Played[] = [];
  for (const [i, golden] of cases.entries()) {
    progress(`${name}: ${i + 1} of ${cases.length}`);
    // A model of a script begins anew with each case.
    played.push(await playCase(golden, await model()));
  }
  const [words] = unused();
  if (words !== undefined)
    throw new WaldoError(
      "InvalidInput",
      `no prompt of these cases holds “${words}”, so ${name} would change nothing there`,
    );
  return played;
}

function rowOf(name: string, played: readonly Played[]): Row {
  const runs = played.flatMap(({ evals }) => evals);
  const { wis, parts } = wisOfRuns(runs, {});
  const failed = played.filter(({ faults }) => faults.length > 0).map(({ id, faults }) => ({ id, faults }));
  const { kept: _, ...rubrics } = parts;
  return {
    model: name,
    passed: played.length - failed.length,
    cases: played.length,
    wis,
    rubrics,
    scores: played.map(({ id, evals, traces, faults }) =>
      caseScore({ id, held: faults.length === 0, words: wordsIn(traces) }, evals),
    ),
    failed,
  };
}

function wordsIn(traces: Played["traces"]): number {
  return traces.reduce((sum, trace) => sum + readTrace(trace).text.split(/\s+/).filter(Boolean).length, 0);
}

async function table(cases: readonly GoldenCase[]): Promise<void> {
  const names = values.model.length > 0 ? values.model : Object.keys(BUILT_IN);
  const rows: Row[] = [];
  for (const name of names) rows.push(rowOf(name, await playAll(writerOf(name), cases)));
  endProgress();
  if (values.json) return console.log(JSON.stringify(rows, null, 2));
  printTable(
    ["model", "cases that hold", ...RUBRICS, "WIS"],
    rows.map(({ model, passed, cases: all, rubrics, wis }) => [
      model,
      `${passed} of ${all}`,
      ...RUBRICS.map((rubric) => fixed(rubrics[rubric], 2)),
      fixed(wis, 3),
    ]),
  );
  for (const { model, failed } of rows.filter((row) => row.failed.length > 0)) {
    console.log(`\n${model} fails:`);
    for (const { id, faults } of failed) console.log(`  ${id}: ${faults.join("; ")}`);
  }
}

async function comparison(cases: readonly GoldenCase[]): Promise<void> {
  const [a, b] = positionals;
  if (a === undefined || b === undefined) throw new WaldoError("InvalidInput", "--compare takes two models: A B");
  const writers = [writerOf(a), writerOf(b)] as const;
  const [one, other] = [await playAll(writers[0], cases), await playAll(writers[1], cases)];
  const [first, second] = [rowOf(a, one), rowOf(b, other)];
  const judge = values.judge === undefined ? undefined : await modelOf(values.judge);
  const pairs = judge && (await preferred(judge, one, other, (done) => progress(`judge: ${done} of ${cases.length}`)));
  endProgress();
  const found = compare(first.scores, second.scores, { seed: Number(values.seed) });
  if (values.json)
    return console.log(JSON.stringify({ first: a, second: b, ...found, ...(pairs ? { pairs } : {}) }, null, 2));
  const interval = (one: { low: number | null; high: number | null }) =>
    `${fixed(one.low ?? undefined, 3) ?? "–"} to ${fixed(one.high ?? undefined, 3) ?? "–"}`;
  printTable(
    ["", "mean difference", "95% interval"],
    [
      ["WIS", fixed(found.mean, 3), interval(found)],
      ...found.guards.map((guard) => [`guard: ${guard.rubric}`, fixed(guard.mean, 3), interval(guard)]),
    ],
  );
  const { better, worse, tied, p } = found.sign;
  console.log(
    `\n${b} is better in ${better} cases, worse in ${worse}, the same in ${tied} (sign test: p = ${p.toPrecision(2)}).`,
  );
  if (pairs)
    console.log(
      `${values.judge} prefers ${b} in ${pairs.sign.better} of ${pairs.asked} texts and ${a} in ${pairs.sign.worse} (p = ${pairs.sign.p.toPrecision(2)}). It decides nothing.`,
    );
  console.log(found.decision === "promote" ? `Promote ${b}: ${found.why}.` : `Keep ${a}: ${found.why}.`);
}

try {
  const cases = goldenCases().filter(({ id }) => values.only === undefined || id.startsWith(values.only));
  if (cases.length === 0) throw new WaldoError("InvalidInput", `no golden case begins with ${values.only}`);
  if (values.compare) await comparison(cases);
  else if (values.record) {
    const { record } = await import("./replay.ts");
    const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
      version: string;
    };
    console.log(`${await record(version)} journals of version ${version} are in golden/recorded. Read their diff.`);
  } else if (values.label !== undefined) {
    const { writeTexts } = await import("./eval-label.ts");
    await writeTexts(values.label, { count: Number(values.count), seed: Number(values.seed) });
  } else if (values.agreement !== undefined) {
    const { printAgreement } = await import("./eval-agreement.ts");
    const judge = values.judge === undefined ? undefined : await modelOf(values.judge);
    await printAgreement(values.agreement, { judge, json: values.json });
  } else await table(cases);
} catch (error) {
  endProgress();
  if (!(error instanceof WaldoError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
// The timers of machines that wait for the person of a case would keep the process.
process.exit();
