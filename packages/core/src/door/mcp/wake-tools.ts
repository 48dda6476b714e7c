/** The tools of the document "Wake Intelligence", under its names, over contexts. */
import {
  ActionType,
  CONTEXT_TIERS,
  ContextId,
  MOST_CONTENT_CHARS,
  MOST_DEPENDENCIES,
  MOST_METADATA_CHARS,
  MOST_TAGS,
  PredictionReason,
  ProjectName,
  Tag,
  WaldoError,
  Weights,
} from "@waldo/contracts";
import * as z from "zod";
import { countSeen, MOST_WAITING, see, waitingSeen } from "../../contexts/access.ts";
import {
  forecasts,
  highValue,
  latestContexts,
  loadContexts,
  updatePredictions,
  weightsOf,
} from "../../contexts/ahead.ts";
import { causalityStats, chainTo, reasoning, refuseCause } from "../../contexts/causality.ts";
import { hitsAtTop, precisionOf, sharedPatterns, tune } from "../../contexts/learning.ts";
import { HIGH_VALUE, STALE_HOURS, STANDARD_WEIGHTS } from "../../contexts/prediction.ts";
import { findContext, listProjects, loadProject } from "../../contexts/rows.ts";
import { saveContext } from "../../contexts/save.ts";
import { reindexProject, searchProject } from "../../contexts/search.ts";
import { modelSummary } from "../../contexts/summary.ts";
import { countTiers, MOST_PRUNED, pruneExpired, sumTiers } from "../../contexts/tiers.ts";
import { mayUseProject } from "./agents.ts";
import { ContextView, contextView, contextWords } from "./context-view.ts";
import { type AgentTool, type Asking, tool } from "./tool.ts";

const project = ProjectName.describe("The project, by the name that you always use for it");
const snapshotId = ContextId.describe("The id that save_context, load_context or search_context returned");
const limit = (most: number, usual: number) => z.number().int().min(1).max(most).default(usual);
/** A search without a project looks into so many of the person's projects, the latest first. */
const SEARCHED_PROJECTS = 20;
const Cursor = z.string().max(120).describe("The `next` of the answer before");

/** Throws for a project that the agent was not given. It says the same whether the project is there or not. */
function allowed({ agent }: Asking, name: string): void {
  if (!mayUseProject(agent)(name))
    throw new WaldoError(
      "InvalidInput",
      `this agent may not use the project ${name}: the person gives it in Waldo, under Agents`,
    );
}

/** Writes down what an answer shows, and counts it when the answer is on its way. */
async function shown(asking: Asking, ids: readonly { readonly id: string; readonly project: string }[]): Promise<void> {
  const { ports, userId, later } = asking;
  for (const name of new Set(ids.map((one) => one.project))) {
    const own = ids.filter((one) => one.project === name).map(({ id }) => id);
    await see(ports, userId, name, own, ports.clock.now());
    if (later) later(() => countSeen(ports, userId, name));
    else if ((await waitingSeen(ports.store, userId, name)).rows.length >= MOST_WAITING)
      await countSeen(ports, userId, name);
  }
}

