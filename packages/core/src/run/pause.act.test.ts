/** The instant after a pause began: what looked at the switch before may not act any more. */
import { keys, type ToolName } from "@waldo/contracts";
import { handleTap } from "@waldo/core/approve/tap";
import { handoffTask } from "@waldo/core/handoff/handoff";
import type { Store } from "@waldo/core/ports";
import { advance } from "@waldo/core/run/advance";
import { ALL_STEPS } from "@waldo/core/run/all-steps";
import { pause, resume } from "@waldo/core/run/pause";
import { receiveMessage } from "@waldo/core/run/receive";
import { effectIdOf } from "@waldo/core/tools/effects";
import { scriptedModel } from "@waldo/testkit/scripted-model";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import {
  proposed,
  proposedActions,
  type TapWorld,
  tapWorld,
  taskAction,
  tokenOf,
} from "../../../embedded/test/tap-world.ts";
import { DATE, testWorld } from "../../../embedded/test/world.ts";
import { limitedMachines } from "../machines.ts";
import { actionDigest } from "../tools/approval.ts";
import { listTasks } from "../tools/rows.ts";

/** The same store, where an operator pauses the person just before the n-th transaction of the work. */
function pausedBefore(w: TapWorld, n: number): { readonly store: Store; readonly made: () => number } {
  let transactions = 0;
  const store: Store = {
    ...w.store,
    get: (key) => w.store.get(key),
    query: (query) => w.store.query(query),
    async transact(writes) {
      if (++transactions === n) await pause({ store: w.store, clock: w.ports.clock }, "me");
      return w.store.transact(writes);
    },
  };
  return { store, made: () => transactions };
}

/** How many transactions a piece of work makes in peace. */
async function transactionsOf(
  work: (w: TapWorld, store: Store) => Promise<unknown>,
  prepare: (w: TapWorld) => Promise<void>,
) {
  const w = await tapWorld();
  await prepare(w);
  const { store, made } = pausedBefore(w, -1);
  await work(w, store);
  return made();
}

async function approved(w: TapWorld): Promise<void> {
  const proposalId = await proposed(w, "water the plants");
  const { key, body } = (await w.store.get(keys.proposal("me", proposalId))) ?? {};
  if (!key || !body) throw new Error("no proposal");
  const handoff = { handoffId: HANDOFF, userId: "me", date: "2026-10-30", goal: "plan my week", plans: 2 };
  const now = w.ports.clock.now();
  await w.store.transact([
    { op: "put", key, body: { ...body, state: "approved", updatedAt: now } },
    { op: "put", key: keys.handoff("me", HANDOFF), body: { ...handoff, proposalId, createdAt: now, updatedAt: now } },
  ]);
}
const HANDOFF = "h-0123456789abcdef";
const act = (w: TapWorld, store: Store) =>
  handoffTask({ ...w.ports, store, channels: {} } as never, { userId: "me", handoffId: HANDOFF, phase: "ACT" });

