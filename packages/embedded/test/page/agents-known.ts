/** Agents of other makers on a stage, with calls of each outcome. */
import { type AgentCall, keys } from "@waldo/contracts";
import { agentIdOf, changeAgent, knownAgent, makeAgent } from "@waldo/core/door/mcp/agents";
import { putNew } from "@waldo/core/store/cas";
import { MINUTE_MS } from "@waldo/core/time";
import type { Stage } from "./stage.ts";

const CALLS: readonly Pick<AgentCall, "what" | "outcome">[] = [
  { what: "load_context", outcome: "answered" },
  { what: "waldo://goals", outcome: "answered" },
  { what: "get_causality_stats", outcome: "failed" },
  { what: "recall", outcome: "refused" },
];

/** One that came by itself and is held to two projects, one with a key that has not been here, and one that is shut out. */
export async function agentsKnown({ world }: Stage): Promise<void> {
  const editor = { agentId: agentIdOf("Some Editor"), name: "Some Editor" };
  await knownAgent(world, "me", editor);
  await changeAgent(world, "me", editor.agentId, {
    rights: ["contexts", "goals", "propose"],
    projects: ["boat", "garden"],
  });
  await makeAgent(world, "me", { name: "An assistant with a longer name", rights: ["memory"], secret: "a-secret" });
  await knownAgent(world, "me", { agentId: "scripts", name: "scripts" });
  await changeAgent(world, "me", "scripts", { revoked: true });
  const now = world.clock.now();
  await world.store.transact(
    CALLS.map(({ what, outcome }, i) => {
      const at = now - (i + 1) * 7 * MINUTE_MS;
      const call: AgentCall = { at, agentId: editor.agentId, what, outcome, tookMs: 12 };
      return putNew(keys.agentCall("me", at, editor.agentId), call);
    }),
  );
}
