/** Asks a judge of another family which of two ways of doing a case says it better. It decides nothing: the rubrics do. */
import { WaldoError } from "@waldo/contracts";
import { judgeFor, judgePair, type Preference, toJudge } from "@waldo/core/eval/judge";
import { type SignTest, signTest } from "@waldo/core/eval/paired";
import { type ReadTrace, readTrace } from "@waldo/core/eval/trace";
import type { ModelGateway } from "@waldo/core/ports";
import type { Played } from "./golden-play.ts";

/** What a judge prefers over all cases in which both said something else. `sign` counts the second against the first. */
export type Pairs = { readonly asked: number; readonly sign: SignTest };

/**
 * Compares the last words of each case. Throws `InvalidInput` when the judge is of a writer's family, and what the judge throws.
 */
export async function preferred(
  judge: ModelGateway,
  first: readonly Played[],
  second: readonly Played[],
  onCase: (done: number) => void = () => {},
): Promise<Pairs> {
  const differences: number[] = [];
  for (const [i, { id, traces }] of first.entries()) {
    onCase(i + 1);
    const [a, b] = [lastSaid(traces), lastSaid(second.find((one) => one.id === id)?.traces ?? [])];
    if (!a || !b || a.text === b.text) continue;
    const tier = judgeFor(judge, a.writer, b.writer);
    if (tier === undefined)
      throw new WaldoError("InvalidInput", "a model judges no text of its own family: name another one with --judge");
    // Each rests on what its own run has read.
    const facts = { ...toJudge(a), results: [...a.results, ...b.results] };
    differences.push(VALUE[await judgePair(judge, tier, facts, a.text, b.text)]);
  }
  return { asked: differences.length, sign: signTest(differences) };
}

const VALUE: Readonly<Record<Preference, number>> = { a: -1, b: 1, tie: 0 };

function lastSaid(traces: Played["traces"]): ReadTrace | undefined {
  return traces.map((trace) => readTrace(trace)).findLast(({ text }) => text !== "");
}
