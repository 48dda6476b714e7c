/**
 * Asks again what a person asked, with another design, and looks where the claims are that the answer used then. A trace
 * has the words of its diary entry. What was forgotten, deleted or corrected since is asked no more.
 */
import {
  type Design,
  HALLS_READ,
  keys,
  MemoryReplay,
  type MemoryReplay as Replay,
  type UserId,
} from "@waldo/contracts";
import type { Ports } from "../../ports.ts";
import { queryAll } from "../../store/query-all.ts";
import { DAY_MS } from "../../time.ts";
import { loadEpisodes } from "../diary/episodes.ts";
import { toldOf } from "../diary/forgotten.ts";
import { callToMind, choose, hitsWanted } from "../search/choose.ts";
import { EPISODE_TAG } from "../search/documents.ts";
import { liveClaims, type MemoryView, searchView } from "../search/index-files.ts";
import type { Outcome } from "./archive.ts";
import { REPLAY_DAYS } from "./replay-days.ts";

/** The most traces that one night asks again. */
export const MOST_TRACES = 200;

export type ReplayTrace = { readonly at: number; readonly words: string; readonly cited: ReadonlySet<string> };

const ASKED = /^They said: ([\s\S]*?)\nWaldo: /;

/** Returns the latest traces that can be asked again, oldest first. */
export async function loadTraces(
  ports: Pick<Ports, "store" | "archive">,
  userId: UserId,
  view: MemoryView,
  now: number,
): Promise<ReplayTrace[]> {
  const rows: { readonly at: number; readonly runId: string; readonly replay: Replay }[] = [];
  for await (const { key, body } of queryAll(
    ports.store,
    keys.memoryReplay.between(userId, [Math.max(0, now - REPLAY_DAYS * DAY_MS)]),
  )) {
    const [at, runId] = keys.memoryReplay.parse(key.sk) ?? [];
    if (at !== undefined && runId !== undefined) rows.push({ at, runId, replay: MemoryReplay.parse(body) });
  }
  const latest = rows.slice(-MOST_TRACES);
  const live = new Set<string>(liveClaims(view).map(({ patternId }) => patternId));
  const entries = await loadEpisodes(ports, userId, latest);
  const episodes = new Map(entries.map((episode) => [episode.runId, episode]));
  return latest.flatMap(({ at, runId, replay }) => {
    const episode = episodes.get(runId);
    const words = episode && ASKED.exec(toldOf({ episode, createdAt: at }, view.head))?.[1]?.trim();
    const cited = new Set<string>(replay.cited.filter((id) => live.has(id)));
    return words && cited.size > 0 ? [{ at, words, cited }] : [];
  });
}

/**
 * Returns what a design gives on traces: for each the middle of the reciprocal rank of the first claim that was used,
 * and of the share of them that comes into the prompt. Memory is read as it is now, without what came after the trace.
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
