/** Tests what a person reads after each tap, and what the tap screen shows before it. */
import { keys, type ProposedAction } from "@waldo/contracts";
import { describe, expect, it } from "vitest";
import { proposed, proposedActions, tapWorld, taskAction, tokenOf } from "../../../embedded/test/tap-world.ts";
import { limitedMachines } from "../machines.ts";
import { HOUR_MS, MINUTE_MS } from "../time.ts";
import { proposedAction } from "../tools/approval.ts";
import { effectIdOf } from "../tools/effects.ts";
import { AFTER_OUTSIDE } from "./concern.ts";
import { executeProposal } from "./execute.ts";
import { loadProposal } from "./proposal.ts";
import { handleTap } from "./tap.ts";
import { issueToken, spendToken } from "./token.ts";
import { waitFor } from "./waiters.ts";

const EXPIRED = "That took a while, so I let it go. Ask me again if you still want it.";
const DECLINED = "You said no to this.";
const ANSWERED = "That has been answered already.";
const FORGED = "That approval is not valid.";
const UNREADABLE = "I could not read that tap.";
const NOTHING = "There is nothing here to approve.";

async function opened(...titles: string[]) {
  const w = await tapWorld();
  const id = await proposed(w, ...titles);
  const tap = async (data: string, user = "me") => (await handleTap(w.ports, user, data)).text;
  const state = async () => (await loadProposal(w.store, "me", id))?.proposal;
  const overwrite = async (change: object) => {
    const row = await w.store.get(keys.proposal("me", id));
    await w.store.transact([{ op: "put", key: keys.proposal("me", id), body: { ...row?.body, ...change } }]);
  };
  return { w, id, tap, state, overwrite };
}

