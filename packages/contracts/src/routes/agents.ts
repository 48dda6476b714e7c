/** Routes for agents of other makers and their contexts, for recipes, and for tests of a channel. */
import * as z from "zod";
import { AgentId, AgentName, AgentRight, AgentsView, AgentView, MOST_AGENT_PROJECTS } from "../agents.ts";
import { ChannelTest, TestedChannel, TestId } from "../channel-tests.ts";
import { ContextDetail, ContextLine, ContextProjectView } from "../context-views.ts";
import { ContextId, ProjectName } from "../contexts.ts";
import { SkillName } from "../ids.ts";
import { RecipeText, RecipeView } from "../recipe-views.ts";
import { listOf, nothing, pageOf, type Route, route, upTo } from "./route.ts";

export const agentsRoutes = {
  agents: route({
    method: "GET",
    path: "/agents",
    summary: "The agents of other makers that may ask by MCP, what each may do, and what they asked lately.",
    answer: AgentsView,
  }),
  makeAgent: route({
    method: "POST",
    path: "/agents",
    summary:
      "Makes a key for an agent that speaks HTTP. The key is in this answer alone. Where agents sign in, there is no such key.",
    body: z.strictObject({ name: AgentName, rights: z.array(AgentRight) }),
    status: 201,
    answer: z.strictObject({ agent: AgentView, key: z.string() }),
    errors: ["Forbidden"],
  }),
  changeAgent: route({
    method: "PUT",
    path: "/agents/{agentId}",
    summary: "Says what an agent may do, or shuts it out. `projects` null means all of them.",
    params: z.strictObject({ agentId: AgentId }),
    body: z
      .strictObject({
        rights: z.array(AgentRight),
        projects: z.array(ProjectName).max(MOST_AGENT_PROJECTS).nullable(),
        revoked: z.boolean(),
      })
      .partial(),
    answer: AgentView,
  }),
  contextProjects: route({
    method: "GET",
    path: "/context-projects",
    summary: "The projects in which agents keep contexts, the one that was used last first, each with how many it has.",
    answer: listOf(ContextProjectView),
  }),
  contexts: route({
    method: "GET",
    path: "/contexts",
    summary: "The contexts of a project, those of the archive too, the latest first. Their words are those of agents.",
    query: z.strictObject({ project: ProjectName, limit: upTo(50, 20), cursor: z.string().max(120).optional() }),
    answer: pageOf(ContextLine),
  }),
  context: route({
    method: "GET",
    path: "/contexts/{contextId}",
    summary:
      "One context: its text, who saved it, and why. `stated`: an agent said so. `inferred`: it was saved less than an hour before.",
    params: z.strictObject({ contextId: ContextId }),
    answer: ContextDetail,
  }),
  forgetContext: route({
    method: "DELETE",
    path: "/contexts/{contextId}",
    summary:
      "Forgets one context. No word of it stays in the store, in the archive or in an index, and it cannot be taken back. What it caused still names it.",
    params: z.strictObject({ contextId: ContextId }),
    answer: nothing,
  }),
  recipes: route({
    method: "GET",
    path: "/recipes",
    summary: "The recipes that runs may be offered: those that everybody has, and the person's own.",
    answer: listOf(RecipeView),
    errors: ["NoProfile"],
  }),
  recipe: route({
    method: "GET",
    path: "/recipes/{name}",
    summary: "One recipe with its text.",
    params: z.strictObject({ name: SkillName }),
    answer: RecipeText,
    errors: ["NoProfile"],
  }),
  switchRecipe: route({
    method: "PUT",
    path: "/recipes/{name}",
    summary:
      "Switches a recipe off for the person, or on again. On, what earlier feedback said against it counts no more. The recipes of the day's own rhythm stay on.",
    params: z.strictObject({ name: SkillName }),
    body: z.strictObject({ on: z.boolean() }),
    answer: RecipeView,
    errors: ["NoProfile", "Forbidden"],
  }),
  testChannel: route({
    method: "POST",
    path: "/channels/{channel}/tests",
    summary: "Sends a test to a channel of the person. The same key again is the same test.",
    params: z.strictObject({ channel: TestedChannel }),
    status: 202,
    answer: ChannelTest,
    errors: ["NoProfile"],
    keyed: true,
  }),
  channelTest: route({
    method: "GET",
    path: "/channels/{channel}/tests/{testId}",
    summary: "What became of a test.",
    params: z.strictObject({ channel: TestedChannel, testId: TestId }),
    answer: ChannelTest,
  }),
} satisfies Record<string, Route>;
