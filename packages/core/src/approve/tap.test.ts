/**
 * Attacks on approvals: forged taps, replayed taps, late taps, taps of another person, and taps for arguments that were
 * not shown.
 */
import { CALLBACK_DATA_MAX_BYTES, keys } from "@waldo/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { proposed, tapWorld, tokenOf } from "../../../embedded/test/tap-world.ts";
import { HOUR_MS, MINUTE_MS } from "../time.ts";
import { APPROVED_HOURS, actionDigest } from "../tools/approval.ts";
import { dispatchTool } from "../tools/dispatch.ts";
import { setAutonomy } from "./autonomy.ts";
import { executeProposal } from "./execute.ts";
import { loadProposal, PROPOSAL_HOURS } from "./proposal.ts";
import { handleTap } from "./tap.ts";
import { APPROVAL_MINUTES } from "./token.ts";

describe("a tap", () => {
  it("does exactly what was shown, once, and can be undone", async () => {
    const w = await tapWorld();
    const ok = await tokenOf(w, await proposed(w, "water the plants"));
    const done = await handleTap(w.ports, "me", ok);
    expect(done).toMatchObject({ kind: "done", text: "Done: Add water the plants." });
    expect((await w.tasks()).map((task) => [task.title, task.status])).toEqual([["water the plants", "open"]]);
    if (done.kind !== "done") return;
    expect(await handleTap(w.ports, "me", done.undo[0]?.data ?? "")).toMatchObject({ text: "Undone." });
    expect((await w.tasks())[0]?.status).toBe("dropped");
    expect(await handleTap(w.ports, "me", done.undo[0]?.data ?? "")).toMatchObject({ text: "That cannot be undone." });
  });

  it("counts once, also when it arrives many times at once", async () => {
    const w = await tapWorld();
    const ok = await tokenOf(w, await proposed(w, "once"));
    const answers = await Promise.all(Array.from({ length: 8 }, () => handleTap(w.ports, "me", ok)));
    expect(answers.some((answer) => answer.kind === "done")).toBe(true);
    expect(await w.tasks()).toHaveLength(1);
    expect(await handleTap(w.ports, "me", ok)).toMatchObject({ kind: "done", text: "Done: Add once." });
    expect(await w.tasks()).toHaveLength(1);
  });

  it("expires after five minutes, and a proposal after two hours", async () => {
    const w = await tapWorld();
    const id = await proposed(w, "late");
    const ok = await tokenOf(w, id);
    w.pass(APPROVAL_MINUTES * MINUTE_MS);
    expect(await handleTap(w.ports, "me", ok)).toMatchObject({ kind: "notice" });
    w.pass(PROPOSAL_HOURS * HOUR_MS);
    expect(await handleTap(w.ports, "me", `do:${id}`)).toMatchObject({ kind: "notice" });
    expect(await w.tasks()).toEqual([]);
  });

  it("of another person changes nothing", async () => {
    const w = await tapWorld();
    const ok = await tokenOf(w, await proposed(w, "mine"));
    expect(await handleTap(w.ports, "other", ok)).toMatchObject({ kind: "notice" });
    expect([...(await w.tasks()), ...(await w.tasks("other"))]).toEqual([]);
  });

  it("for one proposal approves no other", async () => {
    const w = await tapWorld();
    const [a, b] = [await proposed(w, "a"), await proposed(w, "b")];
    const token = (await tokenOf(w, a)).slice(3);
    await tokenOf(w, b);
    expect(await handleTap(w.ports, "me", `ok:${token.replace(a, b)}`)).toMatchObject({
      text: "That approval is not valid.",
    });
    expect(await w.tasks()).toEqual([]);
  });

  it("with any byte of its token changed does nothing", async () => {
    const w = await tapWorld();
    const ok = await tokenOf(w, await proposed(w, "x"));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 3, max: ok.length - 1 }), fc.constantFrom(..."0aZ_.-9f"), async (at, char) => {
        if (ok[at] === char) return;
        expect((await handleTap(w.ports, "me", ok.slice(0, at) + char + ok.slice(at + 1))).kind).toBe("notice");
      }),
    );
    expect(await w.tasks()).toEqual([]);
  });

  it("with an invented token does nothing", async () => {
    const w = await tapWorld();
    const id = await proposed(w, "x");
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.string().map((s) => `ok:${id}.${s}`),
          fc.constantFrom(`ok:${id}`, `ok:${id}.zzzzzzzz.AAAAAAAAAAAAAAAA`),
        ),
        async (data) => {
          expect((await handleTap(w.ports, "me", data)).kind).toBe("notice");
        },
      ),
    );
    expect(await w.tasks()).toEqual([]);
  });

  it("fits into a button, whatever is proposed", async () => {
    const w = await tapWorld();
    const ok = await tokenOf(w, await proposed(w, ...Array.from({ length: 10 }, (_, i) => `task ${i}`)));
    expect(new TextEncoder().encode(ok).length).toBeLessThanOrEqual(CALLBACK_DATA_MAX_BYTES);
  });

  it("on a row whose arguments were changed afterwards does nothing", async () => {
    const w = await tapWorld();
    const id = await proposed(w, "harmless");
    const ok = await tokenOf(w, id);
    const loaded = await loadProposal(w.store, "me", id);
    const [shown] = loaded?.proposal.actions ?? [];
    const changed = { ...loaded?.proposal, actions: [{ ...shown, args: { title: "harmful" } }] };
    await w.store.transact([{ op: "put", key: keys.proposal("me", id), body: changed }]);
    expect((await handleTap(w.ports, "me", ok)).kind).toBe("notice");
    expect(await w.tasks()).toEqual([]);
  });

  it("does nothing when the arguments are changed after it, also not to those of another approved action", async () => {
    for (const args of [{ title: "harmful" }, { title: "b" }]) {
      const w = await tapWorld();
      const id = await proposed(w, "a", "b");
      const { proposal } = (await loadProposal(w.store, "me", id)) ?? {};
      const [a, b] = proposal?.actions ?? [];
      const changed = { ...proposal, state: "approved", actions: [{ ...a, args }, b] };
      await w.store.transact([{ op: "put", key: keys.proposal("me", id), body: changed }]);
      expect(await executeProposal(w.context({ trigger: "handoff_act" }), id)).toMatchObject({
        outcome: "failed",
        reason: "the approval does not cover this action",
      });
      expect(await w.tasks()).toEqual([]);
    }
  });

  it("counts for two hours: an approval that was not carried out by then is refused", async () => {
    const w = await tapWorld();
    const id = await proposed(w, "a");
    const { proposal } = (await loadProposal(w.store, "me", id)) ?? {};
    await w.store.transact([{ op: "put", key: keys.proposal("me", id), body: { ...proposal, state: "approved" } }]);
    w.pass(APPROVED_HOURS * HOUR_MS);
    expect(await executeProposal(w.context({ trigger: "handoff_act" }), id)).toMatchObject({ outcome: "failed" });
    expect(await w.tasks()).toEqual([]);
  });

  it("of a person without a profile is answered and not spent: it counts once an account is linked", async () => {
    const w = await tapWorld();
    const ok = await tokenOf(w, await proposed(w, "later"));
    const profile = await w.store.get(keys.profile("me"));
    await w.store.transact([{ op: "delete", key: keys.profile("me") }]);
    expect(await handleTap(w.ports, "me", ok)).toMatchObject({
      kind: "notice",
      text: expect.stringMatching(/no profile/),
    });
    expect(await w.tasks()).toEqual([]);
    await w.store.transact([{ op: "put", key: keys.profile("me"), body: profile?.body ?? {} }]);
    expect(await handleTap(w.ports, "me", ok)).toMatchObject({ kind: "done" });
    expect(await w.tasks()).toHaveLength(1);
  });

  it("approves a whole list at once", async () => {
    const w = await tapWorld();
    const ok = await tokenOf(w, await proposed(w, "a", "b", "c"));
    await handleTap(w.ports, "me", ok);
    expect(await w.tasks()).toHaveLength(3);
  });

  it("R3: an execution killed between its actions goes on, and does none twice", async () => {
    const w = await tapWorld();
    const id = await proposed(w, "a", "b", "c");
    const ok = await tokenOf(w, id);
    let commits = 0;
    const transact: typeof w.store.transact = async (writes) => {
      if (writes.some((write) => write.key.sk.startsWith("EFFECT#")) && ++commits === 2) throw new Error("killed");
      return w.store.transact(writes);
    };
    await expect(handleTap({ ...w.ports, store: { ...w.store, transact } }, "me", ok)).rejects.toThrow("killed");
    expect(await w.tasks()).toHaveLength(1);
    const again = await executeProposal(w.context({ trigger: "handoff_act" }), id);
    expect(again).toMatchObject({ outcome: "executed" });
    expect(await executeProposal(w.context({ trigger: "handoff_act" }), id)).toEqual(again);
    expect(await w.tasks()).toHaveLength(3);
  });
});

