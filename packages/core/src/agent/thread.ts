// The open conversation, as a prompt holds it: what the person and Waldo said lately, over any channel (app, Telegram,
// command). Older words are in the diary, which recall searches.
import { COMMAND_KIND, isCommandAnswer, keys, type RunHeader, type ThreadTurn } from "@waldo/contracts";
import { runOfMessage } from "../digest.ts";
import { deletions, isShown } from "../memory/threads/deleted.ts";
import { messageIdOf } from "../person/heard.ts";
import type { Ports } from "../ports.ts";
import { budgetsFor, fitting, isOwnModel } from "../prompt/budgets.ts";
import { typed } from "../prompt/layers.ts";
import { sanitise } from "../safety/sanitise.ts";
import { HOUR_MS, isAhead } from "../time.ts";

/** Words older than this belong to another conversation. */
const OPEN_FOR_MS = 12 * HOUR_MS;
const MOST_TURNS = { own: 60, paid: 12 } as const;
/** A reply may name words that stand further back. */
const MOST_ROWS = 60;

/**
 * Returns the turns before the message that a run answers, oldest first. Turns about danger are left out. When the
 * message replies to earlier words, these and what belongs to them stand last, as if they had just been said.
 */
export async function threadBefore(
  { store, clock, model }: Pick<Ports, "store" | "clock" | "model">,
  { userId, nonce }: Pick<RunHeader, "userId" | "nonce">,
): Promise<ThreadTurn[]> {
  const now = clock.now();
  const most = isOwnModel(model) ? MOST_TURNS.own : MOST_TURNS.paid;
  const days = keys.message.startingWith(userId, "day-");
  const latest = (limit: number) => store.query({ ...days, descending: true, limit });
  const [lately, deleted] = await Promise.all([latest(most + 1), deletions(store, userId)]);
  const about = lately.rows.find(({ key }) => key.sk.endsWith(`#0-${nonce}`))?.body["about"];
  const { rows } = about === undefined ? lately : await latest(Math.max(most, MOST_ROWS));
  const turns: ThreadTurn[] = [];
  const named: ThreadTurn[] = [];
  for (const { key, body } of rows) {
    const { from, kind, text, at, origin, runId } = body;
    if (typeof text !== "string" || typeof at !== "number" || key.sk.endsWith(`#0-${nonce}`)) continue;
    if (isAhead(at, now) || now - at > OPEN_FOR_MS) break;
    const [threadId = ""] = keys.message.parse(key.sk) ?? [];
    const hiddenAt = body["hiddenAt"] === undefined ? undefined : at;
    // A command and its answer are not part of a conversation.
    if (kind === COMMAND_KIND || (typeof runId === "string" && isCommandAnswer(runId))) continue;
    if (kind === "emergency" || !isShown({ at, hiddenAt }, deleted.get(threadId))) continue;
    const turn: ThreadTurn =
      from === "owner"
        ? { from, text: typed(text) }
        : {
            from: "waldo",
            text: sanitise({ text, origin: "agent" }, "internal").text,
            ...(origin === "agent" ? {} : { outside: true as const }),
          };
    const of = from === "owner" ? runOfMessage(userId, messageIdOf(key.sk.slice(key.sk.lastIndexOf("#") + 1))) : runId;
    (about !== undefined && of === about ? named : turns).push(turn);
  }
  // The newest turns are kept. No turn is cut.
  const all = [...named, ...turns];
  const kept = fitting(
    all.slice(0, most).map(({ text }) => text),
    budgetsFor(model).talk,
  ).length;
  return all.slice(0, kept).reverse();
}

/** Returns the texts of one side of a conversation. */
export function saidBy(thread: readonly ThreadTurn[] = [], side: ThreadTurn["from"]): string[] {
  return thread.filter(({ from }) => from === side).map(({ text }) => text);
}
