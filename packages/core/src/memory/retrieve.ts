/** Looking something up in memory, wherever it is kept: claims, what waits for the Scribe, and the diary, hot and cold. */
import { type Episode, HALLS, type Hall, type MemoryBlock, type MemoryNote, type UserId } from "@waldo/contracts";
import type { Ports } from "../ports.ts";
import { EPISODE_TAG, rememberedIn } from "./documents.ts";
import { loadEpisodes } from "./episodes.ts";
import { find, openView } from "./index-files.ts";

export type Lookup = {
  readonly text: string;
  /** Default: all. */
  readonly halls?: readonly Hall[];
  /** Whether the diary is searched too. Default: yes. */
  readonly episodes?: boolean;
  readonly limit: number;
  /** For dates said in words. Default UTC. */
  readonly zone?: string;
};

export type Retrieved = { readonly score: number } & (
  | { readonly kind: "claim"; readonly block: MemoryBlock }
  | { readonly kind: "pending"; readonly note: MemoryNote }
  | { readonly kind: "episode"; readonly episode: Episode }
);

/** What a lookup needs, for a caller that knows the instant and has no clock. */
export function lookupPorts({
  store,
  archive,
  embedder,
  now,
}: Pick<Ports, "store" | "archive" | "embedder"> & { readonly now: number }) {
  return { store, archive, ...(embedder ? { embedder } : {}), clock: { now: () => now } };
}

/**
 * Best first. Also finds what is believed too little to load by itself, has faded, or came from outside: the caller
 * sees its origin. A diary entry comes in full, from the store or from the archive; which one answered does not show.
 */
export async function retrieve(
  ports: Pick<Ports, "store" | "archive" | "embedder" | "clock">,
  userId: UserId,
  { text, halls = HALLS, episodes = true, limit, zone }: Lookup,
): Promise<Retrieved[]> {
  const view = await openView(ports, userId);
  const tags = new Set<string>(episodes ? [...halls, EPISODE_TAG] : halls);
  const request = { text, now: ports.clock.now(), tags, limit, ...(zone === undefined ? {} : { zone }) };
  const hits = (await find(ports, view, request)).map(({ doc, score }) => ({ score, ...rememberedIn(doc) }));
  const refs = hits.flatMap((hit) => (hit.kind === "episode" ? [{ at: hit.createdAt, runId: hit.episode.runId }] : []));
  const full = new Map((await loadEpisodes(ports, userId, refs)).map((episode) => [episode.runId, episode]));
  return hits.map((hit) =>
    hit.kind === "episode"
      ? { kind: "episode", score: hit.score, episode: full.get(hit.episode.runId) ?? hit.episode }
      : hit,
  );
}
