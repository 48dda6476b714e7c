// Recalls what a run is told about the past before it begins: standing wishes, the liveliest claims, and memories that
// fit the occasion. Code does this for every run; the model does not have to ask. Recall returns no text that other
// people wrote. The model can look such text up with a tool, and the run is then marked (R10). Tools and commands also
// search here: claims, notes that wait for the Scribe, and the diary, in the store and in the archive.
import {
  type Episode,
  HALLS,
  HALLS_READ,
  type Hall,
  type MemoryBlock,
  type MemoryNote,
  type UserId,
} from "@waldo/contracts";
import type { Ports } from "../../ports.ts";
import { loadEpisodes } from "../diary/episodes.ts";
import { toldOf } from "../diary/forgotten.ts";
import { choose, hitsWanted, type Occasion, type Recalled } from "./choose.ts";
import { EPISODE_TAG, rememberedIn } from "./documents.ts";
import { find, openView } from "./index-files.ts";

const NOTHING: Recalled = { directives: [], claims: [], blocks: [] };

/**
 * Recalls what one run needs, with the design in force. If memory cannot be read, it does not throw, and the run
 * continues without memory.
 */
export async function recall(
  ports: Pick<Ports, "store" | "archive" | "embedder" | "log">,
  userId: UserId,
  occasion: Occasion,
): Promise<Recalled> {
  try {
    const view = await openView(ports, userId);
    const tags = new Set<string>([...HALLS_READ[occasion.trigger], EPISODE_TAG]);
    const { hint: text, now, timeZone } = occasion;
    const hits = await find(ports, view, { text, now, timeZone, tags, limit: hitsWanted(view.design) });
    const { tokens: _, ...recalled } = choose(view.standing, occasion, hits, view.design);
    return recalled;
  } catch (error) {
    ports.log("warn", "recall.failed", { trigger: occasion.trigger, error: error instanceof Error ? error.name : "" });
    return NOTHING;
  }
}

type Lookup = {
  readonly text: string;
  /** Default: all halls. */
  readonly halls?: readonly Hall[];
  /** True when the diary is searched too. Default: true. */
  readonly episodes?: boolean;
  readonly limit: number;
  /** The time zone for dates named in words. Default UTC. */
  readonly timeZone?: string;
};

export type Retrieved = { readonly score: number } & (
  | { readonly kind: "claim"; readonly block: MemoryBlock }
  | { readonly kind: "pending"; readonly note: MemoryNote }
  | { readonly kind: "episode"; readonly episode: Episode }
);

/** Returns the ports of a search, for a caller that knows the instant and has no clock. */
export function lookupPorts({
  store,
  archive,
  embedder,
  now,
}: Pick<Ports, "store" | "archive" | "embedder"> & { readonly now: number }) {
  return { store, archive, ...(embedder ? { embedder } : {}), clock: { now: () => now } };
}

/**
 * Returns the matches, best first. It also finds claims whose confidence is too low for loading without a search, faded
 * events, and claims from outside. The result names the origin. A diary entry is returned completely, from the store or
 * the archive.
 */
export async function retrieve(
  ports: Pick<Ports, "store" | "archive" | "embedder" | "clock">,
  userId: UserId,
  { text, halls = HALLS, episodes = true, limit, timeZone }: Lookup,
): Promise<Retrieved[]> {
  const view = await openView(ports, userId);
  const tags = new Set<string>(episodes ? [...halls, EPISODE_TAG] : halls);
  const request = { text, now: ports.clock.now(), tags, limit, ...(timeZone === undefined ? {} : { timeZone }) };
  const hits = (await find(ports, view, request)).map(({ doc, score }) => ({ score, ...rememberedIn(doc) }));
  const refs = hits.flatMap((hit) => (hit.kind === "episode" ? [{ at: hit.createdAt, runId: hit.episode.runId }] : []));
  const full = new Map((await loadEpisodes(ports, userId, refs)).map((episode) => [episode.runId, episode]));
  return hits.map((hit) => {
    if (hit.kind !== "episode") return hit;
    const episode = full.get(hit.episode.runId) ?? hit.episode;
    const summary = toldOf({ episode, createdAt: hit.createdAt }, view.head);
    return { kind: "episode", score: hit.score, episode: { ...episode, summary } };
  });
}
