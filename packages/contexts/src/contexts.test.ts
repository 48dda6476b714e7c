/** Contexts over real parts: saved, loaded, searched, counted, archived and brought back, also when it dies or two write. */

import type { Archive, Store } from "@waldo/core/ports";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@waldo/core/time";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { memoryArchive } from "@waldo/testkit/memory-archive";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countSeen, see, waitingSeen } from "./access.ts";
import { forecasts, highValue, loadContexts, updatePredictions } from "./ahead.ts";
import { causalityStats, chainTo, MOST_CHAIN, reasoning, refuseCause } from "./causality.ts";
import { GRID } from "./learning.ts";
import { byUse, findContext, loadProject } from "./rows.ts";
import { type NewContext, saveContext } from "./save.ts";
import { indexProject, reindexProject, searchProject, TEXTS_OF_SEGMENT } from "./search.ts";
import { countTiers, pruneExpired } from "./tiers.ts";
import { records, takeRecords, type WakeRecord } from "./wake-file.ts";

const NOW = Date.parse("2026-03-01T12:00:00Z");
const ME = "me";

function house(store: Store = openSqliteStore(":memory:"), archive: Archive = memoryArchive()) {
  const ports = { store, archive };
  const save = (content: string, at: number, more: Partial<NewContext> = {}) =>
    saveContext(ports, ME, { project: "boat", content, source: "test", client: "a client", ...more }, at);
  const show = (ids: readonly string[], at: number, project = "boat") => see({ store }, ME, project, ids, at);
  return { ports, save, show };
}

describe("a saved context", () => {
  it("keeps its words, has a summary of its own sentences, and tags", async () => {
    const { save } = house();
    const content = `The mast of the boat needs new rigging. ${"We looked at many other things that day. ".repeat(8)}The rigging must be of steel, because rope stretches.`;
    const saved = await save(content, NOW, { action: "decision", rationale: "rope stretches" });
    expect(saved.content).toBe(content);
    expect(saved.summary.length).toBeLessThanOrEqual(200);
    for (const sentence of saved.summary.split(/(?<=\.) /)) expect(content).toContain(sentence);
    expect(saved.summary).toContain("The mast of the boat needs new rigging.");
    expect(saved.tags).toContain("rigging");
    expect(saved).toMatchObject({ origin: "untrusted", depth: 0, accessCount: 0 });
    expect((await save("Short and whole.", NOW)).summary).toBe("Short and whole.");
  });

  it("is one context when it is sent again within ten minutes, and another one when something is changed", async () => {
    const { ports, save } = house();
    const text = "The keel is painted.";
    const first = await save(text, NOW);
    for (const at of [NOW, NOW + 9 * MINUTE_MS, NOW + 10 * MINUTE_MS - 1]) expect(await save(text, at)).toEqual(first);
    expect((await loadProject(ports.store, ME, "boat")).state.total).toBe(1);
    const others = [
      await save(text, NOW + 10 * MINUTE_MS),
      await save(text, NOW, { rationale: "it was bare" }),
      await save(text, NOW, { client: "another client" }),
      await save(text, NOW, { project: "canoe" }),
    ];
    expect(new Set([first, ...others].map(({ id }) => id)).size).toBe(5);
  });

  it("is one context for its key at any time, also when two saves meet, and is not what another client's key names", async () => {
    const { ports, save } = house();
    let asked = 0;
    const summariser = async () => ({ summary: `summary ${++asked}`, tags: [] });
    const content = "The keel is painted, and the work took a day. ".repeat(9);
    const input = { project: "boat", source: "t", client: "c", content, key: "keel-1" };
    const [first, second] = await Promise.all(
      [NOW, NOW + 1].map((at) => saveContext({ ...ports, summariser }, ME, input, at)),
    );
    expect(second).toEqual(first);
    const met = asked;
    expect(await saveContext({ ...ports, summariser }, ME, input, NOW + 90 * DAY_MS)).toEqual(first);
    expect(asked).toBe(met);
    await expect(save("Another thing.", NOW, { client: "c", key: "keel-1" })).rejects.toMatchObject({
      name: "InvalidInput",
      message: expect.stringMatching(/^key: .*take a new key/),
    });
    await expect(saveContext(ports, ME, { ...input, rationale: "so" }, NOW)).rejects.toThrow(/take a new key/);
    const others = [
      await save(content, NOW, { client: "c", key: "keel-2" }),
      await save(content, NOW, { client: "d", key: "keel-1" }),
      await save(content, NOW, { client: "c", key: "keel-1", project: "canoe" }),
    ];
    expect(new Set([first, ...others].map((one) => one?.id)).size).toBe(4);
    expect((await loadProject(ports.store, ME, "boat")).state.total).toBe(3);
  });

  it("uses the model's summary where one answers, and its own where it does not", async () => {
    const { ports } = house();
    const long = "We chose steel for the rigging. ".repeat(10);
    const input = { project: "boat", source: "t", client: "c" };
    const asked = { ...ports, summariser: async () => ({ summary: "Steel it is.", tags: ["steel"] }) };
    const told = await saveContext(asked, ME, { ...input, content: long }, NOW);
    expect(told).toMatchObject({ summary: "Steel it is.", tags: ["steel"] });
    const broken = { ...ports, summariser: () => Promise.reject(new Error("no model")) };
    const own = await saveContext(broken, ME, { ...input, content: `${long}!` }, NOW);
    expect(own.summary).toContain("We chose steel");
  });
});

