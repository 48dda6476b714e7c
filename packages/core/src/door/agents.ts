/** Which agents of other makers may ask, and what each may do. */
import { createHmac } from "node:crypto";
import { AgentCall, type Gets, keys } from "@waldo/contracts";
import { type Call, DoorRefusal, type Handlers } from "./handlers.ts";
import { agentView, changeAgent, listAgents, makeAgent } from "./mcp/agents.ts";

/** How many of the latest calls are shown. */
const CALLS_SHOWN = 50;

export const agentHandlers: Handlers<"agents" | "makeAgent" | "changeAgent"> = {
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

/** The secret of a key comes from the key behind taps, which no model sees. Two keys of one instant would be one. */
function secretFor({ ports, userId, body }: Pick<Call<"makeAgent">, "ports" | "userId" | "body">): string {
  const of = JSON.stringify(["agent-key", userId, body.name, ports.clock.now()]);
  return createHmac("sha256", ports.approvalKey).update(of).digest("base64url");
}