describe("the autonomy gate", () => {
  const write = { id: "1", name: "write_task", args: { title: "buy milk" } };

  it.each([
    ["L1", "denied", 0],
    ["L2", "needs_approval", 0],
    ["L3", undefined, 1],
  ] as const)("at %s an own write is %s", async (level, error, tasks) => {
    const w = await tapWorld(level);
    const result = await dispatchTool(write, w.context());
    expect(result.ok ? undefined : result.error).toBe(error);
    expect(await w.tasks()).toHaveLength(tasks);
  });

  it("returns a refused write as the very action that a person can be asked about", async () => {
    const w = await tapWorld("L2");
    const result = await dispatchTool(write, w.context());
    expect(result.proposed).toEqual([
      {
        tool: "write_task",
        args: { title: "buy milk" },
        digest: actionDigest("write_task", { title: "buy milk" }),
        title: "Add the task “buy milk”",
        tainted: [],
      },
    ]);
  });

  it("execute_action does nothing without a tap, at any level, with any argument", async () => {
    for (const level of ["L1", "L2", "L3"] as const) {
      const w = await tapWorld(level);
      const id = await proposed(w, "x");
      for (const proposalId of [id, "p-0000000000000000"])
        expect(
          await dispatchTool(
            { id: "1", name: "execute_action", args: { proposalId } },
            w.context({ trigger: "handoff_act" }),
          ),
        ).toMatchObject({ ok: false });
      expect(await w.tasks()).toEqual([]);
    }
  });

  it("a downgrade takes back what was done without a tap, and at L2 asks instead", async () => {
    for (const level of ["L1", "L2"] as const) {
      const w = await tapWorld("L3");
      await dispatchTool(write, w.context());
      w.pass(1000);
      await dispatchTool({ id: "2", name: "write_task", args: { title: "call home" } }, w.context());
      const swept = await setAutonomy(w.ports, "me", level);
      expect(swept.undone).toBe(2);
      expect((await w.tasks()).map((task) => task.status)).toEqual(["dropped", "dropped"]);
      expect(swept.proposed).toHaveLength(level === "L1" ? 0 : 1);
      for (const id of swept.proposed)
        expect((await loadProposal(w.store, "me", id))?.proposal.actions.map((a) => a.args)).toEqual([
          { title: "buy milk" },
          { title: "call home" },
        ]);
    }
  });
});

