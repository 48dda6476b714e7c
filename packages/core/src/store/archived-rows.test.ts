import { keys, objects } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { dyingPorts, Killed } from "@waldo/testkit/faults";
import { memoryArchive } from "@waldo/testkit/memory-archive";
import { describe, expect, it } from "vitest";
import {
  archivedRows,
  blockWrites,
  commitAll,
  episodeWrite,
  everything,
  hotKeys,
  portsOver,
  runWrites,
  USER,
} from "../../../testkit/src/made-up-rows.ts";
import type { Ports, Row } from "../ports.ts";
import { archivedFolders, moveToArchive, readArchived } from "./archived-rows.ts";
import { audited } from "./audited.ts";
import { queryAll } from "./query-all.ts";
import { spilling } from "./spill.ts";

type World = Pick<Ports, "store" | "archive">;

function world(threshold?: number): World {
  const archive = memoryArchive();
  const spill = threshold === undefined ? {} : { threshold };
  return { store: audited(spilling(openSqliteStore(":memory:"), archive, spill)), archive };
}

async function rowsOf({ store }: World, prefix: string): Promise<Row[]> {
  const { table, pk } = keys.profile(USER);
  const rows: Row[] = [];
  for await (const row of queryAll(store, { table, pk, prefix })) rows.push(row);
  return rows;
}

const MAY = Date.UTC(2026, 4, 31, 23, 59);
const JUNE = Date.UTC(2026, 5, 1);

