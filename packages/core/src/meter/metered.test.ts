import { keys, type Metered, WaldoError } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { memoryArchive } from "@waldo/testkit/memory-archive";
import { memoryKeyRing } from "@waldo/testkit/memory-key-ring";
import { scriptedModel } from "@waldo/testkit/scripted-model";
import { storeContract } from "@waldo/testkit/store-contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { limitedMachines } from "../machines.ts";
import type { ModelRequest, Ports } from "../ports.ts";
import { sealed } from "../store/sealed.ts";
import { accumulator, metered, meteredStore, writeUnits } from "./metered.ts";
import { METER_DAYS, meteredOf, meterRows, meterWork, meterWrite } from "./rows.ts";
import { sum } from "./tally.ts";

storeContract("A metered store", async () => {
  const store = openSqliteStore(":memory:");
  return { store: meteredStore(store, accumulator()), close: () => store.close() };
});

function world() {
  const charged = { read: 0, write: 0 };
  const store = openSqliteStore(":memory:", {
    meter: (units) => {
      charged.read += units.readUnits;
      charged.write += units.writeUnits;
    },
  });
  const ports: Ports = {
    features: [],
    clock: { now: () => 1_000 },
    store: sealed(store, memoryKeyRing()),
    archive: memoryArchive(),
    model: scriptedModel([{ text: "Steady." }]),
    channels: { telegram: { name: "telegram", send: async () => ({ outcome: "sent" }) } },
    machines: limitedMachines({ startRun: async () => {} }),
    log: () => {},
  };
  return { charged, ports };
}

const request: ModelRequest = { tier: "cheap", system: [], messages: [], tools: [], maxOutputTokens: 1 };

describe("metered ports", () => {
  it("count reads exactly as the store charges them", async () => {
    const { charged, ports } = world();
    const own = metered(ports);
    const rows = fc.sample(fc.record({ text: fc.string({ maxLength: 9000 }), n: fc.integer() }), {
      numRuns: 30,
      seed: 4,
    });
    for (const [i, body] of rows.entries())
      await ports.store.transact([{ op: "put", key: keys.task("me", `t${i}`), body }]);
    charged.read = 0;
    for (let i = 0; i < 32; i++) await own.store.get(keys.task("me", `t${i}`));
    const { table, pk } = keys.profile("me");
    await own.store.query({ table, pk, prefix: "TASK#" });
    await own.store.query({ table, pk, prefix: "NONE#" });
    expect(own.spent().counts).toEqual({ storeCalls: 34, readUnits: charged.read });
  });

  it("count puts as the store charges them, also when a condition fails", async () => {
    const { charged, ports } = world();
    const own = metered(ports);
    const put = (n: number, absent: boolean) =>
      own.store.transact([
        { op: "put", key: keys.task("me", "a"), body: { text: "x".repeat(n) }, when: absent ? [{ is: "absent" }] : [] },
        { op: "put", key: keys.task("me", `b${n}`), body: { n } },
      ]);
    await put(100, true);
    await put(3000, false);
    await expect(put(5000, true)).rejects.toMatchObject({ name: "ConditionFailed" });
    expect(own.spent().counts.writeUnits).toBe(charged.write);
  });

  it("count a row that is overwritten or deleted by its earlier size, when the work has read it", async () => {
    const { charged, ports } = world();
    await ports.store.transact([{ op: "put", key: keys.task("me", "a"), body: { text: "x".repeat(9000) } }]);
    await ports.store.transact([{ op: "put", key: keys.task("me", "b"), body: { text: "x".repeat(7000) } }]);
    charged.write = 0;
    const own = metered(ports);
    const { table, pk } = keys.profile("me");
    await own.store.query({ table, pk, prefix: "TASK#" });
    await own.store.transact([
      { op: "put", key: keys.task("me", "a"), body: {} },
      { op: "delete", key: keys.task("me", "b") },
    ]);
    await own.store.transact([{ op: "delete", key: keys.task("me", "a") }]);
    expect(own.spent().counts.writeUnits).toBe(charged.write);
  });

  it("count tokens by tier and model, and failed calls", async () => {
    const { ports } = world();
    const down = { ...ports.model, converse: () => Promise.reject(new WaldoError("ModelTimeout", "down")) };
    const own = metered(ports);
    await own.model.converse(request);
    await own.model.converse(request);
    expect(own.spent().models).toEqual([
      { tier: "cheap", model: "scripted", calls: 2, failed: 0, input: 2, output: 2, cacheRead: 0, cacheWrite: 0 },
    ]);
    const failing = metered({ ...ports, model: down });
    await expect(failing.model.converse(request)).rejects.toMatchObject({ name: "ModelTimeout" });
    expect(failing.spent().models).toMatchObject([{ calls: 1, failed: 1 }]);
  });

  it("count messages, log lines and objects", async () => {
    const { ports } = world();
    const own = metered(ports);
    await own.channels.telegram?.send("1", { channel: "telegram", text: "hi" } as never, "k");
    own.log("info", "x");
    await own.archive.write("workspace/me/a", new Uint8Array(10));
    await own.archive.read("workspace/me/a");
    await own.archive.list("workspace/me/");
    const counts = { telegrams: 1, logLines: 1, archiveWrites: 2, archiveBytes: 10, archiveReads: 1 };
    expect(own.spent().counts).toEqual(counts);
  });
});

