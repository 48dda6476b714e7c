/**
 * Finds what a gesture in a chat points at: a reply or a reaction names an earlier message, and a change of one names
 * its first version. Everything is found again from the thread and the outbox, and nothing is stored for it.
 */
import { EffectRecord, keys, type RunId, type UserId } from "@waldo/contracts";
import { outboxOf } from "../channels/outbox.ts";
import { runOfMessage } from "../digest.ts";
import { messageIdOf } from "../person/heard.ts";
import type { Ports } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { HOUR_MS } from "../time.ts";
import { UNDO_HOURS, undoEffect } from "../tools/undo.ts";

/** How many of the last messages of the thread are searched. */
const MOST_ROWS = 60;

/** Returns the run or the announcement that sent a message with this number to the chat. */
export async function runOfSent(
  { store }: Pick<Ports, "store">,
  userId: UserId,
  number: number,
): Promise<RunId | undefined> {
  const seen = new Set<RunId>();
  for (const { body } of await lately(store, userId)) {
    const runId = body["runId"];
    if (typeof runId !== "string" || seen.has(runId)) continue;
    seen.add(runId);
    const rows = await outboxOf({ store }, userId, runId);
    const isSent = rows.some(
      ({ channel, receipt }) => channel === "telegram" && receipt?.split(",").includes(String(number)),
    );
    if (isSent) return runId;
  }
  return undefined;
}

/**
 * Takes back what the earlier versions of a message did. `first` is the name of the first version, and the names of the
 * others begin with it. `now` is the name of the version that is being handled. Returns "kept" when something cannot be
 * taken back. It may be called again.
 */
export async function takeBackVersions(
  { store, clock }: Pick<Ports, "store" | "clock">,
  userId: UserId,
  versions: { readonly first: string; readonly now: string },
): Promise<"nothing" | "taken back" | "kept"> {
  const runs = new Set<string>([runOfMessage(userId, versions.first)]);
  for (const { key } of await lately(store, userId)) {
    const name = messageIdOf(key.sk.slice(key.sk.lastIndexOf("#") + 1));
    if (name.startsWith(versions.first) && name !== versions.now) runs.add(runOfMessage(userId, name));
  }
  const at = clock.now();
  const effects: EffectRecord[] = [];
  for await (const { body } of queryAll(store, keys.effect.all(userId))) {
    const record = EffectRecord.safeParse(body).data;
    if (record?.runId !== undefined && runs.has(record.runId) && !record.undone) effects.push(record);
  }
  let took: "nothing" | "taken back" | "kept" = "nothing";
  for (const { effectId, undo } of effects.sort((a, b) => b.at - a.at)) {
    if (undo === undefined) continue;
    if ((await undoEffect(store, userId, effectId, at)) !== "undone") return "kept";
    took = "taken back";
  }
  return took;
}

/** True when a message is changed so late that what it did can no longer be taken back. */
export const isTooLateToChange = (seconds: number): boolean => seconds * 1000 > UNDO_HOURS * HOUR_MS;

async function lately(store: Ports["store"], userId: UserId) {
  const days = keys.message.startingWith(userId, "day-");
  return (await store.query({ ...days, descending: true, limit: MOST_ROWS })).rows;
}