describe("why", () => {
  it("five of the last hour are inferred as dependencies, and what a client states is told apart", async () => {
    const { save } = house();
    const old = await save("long before", NOW - 2 * HOUR_MS);
    const near = [];
    for (let i = 0; i < 6; i++) near.push(await save(`note ${i}`, NOW - (30 - i) * 60_000));
    const last = await save("the decision", NOW, { dependencies: [old.id] });
    const stated = last.causality?.dependencies.filter(({ by }) => by === "stated").map(({ id }) => id);
    const inferred = last.causality?.dependencies.filter(({ by }) => by === "inferred").map(({ id }) => id);
    expect(stated).toEqual([old.id]);
    expect(inferred).toEqual(
      near
        .slice(1)
        .map(({ id }) => id)
        .reverse(),
    );
  });

  it("a chain leads back to what began it, and no further than is allowed", async () => {
    const { ports, save } = house();
    let causedBy: string | undefined;
    for (let i = 0; i < MOST_CHAIN + 5; i++)
      causedBy = (await save(`step ${i}`, NOW + i * DAY_MS, { action: "testing", ...(causedBy ? { causedBy } : {}) }))
        .id;
    const chain = await chainTo(ports, ME, causedBy ?? "");
    expect(chain.contexts.length).toBe(MOST_CHAIN);
    expect(chain.cut).toBe(true);
    expect(chain.contexts.at(-1)?.content).toBe(`step ${MOST_CHAIN + 4}`);
    const { state } = await loadProject(ports.store, ME, "boat");
    expect(causalityStats(state)).toMatchObject({
      total: 105,
      roots: 1,
      averageChainLength: 53,
      actions: { testing: 105 },
    });
    expect(state.pairs).toEqual({ "testing>testing": 104 });
  });

  it("a cause that is not there, or not to be seen, is refused with what to do", async () => {
    const { ports, save } = house();
    await expect(save("x", NOW, { causedBy: "ctx-none" })).rejects.toThrow(/load_context/);
    const secret = await save("a secret of another project", NOW, { project: "other" });
    const input = { project: "boat", content: "y", source: "t", client: "c" };
    const mine = (project: string) => project === "boat";
    await expect(saveContext(ports, ME, { ...input, causedBy: secret.id }, NOW, mine)).rejects.toThrow(/no context/);
    await expect(chainTo(ports, ME, secret.id, mine)).rejects.toThrow(/no context/);
    await expect(chainTo(ports, "somebody-else", secret.id)).rejects.toThrow(/no context/);
  });

  it("an inferred cause can be refused once and counts no more; a stated one cannot", async () => {
    const { ports, save } = house();
    const [a, b] = [await save("a", NOW - 60_000), await save("b", NOW - 90_000 * 60)];
    const c = await save("c", NOW, { dependencies: [b.id], rationale: "because of b" });
    expect((await reasoning(ports, ME, c.id)).words).toMatch(
      /because of b[\s\S]*1 other\(s\), as its client said[\s\S]*inferred/,
    );
    const refused = await refuseCause(ports, ME, { id: c.id, cause: a.id });
    expect(refused.causality?.dependencies).toContainEqual({ id: a.id, by: "inferred", refused: true });
    await refuseCause(ports, ME, { id: c.id, cause: a.id });
    expect((await loadProject(ports.store, ME, "boat")).state.dependencies).toEqual({
      stated: 1,
      inferred: 1,
      refused: 1,
    });
    expect((await reasoning(ports, ME, c.id)).words).not.toMatch(/inferred/);
    await expect(refuseCause(ports, ME, { id: c.id, cause: b.id })).rejects.toThrow(/no inferred cause/);
  });
});

