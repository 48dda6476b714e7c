/** A person with contexts of their own work, a project that the hostile agent was not given, and another person. */
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { ErrorCode, JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js";
import { changeAgent, knownAgent } from "@waldo/contexts/mcp/agents";
import { AGENT_TOOLS, mcpServer } from "@waldo/contexts/mcp/server";
import { saveContext } from "@waldo/contexts/save";
import { AGENT_RIGHTS, type AgentRight, FIRST_RIGHTS, keys } from "@waldo/contracts";
import type { DoorPorts } from "@waldo/core/door/handlers";
import { fixedModels } from "@waldo/core/door/own";
import type { Hunt, Message, Wire } from "@waldo/testkit/hostile-agent";
import { testWorld } from "./world.ts";

export const SECRET = "xylophone-of-the-vault";
export const OTHERS = "zither-of-another-person";

export async function hostileWorld() {
  const world = await testWorld({ days: 3 });
  const ports: DoorPorts = {
    ...{ ...world, approvalKey: new Uint8Array(32).fill(3), startWake: async () => {} },
    ...{ models: fixedModels(null), push: {} },
  };
  const now = world.clock.now();
  const save = (user: string, project: string, content: string, more: { causedBy?: string; tags?: string[] } = {}) =>
    saveContext(ports, user, { project, content, source: "test", client: "editor", ...more }, now - 60_000);
  const vault = await save("me", "vault", `The number is ${SECRET}.`, { tags: [SECRET] });
  const own = await save("me", "boat", "The mast needs new rigging.", { causedBy: vault.id });
  await save("me", "vault 2", `Again ${SECRET}.`, { tags: [SECRET] });
  await world.store.transact([
    { op: "put", key: keys.profile("other"), body: { ...(await profile()), userId: "other" } },
  ]);
  const others = await save("other", "boat", `It is ${OTHERS}.`, { tags: [OTHERS] });

  async function profile() {
    return (await world.store.get(keys.profile("me")))?.body ?? {};
  }

  /** Makes an agent, and a raw wire to a server that answers it. */
  async function agent(name: string, rights: readonly AgentRight[] = FIRST_RIGHTS, projects?: readonly string[]) {
    await knownAgent(ports, "me", { agentId: name, name });
    await changeAgent(ports, "me", name, { rights, ...(projects === undefined ? {} : { projects }) });
    return wire(ports, name);
  }

  const prey: Hunt = {
    tools: AGENT_TOOLS.map(({ name, input }) => ({ name, args: Object.keys(input.shape) })),
    projects: ["boat", "garden", "vault", "vault 2", "nowhere"],
    ids: [own.id, vault.id, others.id, "ctx-none"],
    secrets: [SECRET, OTHERS],
  };
  return { world, ports, agent, prey, own, vault, others, all: AGENT_RIGHTS };
}

/**
 * Returns a raw wire to a server that answers this agent. It refuses what is no message, as the transport over HTTP
 * does.
 */
export async function wire(ports: DoorPorts, agentId: string): Promise<Wire> {
  const server = mcpServer(async () => ({
    ...{ ports, userId: "me", summarises: false },
    agent: await knownAgent(ports, "me", { agentId, name: agentId }),
  }));
  const [mine, theirs] = InMemoryTransport.createLinkedPair();
  await server.connect(theirs);
  const listeners: ((message: Message) => void)[] = [];
  mine.onmessage = (message) => {
    for (const each of listeners) each(message as unknown as Message);
  };
  await mine.start();
  return {
    async send(message) {
      const read = JSONRPCMessageSchema.safeParse(message);
      if (read.success) return mine.send(read.data);
      const error = { code: ErrorCode.ParseError, message: "no message" };
      for (const each of listeners) each({ jsonrpc: "2.0", id: message["id"], error });
    },
    hear: (each) => void listeners.push(each),
  };
}