describe("moving rows", () => {
  it("writes them into the folder of their month, one line each, and deletes them from the store", async () => {
    const ports = world();
    await commitAll(ports.store, [episodeWrite(MAY, "run-a", "naïve · 睡眠"), episodeWrite(JUNE, "run-b")]);
    const rows = await rowsOf(ports, "EPISODE#");
    expect(await moveToArchive(ports, { userId: USER, kind: "episodes" }, rows)).toBe(2);
    expect(await hotKeys(ports.store)).toEqual(["ARCHIVED#episodes"]);
    expect(await archivedFolders(ports.archive, USER, "episodes")).toEqual(["2026/05", "2026/06"]);
    expect(await readArchived(ports.archive, USER, "episodes", "2026/05")).toEqual([rows[0]]);
    expect(await readArchived(ports.archive, USER, "episodes")).toEqual(rows);
    const [name = ""] = await ports.archive.list("archive/me/episodes/2026/05/");
    expect(name).toMatch(/^archive\/me\/episodes\/2026\/05\/001780271940000-[0-9a-f]{12}\.jsonl$/);
    expect(Buffer.from((await ports.archive.read(name)) ?? []).toString()).toBe(
      `{"body":{"at":1780271940005,"origin":"agent","runId":"run-a","summary":"naïve · 睡眠","trigger":"brief"},"seq":1,"sk":"EPISODE#001780271940000#run-a","version":1}\n`,
    );
  });

  it("keeps a receipt with the count and the place of the last part", async () => {
    const ports = world();
    for (const at of [MAY, JUNE]) {
      await commitAll(ports.store, [episodeWrite(at)]);
      await moveToArchive(ports, { userId: USER, kind: "episodes" }, await rowsOf(ports, "EPISODE#"));
    }
    const receipt = await ports.store.get(keys.archived(USER, "episodes"));
    expect(receipt).toMatchObject({ version: 2, body: { kind: "episodes", rows: 2 } });
    expect(receipt?.body["parts"]).toEqual([expect.stringMatching(/^episodes\/2026\/06\/001780272000000-/)]);
  });

  it("archives the whole body of a row that was spilled", async () => {
    const ports = world(500);
    await commitAll(ports.store, [episodeWrite(MAY, "run-a", "long ".repeat(400))]);
    const rows = await rowsOf(ports, "EPISODE#");
    await moveToArchive(ports, { userId: USER, kind: "episodes" }, rows);
    const [row] = await readArchived(ports.archive, USER, "episodes", "2026/05");
    expect(row?.body["summary"]).toBe("long ".repeat(400));
    // A reader may still hold the row, so the object stays.
    expect(await ports.archive.list("spill/me/")).toHaveLength(1);
  });

  it("uses as many transactions as needed, each with its writes alongside", async () => {
    const ports = world();
    await commitAll(
      ports.store,
      Array.from({ length: 205 }, (_, n) => episodeWrite(MAY + n)),
    );
    const sizes: number[] = [];
    const moved = await moveToArchive(ports, { userId: USER, kind: "episodes" }, await rowsOf(ports, "EPISODE#"), {
      alongside: async (rows) => {
        sizes.push(rows.length);
        return [{ op: "put", key: keys.dayState(USER, "2026-06-01"), body: { moved: rows.length } }];
      },
    });
    expect([moved, sizes]).toEqual([205, [90, 90, 25]]);
    expect((await ports.store.get(keys.dayState(USER, "2026-06-01")))?.body).toEqual({ moved: 25 });
    expect(await archivedRows(ports.archive)).toHaveLength(205);
  });

  it("puts at most three megabytes into a transaction", async () => {
    const ports = world();
    await commitAll(
      ports.store,
      Array.from({ length: 14 }, (_, n) => episodeWrite(MAY + n, `run-${n}`, "x".repeat(250_000))),
    );
    expect(await moveToArchive(ports, { userId: USER, kind: "episodes" }, await rowsOf(ports, "EPISODE#"))).toBe(14);
    expect(await ports.archive.list("archive/")).toHaveLength(2);
    expect(await archivedRows(ports.archive)).toHaveLength(14);
  });

  it("leaves a row that changed since it was read, with its whole unit", async () => {
    const ports = world();
    await commitAll(ports.store, [...runWrites(MAY, {}, "run-a"), ...runWrites(MAY, {}, "run-b")]);
    const rows = [
      ...(await rowsOf(ports, "RUN#")),
      ...(await rowsOf(ports, "STEP#")),
      ...(await rowsOf(ports, "OUTBOX#")),
    ];
    const before = await everything(ports);
    const key = keys.outbox(USER, "run-a", 0);
    const body = { ...(await ports.store.get(key))?.body };
    await ports.store.transact([{ op: "put", key, body }]);
    expect(await moveToArchive(ports, { userId: USER, kind: "runs" }, rows)).toBe(5);
    expect(await hotKeys(ports.store, "RUN#")).toEqual(["RUN#run-a"]);
    expect(await hotKeys(ports.store, "STEP#")).toHaveLength(3);
    expect(await everything(ports)).toEqual(before);
  });

  it("leaves the rest of a long run too, when its first part cannot move", async () => {
    const ports = world();
    await commitAll(ports.store, runWrites(MAY, { steps: 200 }, "run-a"));
    const rows = [
      ...(await rowsOf(ports, "OUTBOX#")),
      ...(await rowsOf(ports, "STEP#")),
      ...(await rowsOf(ports, "RUN#")),
    ];
    const key = keys.outbox(USER, "run-a", 0);
    await ports.store.transact([{ op: "put", key, body: { ...rows[0]?.body, attempt: 2 } }]);
    expect(await moveToArchive(ports, { userId: USER, kind: "runs" }, rows)).toBe(0);
    expect(await hotKeys(ports.store)).toHaveLength(202);
  });

  it("refuses rows of another kind or person, and a run without its header", async () => {
    const ports = world();
    await commitAll(ports.store, [episodeWrite(MAY), ...runWrites(MAY)]);
    const refused = { name: "InvalidInput" };
    const episodes = await rowsOf(ports, "EPISODE#");
    await expect(moveToArchive(ports, { userId: USER, kind: "patrol" }, episodes)).rejects.toMatchObject(refused);
    await expect(moveToArchive(ports, { userId: "you", kind: "episodes" }, episodes)).rejects.toMatchObject(refused);
    await expect(
      moveToArchive(ports, { userId: USER, kind: "runs" }, await rowsOf(ports, "STEP#")),
    ).rejects.toMatchObject(refused);
    expect(await ports.archive.list("")).toEqual([]);
  });
});

describe("a run too long for one transaction", () => {
  it.each(["before", "after"] as const)("killed %s any call, is moved by the next try", async (when) => {
    for (let at = 1; ; at++) {
      const ports = world();
      await commitAll(ports.store, runWrites(MAY, { steps: 200 }, "run-a"));
      const before = await everything(ports);
      const read = async () => [
        ...(await rowsOf(ports, "RUN#")),
        ...(await rowsOf(ports, "STEP#")),
        ...(await rowsOf(ports, "OUTBOX#")),
      ];
      const all = await read();
      const dying = dyingPorts(portsOver(ports), { at, when });
      const died = await moveToArchive(dying.ports, { userId: USER, kind: "runs" }, all).then(
        () => false,
        (error) => error instanceof Killed,
      );
      expect(await everything(ports), `killed ${when} call ${at}`).toEqual(before);
      const left = await read();
      // As long as any row is left, the header is left too, and the run is found by it.
      if (left.length > 0) expect(left[0]?.key.sk).toBe("RUN#run-a");
      expect(await moveToArchive(ports, { userId: USER, kind: "runs" }, left)).toBe(left.length);
      expect(await hotKeys(ports.store)).toEqual(["ARCHIVED#runs"]);
      expect(await everything(ports), `killed ${when} call ${at}`).toEqual(before);
      if (!died) {
        expect(at).toBeGreaterThan(8);
        break;
      }
    }
  });
});