describe("reads", () => {
  it("are counted each once, also when two count at the same time", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 1000 })), {
          minLength: 1,
          maxLength: 40,
        }),
        fc.array(fc.integer({ min: 0, max: 39 }), { maxLength: 6 }),
        async (reads, pairs) => {
          const { ports, save, show } = house();
          const saved = [];
          for (let i = 0; i < 5; i++) saved.push(await save(`note ${i}`, NOW));
          for (const [i, [which, at]] of reads.entries()) {
            await show([saved[which]?.id ?? ""], NOW + at);
            if (pairs.includes(i)) await Promise.all([countSeen(ports, ME, "boat"), countSeen(ports, ME, "boat")]);
          }
          const { waiting } = await waitingSeen(ports.store, ME, "boat");
          const shown = await loadContexts(ports, ME, "boat", { now: NOW + 2000, limit: 5 });
          await countSeen(ports, ME, "boat");
          for (const [i, { id }] of saved.entries()) {
            const count = reads.filter(([which]) => which === i).length;
            const stored = (await findContext(ports, ME, id))?.context;
            expect(stored?.accessCount).toBe(count);
            expect(shown.contexts.find(({ context }) => context.id === id)?.context.accessCount).toBe(count);
            const last = Math.max(...reads.flatMap(([which, at]) => (which === i ? [NOW + at] : [])));
            expect(stored?.lastAccess).toBe(count === 0 ? undefined : last);
            expect(waiting.get(id)?.count ?? 0).toBeLessThanOrEqual(count);
          }
          const order = await byUse(ports.store, ME, "boat", 10);
          expect(new Set(order.map(({ id }) => id)).size).toBe(5);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("make a tier, which follows the clock alone", async () => {
    const { ports, save, show } = house();
    const ages = [0.5, 3, 100, 800];
    const saved = [];
    for (const age of ages) saved.push(await save(`${age} hours old`, NOW - age * HOUR_MS));
    const tiers = (now: number) => countTiers(ports, ME, "boat", now);
    expect(await tiers(NOW)).toEqual({ ACTIVE: 1, RECENT: 1, ARCHIVED: 1, EXPIRED: 1, total: 4 });
    await show([saved[3]?.id ?? ""], NOW);
    expect(await tiers(NOW)).toEqual({ ACTIVE: 2, RECENT: 1, ARCHIVED: 1, EXPIRED: 0, total: 4 });
    expect(await tiers(NOW + 721 * HOUR_MS)).toEqual({ ACTIVE: 0, RECENT: 0, ARCHIVED: 0, EXPIRED: 4, total: 4 });
  });
});

describe("what has expired", () => {
  it("moves to the archive, is still found and explained, and comes back when it is read", async () => {
    const { ports, save, show } = house();
    const old = await save("The anchor weighs twelve kilograms.", NOW - 40 * DAY_MS);
    const child = await save("So the winch must hold thirty.", NOW - DAY_MS, { causedBy: old.id, action: "decision" });
    expect(await pruneExpired(ports, ME, { now: NOW, limit: 100 })).toEqual([old.id]);
    expect(await pruneExpired(ports, ME, { now: NOW, limit: 100 })).toEqual([]);
    expect(await findContext(ports, ME, old.id)).toMatchObject({ archived: true, context: { content: old.content } });
    expect(
      (await loadContexts(ports, ME, "boat", { now: NOW, limit: 10 })).contexts.map(({ context }) => context.id),
    ).toEqual([child.id]);
    expect((await chainTo(ports, ME, child.id)).contexts.map(({ id }) => id)).toEqual([old.id, child.id]);
    const found = await searchProject(ports, ME, "boat", { text: "anchor weight", limit: 5, now: NOW });
    expect(found[0]?.id).toBe(old.id);
    await show([old.id], NOW);
    await countSeen(ports, ME, "boat");
    expect(await findContext(ports, ME, old.id)).toMatchObject({
      archived: false,
      context: { accessCount: 1, lastAccess: NOW },
    });
    expect((await loadProject(ports.store, ME, "boat")).state.archived).toBe(0);
  });

  it("moves at most as many as were asked for, of several projects", async () => {
    const { ports, save } = house();
    for (let i = 0; i < 40; i++) await save(`old ${i}`, NOW - 50 * DAY_MS + i, { project: i % 2 === 0 ? "a" : "b" });
    expect((await pruneExpired(ports, ME, { now: NOW, limit: 25 })).length).toBe(25);
    expect((await pruneExpired(ports, ME, { now: NOW, limit: 100 })).length).toBe(15);
  });
});

