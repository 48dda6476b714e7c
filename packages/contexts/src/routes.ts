// The routes of this package: a person sees the agents of other makers and their contexts. It also removes the words
// that a person deletes from contexts. Code that most requests do not need is loaded on its first request.
import { createHmac } from "node:crypto";
import { AgentCall, type Gets, keys } from "@waldo/contracts";
import type { OptIn } from "@waldo/core/door/door";
import { type Call, DoorRefusal, type Handlers } from "@waldo/core/door/handlers";
import type { Feature } from "@waldo/core/ports";
import { agentView, changeAgent, listAgents, makeAgent } from "./mcp/agents.ts";

/** How many of the latest calls are shown. */
const CALLS_SHOWN = 50;

const shown = () => import("./shown.ts");
const words = () => import("./words.ts");

export const contexts: Feature = {
  words: {
    takeOut: async (...given) => (await words()).takeOut(...given),
    forgetOn: async (...given) => (await words()).forgetOn(...given),
  },
};

export const contextRoutes: Handlers<OptIn> = {
  contextProjects: async (call) => (await shown()).showProjects(call),
  contexts: async (call) => (await shown()).showContexts(call),
  context: async (call) => (await shown()).showContext(call),
  forgetContext: async (call) => (await shown()).forget(call),

  async agents({ ports, userId }): Promise<Gets<"agents">> {
    const { store, agents } = ports;
    const [known, { rows }] = await Promise.all([
      listAgents(store, userId),
      store.query({ ...keys.agentCall.all(userId), descending: true, limit: CALLS_SHOWN }),
    ]);
    return {
      items: known.map(agentView),
      calls: rows.map(({ body }) => AgentCall.parse(body)),
      connect: agents?.connect ?? { keys: false },
    };
  },

  async makeAgent({ ports, userId, body }) {
    if (!ports.agents?.connect.keys)
      throw new DoorRefusal(
        "Forbidden",
        "agents sign in here: give the agent the address, and it opens the page to sign in",
      );
    const { agent, key } = await makeAgent(ports, userId, { ...body, secret: secretFor({ ports, userId, body }) });
    return { agent: agentView(agent), key };
  },

  async changeAgent({ ports, userId, params, body }) {
    const changed = await changeAgent(ports, userId, params.agentId, body);
    if (!changed) throw new DoorRefusal("NotFound", "there is no agent of this name");
    return agentView(changed);
  },
};

/**
 * The secret of a key is derived from the key of taps, which no model sees. Two keys with the same name that a person
 * makes at the same instant have the same secret.
 */
function secretFor({ ports, userId, body }: Pick<Call<"makeAgent">, "ports" | "userId" | "body">): string {
  const of = JSON.stringify(["agent-key", userId, body.name, ports.clock.now()]);
  return createHmac("sha256", ports.approvalKey).update(of).digest("base64url");
}
