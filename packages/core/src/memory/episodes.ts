/**
 * The diary, wherever it is kept: the last months in the store, what is older in the archive. A caller never knows which
 * answered.
 *
 * The store is asked first, always: a row is in the archive before it leaves the store, so one that has gone by the time
 * it is asked for is found in the archive after.
 */
import { Episode, type EpochMs, keys, type UserId } from "@waldo/contracts";
import type { Ports, Row } from "../ports.ts";
import { archivedFolders, readArchived } from "../store/archived-rows.ts";
import { monthOf } from "../store/archived-rows-place.ts";
import { queryAll } from "../store/query-all.ts";

type Reads = Pick<Ports, "store" | "archive">;

/** An entry's place in the diary: its key's time, and its run. */
export type EpisodeRef = { readonly at: EpochMs; readonly runId: string };

/** An entry with the time of its key, which is when its run began. */
export type EpisodeEntry = { readonly createdAt: EpochMs; readonly episode: Episode };

export function episodeEntry(row: Row): EpisodeEntry {
  return { createdAt: timeOf(row), episode: Episode.parse(row.body) };
}

/** Later than any key's time: fifteen digits of milliseconds. */
const END_OF_TIME = 999_999_999_999_999;

/** The entries asked for, in that order, from the store or else from their month in the archive. What is in neither is left out. */
export async function loadEpisodes(
  { store, archive }: Reads,
  userId: UserId,
  refs: readonly EpisodeRef[],
): Promise<Episode[]> {
  const wanted = refs.map(({ at, runId }) => ({ key: keys.episode(userId, at, runId), month: monthOf(at) }));
  const hot = await Promise.all(wanted.map(({ key }) => store.get(key)));
  const missing = new Set(wanted.filter((_, i) => hot[i] === undefined).map(({ month }) => month));
  const archived = await Promise.all([...missing].map((month) => readArchived(archive, userId, "episodes", month)));
  const cold = new Map(archived.flat().map((row) => [row.key.sk, row]));
  return wanted.flatMap(({ key }, i) => {
    const row = hot[i] ?? cold.get(key.sk);
    return row ? [Episode.parse(row.body)] : [];
  });
}

/**
 * Every entry with a key's time from `from` (inclusive) to `to` (exclusive), oldest first, month by month: for rebuilds,
 * at the cost of reading all of it.
 */
export async function* eachEpisode(
  { store, archive }: Reads,
  userId: UserId,
  { from = 0, to = END_OF_TIME }: { readonly from?: EpochMs; readonly to?: EpochMs } = {},
): AsyncGenerator<EpisodeEntry, void, undefined> {
  for (const month of await months({ store, archive }, userId, from, to)) {
    const { begin, end } = spanOf(month);
    const range = hotRange(userId, Math.max(from, begin), Math.min(to, end));
    const rows = new Map<string, Row>();
    for await (const row of queryAll(store, range)) rows.set(row.key.sk, row);
    for (const row of await readArchived(archive, userId, "episodes", month))
      if (row.key.sk >= range.from && row.key.sk < range.to && !rows.has(row.key.sk)) rows.set(row.key.sk, row);
    // Digits and run ids are ASCII, whose order is that of the store.
    const byTime = [...rows.values()].sort((a, b) => (a.key.sk < b.key.sk ? -1 : 1));
    for (const row of byTime) yield episodeEntry(row);
  }
}

/** The months in which there is anything, hot or cold, as folders in order. */
async function months({ store, archive }: Reads, userId: UserId, from: EpochMs, to: EpochMs): Promise<string[]> {
  const range = hotRange(userId, from, to);
  const [first, last] = await Promise.all(
    [false, true].map(async (descending) => {
      for await (const row of queryAll(store, { ...range, descending, limit: 1 })) return timeOf(row);
      return undefined;
    }),
  );
  const found = new Set(await archivedFolders(archive, userId, "episodes"));
  if (first !== undefined && last !== undefined)
    for (let at = first; at <= last; at = spanOf(monthOf(at)).end) found.add(monthOf(at));
  return [...found].filter((month) => spanOf(month).end > from && spanOf(month).begin < to).sort();
}

/** Instants of a month: from `begin` (inclusive) to `end` (exclusive), UTC. */
function spanOf(month: string): { begin: EpochMs; end: EpochMs } {
  const [year = 0, number = 1] = month.split("/").map(Number);
  return { begin: Date.UTC(year, number - 1), end: Date.UTC(year, number) };
}

function timeOf(row: Row): EpochMs {
  return Number(row.key.sk.split("#")[1]);
}

function hotRange(userId: UserId, from: EpochMs, to: EpochMs) {
  const { table, pk, sk } = keys.episode(userId, Math.max(0, from), "");
  return { table, pk, from: sk, to: to < END_OF_TIME ? keys.episode(userId, to, "").sk : "EPISODE#~" };
}
