/** Asks Waldo and the Wake server of the document the same questions over the same contexts, tool by tool. */

import { highValue, loadContexts, updatePredictions } from "@waldo/contexts/ahead";
import { causalityStats, chainTo, reasoning } from "@waldo/contexts/causality";
import { type ContextPorts, loadProject, readAllContexts } from "@waldo/contexts/rows";
import { saveContext } from "@waldo/contexts/save";
import { reindexProject, searchProject } from "@waldo/contexts/search";
import { countTiers, pruneExpired } from "@waldo/contexts/tiers";
import { ACTION_TYPES } from "@waldo/contracts";
import { seeded } from "@waldo/testkit/synthetic-person";
import { HOUR, ME, NOW, PROJECT, rowsOf, taken, wordsOf } from "./contexts-project.ts";
import { openWake, type Wake, type WakeRow } from "./contexts-wake.ts";

type Answered = {
  readonly tool: string;
  readonly wake: string;
  readonly ours: string;
  /**
   * `no peer`: the document gives neither a query nor a formula. `differs as meant`: the answers differ only in what
   * `why` says.
   */
  readonly verdict: "same" | "better" | "differs as meant" | "differs" | "no peer";
  readonly why?: string;
};
/** Both over the same rows. `clock` is the time that the Wake server uses. */
type Both = {
  readonly ports: ContextPorts;
  readonly wake: Wake;
  readonly rows: readonly WakeRow[];
  readonly clock: { now: number };
};

export async function answersOf(): Promise<Answered[]> {
  const rows = rowsOf(2_000, 3);
  const { ports, close } = await taken(rows, () => {});
  const clock = { now: NOW };
  const both: Both = { ports, rows, clock, wake: openWake(rows, () => clock.now) };
  const answered: Answered[] = [];
  // Questions that move contexts or the clock come last.
  for (const ask of [
    ...[savesOf, predictionsOf, statsOf, loadsOf, searchesOf, chainsOf, reasonsOf, countsOf, highOf],
    ...[learningOf, reindexOf, tiersOf, pruneOf],
  ])
    answered.push(...(await ask(both)));
  close();
  return answered;
}

const verdictOf = (a: unknown, b: unknown) => (JSON.stringify(a) === JSON.stringify(b) ? "same" : "differs");

function row(tool: string, wake: unknown, ours: unknown): Answered {
  const short = (given: unknown) => {
    const text = JSON.stringify(given);
    return text.length > 44 ? `${text.slice(0, 43)}…` : text;
  };
  return { tool, wake: short(wake), ours: short(ours), verdict: verdictOf(wake, ours) };
}

