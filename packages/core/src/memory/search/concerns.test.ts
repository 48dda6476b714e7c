/** Tests that concerns of Waldo change the order of recall a little. */
import { expect, it } from "vitest";
import { memoryWorld, USER } from "../../../../embedded/test/memory-world.ts";
import { callToMind } from "./choose.ts";
import { find, openView } from "./index-files.ts";

it("of two memories that fit alike, the one about a concern comes first, and the words still win", async () => {
  const world = await memoryWorld();
  await world.note("facts", "The garden needs a plan for spring");
  await world.note("facts", "The kitchen needs a plan for spring");
  await world.note("facts", "The kitchen lamp came from a market in Porto");
  await world.night();
  const first = async (hint: string, concerns: readonly string[]) => {
    const now = world.clock.now();
    const hits = await find(world, await openView(world, USER), { text: hint, now, timeZone: "UTC", limit: 20 });
    const [best] = callToMind(hits, { now, concerns });
    return best?.hit.kind === "claim" ? best.hit.block.claim : undefined;
  };
  expect(await first("the plan for spring", ["the garden plan"])).toContain("garden");
  expect(await first("the plan for spring", ["the kitchen plan"])).toContain("kitchen");
  expect(await first("which market in Porto?", ["the garden plan"])).toContain("Porto");
});
