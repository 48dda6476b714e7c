import { type Key, keys } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { describe, expect, it } from "vitest";
import {
  archivedRows,
  blockWrites,
  daysAgo,
  dreamWrite,
  episodeWrite,
  everything,
  hotKeys,
  NIGHT,
  patrolWrite,
  personWith,
  runWrites,
  USER,
} from "../../../../testkit/src/made-up-rows.ts";
import type { Ports, Write } from "../../ports.ts";
import { HOUR_MS } from "../../time.ts";
import { archivedVersions } from "../claims/blocks.ts";
import { RETENTION } from "./due.ts";
import { sweep } from "./sweep.ts";

const world = (writes: readonly Write[]): Promise<Ports> => personWith(openSqliteStore(":memory:"), writes);

const archived = async (ports: Ports) => (await archivedRows(ports.archive)).map(({ key }) => key.sk);
const MINUTE = 60_000;

describe("what is due", () => {
  it("sessions after 90 days, the log after 30, nights after 30", async () => {
    const ports = await world([
      ...[daysAgo(90) - 1, daysAgo(90)].map((at) => episodeWrite(at)),
      ...[daysAgo(30) - 1, daysAgo(30)].map(patrolWrite),
      ...[daysAgo(31), daysAgo(30)].map(dreamWrite),
    ]);
    const { counts, left } = await sweep(ports, USER);
    expect(counts).toMatchObject({ episodes: 1, patrol: 1, dreams: 1, runs: 0, cleared: 0, evicted: 0 });
    expect(left).toEqual([]);
    expect(await archived(ports)).toEqual([
      `EPISODE#00${daysAgo(90) - 1}#run-${daysAgo(90) - 1}`,
      `PATROL#00${daysAgo(30) - 1}`,
      "DREAM#dream-2026-10-20",
    ]);
  });

  it("runs 7 days after their end, with journal and outbox", async () => {
    const end = daysAgo(7) - MINUTE;
    const ports = await world([...runWrites(end - 1, {}, "run-old"), ...runWrites(end, {}, "run-new")]);
    await sweep(ports, USER);
    expect(await archived(ports)).toEqual([
      "OUTBOX#run-old#000",
      "RUN#run-old",
      "STEP#run-old#0001",
      "STEP#run-old#0002",
      "STEP#run-old#0003",
    ]);
    expect(await hotKeys(ports.store, "RUN#")).toEqual(["RUN#run-new"]);
  });

  it("no run that has not ended, and none with an unsettled delivery", async () => {
    const at = daysAgo(60);
    const ports = await world([
      ...runWrites(at, { state: "LLM_CALLED" }, "run-open"),
      ...runWrites(at, {}, "run-owing"),
      { op: "put", key: keys.outboxDue(USER, "run-owing", 0), body: { runId: "run-owing" } },
      ...runWrites(at, { outbox: "failed" }, "run-unsettled"),
      ...runWrites(at, { state: "FAILED" }, "run-failed"),
    ]);
    await sweep(ports, USER);
    expect(await hotKeys(ports.store, "RUN#")).toEqual(["RUN#run-open", "RUN#run-owing", "RUN#run-unsettled"]);
    expect(await hotKeys(ports.store, "STEP#")).toHaveLength(9);
  });

  it("versions of a live claim before the last five superseded ones", async () => {
    const ports = await world([
      ...blockWrites("aaaaaaaaaaaa", daysAgo(400), { revisions: 9 }),
      ...blockWrites("bbbbbbbbbbbb", daysAgo(400), { revisions: 6 }),
    ]);
    const { counts } = await sweep(ports, USER);
    expect(counts["memory-history"]).toBe(3);
    expect(await hotKeys(ports.store, "BLOCK#")).toHaveLength(2);
    expect(await hotKeys(ports.store, "BLOCKVERSION#aaaaaaaaaaaa#")).toEqual(
      [4, 5, 6, 7, 8, 9].map((n) => `BLOCKVERSION#aaaaaaaaaaaa#00000${n}`),
    );
    const history = await archivedVersions(ports.archive, USER, "aaaaaaaaaaaa");
    expect(history.map(({ block }) => block.revision)).toEqual([1, 2, 3]);
  });

  it("a claim 90 days after it was closed, whole", async () => {
    const ports = await world([
      ...blockWrites("aaaaaaaaaaaa", daysAgo(90) - 1, { revisions: 2, closed: true }),
      ...blockWrites("bbbbbbbbbbbb", daysAgo(90), { revisions: 2, closed: true }),
    ]);
    await sweep(ports, USER);
    expect(await archived(ports)).toEqual([
      "BLOCK#aaaaaaaaaaaa",
      "BLOCKVERSION#aaaaaaaaaaaa#000001",
      "BLOCKVERSION#aaaaaaaaaaaa#000002",
    ]);
    expect(await hotKeys(ports.store, "BLOCK")).toHaveLength(3);
  });

  it("clears copies, counters, and the words said to a run that has ended", async () => {
    const hour = (at: number) => Math.floor(at / HOUR_MS);
    const body = { at: daysAgo(3), text: "hello" };
    const put = (key: Key): Write => ({
      op: "put",
      key,
      body,
    });
    const ports = await world([
      ...["2026-10-20", "2026-10-21"].flatMap((date) => [
        put(keys.checkpoint(USER, date, "brief")),
        put(keys.dayState(USER, date)),
        put(keys.played(USER, date)),
      ]),
      ...["2026-11-17", "2026-11-18"].flatMap((date) => [put(keys.pushBudget(USER, date)), put(keys.door(USER, date))]),
      ...[daysAgo(2), daysAgo(0)].map((expiresAt): Write => {
        const key = keys.session(USER, String(expiresAt));
        return { op: "put", key, body: { is: "session", expiresAt } };
      }),
      ...[hour(daysAgo(2)) - 1, hour(daysAgo(2))].map((each) => put(keys.rate(USER, each))),
      ...runWrites(daysAgo(3), { state: "FAILED" }, "run-failed"),
      ...runWrites(daysAgo(3), { state: "LLM_CALLED" }, "run-open"),
      ...["run-failed", "run-open", "run-gone"].map((runId) => put(keys.heard(USER, runId))),
    ]);
    const { counts } = await sweep(ports, USER);
    expect(counts["cleared"]).toBe(8);
    expect(await hotKeys(ports.store, "CHECKPOINT#")).toEqual(["CHECKPOINT#2026-10-21#brief"]);
    expect(await hotKeys(ports.store, "DAYSTATE#")).toEqual(["DAYSTATE#2026-10-21"]);
    expect(await hotKeys(ports.store, "PLAYED#")).toHaveLength(2);
    expect(await hotKeys(ports.store, "PUSHBUDGET#")).toEqual(["PUSHBUDGET#2026-11-18"]);
    expect(await hotKeys(ports.store, "DOOR#")).toEqual(["DOOR#2026-11-18"]);
    expect(await hotKeys(ports.store, "SESSION#")).toEqual([`SESSION#${daysAgo(0)}`]);
    expect(await hotKeys(ports.store, "RATE#")).toEqual([keys.rate(USER, hour(daysAgo(2))).sk]);
    expect(await hotKeys(ports.store, "HEARD#")).toEqual(["HEARD#run-open"]);
  });

  it("leaves the person's thread, live claims and the record of what was done", async () => {
    const body = { at: daysAgo(4000), text: "kept" };
    const kept = [
      keys.message(USER, "day-2015-01-01", daysAgo(4000), "0-a"),
      keys.effect(USER, "e"),
      keys.proposal(USER, "p"),
      keys.task(USER, "t"),
      keys.incident(USER, daysAgo(4000), "run-a"),
    ];
    const ports = await world([
      ...kept.map((key): Write => ({ op: "put", key, body, when: [{ is: "absent" }] })),
      ...blockWrites("aaaaaaaaaaaa", daysAgo(4000)),
    ]);
    const before = await hotKeys(ports.store);
    await sweep(ports, USER);
    expect(await hotKeys(ports.store)).toEqual(before);
  });
});