function sorted(counts: object) {
  const told = Object.entries(counts).filter(([, n]) => n > 0);
  return Object.fromEntries(told.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Saves the same contexts into a separate project, at the same times. Both servers find the dependencies themselves. */
async function savesOf({ ports, wake, clock }: Both): Promise<Answered[]> {
  const random = seeded(11);
  const project = "saves";
  const ids: string[] = [];
  const asSaved: unknown[] = [];
  const asKept: unknown[] = [];
  const saves = 200;
  let stated = 0;
  for (let i = 0; i < saves; i++) {
    clock.now += Math.round(40 * 60_000 * random());
    const cause = i > 3 && random() < 0.4 ? i - 1 - Math.floor(3 * random()) : undefined;
    const content = wordsOf(random, 12).join(" ");
    const action = ACTION_TYPES[i % ACTION_TYPES.length] ?? "decision";
    const theirs = wake.save({
      ...{ id: `save-${i}`, project, summary: content, source: "mcp", tags: "", action_type: action },
      ...{ rationale: content.slice(0, 20), caused_by: cause === undefined ? null : `save-${cause}` },
    });
    const causedBy = cause === undefined ? undefined : ids[cause];
    const ours = await saveContext(
      ports,
      ME,
      {
        ...{ project, content, source: "mcp", client: "bench", action, rationale: content.slice(0, 20) },
        ...(causedBy === undefined ? {} : { causedBy }),
      },
      clock.now,
    );
    ids.push(ours.id);
    const depends = JSON.parse(theirs.dependencies) as string[];
    if (depends.includes(`save-${cause}`)) stated++;
    asSaved.push([
      ...[theirs.summary, theirs.action_type, theirs.rationale, cause],
      depends.filter((id) => id !== `save-${cause}`),
    ]);
    const { causality } = ours;
    asKept.push([
      ...[ours.summary, causality?.action, causality?.rationale, cause],
      causality?.dependencies.map(({ id }) => `save-${ids.indexOf(id)}`),
    ]);
  }
  clock.now = NOW;
  return [
    {
      tool: "save_context",
      wake: `${saves} saved`,
      ours: `${saves} saved, ${saves - stated} with the same dependencies`,
      verdict: verdictOf(asSaved, asKept) === "same" ? "differs as meant" : "differs",
      why: `in the other ${stated} the stated cause is also among the document's dependencies; ours names it once, as the cause. Texts are short: without a model the document has no summary of a long one.`,
    },
  ];
}

/** Predicts all contexts, and compares the stored predictions of both. */
async function predictionsOf({ ports, wake }: Both): Promise<Answered[]> {
  while (wake.predict(500) > 0);
  let updated = 0;
  for (let more = true; more; ) {
    const done = await updatePredictions(ports, ME, PROJECT, { now: NOW, limit: 100 });
    updated += done.updated;
    more = done.more;
  }
  const theirs = new Map(wake.all(PROJECT).map((one) => [one.id, one]));
  let [apart, ms, otherReasons] = [0, 0, 0];
  for await (const { id, prediction } of readAllContexts(ports, ME, PROJECT)) {
    const one = theirs.get(id);
    apart = Math.max(apart, Math.abs((prediction?.score ?? -1) - (one?.prediction_score ?? -2)));
    const next = one?.predicted_next_access ? Date.parse(one.predicted_next_access) : 0;
    ms = Math.max(ms, Math.abs((prediction?.nextAccess ?? 0) - next));
    if (JSON.stringify(prediction?.reasons) !== one?.propagation_reason) otherReasons++;
  }
  const isSame = updated === theirs.size && apart < 1e-12 && ms <= 1 && otherReasons === 0;
  return [
    {
      tool: "update_predictions",
      wake: `${theirs.size} predicted`,
      ours: `${updated} predicted, scores within ${apart.toExponential(0)}, next access within ${ms} ms`,
      verdict: isSame ? "same" : "differs",
      why: "ours rounds the next access to a millisecond, and the document's is cut. Reasons are the same.",
    },
  ];
}

async function statsOf({ ports, wake }: Both): Promise<Answered[]> {
  const all = wake.all(PROJECT);
  const reasons: Record<string, number> = {};
  for (const { propagation_reason: told } of all)
    for (const reason of JSON.parse(told ?? "[]") as string[]) reasons[reason] = (reasons[reason] ?? 0) + 1;
  const sum = all.reduce((total, one) => total + (one.prediction_score ?? 0), 0);
  const { predicted } = (await loadProject(ports.store, ME, PROJECT)).state;
  const told = (count: number, mean: number, of: object) => ({ count, mean: mean.toFixed(9), reasons: sorted(of) });
  return [
    {
      ...row(
        "get_propagation_stats",
        told(all.length, sum / all.length, reasons),
        told(predicted.count, predicted.sum / predicted.count, predicted.reasons),
      ),
      why: "the document has no such tool; its columns are counted. Ours also says how often predictions came true.",
    },
  ];
}

async function loadsOf({ ports, wake }: Both): Promise<Answered[]> {
  const loaded = await loadContexts(ports, ME, PROJECT, { now: NOW, limit: 10 });
  const ours = loaded.contexts.map(({ context }) => context.id);
  return [
    row(
      "load_context",
      wake.load(PROJECT, 10).map(({ id }) => id),
      ours,
    ),
  ];
}

/** Searches contexts by three of their rarer words, in another order than in the text. */
async function searchesOf({ ports, wake, rows }: Both): Promise<Answered[]> {
  let [ours, theirs, asked] = [0, 0, 0];
  for (const { id, summary } of rows.filter((_, i) => i % 20 === 0)) {
    const text = rareWords(summary);
    asked++;
    const found = await searchProject(ports, ME, PROJECT, { text, limit: 10, now: NOW });
    if (found.some((one) => one.id === id)) ours++;
    if (wake.search(PROJECT, text).some((one) => one.id === id)) theirs++;
  }
  return [
    {
      tool: "search_context",
      wake: `${theirs} of ${asked} found among ten`,
      ours: `${ours} of ${asked} found among ten`,
      verdict: ours > theirs ? "better" : ours === theirs ? "same" : "differs",
      why: "the document looks for the whole query as one string.",
    },
  ];
}

function rareWords(summary: string): string {
  return [...new Set(summary.split(" "))]
    .sort((a, b) => b.length - a.length)
    .slice(0, 3)
    .join(" ");
}

async function chainsOf({ ports, wake, rows }: Both): Promise<Answered[]> {
  const asked = rows.slice(-200);
  let equal = 0;
  for (const { id } of asked) {
    const { contexts } = await chainTo(ports, ME, id);
    const theirs = wake.chain(id).slice(-contexts.length);
    const ids = (chain: readonly { readonly id: string }[]) => chain.map((one) => one.id);
    if (verdictOf(ids(theirs), ids(contexts)) === "same") equal++;
  }
  return [
    {
      tool: "build_causal_chain",
      wake: `${asked.length} chains`,
      ours: `${equal} the same`,
      verdict: equal === asked.length ? "same" : "differs",
      why: "ours ends after 100 steps and says so.",
    },
  ];
}

/** Each line of the document's answer must be in our answer, in the same order. */
async function reasonsOf({ ports, wake, rows }: Both): Promise<Answered[]> {
  const asked = rows.slice(-200);
  let [held, without, shortened] = [0, 0, 0];
  for (const { id, rationale } of asked) {
    if (rationale === null) without++;
    const ours = (await reasoning(ports, ME, id)).words.split("\n");
    const theirs = wake
      .reasoning(id)
      .replace(/^(Context created due to: )null/, "$1no reason was given")
      .split("\n")
      .filter((line) => line !== "");
    const isShort = (line: string, whole: string) => line.endsWith("…") && whole.startsWith(line.slice(0, -1));
    const places = theirs.map((line) => ours.findLastIndex((one) => one === line || isShort(one, line)));
    if (places.every((at, i) => at > (places[i - 1] ?? -1))) held++;
    if (theirs.some((line) => !ours.includes(line))) shortened++;
  }
  return [
    {
      tool: "reconstruct_reasoning",
      wake: `${asked.length} explained`,
      ours: `${held} with the same lines, and more`,
      verdict: held === asked.length ? "better" : "differs",
      why: `ours adds what was stated and what is only inferred. In ${without} without a reason the document says "null", and ours that none was given. In ${shortened} a summary of more than 200 characters is shortened.`,
    },
  ];
}

async function countsOf({ ports, wake }: Both): Promise<Answered[]> {
  const { state } = await loadProject(ports.store, ME, PROJECT);
  const { total: _, ...tiers } = await countTiers(ports, ME, PROJECT, NOW);
  return [
    row("get_causality_stats", sorted(wake.actions(PROJECT)), sorted(causalityStats(state).actions)),
    row("get_memory_stats", sorted(wake.tiers(PROJECT)), sorted(tiers)),
  ];
}

async function highOf({ ports, wake }: Both): Promise<Answered[]> {
  const high = await highValue(ports, ME, PROJECT, { now: NOW, limit: 10 });
  const theirs = wake.high(PROJECT, 10);
  const scores = high.map(({ prediction }, i) => Math.abs(prediction.score - (theirs[i]?.prediction_score ?? 0)));
  return [
    {
      tool: "get_high_value_contexts",
      wake: `${theirs.length} contexts`,
      ours: `${high.length} contexts, scores within ${Math.max(0, ...scores).toExponential(0)}`,
      verdict: verdictOf(theirs.map(({ id }) => id).sort(), high.map(({ context }) => context.id).sort()),
    },
  ];
}

async function learningOf(): Promise<Answered[]> {
  return [
    {
      tool: "get_learning_stats",
      wake: "not there",
      ours: "the weights, and the days that chose them",
      verdict: "no peer",
      why: "the document names learning as a layer to come and gives no formula; docs/figures.md has what ours was measured at.",
    },
  ];
}

async function reindexOf({ ports, rows }: Both): Promise<Answered[]> {
  const texts = rows.filter((_, i) => i % 100 === 0).map(({ summary }) => rareWords(summary));
  const found = () =>
    Promise.all(
      texts.map(async (text) => (await searchProject(ports, ME, PROJECT, { text, limit: 1, now: NOW }))[0]?.id),
    );
  const before = await found();
  const indexed = await reindexProject(ports, ME, PROJECT);
  const isSame = verdictOf(before, await found()) === "same";
  return [
    {
      tool: "reindex_project",
      wake: "not there",
      ours: `${indexed} indexed; ${texts.length} searches ${isSame ? "have the same first" : "have others first"}`,
      verdict: isSame ? "no peer" : "differs",
      why: "the document has no index of texts. Below the first place scores change a little with the segments in which texts lie.",
    },
  ];
}

/** A day and a half later. */
async function tiersOf({ ports, wake, clock }: Both): Promise<Answered[]> {
  clock.now = NOW + 36 * HOUR;
  const { updated, counts } = wake.recalculate(PROJECT);
  const { total: _, ...tiers } = await countTiers(ports, ME, PROJECT, clock.now);
  clock.now = NOW;
  const isSame = verdictOf(sorted(counts), sorted(tiers)) === "same";
  return [
    {
      tool: "recalculate_memory_tiers",
      wake: `${updated} tiers written anew`,
      ours: `none was old, ${isSame ? "the same counts" : "other counts"}`,
      verdict: isSame ? "same" : "differs",
      why: "the document keeps a tier until it is written anew; ours follows from the clock.",
    },
  ];
}

async function pruneOf({ ports, wake }: Both): Promise<Answered[]> {
  const expired = wake.expired(100).length;
  const moved = await pruneExpired(ports, ME, { now: NOW, limit: 100 });
  return [
    {
      tool: "prune_expired_contexts",
      wake: `${expired} deleted`,
      ours: `${moved.length} moved to the archive, none deleted`,
      verdict: moved.length === expired ? "better" : "differs",
    },
  ];
}
