/**
 * Tests what agents keep, over the door: what is listed, how a context is explained, and what is left when it is
 * forgotten.
 */

import { DAY_MS, MINUTE_MS } from "@waldo/core/time";
import { describe, expect, it } from "vitest";
import { doorHouse } from "../../embedded/test/door-house.ts";
import { wordsLeft } from "../../embedded/test/words-left.ts";
import { knownAgent } from "./mcp/agents.ts";
import { findContext } from "./rows.ts";
import { type NewContext, saveContext } from "./save.ts";
import { pruneExpired } from "./tiers.ts";

async function house() {
  const { world, send } = await doorHouse({ days: 0 });
  const now = world.clock.now();
  const save = async (content: string, at: number, more: Partial<NewContext> = {}) =>
    (await saveContext(world, "me", { project: "boat", content, source: "test", client: "an-editor", ...more }, at)).id;
  const get = async (path: string) => (await send("GET", path)).value;
  return { world, send, get, save, now };
}

describe("the contexts that agents keep", () => {
  it("are none at first", async () => {
    const { get } = await house();
    expect(await get("/context-projects")).toEqual({ items: [] });
    expect(await get("/contexts?project=boat")).toEqual({ items: [] });
  });

  it("are listed by project, the latest first, page by page, with who saved them and with those of the archive", async () => {
    const { world, get, save, now } = await house();
    await knownAgent(world, "me", { agentId: "an-editor", name: "An Editor" });
    const ids = [];
    for (let i = 0; i < 7; i++) ids.push(await save(`note ${i}`, now - (i < 3 ? 40 : 1) * DAY_MS + i));
    await save("other", now - 2 * DAY_MS, { project: "house & garden", client: "wake-import" });
    expect(await pruneExpired(world, "me", { now, limit: 2 })).toHaveLength(2);
    expect(await get("/context-projects")).toEqual({
      items: [
        { project: "boat", total: 7, savedAt: now - DAY_MS + 6 },
        { project: "house & garden", total: 1, savedAt: now - 2 * DAY_MS },
      ],
    });
    const seen = [];
    for (let cursor = "", pages = 0; ; pages++) {
      const { items, next } = await get(`/contexts?project=boat&limit=3${cursor && `&cursor=${cursor}`}`);
      seen.push(...items);
      if (next === undefined) {
        expect(pages).toBe(2);
        break;
      }
      cursor = next;
    }
    expect(seen.map(({ id }) => id)).toEqual([...ids].reverse());
    expect(seen[0]).toEqual({
      ...{ id: ids[6], project: "boat", summary: "note 6", at: now - DAY_MS + 6, tier: "RECENT" },
      savedBy: { agentId: "an-editor", name: "An Editor" },
    });
    const { items } = await get("/contexts?project=house%20%26%20garden");
    expect(items).toMatchObject([{ savedBy: { agentId: "wake-import" }, summary: "other" }]);
    expect(await get("/contexts?project=boat&cursor=nonsense")).toMatchObject({ error: "InvalidInput" });
  });

  it("say why they are there, and a look counts as no read", async () => {
    const { world, get, save, now } = await house();
    const first = await save("The mast is of oak.", now - 2 * DAY_MS, { action: "decision" });
    const second = await save("It is planed.", now - DAY_MS, { causedBy: first });
    const near = await save("The glue dries.", now - MINUTE_MS);
    const id = await save("It is oiled.", now, {
      ...{ causedBy: second, dependencies: [first], rationale: "so that it lasts", action: "implementation" },
      metadata: '{"files":2}',
    });
    const shown = await get(`/contexts/${id}`);
    expect(shown).toMatchObject({
      context: { id, savedBy: { agentId: "an-editor" }, tier: "ACTIVE" },
      ...{ content: "It is oiled.", source: "test", metadata: '{"files":2}', accessCount: 0 },
      ...{ action: "implementation", rationale: "so that it lasts", begins: "here" },
      chain: [{ id: first }, { id: second }],
      causes: [
        { id: first, by: "stated", context: { summary: "The mast is of oak." } },
        { id: near, by: "inferred", context: { summary: "The glue dries." } },
      ],
    });
    expect((await findContext(world, "me", id))?.context.accessCount).toBe(0);
    expect(await get("/contexts/ctx-unknown")).toMatchObject({ error: "NotFound" });
  });

  it("are forgotten one at a time, and what they caused still names them", async () => {
    const { world, send, get, save, now } = await house();
    const first = await save("The zorbulating quuxwidget", now - 40 * DAY_MS);
    const child = await save("It is planed.", now - DAY_MS, { causedBy: first, dependencies: [first] });
    await pruneExpired(world, "me", { now, limit: 1 });
    expect(await send("DELETE", `/contexts/${first}`)).toEqual({ status: 200, value: {} });
    expect(await wordsLeft(world, "quux")).toEqual([]);
    expect(await get(`/contexts/${first}`)).toMatchObject({ error: "NotFound" });
    expect(await get(`/contexts/${child}`)).toMatchObject({
      ...{ chain: [], begins: "forgotten", causes: [{ id: first, by: "stated" }] },
    });
    expect((await get("/contexts?project=boat")).items).toMatchObject([{ id: child }]);
    // The same request may come twice.
    expect((await send("DELETE", `/contexts/${first}`)).status).toBe(200);
    expect((await send("DELETE", "/contexts/ctx-unknown")).status).toBe(404);
    await send("DELETE", `/contexts/${child}`);
    expect(await get("/context-projects")).toEqual({ items: [] });
  });
});