describe("a night", () => {
  it("does a bounded amount, oldest first, reports the rest, and the next night continues", async () => {
    const ports = await world([
      ...Array.from({ length: 30 }, (_, n) => episodeWrite(daysAgo(200 - n))),
      ...Array.from({ length: 5 }, (_, n) => patrolWrite(daysAgo(40 - n))),
    ]);
    const before = await everything(ports);
    const first = await sweep(ports, USER, { maxRows: 20 });
    expect(first).toMatchObject({ counts: { episodes: 20, patrol: 0 }, left: ["EPISODE", "PATROL"] });
    expect((await hotKeys(ports.store, "EPISODE#"))[0]).toBe(
      keys.episode(USER, daysAgo(180), `run-${daysAgo(180)}`).sk,
    );
    const second = await sweep(ports, USER, { maxRows: 20 });
    expect(second).toMatchObject({ counts: { episodes: 10, patrol: 5 }, left: [] });
    expect(await everything(ports)).toEqual(before);
  });

  it("does nothing a second time", async () => {
    const ports = await world([...runWrites(daysAgo(30)), episodeWrite(daysAgo(100)), patrolWrite(daysAgo(31))]);
    await sweep(ports, USER);
    const objects = await ports.archive.list("");
    const { counts } = await sweep(ports, USER);
    expect({ ...counts, hotBytes: 0 }).toEqual({
      thoughts: 0,
      emptied: 0,
      episodes: 0,
      patrol: 0,
      runs: 0,
      dreams: 0,
      "memory-history": 0,
      cleared: 0,
      evicted: 0,
      hotBytes: 0,
    });
    expect(await ports.archive.list("")).toEqual(objects);
  });

  it("queries sessions and the log by time, so kept rows cost nothing", async () => {
    const reads = async (kept: number) => {
      const ports = await world([
        ...Array.from({ length: kept }, (_, n) => [episodeWrite(daysAgo(1) + n), patrolWrite(daysAgo(1) + n)]).flat(),
        episodeWrite(daysAgo(100)),
      ]);
      let rows = 0;
      const query: Ports["store"]["query"] = async (asked) => {
        const page = await ports.store.query(asked);
        // The watermark reads all rows once.
        if (asked.prefix !== undefined) rows += page.rows.length;
        return page;
      };
      await sweep({ ...ports, store: { ...ports.store, query } }, USER);
      return rows;
    };
    expect(await reads(300)).toBe(await reads(0));
  });

  it("moves a promise that is settled, and leaves an open one however old it is", async () => {
    const promise = (id: string, state: string, updatedAt: number): Write => ({
      op: "put",
      key: keys.intention(USER, id),
      body: {
        ...{ id, text: "the offer", dueAt: updatedAt, claim: "run-1", state, tries: 1, origin: "owner" },
        ...{ createdAt: updatedAt, updatedAt },
      },
    });
    const [old, open, late] = ["i-000000000001", "i-000000000002", "i-000000000003"];
    const ports = await world([
      promise(old, "done", daysAgo(31)),
      promise(open, "open", daysAgo(90)),
      promise(late, "dropped", daysAgo(29)),
    ]);
    expect((await sweep(ports, USER)).counts).toMatchObject({ thoughts: 1 });
    const left = (await ports.store.query(keys.intention.all(USER))).rows;
    expect(left.map(({ body }) => body["id"])).toEqual([open, late]);
  });

  it("logs ids and counts only", async () => {
    const ports = await world([episodeWrite(daysAgo(100), "run-a", "a private word")]);
    const lines: unknown[] = [];
    await sweep({ ...ports, log: (...line) => lines.push(line) }, USER, { hotBytes: 10 });
    expect(lines).toHaveLength(2);
    expect(JSON.stringify(lines)).not.toContain("private");
  });
});