const saveContextTool = tool({
  name: "save_context",
  title: "Save a context",
  description:
    "Saves what was decided, done or found in a project, with why, so that any agent can go on from there. Say `actionType`, `rationale` and `causedBy` where you know them: they make the chain of reasons.",
  right: "contexts",
  readOnly: false,
  idempotent: false,
  input: z.strictObject({
    project,
    content: z.string().min(1).max(MOST_CONTENT_CHARS).describe("What to keep, in full sentences"),
    source: z.string().max(120).default("mcp").describe("Where it comes from"),
    metadata: z.record(z.string(), z.unknown()).optional(),
    tags: z.array(Tag).max(MOST_TAGS).optional(),
    actionType: ActionType.optional(),
    rationale: z.string().min(1).max(2000).optional().describe("Why it was done"),
    causedBy: snapshotId.optional().describe("The context that this one follows from"),
    dependencies: z
      .array(ContextId)
      .max(MOST_DEPENDENCIES - 5)
      .optional()
      .describe("Others that it builds on"),
  }),
  output: z.object({ context: ContextView }),
  async run(asking, args) {
    const { ports, userId, agent, summarises } = asking;
    allowed(asking, args.project);
    const metadata = args.metadata === undefined ? undefined : JSON.stringify(args.metadata);
    if (metadata !== undefined && metadata.length > MOST_METADATA_CHARS)
      throw new WaldoError("InvalidInput", `metadata: it may have ${MOST_METADATA_CHARS} characters as JSON`);
    const texts = [args.content, args.source, args.rationale ?? "", metadata ?? "", ...(args.tags ?? [])];
    if (!texts.every((text) => text.isWellFormed()))
      throw new WaldoError("InvalidInput", "a text holds half a sign: send whole Unicode");
    if (args.content.trim() === "") throw new WaldoError("InvalidInput", "content: it holds no words");
    const now = ports.clock.now();
    const saved = await saveContext(
      { ...ports, ...(summarises ? { summariser: modelSummary(ports.model) } : {}) },
      userId,
      {
        ...{ project: args.project, content: args.content, source: args.source, client: agent.agentId },
        ...(metadata === undefined ? {} : { metadata }),
        ...(args.tags === undefined ? {} : { tags: args.tags }),
        ...(args.actionType === undefined ? {} : { action: args.actionType }),
        ...(args.rationale === undefined ? {} : { rationale: args.rationale }),
        ...(args.causedBy === undefined ? {} : { causedBy: args.causedBy }),
        ...(args.dependencies === undefined ? {} : { dependencies: args.dependencies }),
      },
      now,
      mayUseProject(agent),
    );
    return { context: contextView(saved, now) };
  },
  words: ({ context }) =>
    `Context saved.\nID: ${context.id}\nSummary: ${context.summary}\nTags: ${context.tags.join(", ")}`,
});

const loadContextTool = tool({
  name: "load_context",
  title: "Load contexts",
  description:
    "The contexts of a project to go on with: first those that are likeliest to be needed now, then those saved last. `next` leads to older ones.",
  right: "contexts",
  outside: true,
  input: z.strictObject({
    project,
    limit: limit(10, 5),
    full: z.boolean().default(false).describe("Whether the whole text comes with each, not the summary alone"),
    cursor: Cursor.optional(),
  }),
  output: z.object({ contexts: z.array(ContextView), next: z.string().optional() }),
  async run(asking, { project: name, limit: most, full, cursor }) {
    const { ports, userId } = asking;
    allowed(asking, name);
    const now = ports.clock.now();
    const found =
      cursor === undefined
        ? await loadContexts(ports, userId, name, { now, limit: most })
        : await latestContexts(ports, userId, name, { now, limit: most, before: cursor });
    await shown(
      asking,
      found.contexts.map(({ context }) => context),
    );
    const contexts = found.contexts.map(({ context, prediction }) => contextView(context, now, { prediction, full }));
    return { contexts, ...(found.next === undefined ? {} : { next: found.next }) };
  },
  words: ({ contexts }) =>
    contexts.length === 0
      ? "No context is kept for this project yet. save_context keeps the first one."
      : `Found ${contexts.length} context(s):\n\n${contextWords(contexts)}`,
});

const searchContextTool = tool({
  name: "search_context",
  title: "Search contexts",
  description: "Finds contexts by words, best match first, in one project or in all of this person's.",
  right: "contexts",
  outside: true,
  input: z.strictObject({
    query: z.string().min(1).max(400),
    project: project.optional(),
    limit: limit(20, 10),
    full: z.boolean().default(false),
  }),
  output: z.object({ contexts: z.array(ContextView.extend({ matched: z.array(z.string()) })) }),
  async run(asking, { query, project: name, limit: most, full }, progress) {
    const { ports, userId, agent } = asking;
    if (name !== undefined) allowed(asking, name);
    const now = ports.clock.now();
    const names =
      name === undefined
        ? (await listProjects(ports.store, userId))
            .map((one) => one.project)
            .filter(mayUseProject(agent))
            .slice(0, SEARCHED_PROJECTS)
        : [name];
    const hits = [];
    for (const [i, one] of names.entries()) {
      progress(i, names.length);
      hits.push(...(await searchProject(ports, userId, one, { text: query, limit: most, now })));
    }
    const best = hits.sort((a, b) => b.score - a.score).slice(0, most);
    const found = await Promise.all(best.map(async (hit) => ({ hit, of: await findContext(ports, userId, hit.id) })));
    const contexts = found.flatMap(({ hit, of }) => (of ? [{ hit, context: of.context }] : []));
    await shown(
      asking,
      contexts.map(({ context }) => context),
    );
    return {
      contexts: contexts.map(({ hit, context }) => ({
        ...contextView(context, now, { full }),
        matched: [...hit.words],
      })),
    };
  },
  words: ({ contexts }) =>
    contexts.length === 0
      ? "No context has these words. Try other words, or load_context."
      : `Found ${contexts.length} context(s):\n\n${contextWords(contexts)}`,
});

