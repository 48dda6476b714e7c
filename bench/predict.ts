/**
 * How well the product says what will be needed within the next day, on histories of git repositories. A file is a
 * context: the first commit that touches it saves it, each later one reads it. Before each UTC day on which known files
 * are touched, the product and its peers each name ten files. The product ranks by its standard weights, and by the
 * weights that it learns from the days before; the peers are the most recent files, the most frequent, LRU-2 and the
 * activation of ACT-R. The first and the second half of a history are told apart.
 */
import { parseArgs } from "node:util";
import type { Weights } from "@waldo/contracts";
import { STANDARD_WEIGHTS } from "@waldo/core/contexts/prediction";
import { type History, MOST_FILES, readHistory } from "./predict-history.ts";
import { type Figures, figuresOf, verdictOf } from "./predict-measure.ts";
import { type Played, playHistory, STANDARD, TUNED } from "./predict-play.ts";
import { endProgress, progress } from "./progress.ts";
import { fixed, printTable } from "./table.ts";

/** With fewer days a half says nothing. */
const LEAST_JUDGED = 20;

const { values } = parseArgs({
  options: {
    data: { type: "string", multiple: true },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(`Usage: npm run bench:predict -- [--data PATH]... [--json]

  --data PATH   a git repository with its whole history, bare or not; say it again for more. Without it the history of
                this repository is read.
  --json        prints the figures as JSON

Example: npm run bench:predict -- --data ../express --data ../flask
Example: git clone --bare https://github.com/expressjs/express /tmp/express && npm run bench:predict -- --data /tmp/express`);
  process.exit(0);
}

type Row = {
  readonly name: string;
  readonly played: Omit<Played, "days">;
  readonly tooWide: number;
  readonly halves: readonly { readonly half: string; readonly figures: Figures }[];
};

await main(values.data ?? [import.meta.dirname]);

async function main(paths: readonly string[]): Promise<void> {
  const rows: Row[] = [];
  const skipped: string[] = [];
  for (const path of paths) {
    const name = values.data === undefined ? "this repository" : nameOf(path);
    progress(`${name}: reads the history`);
    const history = await historyOf(path);
    if (typeof history === "string") {
      skipped.push(history);
      continue;
    }
    const { days, ...played } = playHistory(history.commits, (day, of) => {
      if (day % 100 === 0) progress(`${name}: day ${day} of ${of}`);
    });
    if (days.length < LEAST_JUDGED) {
      skipped.push(`${name} has ${days.length} days to judge, and ${LEAST_JUDGED} are needed; is it a whole history?`);
      continue;
    }
    const middle = Math.floor(days.length / 2);
    const halves = [
      { half: "first half", figures: figuresOf(days.slice(0, middle)) },
      { half: "second half", figures: figuresOf(days.slice(middle)) },
    ];
    rows.push({ name, played, tooWide: history.tooWide, halves });
  }
  endProgress();
  // A repository that was asked for and cannot be read is a mistake. This one need not have a history.
  if (values.data !== undefined && rows.length === 0) process.exitCode = 1;
  if (values.json) {
    console.log(JSON.stringify({ rows, skipped }, undefined, 2));
    return;
  }
  for (const row of rows) printRow(row);
  if (rows.length > 0) printSum(rows);
  for (const reason of skipped) console.log(`skipped: ${reason}`);
  if (rows.length === 0) console.log("Give it a git repository with its whole history: --data PATH. See --help.");
}

async function historyOf(path: string): Promise<History | string> {
  try {
    return await readHistory(path);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Returns the last part of a path that says something: `/x/flask/.git` is flask. */
function nameOf(path: string): string {
  const parts = path.split(/[/\\]/).filter((part) => part !== "" && part !== "." && part !== ".git" && part !== "repo");
  return parts.at(-1) ?? path;
}

function printRow({ name, played, tooWide, halves }: Row): void {
  const judged = halves.reduce((sum, { figures }) => sum + figures.days, 0);
  console.log(
    `${name}: ${played.commits} commits, ${played.files} files, ${judged} days; ${tooWide} commits with more than ${MOST_FILES} files are left out\n`,
  );
  printTable(
    ["half", "ranked by", "hit@10", "recall@10", "against", "difference", "95 % interval", "verdict"],
    halves.flatMap(({ half, figures }) =>
      figures.rankers.map(({ ranker, hit, recall, difference, low, high }) => [
        `${half}, ${figures.days} days`,
        ranker,
        fixed(hit, 3),
        fixed(recall, 3),
        ...(ranker === figures.bestPeer
          ? ["best simple peer", undefined, undefined, undefined]
          : [figures.bestPeer, signed(difference), `${signed(low)} to ${signed(high)}`, verdictOf({ low, high })]),
      ]),
    ),
  );
  const { tuned, tunedDays, takenUp, givenUp, high } = played;
  console.log(`
Tuned weights stood on ${tunedDays} of ${judged} days. They were taken up or changed ${takenUp} times and given up ${givenUp} times.
At the end: ${tuned ? weightsText(tuned.weights) : `the standard weights, ${weightsText(STANDARD_WEIGHTS)}`}.
Of high value (0.6 and more), of ${high.standard.needed} needs: ${calledText(STANDARD, high.standard)}; ${calledText(TUNED, high.tuned)}.
`);
}

function printSum(rows: readonly Row[]): void {
  const count = (of: (row: Row) => boolean) => rows.filter(of).length;
  console.log(`Tuning was adopted on ${count(({ played }) => played.tunedDays > 0)} of ${rows.length} repositories, and stands at the end on ${count(({ played }) => played.tuned !== undefined)}.
Second halves, beside the best simple peer of the same days:`);
  for (const ranker of [STANDARD, TUNED]) {
    const verdicts = rows.map(({ halves }) => {
      const figures = halves.at(-1)?.figures.rankers.find((one) => one.ranker === ranker);
      return figures && verdictOf(figures);
    });
    const of = (verdict: string) => verdicts.filter((one) => one === verdict).length;
    console.log(
      `  ${ranker} weights: better on ${of("better")}, worse on ${of("worse")}, no difference on ${of("no difference")}`,
    );
  }
}

function calledText(name: string, { called, right }: Played["high"]["standard"]): string {
  return `${name} weights named ${called}, ${right} rightly`;
}

function weightsText(weights: Weights): string {
  return Object.entries(weights)
    .map(([name, weight]) => `${name} ${weight}`)
    .join(", ");
}

function signed(value: number): string {
  return `${value < 0 ? "-" : "+"}${Math.abs(value).toFixed(3)}`;
}