describe("the meter's rows", () => {
  const work = { userId: "me", date: "2026-10-30", kind: "wake", of: "wake-1-patrol" } as const;
  const read = async (ports: Ports, first: string, last = first) => {
    const rows = [];
    for await (const row of meterRows(ports.store, "me", first, last)) rows.push(row);
    return rows;
  };

  it("contain what the work used, including the row itself", async () => {
    const { charged, ports } = world();
    const before: Metered = { counts: { schedules: 1 }, models: [] };
    expect(await meterWork(ports, work, [before], async (own) => own.store.get(keys.profile("me")))).toBeUndefined();
    const [row, ...more] = await read(ports, "2026-10-30");
    expect(more).toEqual([]);
    expect(row).toMatchObject({ kind: "wake", counts: { schedules: 1, readUnits: 1, storeCalls: 2 } });
    expect(row?.counts.writeUnits).toBe(charged.write);
  });

  it("are one row for work that is done twice", async () => {
    const { ports } = world();
    for (let i = 0; i < 2; i++) await meterWork(ports, work, [], async (own) => own.store.get(keys.profile("me")));
    expect(await read(ports, "2026-10-30")).toMatchObject([{ counts: { storeCalls: 2 } }]);
  });

  it("are written for failed work, and stop nothing when they cannot be written", async () => {
    const { ports } = world();
    const fails = () => Promise.reject(new Error("a bug"));
    await expect(meterWork(ports, work, [], fails)).rejects.toThrow("a bug");
    expect(await read(ports, "2026-10-30")).toHaveLength(1);
    const lost: string[] = [];
    const store = { ...ports.store, transact: () => Promise.reject(new WaldoError("StoreUnavailable", "down")) };
    const broken: Ports = { ...ports, store, log: (_, event) => void lost.push(event) };
    expect(await meterWork(broken, work, [], async () => 7)).toBe(7);
    expect(lost).toEqual(["meter.lost"]);
  });

  it("are found by date, and runs among them by name", async () => {
    const { ports } = world();
    const nothing: Metered = { counts: {}, models: [] };
    const puts = ["2026-10-29", "2026-10-30", "2026-10-31"].flatMap((date) => [
      meterWrite({ ...work, date }, 0, nothing),
      meterWrite({ ...work, date, kind: "run", of: "run-1", trigger: "brief" }, 0, nothing),
    ]);
    await ports.store.transact(puts);
    expect((await read(ports, "2026-10-29", "2026-10-30")).map(({ date }) => date)).toEqual([
      ...Array(2).fill("2026-10-29"),
      ...Array(2).fill("2026-10-30"),
    ]);
    const runs = [];
    for await (const row of meteredOf(ports.store, "me", "2026-10-30", "run-")) runs.push(row);
    expect(runs).toMatchObject([{ kind: "run", date: "2026-10-30", trigger: "brief" }]);
    expect(puts[0]?.op === "put" && puts[0].expiresAt).toBe(METER_DAYS * 86_400_000);
    expect(writeUnits(puts)).toBe(2 * puts.length);
  });
});

it("adding up is the same in any order and any grouping", () => {
  const part = fc.record({
    counts: fc.record({ readUnits: fc.nat(1000), transitions: fc.nat(1000) }, { requiredKeys: [] }),
    models: fc.array(
      fc.record({
        tier: fc.constantFrom("primary" as const, "cheap" as const),
        model: fc.constantFrom("a", "b"),
        calls: fc.nat(9),
        failed: fc.nat(9),
        input: fc.nat(999),
        output: fc.nat(999),
        cacheRead: fc.nat(999),
        cacheWrite: fc.nat(999),
      }),
      { maxLength: 4 },
    ),
  });
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), fc.nat(6), (parts: Metered[], at) => {
      const whole = sum(parts);
      expect(sum([...parts].reverse())).toEqual(whole);
      expect(sum([sum(parts.slice(0, at)), sum(parts.slice(at))])).toEqual(whole);
    }),
  );
});
