/** Layers 2 to 4 of "Wake Intelligence" as an overview: tiers, predictions, learned weights, and the index. */
import { CONTEXT_TIERS, PredictionReason, Weights } from "@waldo/contracts";
import * as z from "zod";
import { countSeen } from "../access.ts";
import { forecasts, updatePredictions, weightsOf } from "../ahead.ts";
import { hitsAtTop, precisionOf, sharedPatterns, tune } from "../learning.ts";
import { STALE_HOURS, STANDARD_WEIGHTS } from "../prediction.ts";
import { listProjects, loadProject } from "../rows.ts";
import { reindexProject } from "../search.ts";
import { countTiers, MOST_PRUNED, pruneExpired, sumTiers } from "../tiers.ts";
import { mayUseProject } from "./agents.ts";
import { type AgentTool, allowed, limit, project, tool } from "./tool.ts";

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
    "Moves contexts without a read for thirty days to the archive, a hundred at most. Nothing is deleted: a search still finds them, and reading one brings it back.",
  right: "contexts",
  readOnly: false,
  idempotent: false,
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
  idempotent: false,
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
    const telling = days.filter(({ used }) => used > 0);
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

export const UPKEEP_TOOLS: readonly AgentTool[] = [
  getMemoryStats,
  recalculateTiers,
  pruneExpiredContexts,
  updatePredictionsTool,
  getPropagationStats,
  getLearningStats,
  reindexProjectTool,
];
