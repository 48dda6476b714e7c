/** A person with a card in a chat, for tests of Modify. */
import { keys, Proposal, type ProposedAction } from "@waldo/contracts";
import { newProposal, proposalWrite } from "@waldo/core/approve/proposal";
import { handleTap, type TapAnswer } from "@waldo/core/approve/tap";
import type { Json, Ports } from "@waldo/core/ports";
import { queryAll } from "@waldo/core/store/query-all";
import { proposedAction } from "@waldo/core/tools/approval";
import { listTasks } from "@waldo/core/tools/rows";
import { KEY } from "./mortal-process.ts";
import type { TestWorld } from "./world.ts";

export const dentist = (args: { readonly [name: string]: Json } = {}): ProposedAction =>
  proposedAction(
    "propose_schedule",
    { title: "Dentist", date: "2026-11-02", time: "09:00", minutes: 30, ...args },
    "Schedule “Dentist”",
  );
export const rent = proposedAction(
  "write_task",
  { title: "Pay the rent", due: "2026-11-01" },
  "Add the task “Pay the rent”",
);

/** Puts a card before the person and returns its id. */
export async function card(world: Pick<TestWorld, "store" | "clock">, ...actions: ProposedAction[]): Promise<string> {
  const proposal = newProposal("me", `run-${actions.length}-card`, actions, world.clock.now() - 1);
  await world.store.transact([proposalWrite(proposal)]);
  return proposal.proposalId;
}

export const press = (ports: Ports, data: string): Promise<TapAnswer> =>
  handleTap({ ...ports, approvalKey: KEY }, "me", data);

/** Taps "Do it" and confirms. */
export async function doIt(ports: Ports, proposalId: string): Promise<TapAnswer> {
  const answer = await press(ports, `do:${proposalId}`);
  return answer.kind === "screen" ? press(ports, answer.buttons[0]?.data ?? "") : answer;
}

export async function proposals({ store }: Pick<TestWorld, "store">): Promise<Proposal[]> {
  const found: Proposal[] = [];
  for await (const { body } of queryAll(store, keys.proposal.all("me"))) found.push(Proposal.parse(body));
  // Under a clock that stands still, what takes the place of a card is as old as the card.
  const isOld = ({ state }: Proposal) => Number(state !== "superseded");
  return found.sort((a, b) => a.createdAt - b.createdAt || isOld(a) - isOld(b));
}

export const states = async (world: Pick<TestWorld, "store">) => (await proposals(world)).map(({ state }) => state);
export const openCard = async (world: Pick<TestWorld, "store">) =>
  (await proposals(world)).find(({ state }) => state === "open");

export async function done({ store }: Pick<TestWorld, "store">) {
  const events: unknown[] = [];
  for await (const { body } of queryAll(store, keys.calendar.all("me")))
    if (body["calendar"] === "waldo") events.push([body["title"], body["origin"], body["status"]]);
  return { tasks: (await listTasks(store, "me", 20)).map(({ title }) => title), events };
}
