/** A button that stood under the last mornings is not offered again: the person has seen it and left it. */
import { keys, Proposal, type ProposedAction, type SaidEntry, type UserId } from "@waldo/contracts";
import { outboxOf } from "../channels/outbox.ts";
import { loadSaid } from "../channels/said.ts";
import type { Store } from "../ports.ts";

/** On so many mornings in a row a button may stand. */
const MORNINGS = 2;

/** Returns the actions without those that stood under each of the last mornings. */
export async function notOfferedLately(
  store: Store,
  userId: UserId,
  runId: string,
  actions: readonly ProposedAction[],
): Promise<readonly ProposedAction[]> {
  if (actions.length === 0) return actions;
  const isBefore = ({ voice, by }: SaidEntry) => voice === "morning" && by !== runId;
  const last = (await loadSaid(store, userId)).said.filter(isBefore).slice(-MORNINGS);
  if (last.length < MORNINGS) return actions;
  const offered = await Promise.all(last.map(({ by }) => offeredBy(store, userId, by)));
  return actions.filter((action) => !offered.every((names) => names.has(nameOf(action))));
}

/** Names an action without its date, its time and its numbers, so that the same offer of two days has one name. */
function nameOf({ tool, title }: Pick<ProposedAction, "tool" | "title">): string {
  return `${tool} ${title.replaceAll(/\d+/g, "0").replaceAll(/(?:mon|tues|wednes|thurs|fri|satur|sun)day/gi, "day")}`;
}

async function offeredBy(store: Store, userId: UserId, runId: string): Promise<ReadonlySet<string>> {
  const rows = (await outboxOf({ store }, userId, runId)).filter(({ kind }) => kind === "proposal");
  const names = new Set<string>();
  for (const { message } of rows)
    for (const id of proposalsIn(JSON.stringify(message))) {
      const row = await store.get(keys.proposal(userId, id));
      for (const action of row ? Proposal.parse(row.body).actions : []) names.add(nameOf(action));
    }
  return names;
}

function proposalsIn(message: string): readonly string[] {
  return [...new Set(message.match(/\bp-[0-9a-f]{16}\b/g) ?? [])];
}
