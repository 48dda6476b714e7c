/**
 * Reads what a life with the living loop has cost and said. Runs leave the store after a week, so both come from rows
 * that stay: the rows of the meter and of the thread.
 */
import { keys, type LocalDate, Message, type UserId } from "@waldo/contracts";
import { AS_IF_ON_AWS, billOf, total } from "@waldo/core/meter/bill";
import { meterRows } from "@waldo/core/meter/rows";
import type { Store } from "@waldo/core/ports";
import { queryAll } from "@waldo/core/store/query-all";
import { addDays } from "@waldo/core/time";

/** Returns how many runs asked a model from one date to another, both included, and what they cost in dollars. */
export async function ambientRuns(store: Store, userId: UserId, first: LocalDate, last: LocalDate) {
  let [runs, dollars] = [0, 0];
  for await (const row of meterRows(store, userId, first, last)) {
    if (row.kind !== "run" || row.trigger !== "ambient") continue;
    runs++;
    dollars += total(billOf(row, AS_IF_ON_AWS));
  }
  return { runs, dollars };
}

/** Returns the sentences that were added to answers from one date to another, both included (core/run/answer.ts). */
export async function surfacedWords(store: Store, userId: UserId, first: LocalDate, last: LocalDate) {
  const said: { readonly at: number; readonly text: string }[] = [];
  for (let date = first; date <= last; date = addDays(date, 1))
    for await (const { body } of queryAll(store, keys.message.all(userId, `day-${date}`))) {
      const { from, at, text } = Message.parse(body);
      const added = from === "waldo" ? text.split("\n\nBy the way: ")[1] : undefined;
      if (added !== undefined) said.push({ at, text: added });
    }
  return said;
}