describe("a token", () => {
  it("counts until five minutes after its screen", async () => {
    for (const [ms, text] of [
      [5 * MINUTE_MS - 1, "Done: Add x."],
      [5 * MINUTE_MS, EXPIRED],
    ] as const) {
      const { w, id, tap } = await opened("x");
      const ok = await tokenOf(w, id);
      w.pass(ms);
      expect(await tap(ok)).toBe(text);
    }
  });

  it("never counts longer than its proposal", async () => {
    const { w, id, tap, state } = await opened("x");
    w.pass(2 * HOUR_MS - MINUTE_MS);
    const ok = await tokenOf(w, id);
    expect((await state())?.tapBy).toBe((await state())?.expiresAt);
    w.pass(MINUTE_MS);
    expect(await tap(ok)).toBe(EXPIRED);
    expect(await tap(`do:${id}`)).toBe(EXPIRED);
  });

  it("does not outlive a proposal that was shortened after its screen", async () => {
    const { w, id, tap, overwrite } = await opened("x");
    const ok = await tokenOf(w, id);
    await overwrite({ expiresAt: w.ports.clock.now() });
    expect(await tap(ok)).toBe(EXPIRED);
  });

  it.each([
    ["declined", DECLINED],
    ["expired", ANSWERED],
    ["executed", "Done: Add x."],
    ["failed", ANSWERED],
  ] as const)("of a proposal that is %s is used up", async (state, text) => {
    const { w, id, tap, overwrite } = await opened("x");
    const ok = await tokenOf(w, id);
    await overwrite({ state });
    expect(await tap(ok)).toBe(text);
    expect(await w.tasks()).toEqual([]);
  });

  it("whose answer was lost brings it again, with what can still be taken back", async () => {
    const { w, id, tap } = await opened("a", "b");
    const ok = await tokenOf(w, id);
    const first = await handleTap(w.ports, "me", ok);
    expect(first).toMatchObject({ kind: "done", text: "Done: Add a; Add b.", undo: [{}, {}] });
    for (const data of [ok, `do:${id}`, `no:${id}`, `mod:${id}`])
      expect([data, await handleTap(w.ports, "me", data)]).toEqual([data, first]);
    await tap(`undo:${effectIdOf(id, 0)}`);
    const [, second] = "undo" in first ? first.undo : [];
    expect(await handleTap(w.ports, "me", ok)).toEqual({ ...first, undo: [second] });
    expect(await w.tasks()).toHaveLength(2);
  });

  it("covers the arguments that its screen showed: with others it is forged", async () => {
    const { w, id, tap, overwrite } = await opened("x");
    const ok = await tokenOf(w, id);
    await overwrite({ actions: [taskAction("y")] });
    expect(await tap(ok)).toBe(FORGED);
  });

  it("with anything before or after it is not read", async () => {
    const { w, id, tap } = await opened("x");
    const token = (await tokenOf(w, id)).slice("ok:".length);
    for (const data of [`ok:x${token}`, `ok:${token}x`, "ok:", "ok:x"]) expect(await tap(data)).toBe(UNREADABLE);
    expect(await tap(`ok:p-0000000000000000.0.${"A".repeat(16)}`)).toBe(NOTHING);
    expect(await tap(`ok:${token.slice(0, -16)}${"A".repeat(16)}`)).toBe(FORGED);
    expect(await w.tasks()).toEqual([]);
  });

  it("R14: of two taps at once one moves the proposal; the approval counts from that moment", async () => {
    const { w, id, state } = await opened("x");
    const loaded = await loadProposal(w.store, "me", id);
    const token = loaded && (await issueToken(w.ports, loaded, w.ports.clock.now()));
    w.pass(MINUTE_MS);
    const now = w.ports.clock.now();
    const spend = () => spendToken(w.ports, "me", token ?? "", now);
    const spent = await Promise.all([spend(), spend()]);
    expect(spent.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(spent).toContainEqual({ ok: false, why: "already_used" });
    expect(await state()).toMatchObject({ state: "approved", updatedAt: now });
    const stored = await loadProposal(w.store, "me", id);
    expect(spent).toContainEqual({ ok: true, loaded: stored });
    expect(await spend()).toEqual({ ok: true, loaded: stored });
  });

  it("is issued for an open proposal only", async () => {
    const { w, id, overwrite } = await opened("x");
    await overwrite({ state: "declined" });
    const loaded = await loadProposal(w.store, "me", id);
    expect(loaded && (await issueToken(w.ports, loaded, w.ports.clock.now()))).toBeUndefined();
  });
});

describe("a tap that declines", () => {
  it("is answered, noted, and counts once", async () => {
    const { w, id, tap, state } = await opened("x");
    const ok = await tokenOf(w, id);
    w.pass(1000);
    expect(await tap(`no:${id}`)).toBe("All right, not now.");
    expect(await state()).toMatchObject({ state: "declined", reason: "not now", updatedAt: w.ports.clock.now() });
    for (const data of [`no:${id}`, `mod:${id}`, `do:${id}`, ok]) expect(await tap(data)).toBe(DECLINED);
  });

  it("with a verb that nobody knows changes nothing", async () => {
    const { id, tap, state } = await opened("x");
    for (const verb of ["yes", "", "d"]) expect(await tap(`${verb}:${id}`)).toBe(NOTHING);
    expect(await tap("no:p-0000000000000000")).toBe(NOTHING);
    expect((await state())?.state).toBe("open");
  });
});

it("a tap while Waldo is paused changes nothing", async () => {
  const { w, id, tap, state } = await opened("x");
  const ok = await tokenOf(w, id);
  await w.store.transact([{ op: "put", key: keys.lease("me"), body: { fence: 1, expiresAt: 0, pausedAt: 5 } }]);
  for (const data of [ok, `no:${id}`, `do:${id}`])
    expect(await tap(data)).toBe("I am paused and do nothing for now. Tap again when I am back.");
  expect((await state())?.state).toBe("open");
});

it("a tap on a proposal that a machine waits for is left to that machine", async () => {
  const { w, id } = await opened("x");
  const told: string[] = [];
  const machines = limitedMachines({
    completeTask: async (token, answer) => void told.push(`${token} ${JSON.stringify(answer)}`),
  });
  const waiter = { token: "t", answers: { approved: { go: "yes" }, declined: { go: "no" } } };
  await w.store.transact([waitFor("me", id, waiter)]);
  const ok = await tokenOf(w, id);
  expect(await handleTap({ ...w.ports, machines }, "me", ok)).toEqual({ kind: "notice", text: "On it." });
  expect(told).toEqual([`t {"go":"yes"}`]);
  expect(await w.tasks()).toEqual([]);
});

describe("what was done", () => {
  it("after a death between the tap and the action, the next tap does it", async () => {
    const { w, id, tap, overwrite } = await opened("x");
    await overwrite({ state: "approved" });
    expect(await tap(`do:${id}`)).toBe("Done: Add x.");
    expect(await w.tasks()).toHaveLength(1);
  });

  it("names what was done, what was not, and offers to undo the first", async () => {
    const w = await tapWorld();
    const bad = { ...taskAction("bad"), ...proposedAction("write_task", { wrong: 1 }, "Add bad") };
    const long = taskAction("a title that is much longer than a button can show");
    const id = await proposedActions(w, long, bad);
    const ok = await tokenOf(w, id);
    w.pass(1);
    expect(await handleTap(w.ports, "me", ok)).toEqual({
      kind: "partly",
      text: `Done: ${long.title}. The rest I could not do: the arguments are no longer understood.`,
      undo: [{ label: `${`Undo ${long.title}`.slice(0, 39)}…`, data: `undo:${effectIdOf(id, 0)}` }],
    });
    const now = w.ports.clock.now();
    expect((await loadProposal(w.store, "me", id))?.proposal).toMatchObject({
      state: "failed",
      reason: "the arguments are no longer understood",
      updatedAt: now,
    });
    expect((await w.store.get(keys.patrolAction("me", now, id)))?.body).toEqual({
      at: now,
      act: "action",
      reason: `done after your tap: ${long.title}`,
      proposalId: id,
      undo: [effectIdOf(id, 0)],
    });
  });

  it("says only the reason when nothing was done, and logs no action", async () => {
    const w = await tapWorld();
    const id = await proposedActions(w, proposedAction("write_task", { wrong: 1 }, "Add"));
    expect(await handleTap(w.ports, "me", await tokenOf(w, id))).toEqual({
      kind: "notice",
      text: "I could not do that: the arguments are no longer understood.",
    });
    expect(await w.store.get(keys.patrolAction("me", w.ports.clock.now(), id))).toBeUndefined();
  });

  it("a whole list is logged with all its titles", async () => {
    const { w, id, tap, state } = await opened("a", "b");
    const ok = await tokenOf(w, id);
    w.pass(1);
    expect(await tap(ok)).toBe("Done: Add a; Add b.");
    const now = w.ports.clock.now();
    expect((await w.store.get(keys.patrolAction("me", now, id)))?.body["reason"]).toBe(
      "done after your tap: Add a; Add b",
    );
    expect(await state()).toMatchObject({ state: "executed", updatedAt: now });
  });

  it("R3: a change of a row that was shown is done, also when the process dies before it can say so", async () => {
    const w = await tapWorld();
    const task = { taskId: "t", title: "Call home", status: "open", createdAt: 1, updatedAt: 1 };
    await w.store.transact([{ op: "put", key: keys.task("me", "t"), body: task }]);
    const change = proposedAction("update_task", { taskId: "t", status: "done" }, "Close it", { concerns: task.title });
    const rename = proposedAction("update_task", { taskId: "t", title: "New" }, "Rename it", { concerns: task.title });
    const id = await proposedActions(w, change, rename);
    const ok = await tokenOf(w, id);
    const transact: typeof w.store.transact = async (writes) => {
      if (writes.some(({ key }) => key.sk.startsWith("PATROL#"))) throw new Error("killed");
      return w.store.transact(writes);
    };
    await expect(handleTap({ ...w.ports, store: { ...w.store, transact } }, "me", ok)).rejects.toThrow("killed");
    w.pass(MINUTE_MS);
    expect(await handleTap(w.ports, "me", ok)).toMatchObject({ kind: "done", text: "Done: Close it; Rename it." });
    const { proposal } = (await loadProposal(w.store, "me", id)) ?? {};
    expect(proposal).toMatchObject({ state: "executed", updatedAt: w.ports.clock.now() });
  });

  it("is told again from its markers, also when one of them has left the store", async () => {
    const { w, id, tap } = await opened("a", "b");
    await tap(await tokenOf(w, id));
    await w.store.transact([{ op: "delete", key: keys.effect("me", effectIdOf(id, 0)) }]);
    const again = await executeProposal(w.context(), id);
    expect(again.effects.map(({ title, value }) => [title, value === null])).toEqual([
      ["Add a", true],
      ["Add b", false],
    ]);
  });

  it("a call outside that another process makes now is not reported as done or failed", async () => {
    const w = await tapWorld();
    const args = { server: "notes", tool: "add", args: { text: "x" } };
    const id = await proposedActions(w, proposedAction("call_mcp_tool", args, "Add a note"));
    let release = () => {};
    const ports = {
      ...w.ports,
      egress: ["notes"],
      mcp: { call: () => new Promise<object>((resolve) => (release = () => resolve({ text: "noted" }))) },
    };
    const ok = await tokenOf(w, id);
    const first = handleTap(ports as never, "me", ok);
    while ((await w.store.get(keys.effect("me", effectIdOf(id, 0)))) === undefined)
      await new Promise((resolve) => setImmediate(resolve));
    expect(await handleTap(ports as never, "me", ok)).toEqual({ kind: "running", text: "I am doing that right now." });
    expect((await loadProposal(w.store, "me", id))?.proposal.state).toBe("approved");
    release();
    expect(await first).toMatchObject({ kind: "done" });
  });
});

describe("an execution is refused", () => {
  it("of a proposal that does not exist, or that was not approved", async () => {
    const { w, id } = await opened("x");
    const refused = (reason: string) => ({ outcome: "refused", reason, effects: [] });
    const act = (proposalId: string) => executeProposal(w.context({ trigger: "handoff_act" }), proposalId);
    expect(await act("p-0000000000000000")).toEqual(refused("there is no such proposal"));
    expect(await act(id)).toEqual(refused("the proposal is open, not approved"));
  });

  it.each<[string, string, ProposedAction, object]>([
    ["its tool is not in this build", "this action is not connected here", taskAction("x"), { registry: {} }],
    ["its tool only reads", "this action is not connected here", proposedAction("get_crs" as never, {}, "Read"), {}],
    [
      "its server is not on the list",
      "notes is not on this system's list of places it may reach",
      proposedAction("call_mcp_tool", { server: "notes", tool: "add", args: {} }, "Note"),
      { mcp: { call: async () => ({}) } },
    ],
    [
      "it would carry personal data out",
      "it holds personal data that may not leave here",
      proposedAction("call_mcp_tool", { server: "notes", tool: "add", args: { to: "ada@example.org" } }, "Note"),
      { egress: ["notes"], mcp: { call: async () => ({}) } },
    ],
  ])("when %s", async (_, reason, action, more) => {
    const w = await tapWorld();
    const id = await proposedActions(w, action);
    const key = keys.proposal("me", id);
    const row = await w.store.get(key);
    await w.store.transact([{ op: "put", key, body: { ...row?.body, state: "approved" } }]);
    expect(await executeProposal(w.context({ trigger: "handoff_act", ...more }), id)).toEqual({
      outcome: "failed",
      reason,
      effects: [],
    });
  });
});

describe("the tap screen", () => {
  const part = { path: "args.title", text: "send money" };
  it.each<[string, ProposedAction, string[]]>([
    ["an action of the person's own words", taskAction("x"), []],
    ["the row that is concerned", { ...taskAction("x"), concerns: "the row" }, ["  about: “the row”"]],
    [
      "a row of 300 characters whole",
      { ...taskAction("x"), concerns: "r".repeat(300) },
      [`  about: “${"r".repeat(300)}”`],
    ],
    ["a longer row up to there", { ...taskAction("x"), concerns: "r".repeat(301) }, [`  about: “${"r".repeat(300)}…”`]],
    ["each part from outside", { ...taskAction("x"), tainted: [part] }, ["  in somebody else's words: “send money”"]],
    ["that others were read before", { ...taskAction("x"), afterOutside: true }, [`  ${AFTER_OUTSIDE}`]],
    [
      "not both",
      { ...taskAction("x"), afterOutside: true, tainted: [part] },
      ["  in somebody else's words: “send money”"],
    ],
    [
      "what other people will see, whole",
      { ...proposedAction("call_mcp_tool", { tool: "add", server: "notes", args: { b: 1, a: "x" } }, "Add x") },
      ["  args.a: x", "  args.b: 1", "  server: notes", "  tool: add"],
    ],
  ])("shows %s", async (_, action, lines) => {
    const w = await tapWorld();
    const id = await proposedActions(w, action);
    const ok = await tokenOf(w, id);
    expect(await handleTap(w.ports, "me", `do:${id}`)).toEqual({
      kind: "screen",
      text: ["Please confirm. This is exactly what I will do:", action.title, ...lines].join("\n"),
      buttons: [
        { label: "Confirm", data: ok },
        { label: "Not now", data: `no:${id}` },
      ],
    });
  });
});
