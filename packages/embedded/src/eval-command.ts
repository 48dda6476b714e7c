/** `waldo eval`: how good the runs of the last nights were. The route uses the same rows (packages/eval). */
import { type EvalView, RUBRICS, UserId, WaldoError } from "@waldo/contracts";
import { lastNights } from "@waldo/core/dream/evaluated";
import { openExisting } from "./home.ts";
import type { Terminal } from "./terminal.ts";
import { typed } from "./typed.ts";

export type EvalOptions = {
  readonly user: string;
  readonly home: string;
  readonly nights: string;
  readonly runs?: boolean;
  readonly json: boolean;
};

/** Prints the nights, the oldest first. Throws `InvalidInput` when `--nights` is no number of nights. */
export async function showEval(options: EvalOptions, terminal: Terminal): Promise<void> {
  const count = Number(options.nights);
  if (!Number.isSafeInteger(count) || count < 1)
    throw new WaldoError("InvalidInput", `--nights ${options.nights}: give a number of nights, 1 or more`);
  const { print, c } = terminal;
  const home = openExisting(options.home, terminal);
  try {
    const nights = await lastNights(home.store, typed(UserId, options.user, "--user"), count);
    if (options.json) return print(JSON.stringify(nights, null, 2));
    if (nights.every(isEmpty))
      return print(
        "No run has been evaluated yet. A night looks at the runs of the day before: play or live a second day.",
      );
    const head = ["WIS", ...RUBRICS].map((name) => name.padStart(11)).join("");
    print(c.dim(`${"night".padEnd(11)}${head}  kept`));
    for (const night of nights.toReversed()) {
      print(
        `${night.date.padEnd(11)}${isEmpty(night) ? "  no run had ended by then" : `${cells(night)}  ${keptOf(night)}`}`,
      );
      if (options.runs) for (const run of night.runs) for (const line of linesOf(run)) print(c.dim(line));
    }
  } finally {
    home.store.close();
  }
}

const isEmpty = ({ wis, runs, keep }: EvalView) => wis === undefined && runs.length === 0 && keep.rate === undefined;

function cells({ wis, parts }: EvalView): string {
  return [wis, ...RUBRICS.map((rubric) => parts[rubric])]
    .map((value) => (value?.toFixed(2) ?? "–").padStart(11))
    .join("");
}

function keptOf({ keep: { kept, lost, silent, rate, low, high } }: EvalView): string {
  if (rate === undefined) return `nothing decided (${silent} without an answer)`;
  const percent = (share = 0) => `${Math.round(100 * share)}%`;
  return `${kept} of ${kept + lost}: ${percent(rate)} (${percent(low)} to ${percent(high)})`;
}

function linesOf({ runId, trigger, variant, rubrics, judge }: EvalView["runs"][number]): string[] {
  const judged = judge.judged
    ? `${judge.score.toFixed(2)} by ${judge.model} (${judge.reason})`
    : judge.why.replaceAll("_", " ");
  return [
    `  ${variant === undefined ? trigger : `${trigger}/${variant}`}  ${runId}`,
    ...RUBRICS.map((name) => {
      const one = rubrics[name];
      return `    ${name.padEnd(11)}${(one.applies ? one.score.toFixed(2) : "–").padStart(5)}  ${one.reasons.join("; ")}`;
    }),
    `    ${"judge".padEnd(11)}${judged}`,
  ];
}
