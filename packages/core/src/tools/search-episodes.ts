import type { Episode } from "@waldo/contracts";
import { z } from "zod";
import { DAY_MS, localDate } from "../time.ts";
import { defineRead } from "./define.ts";
import { bestMatches } from "./matching.ts";
import { episodesSince } from "./memory-rows.ts";
import { clip } from "./result-size.ts";
import { text } from "./text-args.ts";
import { zoneOf } from "./zone.ts";

/** Days of diary kept hot (seed 000 §4, tier 2). */
const HOT_DAYS = 90;
const BEST = 5;

/** Diary entries that share words with the query. */
export const searchEpisodes = defineRead({
  name: "search_episodes",
  description: "Up to five diary entries of the last 90 days that hold the words asked for.",
  args: z.strictObject({ query: text(200) }),
  origin: ofEpisodes,
  async run({ query }, { store, userId, now }) {
    const zone = await zoneOf(store, userId);
    const diary = await episodesSince(store, userId, now - HOT_DAYS * DAY_MS);
    const found = bestMatches(query, diary, ({ summary, at }) => ({ text: summary, at }), BEST);
    return { episodes: found.map((episode) => describeEpisode(episode, zone)) };
  },
});

function describeEpisode({ at, trigger, summary, origin }: Episode, zone: string) {
  return { date: localDate(at, zone), on: trigger, summary: clip(summary, 150), from: origin };
}

function ofEpisodes(value: object): "system" | "untrusted" {
  const { episodes } = value as { episodes: readonly { from: string }[] };
  return episodes.some(({ from }) => from === "untrusted") ? "untrusted" : "system";
}
