/** Recipes behind the door: what a person sees of them, and that one which is switched off reaches no prompt. */
import { keys, RecipeStanding } from "@waldo/contracts";
import { describe, expect, it } from "vitest";
import { doorHouse } from "../../../embedded/test/door-house.ts";
import { readTranscript } from "../agent/transcript.ts";
import { loadSteps } from "../run/journal.ts";
import { receiveMessage } from "../run/receive.ts";

type House = Awaited<ReturnType<typeof doorHouse>>;

/** The recipes in the prompt of a run that answers these words. */
async function offeredTo({ world }: House, text: string): Promise<readonly string[]> {
  const messageId = `said-${world.clock.now()}`;
  const runId = await receiveMessage(world, "me", { messageId, text }, "2026-10-30");
  await world.machines.idle();
  world.clock.set(world.clock.now() + 1000);
  const steps = await loadSteps(world.store, "me", runId);
  return readTranscript(steps).context?.skills.map(({ name }) => name) ?? [];
}

const ASKS = "what should I do today?";
const OWN = `---
name: plants-first
category: copilot
triggers: [user_message]
requiredTools: []
template: One sentence about the plants.
---
Begin with the plants.
`;

describe("a recipe", () => {
  it("is listed with what it is for, bundled and own, and its text can be read", async () => {
    const { send, world } = await doorHouse();
    await world.archive.write("workspace/me/skills/user/plants.md", new TextEncoder().encode(OWN));
    const { items } = (await send("GET", "/recipes")).value;
    expect(items).toHaveLength(17);
    expect(items).toContainEqual({
      ...{ name: "plants-first", category: "copilot", provenance: "user", about: "One sentence about the plants." },
      ...{ on: true, switchable: true, state: "usual" },
    });
    const read = (await send("GET", "/recipes/plants-first")).value;
    expect(read).toMatchObject({ recipe: "Begin with the plants.", triggers: ["user_message"] });
    expect((await send("GET", "/recipes/none-such")).status).toBe(404);
  });

  it("that is switched off is offered to no prompt, also where the words ask for it, until it is on again", async () => {
    const house = await doorHouse();
    expect(await offeredTo(house, ASKS)).toContain("compose-today");
    const off = await house.send("PUT", "/recipes/compose-today", { body: { on: false } });
    expect(off.value).toMatchObject({ name: "compose-today", on: false });
    expect(await offeredTo(house, ASKS)).not.toContain("compose-today");
    // The same change twice has the same result as once.
    await house.send("PUT", "/recipes/compose-today", { body: { on: false } });
    await house.send("PUT", "/recipes/compose-today", { body: { on: true } });
    expect(await offeredTo(house, ASKS)).toContain("compose-today");
  });

  it("of the day's own rhythm stays on", async () => {
    const { send } = await doorHouse({ days: 0 });
    const refused = await send("PUT", "/recipes/morning-brief", { body: { on: false } });
    expect([refused.status, refused.value.error]).toEqual([403, "Forbidden"]);
    expect((await send("GET", "/recipes/morning-brief")).value).toMatchObject({ on: true, switchable: false });
  });

  it("under review comes back when it is switched on, and a good one keeps what was learned", async () => {
    const { send, world } = await doorHouse({ days: 0 });
    const standing = (lows: number, highs: number): RecipeStanding => ({ score: 0.3, lows, highs, newest: 1 });
    await world.store.transact([
      { op: "put", key: keys.recipe("me", "catch-up"), body: standing(3, 0) },
      { op: "put", key: keys.recipe("me", "recovery-day"), body: standing(0, 10) },
    ]);
    expect((await send("GET", "/recipes/catch-up")).value.state).toBe("review");
    expect((await send("PUT", "/recipes/catch-up", { body: { on: true } })).value.state).toBe("usual");
    await send("PUT", "/recipes/recovery-day", { body: { on: false } });
    expect((await send("PUT", "/recipes/recovery-day", { body: { on: true } })).value.state).toBe("preferred");
    expect(RecipeStanding.parse((await world.store.get(keys.recipe("me", "recovery-day")))?.body).highs).toBe(10);
  });
});