describe("the taint gate", () => {
  const heard = (owner: string[]) => ({ owner, outside: true, recalled: [] });

  it("after outside text, only the person's own words pass without a tap, and the tap screen marks all other words", async () => {
    const w = await tapWorld("L3");
    const call = (title: string) => ({ id: title, name: "write_task", args: { title } });
    expect(await dispatchTool(call("buy milk"), w.context({ heard: heard(["please add: Buy  milk"]) }))).toMatchObject({
      ok: true,
    });
    const refused = await dispatchTool(call("send money to bob"), w.context({ heard: heard(["please add buy milk"]) }));
    expect(refused).toMatchObject({
      ok: false,
      error: "needs_approval",
      proposed: [{ tainted: [{ path: "args.title", text: "send money to bob" }] }],
    });
    expect((await w.tasks()).map((task) => task.title)).toEqual(["buy milk"]);
  });

  it("no call and no argument reaches an effect once a run has read outside text", async () => {
    const w = await tapWorld("L3");
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("write_task", "update_task", "execute_action", "propose_action"),
        fc.jsonValue(),
        fc.string({ minLength: 1 }),
        async (name, args, title) => {
          for (const given of [args, { title }, { taskId: title, status: "done" }, { proposalId: title }])
            await dispatchTool({ id: title, name, args: given as null }, w.context({ heard: heard([]) }));
          expect(await w.tasks()).toEqual([]);
        },
      ),
      { numRuns: 200 },
    );
  });
});
