/**
 * Agents of other makers that call Waldo over the Model Context Protocol: which agents exist, what each may do, and
 * what each did. The person grants and withdraws rights. A new agent may only store contexts of its own work.
 */
import * as z from "zod";
import { ProjectName } from "./contexts.ts";
import { EpochMs } from "./ids.ts";
import { bySystem, SystemText } from "./words.ts";

/** The path of the MCP server, below the root of its address. */
export const MCP_PATH = "/mcp";
const PROTECTED_RESOURCE = "/.well-known/oauth-protected-resource";
/** The paths on AWS that tell an agent where to sign in. A request to them needs no token. */
export const MCP_OPEN_PATHS = {
  GET: [PROTECTED_RESOURCE, `${PROTECTED_RESOURCE}${MCP_PATH}`, "/.well-known/oauth-authorization-server"],
  POST: ["/oauth/register"],
} as const;

/** The rights that an agent can have. */
export const AGENT_RIGHTS = ["contexts", "memory", "body", "brief", "goals", "remember", "propose"] as const;
export const AgentRight = z.enum(AGENT_RIGHTS);
export type AgentRight = z.infer<typeof AgentRight>;

/** The rights of an agent before the person has decided. */
export const FIRST_RIGHTS: readonly AgentRight[] = ["contexts"];

export const AgentId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, "an id is 1-64 characters of a-z, 0-9 and -");
export type AgentId = z.infer<typeof AgentId>;
export const AgentName = z.string().min(1).max(80);

/** How many agents a person may have, and to how many projects one agent may be restricted. */
export const MOST_AGENTS = 50;
export const MOST_AGENT_PROJECTS = 30;
/** How many calls that change something one agent may make on a day of UTC. */
export const AGENT_CALLS_PER_DAY = 5_000;

export const AgentClient = z.strictObject({
  agentId: AgentId,
  name: AgentName,
  rights: z.array(AgentRight),
  /** The only projects whose contexts the agent may use. Absent: the agent may use all projects. */
  projects: z.array(ProjectName).max(MOST_AGENT_PROJECTS).optional(),
  /** The digest of the agent's key. Absent: the agent needs no key, because it runs on this machine or signs in. */
  key: SystemText.optional(),
  createdAt: EpochMs,
  lastAt: EpochMs.optional(),
  /** Set when the person has blocked the agent. */
  revokedAt: EpochMs.optional(),
});
export type AgentClient = z.infer<typeof AgentClient>;

export const AGENT_OUTCOMES = ["answered", "refused", "failed"] as const;

/** One call of an agent. The row holds no argument and no answer. */
export const AgentCall = z.strictObject({
  at: EpochMs,
  agentId: AgentId,
  /** The tool, the resource or the prompt. */
  what: bySystem(z.string().max(120)),
  outcome: z.enum(AGENT_OUTCOMES),
  tookMs: z.number().int().nonnegative(),
});
export type AgentCall = z.infer<typeof AgentCall>;
/** How many days a call stays in the log. */
export const AGENT_CALL_DAYS = 30;

export const AgentView = AgentClient.omit({ key: true }).extend({
  /** True when the agent uses a key that the person has created. */
  keyed: z.boolean(),
});
export type AgentView = z.infer<typeof AgentView>;

export const AgentsView = z.strictObject({
  items: z.array(AgentView),
  /** The latest calls first. */
  calls: z.array(AgentCall),
  /** How an agent connects here. */
  connect: z.strictObject({
    /** The address for agents that speak HTTP. Absent: no agent can connect by HTTP. */
    url: z.string().optional(),
    /** The program for agents on the same machine. */
    command: z.string().optional(),
    /** True when the address needs a key that the person creates. Otherwise the agent signs in. */
    keys: z.boolean(),
  }),
});
export type AgentsView = z.infer<typeof AgentsView>;
