/** Tests the life of a proposal: the possible moves, which process wins when two move it, and when it expires. */
import { keys, MAX_ACTIONS, PROPOSAL_TRANSITIONS, type ProposalState } from "@waldo/contracts";
import { describe, expect, it } from "vitest";
import { proposed, proposedActions, tapWorld, taskAction } from "../../../embedded/test/tap-world.ts";
import { HOUR_MS } from "../time.ts";
import { expireProposal, loadProposal, moveProposal, newProposal } from "./proposal.ts";

const STATES = Object.keys(PROPOSAL_TRANSITIONS) as ProposalState[];

async function inState(state: ProposalState) {
  const w = await tapWorld();
  const id = await proposed(w, "buy milk");
  const row = await w.store.get(keys.proposal("me", id));
  await w.store.transact([{ op: "put", key: keys.proposal("me", id), body: { ...row?.body, state } }]);
  const load = async () => {
    const loaded = await loadProposal(w.store, "me", id);
    if (!loaded) throw new Error("no proposal");
    return loaded;
  };
  return { w, id, load, loaded: await load() };
}

describe("a proposal", () => {
  it.each(STATES.flatMap((from) => STATES.map((to) => [from, to] as const)))(
    "moves from %s to %s only where the table allows it",
    async (from, to) => {
      const { w, load, loaded } = await inState(from);
      const allowed = PROPOSAL_TRANSITIONS[from].includes(to);
      const patch = { updatedAt: loaded.proposal.updatedAt + 1, reason: "moved" };
      expect(await moveProposal(w.store, loaded, to, { patch })).toBe(allowed);
      const { proposal } = await load();
      expect(proposal).toEqual(allowed ? { ...loaded.proposal, ...patch, state: to } : loaded.proposal);
    },
  );

  it("is moved by one of two processes, and the rows of the other are not written", async () => {
    const { w, load, loaded } = await inState("open");
    const mark = { op: "put", key: keys.task("me", "mark"), body: {} } as const;
    expect(await moveProposal(w.store, loaded, "approved", { patch: {} })).toBe(true);
    expect(await moveProposal(w.store, loaded, "declined", { patch: {}, effects: [mark] })).toBe(false);
    expect((await load()).proposal.state).toBe("approved");
    expect(await w.store.get(mark.key)).toBeUndefined();
  });

  it("expires after two hours without an answer, and says why", async () => {
    const { w, load, loaded } = await inState("open");
    const { createdAt } = loaded.proposal;
    expect(await expireProposal(w.store, loaded, createdAt + 2 * HOUR_MS - 1)).toBe(false);
    expect((await load()).proposal.state).toBe("open");
    const now = createdAt + 2 * HOUR_MS;
    expect(await expireProposal(w.store, loaded, now)).toBe(true);
    expect((await load()).proposal).toMatchObject({ state: "expired", reason: "no answer", updatedAt: now });
  });

  it.each(STATES.filter((state) => state !== "open" && state !== "held"))(
    "that is %s does not expire",
    async (state) => {
      const { w, load, loaded } = await inState(state);
      expect(await expireProposal(w.store, loaded, loaded.proposal.expiresAt + HOUR_MS)).toBe(false);
      expect((await load()).proposal.state).toBe(state);
    },
  );

  it("holds ten actions at most", async () => {
    const w = await tapWorld();
    const id = await proposedActions(w, ...Array.from({ length: MAX_ACTIONS + 3 }, (_, i) => taskAction(`t${i}`)));
    expect((await loadProposal(w.store, "me", id))?.proposal.actions.map(({ title }) => title)).toEqual(
      Array.from({ length: 10 }, (_, i) => `Add t${i}`),
    );
  });

  it("R5: has one name for one person, run and list of actions", () => {
    const id = (user: string, run: string, ...titles: string[]) =>
      newProposal(user, run, titles.map(taskAction), 0).proposalId;
    const names = [id("me", "r", "a"), id("you", "r", "a"), id("me", "s", "a"), id("me", "r", "b"), id("me", "r")];
    expect(id("me", "r", "a")).toBe(names[0]);
    expect(new Set(names).size).toBe(names.length);
    expect(names[0]).toMatch(/^p-[0-9a-f]{16}$/);
  });
});