const reconstructReasoning = tool({
  name: "reconstruct_reasoning",
  title: "Why a context is there",
  description:
    "Says why a context was saved: the reason that was given, what it follows from, and what is only inferred.",
  right: "contexts",
  outside: true,
  input: z.strictObject({ snapshotId }),
  output: z.object({ reasoning: z.string(), context: ContextView, chain: z.array(z.string()) }),
  async run(asking, { snapshotId: id }) {
    const { ports, userId, agent } = asking;
    const { words, context, chain } = await reasoning(ports, userId, id, mayUseProject(agent));
    await shown(asking, [context]);
    return {
      reasoning: words,
      context: contextView(context, ports.clock.now()),
      chain: chain.contexts.map((one) => one.id),
    };
  },
  words: ({ reasoning: words }) => words,
});

const buildCausalChain = tool({
  name: "build_causal_chain",
  title: "The chain that led here",
  description: "Follows what a context was caused by, back to what began it. The first one began it.",
  right: "contexts",
  outside: true,
  input: z.strictObject({ snapshotId }),
  output: z.object({ chain: z.array(ContextView), cut: z.boolean().describe("It goes further back than is shown") }),
  async run({ ports, userId, agent }, { snapshotId: id }) {
    const { contexts, cut } = await chainTo(ports, userId, id, mayUseProject(agent));
    return { chain: contexts.map((one) => contextView(one, ports.clock.now())), cut };
  },
  words: ({ chain, cut }) =>
    `Causal chain (${chain.length} steps${cut ? ", and more before" : ""}):\n\n${chain
      .map(
        ({ actionType, timestamp, summary, id }, i) =>
          `${i + 1}. **${actionType ?? "unnamed"}** (${timestamp}) id ${id}\n   ${summary}`,
      )
      .join("\n\n")}`,
});

const refuseCauseTool = tool({
  name: "refuse_cause",
  title: "Refuse an inferred cause",
  description: "Says that a context did not depend on another one, where that was only inferred. It counts no more.",
  right: "contexts",
  readOnly: false,
  input: z.strictObject({ snapshotId, causeId: ContextId }),
  output: z.object({ context: ContextView }),
  async run({ ports, userId, agent }, { snapshotId: id, causeId }) {
    const context = await refuseCause(ports, userId, { id, cause: causeId }, mayUseProject(agent));
    return { context: contextView(context, ports.clock.now()) };
  },
  words: ({ context }) =>
    `Refused. ${context.dependencies.filter(({ refused }) => !refused).length} dependencies count.`,
});

