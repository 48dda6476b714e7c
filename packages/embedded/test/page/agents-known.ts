/** Agents of other makers on a stage, with calls of each outcome. */

import { agentIdOf, changeAgent, knownAgent, makeAgent } from "@waldo/contexts/mcp/agents";
import { saveContext } from "@waldo/contexts/save";
import { forgetContext } from "@waldo/contexts/take-out";
import { type AgentCall, keys } from "@waldo/contracts";
import { putNew } from "@waldo/core/store/cas";
import { DAY_MS, MINUTE_MS } from "@waldo/core/time";
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

const FOUND =
  "The mast is of oak and has a crack below the spreaders. We looked at it from both sides. The crack is as long as a hand and does not move when the boat heels.";

/** What agents keep: a chain whose beginning is forgotten, a guess, and another project. Returns the id of the last one. */
export async function contextsKept({ world }: Stage): Promise<string> {
  const now = world.clock.now();
  const save = async (content: string, at: number, more: Partial<Parameters<typeof saveContext>[2]> = {}) =>
    (
      await saveContext(
        world,
        "me",
        { project: "boat", content, source: "chat", client: agentIdOf("Some Editor"), ...more },
        at,
      )
    ).id;
  const first = await save("The boat is to sail in May.", now - 9 * DAY_MS, { action: "decision" });
  const found = await save(FOUND, now - 2 * DAY_MS, { causedBy: first, action: "exploration", tags: ["mast"] });
  await forgetContext(world, "me", first, now);
  await save("Glue for oak costs eleven euros.", now - 20 * MINUTE_MS, { client: "wake-import" });
  await save("The beds are dug over.", now - 4 * DAY_MS, { project: "garden" });
  return save("We glue the crack and wind cord around it.\n\nA new mast would take until June.", now - 5 * MINUTE_MS, {
    ...{ causedBy: found, dependencies: [found], action: "decision", metadata: '{"files":["mast.md"]}' },
    rationale: "A new mast comes too late for May.",
  });
}
