/** One writer per person: who gets the lease, for how long, who waits, and who is started next. */
import { keys, Lease, type RunHeader, WaldoError } from "@waldo/contracts";
import { loadRun } from "@waldo/core/run/journal";
import { firstWaiting, holdLease, isHeld, LEASE_MS } from "@waldo/core/run/lease";
import { resumeRun, startRun, startWaiting, sweepRuns, takeUpRun } from "@waldo/core/run/start";
import { CLOCK_SKEW_MS } from "@waldo/core/time";
import { describe, expect, it } from "vitest";
import { DATE, MORNING, testWorld, WAKE } from "../../../embedded/test/world.ts";
import { limitedMachines } from "../machines.ts";

/** A person without data, whose machines only note what they are told to start. */
async function person(more: Partial<Lease> | undefined = undefined) {
  const base = await testWorld({ days: 0 });
  const started: string[] = [];
  const log: string[] = [];
  const world = {
    ...base,
    machines: limitedMachines({
      startRun: async (name, input) => {
        expect(input).toEqual({ userId: "me", runId: name.replace(/-[rw]\d+$/, "") });
        started.push(name);
      },
    }),
    log: (_: string, event: string) => void log.push(event),
  };
  const put = (lease: Partial<Lease>) =>
    base.raw.transact([{ op: "put", key: keys.lease("me"), body: { fence: 7, expiresAt: 0, ...lease } }]);
  if (more) await put(more);
  const begin = async (nonce: string, at = WAKE) => {
    base.clock.set(at);
    const runId = await startRun(world, { ...MORNING, nonce }, DATE);
    return loadRun(base.store, "me", runId);
  };
  const lease = async () => Lease.parse((await base.store.get(keys.lease("me")))?.body);
  const version = async () => (await base.store.get(keys.lease("me")))?.version;
  const { table, pk } = keys.lease("me");
  const waiting = async () =>
    (await base.store.query({ table, pk, prefix: "WAITING#" })).rows.map(({ body }) => String(body["runId"]));
  const change = async (runId: string, body: Partial<RunHeader>) => {
    const row = await base.store.get(keys.run("me", runId));
    await base.raw.transact([{ op: "put", key: keys.run("me", runId), body: { ...row?.body, ...body } }]);
  };
  return { world, raw: base.raw, started, log, put, begin, lease, version, waiting, change };
}