const getCausalityStats = tool({
  name: "get_causality_stats",
  title: "What is known of causes",
  description:
    "Counts the kinds of action of a project, the chains, and how many causes were stated, inferred and refused.",
  right: "contexts",
  input: z.strictObject({ project }),
  output: z.object({
    actionTypes: z.partialRecord(ActionType, z.number()),
    totalWithCausality: z.number(),
    rootCauses: z.number(),
    averageChainLength: z.number(),
    dependencies: z.object({ stated: z.number(), inferred: z.number(), refused: z.number() }),
  }),
  async run(asking, { project: name }) {
    allowed(asking, name);
    const { state } = await loadProject(asking.ports.store, asking.userId, name);
    const { actions, total, roots, averageChainLength, dependencies } = causalityStats(state);
    return { actionTypes: actions, totalWithCausality: total, rootCauses: roots, averageChainLength, dependencies };
  },
  words: ({ actionTypes, totalWithCausality, rootCauses, averageChainLength, dependencies }) =>
    [
      ...Object.entries(actionTypes).map(([type, count]) => `${type}: ${count}`),
      `Contexts with causality: ${totalWithCausality}`,
      `Root causes: ${rootCauses}`,
      `Average chain length: ${averageChainLength.toFixed(2)}`,
      `Dependencies: ${dependencies.stated} stated, ${dependencies.inferred} inferred, ${dependencies.refused} refused`,
    ].join("\n"),
});

const Tiers = z.object({
  ...Object.fromEntries(CONTEXT_TIERS.map((tier) => [tier, z.number()])),
  total: z.number(),
}) as z.ZodObject<Record<(typeof CONTEXT_TIERS)[number] | "total", z.ZodNumber>>;

const tierWords = (tiers: z.output<typeof Tiers>) =>
  [
    `ACTIVE (< 1 hour): ${tiers.ACTIVE}`,
    `RECENT (1-24 hours): ${tiers.RECENT}`,
    `ARCHIVED (1-30 days): ${tiers.ARCHIVED}`,
    `EXPIRED (> 30 days): ${tiers.EXPIRED}`,
    `Total: ${tiers.total}`,
  ].join("\n");

const getMemoryStats = tool({
  name: "get_memory_stats",
  title: "How near the contexts are",
  description: "Counts the contexts of a project by tier, as they are at this moment.",
  right: "contexts",
  input: z.strictObject({ project }),
  output: Tiers.extend({ inArchive: z.number() }),
  async run(asking, { project: name }, progress) {
    const { ports, userId } = asking;
    allowed(asking, name);
    const counts = await countTiers(ports, userId, name, ports.clock.now(), progress);
    const { state } = await loadProject(ports.store, userId, name);
    return { ...counts, inArchive: state.archived };
  },
  words: ({ inArchive, ...tiers }) => `${tierWords(tiers)}\nMoved to the archive: ${inArchive}`,
});

const recalculateTiers = tool({
  name: "recalculate_memory_tiers",
  title: "Count tiers anew",
  description:
    "Counts the tiers of one project or all. A tier follows from the clock and the last read, so none is ever out of date; this also counts reads that waited.",
  right: "contexts",
  readOnly: false,
  input: z.strictObject({ project: project.optional() }),
  output: z.object({ updated: z.number(), projects: z.number(), tiers: Tiers }),
  async run(asking, { project: name }, progress) {
    const { ports, userId, agent } = asking;
    if (name !== undefined) allowed(asking, name);
    const now = ports.clock.now();
    const names =
      name === undefined
        ? (await listProjects(ports.store, userId)).map((one) => one.project).filter(mayUseProject(agent))
        : [name];
    let updated = 0;
    const counts = [];
    for (const [i, one] of names.entries()) {
      updated += await countSeen(ports, userId, one);
      counts.push(await countTiers(ports, userId, one, now));
      progress(i + 1, names.length);
    }
    return { updated, projects: names.length, tiers: sumTiers(counts) };
  },
  words: ({ updated, projects, tiers }) =>
    `${updated} waiting read(s) counted in ${projects} project(s).\n${tierWords(tiers)}`,
});

const pruneExpiredContexts = tool({
  name: "prune_expired_contexts",
  title: "Archive what has expired",
  description:
    "Moves contexts that nobody has read for thirty days to the archive, a hundred at most. Nothing is deleted: a search still finds them, and reading one brings it back.",
  right: "contexts",
  readOnly: false,
  input: z.strictObject({ limit: limit(MOST_PRUNED, MOST_PRUNED), project: project.optional() }),
  output: z.object({ moved: z.array(z.string()) }),
  async run(asking, { limit: most, project: name }) {
    const { ports, userId, agent } = asking;
    if (name !== undefined) allowed(asking, name);
    const all = name === undefined ? (await listProjects(ports.store, userId)).map((one) => one.project) : [name];
    const projects = all.filter(mayUseProject(agent));
    return { moved: await pruneExpired(ports, userId, { now: ports.clock.now(), limit: most, projects }) };
  },
  words: ({ moved }) => `${moved.length} expired context(s) moved to the archive. None was deleted.`,
});

