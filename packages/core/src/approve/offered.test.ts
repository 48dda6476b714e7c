/** Tests that a button stands under two mornings in a row and not under a third. */
import { keys, type ProposedAction, type SaidEntry } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { beforeEach, expect, it } from "vitest";
import type { Store } from "../ports.ts";
import { proposedAction } from "../tools/approval.ts";
import { notOfferedLately } from "./offered.ts";
import { newProposal, proposalWrite } from "./proposal.ts";

const free = (date: string) =>
  proposedAction("propose_schedule", { date, time: "13:00", minutes: 30 }, `A free half hour on ${date}`, {
    tainted: [],
  });
const other = proposedAction("write_task", { title: "call Ana" }, "Add call Ana", { tainted: [] });

let store: Store;
beforeEach(() => {
  store = openSqliteStore(":memory:");
});

/** Puts one morning after the other into the row of what was said, each with its buttons. */
async function mornings(...buttons: (readonly ProposedAction[])[]): Promise<void> {
  const said = buttons.map((_, i): SaidEntry => {
    const date = `2026-10-${10 + i}`;
    return { at: i + 1, date, voice: "morning", topic: `morning-${date}`, by: `run-${i}`, became: "said" };
  });
  const proposals = buttons.flatMap((actions, i) =>
    actions.length === 0 ? [] : [proposalWrite(newProposal("me", `run-${i}`, actions, i + 1))],
  );
  await store.transact([{ op: "put", key: keys.said("me"), body: { said } }, ...proposals]);
}

const left = async () => (await notOfferedLately(store, "me", "run-now", [free("2026-10-30")])).length;

it("a button of the last two mornings is left out, on whatever date it is", async () => {
  await mornings([free("2026-10-10")], [free("2026-10-11"), other]);
  expect(await left()).toBe(0);
});

it.each([
  ["one morning had it", [[other], [free("2026-10-11")]]],
  ["there was one morning", [[free("2026-10-10")]]],
  ["the last morning had none", [[free("2026-10-10")], [free("2026-10-11")], []]],
])("it is offered where %s", async (_, buttons) => {
  await mornings(...buttons);
  expect(await left()).toBe(1);
});
