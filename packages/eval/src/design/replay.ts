// Asks a person's earlier questions again with another design, and checks where the claims appear that the answer used.
// If the answer used none and the person asked nearly the same within a day, the claims of the second answer count. The
// words of a question come from the diary entry. A question is left out when its words were forgotten, deleted or
// corrected since.
import {
  type Design,
  HALLS_READ,
  keys,
  MemoryReplay,
  REPLAY_DAYS,
  type MemoryReplay as Replay,
  type UserId,
} from "@waldo/contracts";
import { asksAgain } from "@waldo/core/memory/claims/likeness";
import { loadEpisodes } from "@waldo/core/memory/diary/episodes";
import { toldOf } from "@waldo/core/memory/diary/forgotten";
import { callToMind, choose, hitsWanted } from "@waldo/core/memory/search/choose";
import { EPISODE_TAG } from "@waldo/core/memory/search/documents";
import { liveClaims, type MemoryView, searchView } from "@waldo/core/memory/search/index-files";
import type { Ports } from "@waldo/core/ports";
import { queryAll } from "@waldo/core/store/query-all";
import { DAY_MS } from "@waldo/core/time";
import type { Outcome } from "./explore.ts";

/** The most traces that one night asks again. */
const MOST_TRACES = 200;
/** If a person asks nearly the same within this time, the first answer did not help. */
const AGAIN_MS = DAY_MS;

export type ReplayTrace = {
  readonly at: number;
  readonly words: string;
  /** The claims that an answer to these words used. */
  readonly cited: ReadonlySet<string>;
  /** Set when the answer used no claim. The claims are then those of the similar question that followed. */
  readonly againAt?: number;
};

const ASKED = /^They said: ([\s\S]*?)\nWaldo: /;

type ReplayRow = { readonly at: number; readonly runId: string; readonly replay: Replay };

/** Returns the latest traces that can be replayed, oldest first. */
export async function loadTraces(
  ports: Pick<Ports, "store" | "archive">,
  userId: UserId,
  view: MemoryView,
  now: number,
): Promise<ReplayTrace[]> {
  const rows = await latestRows(ports, userId, now);
  const since = new Map<string, number>(liveClaims(view).map(({ patternId, validFrom }) => [patternId, validFrom]));
  const entries = await loadEpisodes(ports, userId, rows);
  const episodes = new Map(entries.map((episode) => [episode.runId, episode]));
  const asked = rows.flatMap(({ at, runId, replay }) => {
    const episode = episodes.get(runId);
    const words = episode && ASKED.exec(toldOf({ episode, createdAt: at }, view.head))?.[1]?.trim();
    return words
      ? [{ at, words, used: replay.cited.length > 0, cited: replay.cited.filter((id) => since.has(id)) }]
      : [];
  });
  return asked
    .flatMap(({ at, words, used, cited }): ReplayTrace[] => {
      if (used) return cited.length > 0 ? [{ at, words, cited: new Set(cited) }] : [];
      const again = asked.find((one) => one.used && isSoonAfter(one.at, at) && asksAgain(one.words, words));
      // A claim that was learned in between could not be found at that time.
      const known = again?.cited.filter((id) => (since.get(id) ?? at) < at) ?? [];
      return again && known.length > 0 ? [{ at, words, cited: new Set(known), againAt: again.at }] : [];
    })
    .slice(-MOST_TRACES);
}

/** Returns the latest rows whose answer used a claim, and earlier rows that may have asked the same in vain. */
async function latestRows({ store }: Pick<Ports, "store">, userId: UserId, now: number): Promise<ReplayRow[]> {
  const rows: ReplayRow[] = [];
  const from = [Math.max(0, now - REPLAY_DAYS * DAY_MS)] as const;
  for await (const { key, body } of queryAll(store, keys.memoryReplay.between(userId, from))) {
    const [at, runId] = keys.memoryReplay.parse(key.sk) ?? [];
    if (at !== undefined && runId !== undefined) rows.push({ at, runId, replay: MemoryReplay.parse(body) });
  }
  const used = rows.filter(({ replay }) => replay.cited.length > 0).slice(-MOST_TRACES);
  const inVain = rows
    .filter(({ at, replay }) => replay.cited.length === 0 && used.some((one) => isSoonAfter(one.at, at)))
    .slice(-MOST_TRACES);
  return [...used, ...inVain].sort((a, b) => a.at - b.at);
}

function isSoonAfter(later: number, at: number): boolean {
  return later > at && later - at <= AGAIN_MS;
}

/**
 * Returns the results of a design on traces. For each trace it is the mean of two numbers: the reciprocal rank of the
 * first used claim, and the share of the used claims that comes into the prompt. Memory is read in its present state,
 * without what came after the trace.
 */
export function replay(view: MemoryView, traces: readonly ReplayTrace[], design: Design): Outcome {
  const tags = new Set<string>([...HALLS_READ.user_message, EPISODE_TAG]);
  let [tokens, looked] = [0, 0];
  const scores = traces.map(({ at, words, cited }) => {
    const request = { text: words, now: at, tags, limit: hitsWanted(design) };
    const hits = searchView({ ...view, design }, request).filter(({ doc }) => doc.at < at);
    const occasion = { trigger: "user_message", hint: words, now: at, timeZone: "UTC" } as const;
    const standing = view.standing.filter(({ validFrom }) => validFrom < at);
    const { blocks, tokens: taken } = choose(standing, occasion, hits, design);
    const first = callToMind(hits, { now: at }, design).findIndex(({ id }) => cited.has(id));
    const loaded = new Set<string>(blocks.map(({ patternId }) => patternId));
    const share = [...cited].filter((id) => loaded.has(id)).length / cited.size;
    tokens += taken;
    looked += hits.length;
    return ((first < 0 ? 0 : 1 / (first + 1)) + share) / 2;
  });
  const count = Math.max(1, traces.length);
  return { scores, tokens: tokens / count, looked: looked / count };
}