describe("two moves at once", () => {
  it("move every row once, in any order of the two", async () => {
    const ports = world();
    await commitAll(
      ports.store,
      Array.from({ length: 150 }, (_, n) => episodeWrite(MAY + n)),
    );
    const before = await everything(ports);
    const rows = await rowsOf(ports, "EPISODE#");
    const moved = await Promise.all(
      [rows, rows, rows.slice(40)].map((some) => moveToArchive(ports, { userId: USER, kind: "episodes" }, some)),
    );
    expect(moved.reduce((sum, n) => sum + n, 0)).toBe(150);
    expect(await archivedRows(ports.archive)).toHaveLength(150);
    expect(await everything(ports)).toEqual(before);
  });
});

describe("reading back", () => {
  it("returns a row that came and went twice in its last state", async () => {
    const ports = world();
    const pattern = "0123456789ab";
    await commitAll(ports.store, blockWrites(pattern, MAY));
    await moveToArchive(ports, { userId: USER, kind: "memory-history" }, [
      ...(await rowsOf(ports, "BLOCK#")),
      ...(await rowsOf(ports, "BLOCKVERSION#")),
    ]);
    const [block] = blockWrites(pattern, JUNE);
    if (block) await ports.store.transact([block]);
    await moveToArchive(ports, { userId: USER, kind: "memory-history" }, await rowsOf(ports, "BLOCK#"));
    const rows = await readArchived(ports.archive, USER, "memory-history", pattern);
    expect(rows.map(({ key, body }) => [key.sk, body["recordedAt"] ?? "history"])).toEqual([
      [`BLOCK#${pattern}`, JUNE],
      [`BLOCKVERSION#${pattern}#000001`, "history"],
    ]);
  });

  it("ignores a copy of a move that never committed", async () => {
    const ports = world();
    const pattern = "0123456789ab";
    await commitAll(ports.store, blockWrites(pattern, MAY));
    const dying = dyingPorts(portsOver(ports), { at: 3, when: "before" });
    const stale = await rowsOf(ports, "BLOCK#");
    await expect(moveToArchive(dying.ports, { userId: USER, kind: "memory-history" }, stale)).rejects.toThrow(Killed);
    expect(await ports.archive.list("archive/")).toHaveLength(1);
    const key = keys.block(USER, pattern);
    await ports.store.transact([{ op: "put", key, body: { ...stale[0]?.body, loaded: 7 } }]);
    await moveToArchive(ports, { userId: USER, kind: "memory-history" }, await rowsOf(ports, "BLOCK#"));
    const [row] = await readArchived(ports.archive, USER, "memory-history", pattern);
    expect(row).toMatchObject({ version: 2, body: { loaded: 7 } });
  });

  it("keeps both of two different rows that had the same append-only key", async () => {
    const ports = world();
    for (const summary of ["one", "another"]) {
      await commitAll(ports.store, [episodeWrite(MAY, "run-a", summary)]);
      await moveToArchive(ports, { userId: USER, kind: "episodes" }, await rowsOf(ports, "EPISODE#"));
    }
    const rows = await readArchived(ports.archive, USER, "episodes", "2026/05");
    expect(rows.map(({ body }) => body["summary"])).toEqual(["one", "another"]);
  });

  it("reports a damaged part and returns nothing in its place", async () => {
    const ports = world();
    await commitAll(ports.store, [episodeWrite(MAY)]);
    await moveToArchive(ports, { userId: USER, kind: "episodes" }, await rowsOf(ports, "EPISODE#"));
    const [name = ""] = await ports.archive.list("archive/");
    await ports.archive.write(name, new Uint8Array([0x7b]));
    await expect(readArchived(ports.archive, USER, "episodes")).rejects.toMatchObject({ name: "StoreUnavailable" });
  });

  it("reads only the rows of the person and the folder", async () => {
    const ports = world();
    await commitAll(ports.store, [episodeWrite(MAY)]);
    await moveToArchive(ports, { userId: USER, kind: "episodes" }, await rowsOf(ports, "EPISODE#"));
    await ports.archive.write(objects.archive("me2", "episodes/2026/05/x.jsonl"), new Uint8Array());
    expect(await readArchived(ports.archive, USER, "episodes", "2026/0")).toEqual([]);
    expect(await readArchived(ports.archive, USER, "episodes")).toHaveLength(1);
  });
});
