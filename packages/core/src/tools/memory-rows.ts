/** Memory as tools see it: what the Scribe settled, what waits for the Scribe, and the diary. Read only. */
import {
  CARA_FLOOR,
  Episode,
  type EpochMs,
  HALLS,
  type Hall,
  keys,
  MemoryBlock,
  MemoryIntent,
  type UserId,
} from "@waldo/contracts";
import type { Store } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";

/** The current version of each claim of a hall that is believed enough to load, most telling first. */
export async function currentBlocks(store: Store, userId: UserId, hall?: Hall): Promise<MemoryBlock[]> {
  const latest = new Map<string, MemoryBlock>();
  for (const name of hall === undefined ? HALLS : [hall]) {
    const { table, pk, sk } = keys.block(userId, name, "", 0);
    // Versions of one pattern lie side by side, oldest first: the last one read is the one that holds.
    for await (const row of queryAll(store, { table, pk, prefix: sk.slice(0, `BLOCK#${name}#`.length) })) {
      const block = MemoryBlock.parse(row.body);
      latest.set(`${name} ${block.patternId}`, block);
    }
  }
  const weight = (block: MemoryBlock) => block.confidence * (1 + block.salience);
  return [...latest.values()]
    .filter((block) => block.validTo === undefined && block.supersededBy === undefined)
    .filter((block) => block.confidence >= CARA_FLOOR)
    .sort((a, b) => weight(b) - weight(a) || b.recordedAt - a.recordedAt);
}

/** Claims that were staged and not yet settled, latest first. They are provisional, whoever made them. */
export async function pendingIntents(store: Store, userId: UserId, hall?: Hall): Promise<MemoryIntent[]> {
  const { table, pk } = keys.inbox(userId, 0, "");
  const pending: MemoryIntent[] = [];
  for await (const row of queryAll(store, { table, pk, prefix: "INBOX#", descending: true })) {
    const intent = MemoryIntent.parse(row.body);
    if (hall === undefined || intent.hall === hall) pending.push(intent);
  }
  return pending;
}

/** Most diary entries one search looks through, newest first. */
const EPISODES_SEARCHED = 2000;

/** The diary since an instant, latest first. */
export async function episodesSince(store: Store, userId: UserId, since: EpochMs): Promise<Episode[]> {
  const { table, pk, sk } = keys.episode(userId, Math.max(0, since), "");
  const to = keys.episode(userId, 999_999_999_999_999, "~").sk;
  const episodes: Episode[] = [];
  for await (const row of queryAll(store, { table, pk, from: sk, to, descending: true, limit: EPISODES_SEARCHED }))
    episodes.push(Episode.parse(row.body));
  return episodes;
}