describe("what comes next", () => {
  it("is what was read lately and often, as it is now", async () => {
    const { ports, save, show } = house();
    const saved = [];
    for (let i = 0; i < 30; i++) saved.push(await save(`note ${i}`, NOW - 10 * DAY_MS + i * 2 * HOUR_MS));
    const [often, once] = [saved[3]?.id ?? "", saved[7]?.id ?? ""];
    for (let i = 0; i < 30; i++) await show([often], NOW - 30 * 60_000 + i);
    await show([once], NOW - 5 * HOUR_MS);
    const now = await highValue(ports, ME, "boat", { now: NOW, limit: 10 });
    expect(now.map(({ context }) => context.id)).toEqual([often]);
    expect(now[0]?.prediction.reasons).toContain("recently_accessed");
    const loaded = await loadContexts(ports, ME, "boat", { now: NOW, limit: 3 });
    expect(loaded.contexts.map(({ context }) => context.id)).toEqual([often, saved[29]?.id, saved[28]?.id]);
    expect(await highValue(ports, ME, "boat", { now: NOW + 20 * DAY_MS, limit: 10 })).toEqual([]);
  });

  it("is written down for the oldest predictions first, a hundred at a time, and counted", async () => {
    const { ports, save } = house();
    for (let i = 0; i < 25; i++) await save(`note ${i}`, NOW - i * 60_000);
    expect(await updatePredictions(ports, ME, "boat", { now: NOW, limit: 20 })).toEqual({ updated: 20, more: true });
    expect(await updatePredictions(ports, ME, "boat", { now: NOW, limit: 20 })).toEqual({ updated: 5, more: false });
    expect(await updatePredictions(ports, ME, "boat", { now: NOW + HOUR_MS, limit: 20 })).toEqual({
      updated: 0,
      more: false,
    });
    expect((await updatePredictions(ports, ME, "boat", { now: NOW + 25 * HOUR_MS, limit: 100 })).updated).toBe(25);
    const { predicted } = (await loadProject(ports.store, ME, "boat")).state;
    expect(predicted.count).toBe(25);
    expect(predicted.reasons.active_memory_tier ?? 0).toBe(0);
  });

  it("is forecast once a day, and the next forecast says what was needed", async () => {
    const { ports, save, show } = house();
    const [a, b] = [await save("a", NOW - DAY_MS), await save("b", NOW - DAY_MS + 1)];
    const next = (now: number) => highValue(ports, ME, "boat", { now, limit: 5 });
    await next(NOW);
    await show([a.id], NOW + HOUR_MS);
    await next(NOW + 2 * HOUR_MS);
    expect(await forecasts(ports, ME, "boat")).toEqual([]);
    // A reading after the day does not count as a need of the day.
    await show([b.id], NOW + 30 * HOUR_MS);
    await next(NOW + 30 * HOUR_MS);
    const [day, ...others] = await forecasts(ports, ME, "boat");
    expect(others).toEqual([]);
    expect(day).toMatchObject({ at: NOW, used: 1, others: 0 });
    expect(day?.by.map(({ hits }) => hits)).toEqual(GRID.map(() => 1));
  });

  it("is forecast in the transaction of the predictions, and also where no prediction is old", async () => {
    const { ports, save, show } = house();
    const a = await save("a", NOW - DAY_MS);
    const commits: number[] = [];
    const store: Store = {
      ...ports.store,
      transact: (writes) => {
        commits.push(writes.length);
        return ports.store.transact(writes);
      },
    };
    const update = (now: number, staleHours?: number) =>
      updatePredictions({ ...ports, store }, ME, "boat", { now, limit: 10, ...(staleHours ? { staleHours } : {}) });
    expect(await update(NOW)).toEqual({ updated: 1, more: false });
    await show([a.id], NOW + HOUR_MS);
    expect(await update(NOW + 25 * HOUR_MS)).toEqual({ updated: 1, more: false });
    expect(await forecasts(ports, ME, "boat")).toMatchObject([{ at: NOW, used: 1 }]);
    expect(await update(NOW + 50 * HOUR_MS, 48)).toEqual({ updated: 0, more: false });
    expect((await forecasts(ports, ME, "boat")).length).toBe(2);
    expect(commits.length).toBe(3);
    expect(await update(NOW + 51 * HOUR_MS, 48)).toEqual({ updated: 0, more: false });
    expect(commits.length).toBe(3);
  });
});