describe("a pause that begins", () => {
  it("before the act of a Handoff commits: nothing is done, and the proposal says why", async () => {
    const calls = await transactionsOf(act, approved);
    expect(calls).toBeGreaterThan(1);
    const w = await tapWorld();
    await approved(w);
    const { store } = pausedBefore(w, 1);
    expect(await act(w, store)).toMatchObject({ next: "FAILED" });
    expect(await w.tasks()).toEqual([]);
    const [row] = (await w.store.query(keys.proposal.all("me"))).rows;
    expect(row?.body).toMatchObject({ state: "failed", reason: expect.stringMatching(/paused/) });
  });

  it("before the act of a Handoff is asked for: the same", async () => {
    const w = await tapWorld();
    await approved(w);
    await pause(w.ports, "me");
    expect(await act(w, w.store)).toMatchObject({ next: "FAILED" });
    expect(await w.tasks()).toEqual([]);
  });

  it("between two actions: what was done is said, the rest is not done", async () => {
    const w = await tapWorld();
    const proposalId = await proposedActions(w, taskAction("one"), taskAction("two"));
    const token = await tokenOf(w, proposalId);
    // The tap approves in the first transaction, and each action is one.
    const { store } = pausedBefore(w, 3);
    const answer = await handleTap({ ...w.ports, store }, "me", token);
    expect(answer).toMatchObject({ kind: "partly", text: expect.stringMatching(/^Done: Add one\. The rest .*paused/) });
    expect((await w.tasks()).map(({ title }) => title)).toEqual(["one"]);
  });

  it.each([1, 2])("after transaction %i of a tap: nothing is done", async (n) => {
    const w = await tapWorld();
    const token = await tokenOf(w, await proposed(w, "water the plants"));
    const { store } = pausedBefore(w, n);
    expect(await handleTap({ ...w.ports, store }, "me", token)).toMatchObject({ kind: "notice" });
    expect(await w.tasks()).toEqual([]);
  });

  it("before an undo commits: nothing is taken back, and the undo counts after the pause", async () => {
    const w = await tapWorld();
    const proposalId = await proposed(w, "water the plants");
    await handleTap(w.ports, "me", await tokenOf(w, proposalId));
    const undo = `undo:${effectIdOf(proposalId, 0)}`;
    const { store } = pausedBefore(w, 1);
    expect(await handleTap({ ...w.ports, store }, "me", undo)).toMatchObject({ text: expect.stringMatching(/paused/) });
    expect((await w.tasks()).map(({ title }) => title)).toEqual(["water the plants"]);
    await resume({ ...w.ports, channels: {} } as never, "me");
    expect(await handleTap(w.ports, "me", undo)).toMatchObject({ text: "Undone." });
    expect((await w.tasks()).filter(({ status }) => status === "open")).toEqual([]);
  });

  it("after the act and before its process could note it: it counts as done", async () => {
    const w = await tapWorld();
    await approved(w);
    const dying: Store = {
      ...w.store,
      async transact(writes) {
        const first = writes[0];
        if (first?.op === "put" && first.key.sk.startsWith("PROPOSAL#")) throw new Error("killed");
        return w.store.transact(writes);
      },
    };
    await expect(act(w, dying)).rejects.toThrow("killed");
    await pause(w.ports, "me");
    expect(await act(w, w.store)).toMatchObject({ next: "DONE" });
    expect(await w.tasks()).toHaveLength(1);
  });

  it("before a tool of a run at work commits: it is done after the pause, and once", async () => {
    const write = { id: "1", name: "write_task", args: { title: "buy milk" } };
    const model = scriptedModel([{ calls: [write] }, { text: "It is on your list." }]);
    const world = await testWorld({ model, profile: { ...PERSON, autonomy: "L3" } });
    const store: Store = {
      ...world.store,
      async transact(writes) {
        if (writes.some(({ op, key }) => op === "put" && key.sk.startsWith("TASK#"))) await pause(world, "me");
        return world.store.transact(writes);
      },
    };
    const titles = async () => (await listTasks(world.store, "me", 20)).map(({ title }) => title);
    const machines = limitedMachines({ startRun: async () => {} });
    const runId = await receiveMessage({ ...world, machines }, "me", { messageId: "m1", text: "buy milk" }, DATE);
    for (let next = ""; next !== "QUEUED"; )
      ({ next } = await advance({ ...world, store, machines }, { userId: "me", runId }, ALL_STEPS));
    expect(await titles()).toEqual([]);
    await resume(world, "me");
    await world.machines.idle();
    expect(await titles()).toEqual(["buy milk"]);
  });

  it("before a call that leaves the system is claimed: the call is not made", async () => {
    const w = await tapWorld();
    const calls: string[] = [];
    const mcp = { call: async (_: string, tool: string) => ({ calls: calls.push(tool) }) };
    const args = { server: "notes", tool: "add", args: {} };
    const tool: ToolName = "call_mcp_tool";
    const action = { tool, args, digest: actionDigest(tool, args), title: "Add", tainted: [] };
    const proposalId = await proposedActions(w, action);
    const token = await tokenOf(w, proposalId);
    const { store } = pausedBefore(w, 2);
    await handleTap({ ...w.ports, store, mcp, egress: ["notes"] } as never, "me", token);
    expect(calls).toEqual([]);
  });
});
