/**
 * Reads the diary from the store (the last months) and from the archive (older entries). A caller does not need to know
 * which of the two holds an entry.
 *
 * The store is always read first. The sweep writes a row to the archive before it deletes it from the store. So a row
 * that left the store before this read is already in the archive.
 */
import { Episode, type EpochMs, keys, type UserId } from "@waldo/contracts";
import type { Ports, Row } from "../../ports.ts";
import { archivedFolders, monthOf, readArchived } from "../../store/archived-rows.ts";
import { queryAll } from "../../store/query-all.ts";
import { DAY_MS } from "../../time.ts";

type Reads = Pick<Ports, "store" | "archive">;

/** Names one entry: the time in its key, and its run. */
type EpisodeRef = { readonly at: EpochMs; readonly runId: string };

/** An entry with the time of its key, which is when its run began. */
export type EpisodeEntry = { readonly createdAt: EpochMs; readonly episode: Episode };

function episodeEntry(row: Row): EpisodeEntry {
  return { createdAt: timeOf(row), episode: Episode.parse(row.body) };
}

/**
 * A run may end this long after it began. Its key holds the beginning, so its entry may be this much older than the
 * end.
 */
const LATE_ENTRY_MS = DAY_MS;

/**
 * Returns the entries that may have been written since an instant, oldest first. Some were written earlier, so the
 * caller must know which entries it has read.
 */
export async function entriesSince(
  { store }: Pick<Ports, "store">,
  userId: UserId,
  since: EpochMs,
): Promise<EpisodeEntry[]> {
  const entries: EpisodeEntry[] = [];
  for await (const row of queryAll(store, hotRange(userId, since - LATE_ENTRY_MS, END_OF_TIME)))
    entries.push(episodeEntry(row));
  return entries;
}

/** Later than the time of any key: fifteen digits of milliseconds. */
const END_OF_TIME = 999_999_999_999_999;

/**
 * Returns the entries of `refs` in that order, from the store or else from their month in the archive. It leaves out an
 * entry that is in neither.
 */
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
 * Yields every entry whose key's time is from `from` (inclusive) to `to` (exclusive), oldest first, month by month. It
 * reads everything in that range, so only rebuilds use it.
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
      if (!rows.has(row.key.sk) && isBetween(timeOf(row), from, to)) rows.set(row.key.sk, row);
    // Digits and run ids are ASCII, so this order is the store's order.
    const byTime = [...rows.values()].sort((a, b) => (a.key.sk < b.key.sk ? -1 : 1));
    for (const row of byTime) yield episodeEntry(row);
  }
}

/** Returns the months that have entries in the store or in the archive, as folder names in order. */
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

/** Returns the instants of a month: from `begin` (inclusive) to `end` (exclusive), UTC. */
function spanOf(month: string): { begin: EpochMs; end: EpochMs } {
  const [year = 0, number = 1] = month.split("/").map(Number);
  return { begin: Date.UTC(year, number - 1), end: Date.UTC(year, number) };
}

function timeOf(row: Row): EpochMs {
  return keys.episode.parse(row.key.sk)?.[0] ?? 0;
}

function isBetween(at: EpochMs, from: EpochMs, to: EpochMs): boolean {
  return at >= from && at < to;
}

function hotRange(userId: UserId, from: EpochMs, to: EpochMs) {
  return keys.episode.between(userId, [Math.max(0, from)], to < END_OF_TIME ? [to] : undefined);
}
