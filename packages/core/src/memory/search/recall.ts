// Recalls what a run is told of the past before it begins: standing wishes, the liveliest claims, and what fits the
// occasion. Code decides this every time; the model does not have to ask. Recall returns no text that other people
// wrote. The model can look such text up with a tool, and the run is then marked (R10). Tools and commands look things
// up here too: claims, notes that wait for the Scribe, and the diary, in the store and in the archive.
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
 * Recalls what one run needs by the design in force. It never throws when memory cannot be read: the run then goes on
 * with no memory.
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
  /** Default: all. */
  readonly halls?: readonly Hall[];
  /** Whether the diary is searched too. Default: yes. */
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

/** Returns the ports of a lookup for a caller that knows the instant and has no clock. */
export function lookupPorts({
  store,
  archive,
  embedder,
  now,
}: Pick<Ports, "store" | "archive" | "embedder"> & { readonly now: number }) {
  return { store, archive, ...(embedder ? { embedder } : {}), clock: { now: () => now } };
}

/**
 * Returns what matches, best first. It also finds claims with too little confidence to load by themselves, faded
 * events, and claims from outside. The result names the origin. A diary entry comes in full, from the store or from the
 * archive, and the caller does not see which.
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
