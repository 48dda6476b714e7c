/** Every field of a prompt says whose words it holds. Text from outside marks the run from its first call on. */
import { PromptContext, SKILL_PROVENANCES, type SkillProvenance } from "@waldo/contracts";
import { describe, expect, it } from "vitest";
import { DATE, testWorld } from "../../../embedded/test/world.ts";
import { loadRun } from "../run/journal.ts";
import { startRun } from "../run/start.ts";
import { gatherContext } from "./gather.ts";
import { heardIn, holdsOutside, PROMPT_ORIGINS } from "./transcript.ts";

async function contextOf(): Promise<PromptContext> {
  const world = await testWorld();
  const event = { userId: "me", trigger: "user_message", nonce: "m1", occurredAt: 0 } as const;
  const runId = await startRun({ ...world, machines: { ...world.machines, startRun: async () => {} } }, event, DATE);
  return gatherContext(world, (await loadRun(world.store, "me", runId)).header, undefined);
}

describe("the origins of a prompt", () => {
  it("name every field of the context, and no other", () => {
    expect(Object.keys(PROMPT_ORIGINS).sort()).toEqual(Object.keys(PromptContext.shape).sort());
  });

  it("R10: an ordinary prompt holds nothing from outside; recipes of others and findings do", async () => {
    const context = await contextOf();
    expect(holdsOutside(context)).toBe(false);
    const recipe = (provenance: SkillProvenance) => ({
      ...context,
      skills: [{ name: "x-recipe", recipe: "do", provenance }],
    });
    expect(SKILL_PROVENANCES.filter((provenance) => holdsOutside(recipe(provenance)))).toEqual([
      "connector",
      "agent_authored",
    ]);
    for (const outside of [recipe("connector"), { ...context, scratchpad: "found" }])
      expect(heardIn({ context: outside, turns: [] })).toMatchObject({ outside: true });
    expect(holdsOutside({ ...context, scratchpad: "found", scratchpadOwn: true })).toBe(false);
  });

  it("the person's words reach the gates as the prompt shows them: without readings and card numbers", async () => {
    const userText = "my card 4111 1111 1111 1111, my HRV was 45 ms, write to a@b.example";
    const [typed = ""] = heardIn({ context: { ...(await contextOf()), userText }, turns: [] }).owner;
    expect(typed).not.toMatch(/4111|45/);
    expect(typed).toContain("a@b.example");
  });
});
