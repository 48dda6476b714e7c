/** The tools of the document "Wake Intelligence", with its names, for contexts. */
import {
  ActionType,
  ContextId,
  MOST_CONTENT_CHARS,
  MOST_DEPENDENCIES,
  MOST_METADATA_CHARS,
  MOST_TAGS,
  Tag,
  WaldoError,
} from "@waldo/contracts";
import * as z from "zod";
import { highValue, latestContexts, loadContexts } from "../ahead.ts";
import { HIGH_VALUE } from "../prediction.ts";
import { findContext, listProjects } from "../rows.ts";
import { saveContext } from "../save.ts";
import { searchProject } from "../search.ts";
import { modelSummary } from "../summary.ts";
import { mayUseProject } from "./agents.ts";
import { type AgentTool, allowed, limit, project, snapshotId, tool, used } from "./tool.ts";
import { UPKEEP_TOOLS } from "./wake-upkeep.ts";
import { ContextView, contextView, contextWords, WHY_TOOLS } from "./wake-views.ts";

/** How many of the person's projects are searched when no project is named, the latest first. */
const SEARCHED_PROJECTS = 20;
const Cursor = z.string().max(120).describe("The `next` of the answer before");

const saveContextTool = tool({
  name: "save_context",
  title: "Save a context",
  description:
    "Saves what was decided, done or found in a project, with why, so that any agent can go on from there. Say `actionType`, `rationale` and `causedBy` where you know them: they make the chain of reasons. A save without an answer can be sent again: with the same `key` it is the first one whenever it comes, and without a key for ten minutes. A key that was used for another save is refused.",
  right: "contexts",
  readOnly: false,
  // Without a key, the same call saves again after ten minutes.
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
    key: z.string().min(1).max(120).optional().describe("A name that you give this save alone, in this project"),
  }),
  output: z.object({ context: ContextView }),
  async run(asking, args) {
    const { ports, userId, agent, summarises } = asking;
    allowed(asking, args.project);
    const metadata = args.metadata === undefined ? undefined : JSON.stringify(args.metadata);
    if (metadata !== undefined && metadata.length > MOST_METADATA_CHARS)
      throw new WaldoError("InvalidInput", `metadata: it may have ${MOST_METADATA_CHARS} characters as JSON`);
    const texts = [
      args.content,
      args.source,
      args.rationale ?? "",
      metadata ?? "",
      args.key ?? "",
      ...(args.tags ?? []),
    ];
    if (!texts.every((text) => text.isWellFormed()))
      throw new WaldoError("InvalidInput", "a text holds half a sign: send whole Unicode");
    if (args.content.trim() === "") throw new WaldoError("InvalidInput", "content: it holds no words");
    const now = ports.clock.now();
    const saved = await saveContext(
      { ...ports, ...(summarises ? { summariser: modelSummary(ports, userId) } : {}) },
      userId,
      {
        ...{ project: args.project, content: args.content, source: args.source, client: agent.agentId },
        ...(metadata === undefined ? {} : { metadata }),
        ...(args.tags === undefined ? {} : { tags: args.tags }),
        ...(args.actionType === undefined ? {} : { action: args.actionType }),
        ...(args.rationale === undefined ? {} : { rationale: args.rationale }),
        ...(args.causedBy === undefined ? {} : { causedBy: args.causedBy }),
        ...(args.dependencies === undefined ? {} : { dependencies: args.dependencies }),
        ...(args.key === undefined ? {} : { key: args.key }),
      },
      now,
      mayUseProject(agent),
    );
    // An agent that builds on contexts uses them.
    const built = [args.causedBy, ...(args.dependencies ?? [])].filter((id) => id !== undefined);
    const found = await Promise.all(built.map((id) => findContext(ports, userId, id)));
    await used(
      asking,
      found.flatMap((one) => (one ? [one.context] : [])),
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
    "The contexts of a project to go on with: those saved last have half of the places, and those that are likeliest to be needed now stand before them. It counts no read. `next` leads to older ones.",
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
  description:
    "Finds contexts by words, best match first, in one project or in all of this person's. It counts no read.",
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
      ? "No context has such a score now. Opening contexts and building on them gives them one."
      : contexts.map((one) => `${contextWords([one])}\nReasons: ${one.prediction.reasons.join(", ")}`).join("\n\n"),
});

export const WAKE_TOOLS: readonly AgentTool[] = [
  saveContextTool,
  loadContextTool,
  searchContextTool,
  getHighValueContexts,
  ...WHY_TOOLS,
  ...UPKEEP_TOOLS,
];
