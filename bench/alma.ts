/**
 * Whether a bounded search over designs of memory finds a better one than the default. A design is data (see
 * contracts/memory-design.ts). Conversations are split in their order: a search reads one half and is judged on the other,
 * beside the default, beside random search and beside a coarse grid with as many designs. Each half is searched once,
 * so all conversations are judged by a design that did not see them.
 */
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { seeded } from "@waldo/core/digest";
import { designId } from "@waldo/eval/design/explore";
import { type Asked, ask, type Corpus, indexed, outcomeOf } from "./alma-evaluate.ts";
import { printReport, type Report, rowOf, verdictOf } from "./alma-report.ts";
import { type Found, WAYS } from "./alma-searches.ts";
import { endProgress, progress } from "./progress.ts";
import { readConversations } from "./recall-conversations.ts";

const DATA = "../shared/data/memory/locomo.json";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: DATA },
    designs: { type: "string", default: "24" },
    seed: { type: "string", default: "1" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
const designs = Number(values.designs);
const seed = Number(values.seed);
if (values.help || !Number.isInteger(designs) || designs < 1 || !Number.isInteger(seed)) {
  console.log(`Usage: npm run bench:alma -- [--data PATH] [--designs N] [--seed S] [--json]

  --data PATH    a file in the form of LoCoMo; without it ${DATA}
  --designs N    how many designs each search tries, 1 or more; 24 without it
  --seed S       a whole number; the same seed gives the same designs; 1 without it
  --json         prints the figures as JSON

Example: npm run bench:alma -- --data ../shared/data/memory/locomo.json --designs 40 --seed 2`);
  process.exit(values.help ? 0 : 2);
}
main();

function main(): void {
  const corpora = corporaOf();
  if (typeof corpora === "string") {
    if (values.json) console.log(JSON.stringify({ skipped: corpora }, undefined, 2));
    else console.log(`skipped: ${corpora}`);
    // A named file that cannot be used is an error. The folder of data may be missing.
    if (values.data !== DATA) process.exitCode = 1;
    return;
  }
  const middle = Math.ceil(corpora.length / 2);
  const [first, second] = [corpora.slice(0, middle), corpora.slice(middle)];
  const forward = searched(first, "the first half");
  const back = searched(second, "the second half");
  const [onSecond, onFirst] = [judged(second, forward), judged(first, back)];
  endProgress();
  const report: Report = {
    designs,
    seed,
    searchedOn: first.map(({ name }) => name),
    reportedOn: second.map(({ name }) => name),
    forward: rowsOf(forward, onSecond),
    crossed: rowsOf(
      undefined,
      new Map([...onFirst].map(([name, asked]) => [name, [...asked, ...(onSecond.get(name) ?? [])]])),
    ),
    found: [...forward, ...back.map((one) => ({ ...one, by: `${one.by}, searched on the second half` }))],
  };
  if (values.json) console.log(JSON.stringify({ ...report, verdict: verdictOf(report) }, undefined, 2));
  else printReport(report);
}

function corporaOf(): Corpus[] | string {
  if (!existsSync(values.data))
    return `there is no file ${values.data}; give one in the form of LoCoMo with --data PATH`;
  const conversations = (readConversations(values.data) ?? []).filter(({ questions }) => questions.length > 0);
  if (conversations.length < 2)
    return `${values.data} has ${conversations.length} conversations with questions and evidence, and two are needed: one to search on, one to report on`;
  progress("reads the conversations");
  return conversations.map(indexed);
}

function searched(half: readonly Corpus[], name: string): Found[] {
  return WAYS.map((way) => {
    let tried = 0;
    const evaluate: Parameters<typeof way.find>[0] = (design) => {
      progress(`${way.name} on ${name}: design ${tried++} of ${designs}`);
      return outcomeOf(ask(half, design));
    };
    return way.find(evaluate, designs, seed);
  });
}

/** Asks the questions of the other half. The designs take turns conversation by conversation, so their times compare. */
function judged(half: readonly Corpus[], found: readonly Found[]): Map<string, Asked[]> {
  const answers = new Map<string, Asked[]>(found.map(({ by }) => [by, []]));
  const next = seeded(seed);
  for (const corpus of half) {
    for (const { design } of found) ask([corpus], design);
    for (const { by, design } of found.toSorted(() => next() - 0.5)) answers.get(by)?.push(...ask([corpus], design));
  }
  return answers;
}

function rowsOf(found: readonly Found[] | undefined, answers: ReadonlyMap<string, readonly Asked[]>) {
  const base = answers.get("default") ?? [];
  return [...answers].map(([by, asked]) => {
    const one = found?.find((each) => each.by === by);
    return { ...rowOf(by, asked, base), ...(one ? { tried: one.tried, id: designId(one.design) } : {}) };
  });
}