const updatePredictionsTool = tool({
  name: "update_predictions",
  title: "Predict anew",
  description:
    "Writes down predictions that are older than `staleThreshold` hours, a hundred at a time, the oldest first.",
  right: "contexts",
  readOnly: false,
  input: z.strictObject({
    project,
    staleThreshold: z
      .number()
      .min(0)
      .max(24 * 365)
      .default(STALE_HOURS),
    limit: limit(100, 100),
  }),
  output: z.object({ updated: z.number(), more: z.boolean() }),
  async run(asking, { project: name, staleThreshold, limit: most }) {
    const { ports, userId } = asking;
    allowed(asking, name);
    return updatePredictions(ports, userId, name, { now: ports.clock.now(), staleHours: staleThreshold, limit: most });
  },
  words: ({ updated, more }) => `${updated} prediction(s) made anew.${more ? " More are old: call again." : ""}`,
});

const getHighValueContexts = tool({
  name: "get_high_value_contexts",
  title: "What is likely to be needed",
  description: "The contexts of a project that are likeliest to be needed next, with the reasons. It counts no read.",
  right: "contexts",
  outside: true,
  input: z.strictObject({
    project,
    minScore: z.number().min(0).max(2).default(HIGH_VALUE),
    limit: limit(20, 5),
    full: z.boolean().default(false),
  }),
  output: z.object({ contexts: z.array(ContextView) }),
  async run(asking, { project: name, minScore, limit: most, full }) {
    const { ports, userId } = asking;
    allowed(asking, name);
    const now = ports.clock.now();
    const found = await highValue(ports, userId, name, { now, minScore, limit: most });
    return { contexts: found.map(({ context, prediction }) => contextView(context, now, { prediction, full })) };
  },
  words: ({ contexts }) =>
    contexts.length === 0
      ? "No context has such a score now. Reading contexts gives them one."
      : contexts.map((one) => `${contextWords([one])}\nReasons: ${one.prediction.reasons.join(", ")}`).join("\n\n"),
});

const getPropagationStats = tool({
  name: "get_propagation_stats",
  title: "What is predicted",
  description: "Counts the predictions of a project, their mean score and their reasons, and how often they came true.",
  right: "contexts",
  input: z.strictObject({ project }),
  output: z.object({
    totalContexts: z.number(),
    totalPredicted: z.number(),
    averagePredictionScore: z.number(),
    reasons: z.partialRecord(PredictionReason, z.number()),
    outcomes: z.object({
      days: z.number(),
      predictedHigh: z.number(),
      cameTrue: z.number(),
      needed: z.number().describe("How many contexts were needed on those days"),
    }),
  }),
  async run(asking, { project: name }) {
    const { ports, userId } = asking;
    allowed(asking, name);
    const [{ state }, days] = await Promise.all([
      loadProject(ports.store, userId, name),
      forecasts(ports, userId, name),
    ]);
    const { count, sum, reasons } = state.predicted;
    const { called, right, needed } = precisionOf(days, weightsOf(state));
    const told = Object.entries(reasons).filter(([, n]) => n > 0);
    return {
      totalContexts: state.total,
      totalPredicted: count,
      averagePredictionScore: count === 0 ? 0 : sum / count,
      reasons: Object.fromEntries(told),
      outcomes: { days: days.length, predictedHigh: called, cameTrue: right, needed },
    };
  },
  words: ({ totalContexts, totalPredicted, averagePredictionScore, reasons, outcomes }) =>
    [
      `Contexts: ${totalContexts}, predicted: ${totalPredicted}, average score: ${averagePredictionScore.toFixed(3)}`,
      ...Object.entries(reasons).map(([reason, count]) => `${reason}: ${count}`),
      `Of ${outcomes.predictedHigh} high predictions on ${outcomes.days} day(s), ${outcomes.cameTrue} came true; ${outcomes.needed} contexts were needed.`,
    ].join("\n"),
});