it("every kind of row that leaves the store has its rule, the coldest archive first", () => {
  expect(RETENTION.map(({ rows, hotDays, to }) => [rows, hotDays, to])).toEqual([
    ["EPISODE", 90, "episodes"],
    ["PATROL", 30, "patrol"],
    ["THOUGHT", 90, "thoughts"],
    ["INTENTION", 30, "thoughts"],
    ["RUN", 7, "runs"],
    ["OUTBOX", 7, "runs"],
    ["WATCH", 30, "runs"],
    ["BLOCKVERSION", 90, "memory-history"],
    ["DREAM", 30, "dreams"],
    ["PUSHBUDGET", 2, "cleared"],
    ["AGENTCALL", 30, "cleared"],
    ["DOOR", 2, "cleared"],
    ["RATE", 2, "cleared"],
    ["METER", 70, "cleared"],
    ["SESSION", 1, "cleared"],
    ["PING", 7, "cleared"],
    ["PRESENCE", 2, "cleared"],
    ["ORIENTATION", 30, "cleared"],
    ["CHECKPOINT", 30, "cleared"],
    ["DAYSTATE", 30, "cleared"],
    ["FEEDBACK", 35, "cleared"],
    ["HEARD", 2, "cleared"],
    ["EVALUATION", 62, "cleared"],
    ["MEMORYREPLAY", 62, "cleared"],
  ]);
  expect(new Date(NIGHT).toISOString()).toBe("2026-11-20T02:00:00.000Z");
});
