/** A button that stood under the last mornings is not offered again: the person has seen it and left it. */
import { keys, Proposal, type ProposedAction, type SaidEntry, type UserId } from "@waldo/contracts";
import { loadSaid } from "../channels/said.ts";
import type { Store } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";

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
  const offered = new Map(last.map(({ by }) => [by, new Set<string>()] as const));
  for await (const { body } of queryAll(store, keys.proposal.all(userId))) {
    const { runId: by, actions: before } = Proposal.parse(body);
    for (const action of before) offered.get(by)?.add(nameOf(action));
  }
  return actions.filter((action) => ![...offered.values()].every((names) => names.has(nameOf(action))));
}

/** Names an action without its date, its time and its numbers, so that the same offer of two days has one name. */
function nameOf({ tool, title }: Pick<ProposedAction, "tool" | "title">): string {
  return `${tool} ${title.replaceAll(/\d+/g, "0").replaceAll(/(?:mon|tues|wednes|thurs|fri|satur|sun)day/gi, "day")}`;
}