describe("a search", () => {
  it("finds the same before and after its texts become segments, large ones and new ones", async () => {
    const { ports, save } = house();
    const words = ["anchor", "keel", "rudder", "sail", "mast", "winch", "hull", "deck"];
    const ids = new Map<string, string>();
    for (let i = 0; i < TEXTS_OF_SEGMENT * 3 + 10; i++) {
      const text = `Entry ${i}: the ${words[i % 8]} and unique${i} were looked at.`;
      ids.set(`unique${i}`, (await save(text, NOW + i * HOUR_MS)).id);
    }
    const { state } = await loadProject(ports.store, ME, "boat");
    expect(state.segments.length).toBeGreaterThanOrEqual(3);
    const one = async (text: string) => (await searchProject(ports, ME, "boat", { text, limit: 3, now: NOW }))[0]?.id;
    for (const word of ["unique0", "unique97", "unique250", "unique297"]) expect(await one(word)).toBe(ids.get(word));
    while ((await indexProject(ports, ME, "boat")) > 0);
    for (const word of ["unique0", "unique97", "unique250", "unique297"]) expect(await one(word)).toBe(ids.get(word));
    expect(await reindexProject(ports, ME, "boat")).toBe(TEXTS_OF_SEGMENT * 3 + 10);
    for (const word of ["unique0", "unique97", "unique250", "unique297"]) expect(await one(word)).toBe(ids.get(word));
    expect(await searchProject(ports, ME, "nothing here", { text: "anchor", limit: 3, now: NOW })).toEqual([]);
  });
});

describe("a Wake database", () => {
  const record = (id: string, more: WakeRecord = {}): WakeRecord => ({
    ...{
      id,
      project: "boat",
      summary: `summary ${id}`,
      source: "mcp",
      tags: "a, b",
      timestamp: new Date(NOW).toISOString(),
    },
    ...{ action_type: "decision", dependencies: "[]", memory_tier: "ACTIVE", access_count: 0 },
    ...more,
  });

  it("is taken in once, in the order of its causes; circles and causes that lead nowhere are dropped", async () => {
    const { ports } = house();
    const all = [
      record("c", { caused_by: "b" }),
      record("b", { caused_by: "a", access_count: 3, last_accessed: new Date(NOW + 5).toISOString() }),
      record("a"),
      record("x", { caused_by: "y" }),
      record("y", { caused_by: "x" }),
      record("lost", { caused_by: "nobody" }),
      record("", {}),
      record("bad", { timestamp: "yesterday" }),
    ];
    expect(await takeRecords(ports, ME, all)).toEqual({
      ...{ taken: 6, known: 0, causesDropped: 2 },
      refused: ["record 7: the id is none", "record 8: the timestamp is no time"],
    });
    expect(await takeRecords(ports, ME, all)).toMatchObject({ taken: 0, known: 6 });
    expect((await chainTo(ports, ME, "c")).contexts.map(({ id }) => id)).toEqual(["a", "b", "c"]);
    expect((await chainTo(ports, ME, "x")).contexts.length + (await chainTo(ports, ME, "y")).contexts.length).toBe(3);
    expect((await findContext(ports, ME, "b"))?.context).toMatchObject({
      accessCount: 3,
      tags: ["a", "b"],
      origin: "untrusted",
    });
  });

  it("comes back as it was, and any records are taken or refused with words", async () => {
    const text = fc.oneof(fc.string(), fc.constantFrom("", "[]", "[1]", "{", "2026-01-01T00:00:00Z", "a", "b"));
    const value = fc.oneof(text, fc.integer(), fc.constant(null));
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            id: text,
            project: text,
            summary: text,
            timestamp: text,
            tags: value,
            caused_by: value,
            dependencies: value,
            access_count: value,
            last_accessed: value,
            metadata: value,
            action_type: value,
          }),
          { maxLength: 12 },
        ),
        async (odd) => {
          const { ports } = house();
          const { taken, refused, known } = await takeRecords(ports, ME, odd as WakeRecord[]);
          expect(taken + known + refused.length).toBeLessThanOrEqual(odd.length);
        },
      ),
      { numRuns: 60 },
    );
    const { ports } = house();
    await takeRecords(ports, ME, [record("a"), record("b", { caused_by: "a", rationale: "so" })]);
    const back = [];
    for await (const one of records(ports, ME, "boat", NOW)) back.push(one);
    expect(back).toMatchObject([
      record("a", { tags: "a,b" }),
      record("b", { tags: "a,b", caused_by: "a", rationale: "so" }),
    ]);
  });
});
