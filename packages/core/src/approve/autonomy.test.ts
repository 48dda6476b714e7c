/** The autonomy level: what a person without a profile allows, and what a downgrade takes back and asks about. */
import { type Autonomy, keys, MAX_ACTIONS } from "@waldo/contracts";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { tapWorld } from "../../../embedded/test/tap-world.ts";
import { dispatchTool } from "../tools/dispatch.ts";
import { autonomyOf, setAutonomy } from "./autonomy.ts";
import { loadProposal } from "./proposal.ts";

/** A person at L3 for whom these tasks were written without a tap, one second apart. */
async function withTasks(...titles: string[]) {
  const w = await tapWorld("L3");
  for (const title of titles) {
    await dispatchTool({ id: title, name: "write_task", args: { title } }, w.context({ runId: `run-${title}` }));
    w.pass(1000);
  }
  const asked = async (ids: readonly string[]) =>
    Promise.all(ids.map(async (id) => (await loadProposal(w.store, "me", id))?.proposal));
  return { ...w, asked };
}

describe("the autonomy level", () => {
  it("of a person without a profile is L1", async () => {
    const w = await tapWorld("L3");
    expect(await autonomyOf(w.store, "me")).toBe("L3");
    expect(await autonomyOf(w.store, "nobody")).toBe("L1");
  });

  it.each<[Autonomy, string[]]>([
    ["L3", ["open", "open"]],
    ["L2", ["dropped", "dropped"]],
    ["L1", ["dropped", "dropped"]],
  ])("set to %s keeps the rest of the profile and sweeps only on a downgrade", async (level, status) => {
    const w = await withTasks("a", "b");
    const swept = await setAutonomy(w.ports, "me", level);
    expect((await w.store.get(keys.profile("me")))?.body).toEqual({ ...PERSON, userId: "me", autonomy: level });
    expect((await w.tasks()).map((task) => task.status)).toEqual(status);
    expect(swept).toEqual({
      undone: level === "L3" ? 0 : 2,
      proposed: level === "L2" ? [expect.stringMatching(/^p-/)] : [],
    });
  });

  it("set to L2 with nothing to take back asks nothing", async () => {
    const w = await withTasks();
    expect(await setAutonomy(w.ports, "me", "L2")).toEqual({ undone: 0, proposed: [] });
  });

  it.each([1, MAX_ACTIONS, MAX_ACTIONS + 1, 2 * MAX_ACTIONS])(
    "set to L2 asks about each of %i effects once, ten in a proposal, oldest first",
    async (count) => {
      const titles = Array.from({ length: count }, (_, i) => `task ${i}`);
      const w = await withTasks(...titles);
      const now = w.ports.clock.now();
      const { undone, proposed } = await setAutonomy(w.ports, "me", "L2");
      expect(undone).toBe(count);
      const proposals = await w.asked(proposed);
      expect(proposals.map((one) => one?.actions.length)).toEqual(
        count <= MAX_ACTIONS ? [count] : [MAX_ACTIONS, count - MAX_ACTIONS],
      );
      expect(proposals.flatMap((one) => one?.actions.map(({ args }) => args))).toEqual(
        titles.map((title) => ({ title })),
      );
      for (const one of proposals) expect(one).toMatchObject({ state: "open", runId: `sweep-${now}` });
    },
  );

  const marks = [{ path: "args.title", text: "buy milk" }];
  it.each([
    ["keeps the marks of what came from outside", { tainted: marks }, marks],
    ["asks about an effect of an earlier release, which has no marks", {}, []],
  ])("R10: set to L2 %s", async (_, more, tainted) => {
    const w = await withTasks("buy milk");
    const { table, pk } = keys.profile("me");
    const [effect] = (await w.store.query({ table, pk, prefix: "EFFECT#" })).rows;
    if (!effect) throw new Error("no effect");
    const { tainted: __, ...body } = effect.body;
    await w.store.transact([{ op: "put", key: effect.key, body: { ...body, ...more } }]);
    const [proposal] = await w.asked((await setAutonomy(w.ports, "me", "L2")).proposed);
    expect(proposal?.actions.map((action) => action.tainted)).toEqual([tainted]);
  });
});
