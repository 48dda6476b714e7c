import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { describe, expect, it } from "vitest";
import {
  archivedRows,
  blockWrites,
  daysAgo,
  episodeWrite,
  everything,
  hotKeys,
  patrolWrite,
  personWith,
  runWrites,
  USER,
} from "../../../../testkit/src/made-up-rows.ts";
import type { Log, Ports, Write } from "../../ports.ts";
import { EVICT_FROM, hotBytes, relieve } from "./sweep.ts";

type Line = Parameters<Log>;

async function world(writes: readonly Write[]): Promise<{ ports: Ports; lines: Line[] }> {
  const lines: Line[] = [];
  const ports = await personWith(openSqliteStore(":memory:"), writes, { log: (...line) => lines.push(line) });
  return { ports, lines };
}

const total = async ({ store }: Ports) => [...(await hotBytes(store, USER)).values()].reduce((a, b) => a + b, 0);
/** Each row has about the same number of bytes. */
const weighty = (at: number) => episodeWrite(at, `run-${at}`, "x".repeat(1_000));
const MOST = { maxRows: 2_000 };

describe("the watermark", () => {
  it("weighs by kind of row", async () => {
    const { ports } = await world([weighty(daysAgo(1)), weighty(daysAgo(2)), ...runWrites(daysAgo(1))]);
    const bytes = await hotBytes(ports.store, USER);
    expect([...bytes.keys()].sort()).toEqual(["EPISODE", "OUTBOX", "RUN", "STEP"]);
    expect(bytes.get("EPISODE")).toBeGreaterThan(2_000);
    expect(bytes.get("EPISODE")).toBeLessThan(2_500);
  });

  it("moves nothing below 60%", async () => {
    const { ports, lines } = await world(Array.from({ length: 20 }, (_, n) => weighty(daysAgo(20 + n))));
    const limit = Math.ceil((await total(ports)) / EVICT_FROM) + 1;
    expect(await relieve(ports, USER, { limit, ...MOST })).toMatchObject({ evicted: 0, freed: 0 });
    expect(await archivedRows(ports.archive)).toEqual([]);
    expect(lines).toEqual([]);
  });

  it("from 60% on moves the oldest sessions, and only as many as needed", async () => {
    const { ports, lines } = await world(Array.from({ length: 20 }, (_, n) => weighty(daysAgo(20 + n))));
    const before = await total(ports);
    const limit = before / 0.7;
    const { bytes, evicted, freed } = await relieve(ports, USER, { limit, ...MOST });
    expect(bytes).toBe(before);
    // Going from 70% to below 60% takes a seventh of the twenty rows.
    expect(evicted).toBe(3);
    const receipt = (await hotBytes(ports.store, USER)).get("ARCHIVED") ?? 0;
    expect((await total(ports)) - receipt).toBe(before - freed);
    expect(before - freed).toBeLessThan(EVICT_FROM * limit);
    expect((await archivedRows(ports.archive)).map(({ key }) => key.sk)).toEqual(
      [39, 38, 37].map((day) => episodeWrite(daysAgo(day)).key.sk),
    );
    expect(lines).toEqual([]);
  });

  it("from 80% on writes a warning with counts", async () => {
    const { ports, lines } = await world(Array.from({ length: 20 }, (_, n) => weighty(daysAgo(20 + n))));
    const bytes = await total(ports);
    const limit = bytes / 0.81;
    const { evicted, freed } = await relieve(ports, USER, { limit, ...MOST });
    expect(lines).toEqual([["warn", "memory.watermark", { bytes, limit, evicted, freed }]]);
  });

  it("continues with the log, runs and closed claims, and leaves what is in use", async () => {
    const { ports } = await world([
      ...[6, 8].map((day) => weighty(daysAgo(day))),
      ...[1, 3].map((day) => patrolWrite(daysAgo(day))),
      ...runWrites(daysAgo(1), {}, "run-new"),
      ...runWrites(daysAgo(3), {}, "run-old"),
      ...runWrites(daysAgo(3), { state: "GATED" }, "run-open"),
      ...blockWrites("aaaaaaaaaaaa", daysAgo(8), { closed: true }),
      ...blockWrites("bbbbbbbbbbbb", daysAgo(8)),
    ]);
    const before = await everything(ports);
    await relieve(ports, USER, { limit: 1, ...MOST });
    expect(await hotKeys(ports.store)).toEqual([
      "ARCHIVED#episodes",
      "ARCHIVED#memory-history",
      "ARCHIVED#patrol",
      "ARCHIVED#runs",
      "BLOCK#bbbbbbbbbbbb",
      "BLOCKVERSION#bbbbbbbbbbbb#000001",
      weighty(daysAgo(6)).key.sk,
      ...["run-new", "run-open"].map((runId) => `OUTBOX#${runId}#000`),
      patrolWrite(daysAgo(1)).key.sk,
      ...["run-new", "run-open"].map((runId) => `RUN#${runId}`),
      ...["run-new", "run-open"].flatMap((runId) => [1, 2, 3].map((n) => `STEP#${runId}#000${n}`)),
    ]);
    expect(await everything(ports)).toEqual(before);
  });

  it("does no more in one night than its limit", async () => {
    const { ports } = await world(Array.from({ length: 20 }, (_, n) => weighty(daysAgo(20 + n))));
    expect(await relieve(ports, USER, { limit: 1, maxRows: 4 })).toMatchObject({ evicted: 4 });
    expect(await relieve(ports, USER, { limit: 1, maxRows: 0 })).toMatchObject({ evicted: 0 });
  });
});