describe("the lease", () => {
  it("is held up to its end, and not when only a wrong clock can have written that end", () => {
    const held = (expiresAt: number, owner: string | undefined = "run-x") =>
      isHeld({ clock: { now: () => WAKE } }, { fence: 1, expiresAt, ...(owner ? { owner } : {}) });
    expect([held(WAKE + 1), held(WAKE), held(WAKE - 1)]).toEqual([true, false, false]);
    expect(held(WAKE + LEASE_MS + CLOCK_SKEW_MS)).toBe(true);
    expect(held(WAKE + LEASE_MS + CLOCK_SKEW_MS + 1)).toBe(false);
    expect(held(WAKE + 1, "")).toBe(false);
  });

  it("that is free goes to the run that asks, under a higher fence, and that run leaves the queue", async () => {
    const p = await person({});
    const run = await p.begin("a");
    expect(await p.waiting()).toEqual([run.header.runId]);
    const open = await holdLease(p.world, run);
    expect(await p.lease()).toEqual({ owner: run.header.runId, fence: 8, expiresAt: WAKE + LEASE_MS });
    expect(open).toEqual(await loadRun(p.world.store, "me", run.header.runId));
    expect(open?.header.fence).toBe(8);
    expect(await p.waiting()).toEqual([]);
  });

  it.each([
    ["more than half of it is left", LEASE_MS / 2 - 1, false],
    ["half of it is left", LEASE_MS / 2, true],
    ["it has expired", LEASE_MS + 1, true],
  ])("of the run that asks again is kept: %s", async (_, after, renewed) => {
    const p = await person();
    const open = await holdLease(p.world, await p.begin("a"));
    const [before, version] = [await p.lease(), await p.version()];
    p.world.clock.set(WAKE + after);
    expect(open && (await holdLease(p.world, open))).toEqual(open);
    expect(await p.lease()).toEqual(renewed ? { ...before, expiresAt: WAKE + after + LEASE_MS } : before);
    expect(await p.version()).toBe((version ?? 0) + (renewed ? 1 : 0));
  });

  it.each<[string, Partial<Lease>]>([
    ["another run holds it", { owner: "run-x", expiresAt: WAKE + 1 }],
    ["the person is paused", { pausedAt: WAKE }],
    ["another run holds it and the person is paused", { owner: "run-x", expiresAt: WAKE + 1, pausedAt: WAKE }],
  ])("is refused while %s: the run waits, and the lease row is written again", async (_, lease) => {
    const p = await person(lease);
    const run = await p.begin("a");
    await p.raw.transact(
      (await p.raw.query({ ...keys.waiting.all("me") })).rows.map(({ key }) => ({ op: "delete", key }) as const),
    );
    const version = await p.version();
    expect(await holdLease(p.world, run)).toBeUndefined();
    expect(await p.waiting()).toEqual([run.header.runId]);
    expect(await p.lease()).toMatchObject({ fence: 7, ...lease });
    expect(await p.version()).toBe((version ?? 0) + 1);
    expect(p.log).toContain("run.parked");
  });

  it("of a dead run is taken over, and the dead run waits again", async () => {
    const p = await person();
    const dead = await p.begin("a");
    await holdLease(p.world, dead);
    const next = await p.begin("b", WAKE + LEASE_MS);
    const open = await holdLease(p.world, next);
    expect(await p.lease()).toMatchObject({ owner: next.header.runId, fence: open?.header.fence ?? 0 });
    expect(open?.header.fence).toBe(2);
    expect(await p.waiting()).toEqual([dead.header.runId]);
  });

  it("of a process that is gone is free at once, and what it left comes before what came later", async () => {
    const p = await person();
    const alive = new Set(["a", "b"]);
    const by = (own: string) => ({ ...p.world, processes: { own, isGone: (name: string) => !alive.has(name) } });
    const first = await p.begin("a");
    await holdLease(by("a"), first);
    expect(await p.lease()).toMatchObject({ owner: first.header.runId, process: "a" });
    const next = await p.begin("b", WAKE + 1);
    expect(await holdLease(by("b"), next)).toBeUndefined();
    await takeUpRun(by("b"), "me");
    const again = () => p.started.filter((name) => name.startsWith(`${first.header.runId}-r`)).length;
    expect(again()).toBe(0);
    alive.delete("a");
    await takeUpRun(by("b"), "me");
    expect(again()).toBe(1);
    await holdLease(by("b"), await loadRun(p.world.store, "me", first.header.runId));
    expect(await p.lease()).toMatchObject({ owner: first.header.runId, process: "b" });
  });

  it("of a dead run whose row is gone is taken over all the same", async () => {
    const p = await person({ owner: "run-gone", expiresAt: WAKE });
    expect(await holdLease(p.world, await p.begin("a"))).toBeDefined();
    expect(await p.waiting()).toEqual([]);
  });

  it("R1: is not given to a run that moved since it was read", async () => {
    for (const lease of [{}, { owner: "run-x", expiresAt: WAKE + 1 }]) {
      const p = await person(lease);
      const run = await p.begin("a");
      await p.change(run.header.runId, { attempts: 2 });
      await expect(holdLease(p.world, run)).rejects.toMatchObject({ name: "ConditionFailed" });
      expect((await p.lease()).fence).toBe(7);
    }
  });

  it("that is lost in twenty races is given up; any other error goes to the caller", async () => {
    const p = await person({});
    const run = await p.begin("a");
    let tries = 0;
    const failing = (name: "ConditionFailed" | "StoreUnavailable") => ({
      ...p.world,
      store: {
        ...p.world.store,
        transact: async () => {
          tries++;
          throw new WaldoError(name, "no");
        },
      },
    });
    await expect(holdLease(failing("ConditionFailed"), run)).rejects.toMatchObject({ name: "LeaseHeld" });
    expect(tries).toBe(20);
    await expect(holdLease(failing("StoreUnavailable"), run)).rejects.toMatchObject({ name: "StoreUnavailable" });
    expect(tries).toBe(21);
  });
});