const LearnedDay = z.object({ at: z.iso.datetime(), tuned: z.number(), standard: z.number() });

const getLearningStats = tool({
  name: "get_learning_stats",
  title: "What was learned of the weights",
  description:
    "How much recency, causes and frequency count in a project, whether that was tuned, the held-out days that decided it, and what the person's projects have in common.",
  right: "contexts",
  outside: true,
  input: z.strictObject({ project }),
  output: z.object({
    weights: Weights,
    standard: Weights,
    tuned: z.boolean(),
    why: z.string(),
    rolledBackAt: z.iso.datetime().optional(),
    days: z.number(),
    hitsAtTop: z.number().describe("Mean share of what was needed among the ten best, by the weights in use"),
    heldOut: z.array(LearnedDay),
    shared: z.array(z.object({ pattern: z.string(), projects: z.array(z.string()), frequency: z.number() })),
  }),
  async run(asking, { project: name }) {
    const { ports, userId, agent } = asking;
    allowed(asking, name);
    const [{ state }, days, projects] = await Promise.all([
      loadProject(ports.store, userId, name),
      forecasts(ports, userId, name),
      listProjects(ports.store, userId),
    ]);
    const weights = weightsOf(state);
    const { walked, why } = tune(days, ports.clock.now());
    const telling = days.filter(({ used }) => used.length > 0);
    const mean = telling.reduce((sum, day) => sum + hitsAtTop(day, weights), 0) / Math.max(1, telling.length);
    return {
      weights,
      standard: STANDARD_WEIGHTS,
      tuned: state.tuned !== undefined,
      why,
      ...(state.rolledBack ? { rolledBackAt: new Date(state.rolledBack.at).toISOString() } : {}),
      days: days.length,
      hitsAtTop: mean,
      heldOut: walked.map((day) => ({
        at: new Date(day.at).toISOString(),
        ...{ tuned: day.tuned, standard: day.standard },
      })),
      shared: sharedPatterns(projects.filter((one) => mayUseProject(agent)(one.project))).map((one) => ({
        ...one,
        projects: [...one.projects],
      })),
    };
  },
  words: ({ weights, tuned, why, days, hitsAtTop: mean, heldOut, shared }) =>
    [
      `Weights (${tuned ? "tuned" : "standard"}): recency ${weights.temporal}, causes ${weights.causal}, frequency ${weights.frequency}. ${why}.`,
      `${days} day(s) known; ${(mean * 100).toFixed(0)} % of what was needed stood among the ten best.`,
      ...(heldOut.length === 0 ? [] : ["day | tuned | standard"]),
      ...heldOut
        .slice(-14)
        .map((day) => `${day.at.slice(0, 10)} | ${day.tuned.toFixed(2)} | ${day.standard.toFixed(2)}`),
      ...(shared.length === 0 ? [] : ["Shared by projects:"]),
      ...shared.map((one) => `${one.pattern}: ${one.projects.join(", ")} (${one.frequency})`),
    ].join("\n"),
});

const reindexProjectTool = tool({
  name: "reindex_project",
  title: "Index a project anew",
  description:
    "Makes the search index of a project anew from its contexts. Needed only when a search misses something.",
  right: "contexts",
  readOnly: false,
  input: z.strictObject({ project }),
  output: z.object({ indexed: z.number() }),
  async run(asking, { project: name }, progress) {
    allowed(asking, name);
    return { indexed: await reindexProject(asking.ports, asking.userId, name, progress) };
  },
  words: ({ indexed }) => `${indexed} context(s) indexed.`,
});

export const WAKE_TOOLS: readonly AgentTool[] = [
  saveContextTool,
  loadContextTool,
  searchContextTool,
  reconstructReasoning,
  buildCausalChain,
  refuseCauseTool,
  getCausalityStats,
  getMemoryStats,
  recalculateTiers,
  pruneExpiredContexts,
  updatePredictionsTool,
  getHighValueContexts,
  getPropagationStats,
  getLearningStats,
  reindexProjectTool,
];
