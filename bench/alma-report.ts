/** Reports the designs that bench:alma found. */
import { DEFAULT_DESIGN, DESIGN_PARAMETERS } from "@waldo/contracts";
import { MOST_LOOKED, MOST_TOKENS } from "@waldo/eval/design/explore";
import { clusteredBootstrap, pairedBootstrap } from "@waldo/eval/paired";
import { type Asked, type Figures, meanOf, objective } from "./alma-evaluate.ts";
import type { Found } from "./alma-searches.ts";
import { quantile } from "./recall-measure.ts";
import { fixed, printTable } from "./table.ts";

type Interval = { readonly mean: number; readonly low: number; readonly high: number };
type ReportRow = Figures & {
  readonly by: string;
  readonly questions: number;
  readonly tried?: number;
  readonly id?: string;
  readonly objective: number;
  /** The objective minus the default, over questions and over whole conversations. */
  readonly byQuestion: Interval;
  readonly byConversation: Interval;
  readonly conversations: readonly { readonly name: string; readonly difference: number }[];
  readonly tokens: number;
  readonly looked: number;
  readonly p95Ms: number;
  /** p95 over the p95 of the default in the same run. */
  readonly p95Ratio: number;
  /** Guards that are worse than their limits. */
  readonly worse: readonly string[];
};
export type Report = {
  readonly designs: number;
  readonly seed: number;
  readonly searchedOn: readonly string[];
  readonly reportedOn: readonly string[];
  readonly forward: readonly ReportRow[];
  readonly crossed: readonly ReportRow[];
  readonly found: readonly Found[];
};

/**
 * How much slower than the default a design may be on questions that it did not see. Tokens and hits have the guards of
 * a night.
 */
const MOST_P95 = 1.5;

export function rowOf(by: string, asked: readonly Asked[], base: readonly Asked[]): ReportRow {
  const differences = asked.map((one, at) => objective(one) - (base[at] ? objective(base[at]) : 0));
  const groups = Map.groupBy(differences.keys(), (at) => asked[at]?.conversation ?? "");
  const conversations = [...groups].map(([name, places]) => ({ name, all: places.map((at) => differences[at] ?? 0) }));
  const [p95Ms, baseMs] = [asked, base].map((all) =>
    quantile(
      all.map(({ ms }) => ms),
      0.95,
    ),
  ) as [number, number];
  const ratios = {
    tokens: meanOf(asked, "tokens") / meanOf(base, "tokens") / MOST_TOKENS,
    "hits looked at": meanOf(asked, "looked") / meanOf(base, "looked") / MOST_LOOKED,
    p95: p95Ms / baseMs / MOST_P95,
  };
  return {
    by,
    questions: asked.length,
    hitAt5: meanOf(asked, "hitAt5"),
    hitAt10: meanOf(asked, "hitAt10"),
    mrr: meanOf(asked, "mrr"),
    inPrompt: meanOf(asked, "inPrompt"),
    objective: asked.reduce((sum, one) => sum + objective(one), 0) / Math.max(1, asked.length),
    byQuestion: pairedBootstrap(differences),
    byConversation: clusteredBootstrap(conversations.map(({ all }) => all)),
    conversations: conversations.map(({ name, all }) => ({
      name,
      difference: all.reduce((sum, one) => sum + one, 0) / all.length,
    })),
    tokens: meanOf(asked, "tokens"),
    looked: meanOf(asked, "looked"),
    p95Ms,
    p95Ratio: p95Ms / baseMs,
    worse: Object.entries(ratios).flatMap(([guard, ratio]) => (ratio > 1 ? [guard] : [])),
  };
}

/**
 * Says of each search whether it is better than the default beyond chance on conversations that it did not see. The
 * interval over questions and the one over conversations must both lie above zero.
 */
export function verdictOf({ crossed }: Pick<Report, "crossed">): string[] {
  return crossed
    .filter(({ by }) => by !== "default")
    .map(({ by, byQuestion, byConversation, conversations, worse }) => {
      const { mean } = byQuestion;
      const low = Math.min(byQuestion.low, byConversation.low);
      const high = Math.max(byQuestion.high, byConversation.high);
      const better = conversations.filter(({ difference }) => difference > 0).length;
      const where = `better in ${better} of ${conversations.length} conversations`;
      if (mean <= 0) return `${by}: the default wins (${signed(mean)}, ${where})`;
      if (worse.length > 0) return `${by}: the default wins, because the cost is too high (${worse.join(", ")})`;
      if (low > 0) return `${by}: better than the default beyond chance (${signed(mean)}, ${where})`;
      return `${by}: higher by ${signed(mean)}, ${where}, but the wider interval ${span({ low, high })} holds zero, so the default stays`;
    });
}

export function printReport(report: Report): void {
  const { designs, seed, searchedOn, reportedOn, forward, crossed, found } = report;
  console.log(`Each search tries ${designs} designs; seed ${seed}. The objective is the middle of MRR and of the evidence in the prompt.

Walk-forward: searched on ${searchedOn.join(", ")}; reported on ${reportedOn.join(", ")}, ${forward[0]?.questions ?? 0} questions\n`);
  printRows(forward);
  console.log(`\nBoth halves, each judged by the design of the other: ${crossed[0]?.questions ?? 0} questions\n`);
  printRows(crossed);
  console.log("\nDifference of the objective from the default, by conversation\n");
  const names = crossed[0]?.conversations.map(({ name }) => name) ?? [];
  printTable(
    ["search", ...names],
    crossed.map(({ by, conversations }) => [by, ...conversations.map(({ difference }) => signed(difference))]),
  );
  console.log("\nWhat the designs change\n");
  for (const { by, design } of found) {
    const changes = DESIGN_PARAMETERS.filter((name) => design[name] !== DEFAULT_DESIGN[name]);
    const text = changes.map((name) => `${name} ${DEFAULT_DESIGN[name]} → ${design[name]}`).join(", ");
    if (by !== "default" && !by.startsWith("default,"))
      console.log(`${by}: ${text || "nothing; the default was best"}`);
  }
  console.log("");
  for (const line of verdictOf(report)) console.log(line);
}

function printRows(rows: readonly ReportRow[]): void {
  printTable(
    [
      ...["search", "tried", "hit@5", "hit@10", "MRR", "in prompt", "objective", "difference", "95 % by question"],
      ...["95 % by conversation", "tokens", "hits", "p95 ratio", "guards worse"],
    ],
    rows.map((row) => [
      row.by,
      row.tried,
      fixed(row.hitAt5, 3),
      fixed(row.hitAt10, 3),
      fixed(row.mrr, 3),
      fixed(row.inPrompt, 3),
      fixed(row.objective, 3),
      row.by === "default" ? undefined : signed(row.byQuestion.mean),
      row.by === "default" ? undefined : span(row.byQuestion),
      row.by === "default" ? undefined : span(row.byConversation),
      fixed(row.tokens, 0),
      fixed(row.looked, 1),
      fixed(row.p95Ratio, 2),
      row.worse.join(", ") || undefined,
    ]),
  );
}

function span({ low, high }: Pick<Interval, "low" | "high">): string {
  return `${signed(low)} … ${signed(high)}`;
}

function signed(value: number): string {
  return `${value < 0 ? "-" : "+"}${Math.abs(value).toFixed(4)}`;
}
