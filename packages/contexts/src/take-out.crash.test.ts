/** A context is forgotten, and the process dies at any await: the next wake goes on, and no word of it is left. */

import { resumeRedactions } from "@waldo/core/privacy/redact/resume";
import { DAY_MS } from "@waldo/core/time";
import { expect, it } from "vitest";
import { deathsIn } from "../../embedded/test/deaths.ts";
import { wordsLeft } from "../../embedded/test/words-left.ts";
import { testWorld } from "../../embedded/test/world.ts";
import { chainTo } from "./causality.ts";
import { latestIds, loadProject } from "./rows.ts";
import { type NewContext, saveContext } from "./save.ts";
import { indexProject, searchProject } from "./search.ts";
import { forgetContext } from "./take-out.ts";
import { pruneExpired } from "./tiers.ts";

const SECRET = "The zorbulating quuxwidget";

/** A world with one context to forget. */
async function house(where: "waits" | "indexed" | "archived") {
  const world = await testWorld({ days: 0 });
  const now = world.clock.now();
  const at = where === "archived" ? now - 40 * DAY_MS : now - DAY_MS;
  const save = (content: string, when: number, more: Partial<NewContext> = {}) =>
    saveContext(world, "me", { project: "boat", content, source: "test", client: "an-editor", ...more }, when);
  const first = await save("The mast is of oak.", at, { action: "decision" });
  const before = (await loadProject(world.store, "me", "boat")).state;
  const { id } = await save(SECRET, at + 1, {
    causedBy: first.id,
    rationale: `${SECRET} is needed`,
    action: "testing",
  });
  if (where !== "waits") await indexProject(world, "me", "boat");
  if (where === "archived") await pruneExpired(world, "me", { now, limit: 10 });
  return { world, id, first, before, now, save };
}

for (const where of ["waits", "indexed", "archived"] as const)
  it(`one that ${where === "archived" ? "is archived" : where === "waits" ? "waits for the index" : "is indexed"}`, async () => {
    const { world: whole, id, first, now } = await house(where);
    const child = await saveContext(
      whole,
      "me",
      { project: "boat", content: "So the winch holds.", source: "test", client: "an-editor", causedBy: id },
      now,
    );
    let deaths = 0;
    for await (const { world, label } of deathsIn(whole, () => forgetContext(whole, "me", id, now))) {
      // The wake goes on with what began. What did not begin, the person asks for again.
      await resumeRedactions(world, "me");
      await forgetContext(world, "me", id, now);
      expect(await wordsLeft(world, "quux"), label).toEqual([]);
      const { state } = await loadProject(world.store, "me", "boat");
      expect(state, label).toMatchObject({ total: 2, archived: 0, tags: { mast: 1 } });
      expect(state.forgetting, label).toBeUndefined();
      const found = async (text: string) =>
        (await searchProject(world, "me", "boat", { text, limit: 5, now })).map((one) => one.id);
      expect(await found("quuxwidget"), label).toEqual([]);
      expect(await found("mast oak"), label).toEqual([first.id]);
      expect(
        (await chainTo(world, "me", child.id)).contexts.map((one) => one.id),
        label,
      ).toEqual([child.id]);
      deaths++;
    }
    expect(deaths).toBeGreaterThanOrEqual(3);
  });

it("is counted no more, and its project is as it was before it was saved", async () => {
  const { world, id, before, now } = await house("waits");
  expect(await forgetContext(world, "me", id, now)).toBe(true);
  const { cleaned, ...after } = (await loadProject(world.store, "me", "boat")).state;
  expect(cleaned).toBe(1);
  expect({ ...after, savedAt: 0 }).toEqual({ ...before, savedAt: 0 });
  expect(await latestIds(world.store, "me", "boat", { limit: 9 })).toHaveLength(1);
  expect(await forgetContext(world, "me", "ctx-unknown", now)).toBe(false);
});
