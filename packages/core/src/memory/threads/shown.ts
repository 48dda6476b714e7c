/**
 * What of a run may still be shown. A message that the person has deleted is shown nowhere, so the run that read or wrote it
 * keeps its words to itself too. States, times, counts and names of tools are nobody's words and stay.
 */
import { keys, Message, type RunHeader } from "@waldo/contracts";
import type { Store } from "../../ports.ts";
import { queryAll } from "../../store/query-all.ts";
import { addDays } from "../../time.ts";
import { deletions, isShown } from "./deleted.ts";

export type Shown = {
  /** The words of the run itself: what it was asked, what it called, what it said. */
  readonly own: boolean;
  /** What it read of earlier conversations. */
  readonly earlier: boolean;
};

/** The tools whose results repeat earlier conversations. */
const REPEATS: readonly string[] = ["search_episodes", "get_context"];

export async function shownOf(
  store: Store,
  { userId, runId, nonce, date, createdAt }: Pick<RunHeader, "userId" | "runId" | "nonce" | "date" | "createdAt">,
): Promise<Shown> {
  const deleted = await deletions(store, userId);
  // What was deleted before the run began never reached it.
  let earlier = [...deleted.values()].every((at) => at < createdAt);
  let own = true;
  // The open conversation of a prompt reaches half a day back.
  for (const day of [addDays(date, -1), date])
    for await (const { key, body } of queryAll(store, keys.message.all(userId, `day-${day}`))) {
      const message = Message.safeParse(body).data;
      if (!message || isShown(message, deleted.get(`day-${day}`))) continue;
      if (message.runId === runId || key.sk.endsWith(`#0-${nonce}`)) own = false;
      if ((message.hiddenAt ?? createdAt) >= createdAt && message.at <= createdAt) earlier = false;
    }
  return { own, earlier };
}

/** Returns whether the result of a tool may be shown. */
export function mayShow(tool: string, { own, earlier }: Shown): boolean {
  return own && (earlier || !REPEATS.includes(tool));
}
