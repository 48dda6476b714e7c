import { keys, type MemoryBlock } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { describe, expect, it } from "vitest";
import {
  blockWrites,
  daysAgo,
  everything,
  hotKeys,
  madeUpBlock,
  NIGHT,
  personWith,
  USER,
} from "../../../../testkit/src/made-up-rows.ts";
import { archivedBlocks, archivedVersions } from "../claims/blocks.ts";
import { fadedEvents, moveBlocks } from "./sweep.ts";

const event = (id: string, ...uses: number[]): MemoryBlock =>
  madeUpBlock(id.repeat(12), daysAgo(300), { hall: "events", uses: uses.map(daysAgo) });

describe("an event fades", () => {
  it("54.6 days after its only use: ln 54.6^-0.5 is -2.0", () => {
    expect(fadedEvents([event("a", 54.5)], NIGHT, 100)).toEqual([]);
    expect(fadedEvents([event("a", 54.7)], NIGHT, 100)).toHaveLength(1);
  });

  it("later when it was used more: 4 × 800^-0.5 is above e^-2, 4 × 900^-0.5 below", () => {
    expect(fadedEvents([event("a", 800, 800, 800, 800)], NIGHT, 100)).toEqual([]);
    expect(fadedEvents([event("a", 900, 900, 900, 900)], NIGHT, 100)).toHaveLength(1);
  });

  it("not when it is closed, nor in another hall", () => {
    const closed = { ...event("a", 300), validTo: NIGHT };
    const fact = { ...event("b", 300), hall: "facts" as const };
    expect(fadedEvents([closed, fact], NIGHT, 100)).toEqual([]);
  });

  it("coldest first, at most a quarter of the claims that hold", () => {
    const events = [event("a", 100), event("b", 300), event("c", 200), event("d", 1)];
    const ids = (live: number) => fadedEvents(events, NIGHT, live).map(({ patternId }) => patternId[0]);
    expect([ids(3), ids(4), ids(9), ids(100)]).toEqual([[], ["b"], ["b", "c"], ["b", "c", "a"]]);
  });

  it("counted from when it was written, when it was never used", () => {
    expect(fadedEvents([event("a")], daysAgo(299), 100)).toEqual([]);
    expect(fadedEvents([event("a")], NIGHT, 100)).toHaveLength(1);
  });
});

describe("moving claims that faded", () => {
  it("moves their history too, commits what the caller adds, and finds them again unchanged", async () => {
    const patterns = Array.from({ length: 40 }, (_, n) => n.toString(16).padStart(12, "0"));
    const ports = await personWith(
      openSqliteStore(":memory:"),
      patterns.flatMap((id) => blockWrites(id, daysAgo(300), { hall: "events", revisions: 2 })),
    );
    const blocks = patterns.map((id) => madeUpBlock(id, daysAgo(300), { hall: "events", revisions: 2 }));
    const before = await everything(ports);
    const batches: number[] = [];
    const moved = await moveBlocks(ports, USER, blocks, async (rows) => {
      const gone = rows.filter(({ key }) => key.sk.startsWith("BLOCK#"));
      batches.push(gone.length);
      return gone.map(({ key, body }) => ({
        op: "put",
        key: keys.memoryDelta(USER, key.sk.slice("BLOCK#".length)),
        body,
      }));
    });
    expect(moved).toBe(120);
    expect(batches.reduce((a, b) => a + b)).toBe(40);
    expect(await hotKeys(ports.store, "MEMORYDELTA#")).toHaveLength(40);
    expect(await hotKeys(ports.store, "BLOCK")).toEqual([]);
    expect(await archivedBlocks(ports.archive, USER)).toEqual(blocks);
    expect(await archivedVersions(ports.archive, USER, patterns[7])).toHaveLength(2);
    expect(await everything(ports)).toEqual(before);
  });

  it("leaves a claim that was used in the meantime", async () => {
    const id = "a".repeat(12);
    const ports = await personWith(openSqliteStore(":memory:"), blockWrites(id, daysAgo(300), { hall: "events" }));
    const seen = madeUpBlock(id, daysAgo(300), { hall: "events" });
    const used = { ...seen, uses: [...seen.uses, NIGHT] };
    await ports.store.transact([{ op: "put", key: keys.block(USER, id), body: used }]);
    expect(await moveBlocks(ports, USER, [seen])).toBe(0);
    expect(await hotKeys(ports.store, "BLOCK")).toHaveLength(2);
  });
});
