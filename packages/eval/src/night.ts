// Evaluates the runs since the night before. Plain code checks each run and gives the same result for the same rows. A
// judge of another family checks a few runs, which the night's id chooses. The row commits when the phase is marked as
// done, so a night counts once; after a crash the judge is asked again.
import {
  type EvalNight,
  type Judgement,
  keys,
  type Rubric,
  type RubricScore,
  type RunHeader,
  type TraceEval,
} from "@waldo/contracts";
import { digest } from "@waldo/core/digest";
import { loadHead } from "@waldo/core/memory/claims/blocks";
import { shownOf } from "@waldo/core/memory/threads/deleted";
import { capOf, spentToday } from "@waldo/core/models/spend";
import { agrees } from "@waldo/core/person/consents";
import type { Night, NightWork, Ports } from "@waldo/core/ports";
import { addDays } from "@waldo/core/time";
import { askJudge, holdsForgotten, toJudge } from "./judge.ts";
import { fatesOf, keepRate, sumOf } from "./keep.ts";
import { decidedOn, endedRuns, loadAround, nightsSince, RUN_DAYS, traceOf } from "./rows.ts";
import { content, cost, follows, gates, length, repetition, timing, truth } from "./rubrics.ts";
import { wisOfRuns } from "./score.ts";
import { type ReadTrace, readTrace, type Trace } from "./trace.ts";

const LOOKS: Record<Rubric, (trace: ReadTrace) => RubricScore> = {
  truth,
  content,
  length,
  repetition,
  timing,
  follows,
  gates,
  cost,
};

/** Returns what plain code finds in a run that has ended. The night adds a judge's result. */
export function evaluateTrace(trace: Trace, judge: Judgement = { judged: false, why: "not_sampled" }): TraceEval {
  const read = readTrace(trace);
  const { header, gated, context, writer } = read;
  const rubrics = Object.fromEntries(Object.entries(LOOKS).map(([rubric, look]) => [rubric, look(read)])) as Record<
    Rubric,
    RubricScore
  >;
  const said = gated !== undefined && gated.source !== "emergency" && context?.danger === undefined;
  const things = fatesOf(trace, said);
  const { wis } = wisOfRuns([{ rubrics }], keepRate(things));
  return {
    runId: header.runId,
    trigger: header.trigger,
    ...(header.variant === undefined ? {} : { variant: header.variant }),
    ...(gated === undefined ? {} : { by: gated.source }),
    ...(writer === undefined ? {} : { model: writer }),
    recipes: (context?.skills ?? []).map(({ name }) => name).slice(0, 8),
    rubrics,
    things,
    ...(wis === undefined ? {} : { wis }),
    judge,
  };
}

/** The most runs that one night looks at. A person has about ten a day. */
const MOST_RUNS = 40;
/** The most runs that a judge checks in one night. */
const MOST_JUDGED = 3;

/** Returns the writes of the night, and the counts. Errors of the store are thrown. */
export async function evaluateNight(ports: Ports, night: Night): Promise<NightWork> {
  const { userId, dreamId, date, now } = night;
  const { store } = ports;
  const [around, ended, before] = await Promise.all([
    loadAround(store, night),
    endedRuns(store, userId),
    nightsSince(store, userId, addDays(date, -RUN_DAYS)),
  ]);
  const since = Math.max(0, ...before.filter((one) => one.date < date).map(({ until }) => until));
  const fresh = ended.filter(({ endedAt }) => endedAt >= since && endedAt < now);
  const chosen = byChance(fresh, dreamId).slice(0, MOST_RUNS);
  const judge = sampledJudge(ports, night);
  const found: EvalNight["runs"] = [];
  for (const header of chosen) {
    const trace = await traceOf(store, header, around);
    const read = readTrace(trace);
    // A run about danger is not part of any statistics.
    if (!isAboutDanger(read)) found.push(evaluateTrace(trace, await judge(read)));
  }
  const runs = fresh.flatMap(({ runId }) => found.filter((one) => one.runId === runId));
  // A thumb may come days later, so the kept things of the week are counted again.
  const week = [...before.filter((one) => one.date < date).flatMap((one) => one.runs), ...runs];
  const keep = keepRate(sumOf(week.map(({ runId, by }) => fatesOf(decidedOn(runId, around), by !== undefined))));
  const row: EvalNight = {
    date,
    until: now,
    keep,
    runs,
    leftOut: fresh.length - chosen.length,
    ...wisOfRuns(runs, keep),
  };
  const judged = runs.filter(({ judge }) => judge.judged).length;
  return {
    writes: [{ op: "put", key: keys.evaluation(userId, date), body: row }],
    counts: { runs: runs.length, judged, left: row.leftOut },
  };
}

/** Returns the runs in the order of a night's sample. It is always the same for one night, but nobody can predict it. */
function byChance<T extends Pick<RunHeader, "runId">>(runs: readonly T[], dreamId: string): T[] {
  const place = new Map(runs.map(({ runId }) => [runId, digest(dreamId, runId)]));
  return [...runs].sort((a, b) => ((place.get(a.runId) ?? "") < (place.get(b.runId) ?? "") ? -1 : 1));
}

/** Returns a function that asks a judge about the first runs that a judge may see. */
function sampledJudge(ports: Ports, { userId, date }: Night) {
  let asked = 0;
  return async (read: ReadTrace): Promise<Judgement> => {
    if (asked >= MOST_JUDGED) return { judged: false, why: "not_sampled" };
    const why = await whyNot(ports, read);
    if (why) return { judged: false, why };
    // The date of a night has just begun, so the costs of the day before count too.
    const [ended, begun, cap] = await Promise.all([
      spentToday(ports.store, userId, addDays(date, -1), ports.spent?.()),
      spentToday(ports.store, userId, date, ports.spent?.()),
      capOf(ports.store, userId),
    ]);
    if (Math.max(ended, begun) >= cap) return { judged: false, why: "cap" };
    asked++;
    return askJudge(ports.model, toJudge(read), read.writer);
  };
}

function isAboutDanger({ gated, context }: ReadTrace): boolean {
  return gated?.source === "emergency" || context?.danger !== undefined;
}

/** Returns why a judge does not see a run. No judge sees words that the person has deleted or had forgotten since. */
async function whyNot({ store, model }: Ports, read: ReadTrace) {
  const { header, text } = read;
  if (text === "") return "no_text";
  const { head } = await loadHead(store, header.userId);
  if (holdsForgotten(toJudge(read), header.createdAt, head.forgotten)) return "private";
  const { own, earlier } = await shownOf(store, header);
  if (!own || !earlier) return "private";
  if (model.nameOf) return undefined;
  return (await agrees(store, header.userId, "model")) ? "no_other_family" : "no_consent";
}