describe("the queue", () => {
  it("starts with the run that has waited longest, and drops one that is lost", async () => {
    const p = await person();
    const late = await p.begin("a", WAKE + 2);
    expect(await firstWaiting(p.world, "me")).toBe(late.header.runId);
    const early = await p.begin("b", WAKE + 1);
    await p.raw.transact([{ op: "put", key: keys.waiting("me", WAKE, "run-lost"), body: { runId: "run-lost" } }]);
    const queue = await p.waiting();
    expect(queue[0]).toBe("run-lost");
    expect(await firstWaiting(p.world, "me")).toBe(queue[1]);
    expect(await p.waiting()).not.toContain("run-lost");
    expect([late.header.runId, early.header.runId]).toContain(queue[1]);
    expect(p.log).toContain("run.lost");
  });

  it.each<[string, Partial<Lease>, boolean]>([
    ["free", {}, true],
    ["held", { owner: "run-x", expiresAt: WAKE + 1 }, false],
    ["held by a dead run", { owner: "run-x", expiresAt: 1 }, false],
    ["paused", { pausedAt: WAKE }, false],
  ])("while the lease is %s moves: %#", async (_, lease, moves) => {
    const p = await person(lease);
    const { header } = await p.begin("a");
    expect(await startWaiting(p.world, "me")).toBe(moves ? header.runId : undefined);
    expect(p.started).toEqual([header.runId, ...(moves ? [`${header.runId}-w7`] : [])]);
  });

  it("of a person without a lease moves, under the first fence", async () => {
    const p = await person();
    const { header } = await p.begin("a");
    await startWaiting(p.world, "me");
    expect(p.started).toEqual([header.runId, `${header.runId}-w0`]);
  });

  it("that is empty starts nothing", async () => {
    const p = await person();
    expect(await startWaiting(p.world, "me")).toBeUndefined();
    expect(await sweepRuns(p.world, "me")).toBeUndefined();
    expect(p.started).toEqual([]);
  });
});

describe("a start", () => {
  it("notes the run as it is, and starts its machine under its name", async () => {
    const p = await person();
    const { header } = await p.begin("a");
    expect(header).toEqual({
      runId: header.runId,
      userId: "me",
      trigger: "brief",
      variant: "morning",
      nonce: "a",
      date: DATE,
      state: "PENDING",
      step: 0,
      iterations: 0,
      attempts: 1,
      fence: 0,
      createdAt: WAKE,
      updatedAt: WAKE,
    });
    expect(p.started).toEqual([header.runId]);
  });

  it("of a run that lives uses the same name again; of a closed run starts nothing", async () => {
    const p = await person();
    const { header } = await p.begin("a");
    await p.begin("a");
    expect(p.started).toEqual([header.runId, header.runId]);
    for (const state of ["DONE", "FAILED"] as const) {
      await p.change(header.runId, { state });
      await p.begin("a");
    }
    expect(p.started).toHaveLength(2);
  });

  it("R2: whose cause changed since it was read starts nothing and notes nothing", async () => {
    const p = await person({});
    const cause = { op: "put", key: keys.lease("me"), body: {}, when: [{ is: "absent" }] } as const;
    await expect(startRun(p.world, MORNING, DATE, [cause])).rejects.toMatchObject({ name: "ConditionFailed" });
    expect(await p.waiting()).toEqual([]);
    expect(p.started).toEqual([]);
  });

  it("without a variant has none", async () => {
    const p = await person();
    const event = { userId: "me", trigger: "patrol", nonce: "n", occurredAt: WAKE } as const;
    const { header } = await loadRun(p.world.store, "me", await startRun(p.world, event, DATE));
    expect(header).not.toHaveProperty("variant");
  });
});

describe("the sweep", () => {
  it.each<[string, number, boolean]>([
    ["holds the lease", 1, false],
    ["lost it by time", 0, true],
  ])("of a run that %s", async (_, left, resumed) => {
    const p = await person();
    const { header } = await p.begin("a");
    await p.put({ owner: header.runId, expiresAt: WAKE + left });
    expect(await sweepRuns(p.world, "me")).toBe(resumed ? header.runId : undefined);
    expect(p.started.slice(1)).toEqual(resumed ? [`${header.runId}-r2`] : []);
    expect((await loadRun(p.world.store, "me", header.runId)).header.attempts).toBe(resumed ? 2 : 1);
  });

  it("believes the lease that its caller has read", async () => {
    const p = await person();
    const { header } = await p.begin("a");
    const known = { owner: header.runId, fence: 1, expiresAt: WAKE };
    expect(await sweepRuns(p.world, "me", known)).toBe(header.runId);
  });

  it("leaves a run that is closed, unknown, or that moved while it looked", async () => {
    const p = await person();
    const { header } = await p.begin("a");
    await resumeRun(p.world, "me", "run-nobody");
    const stale = await p.world.store.get(keys.run("me", header.runId));
    await p.change(header.runId, { attempts: 3 });
    const store = { ...p.world.store, get: async () => stale };
    await resumeRun({ ...p.world, store }, "me", header.runId);
    expect((await loadRun(p.world.store, "me", header.runId)).header.attempts).toBe(3);
    await p.change(header.runId, { state: "DONE" });
    await resumeRun(p.world, "me", header.runId);
    expect(p.started).toEqual([header.runId]);
  });
});
