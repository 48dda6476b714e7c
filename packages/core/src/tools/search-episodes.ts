import type { Episode } from "@waldo/contracts";
import { z } from "zod";
import { lookupPorts, retrieve } from "../memory/retrieve.ts";
import { localDate } from "../time.ts";
import { defineRead } from "./define.ts";
import { clip } from "./result-size.ts";
import { text } from "./text-args.ts";
import { zoneOf } from "./zone.ts";

const BEST = 5;

/** Diary entries that fit the words asked for, however old they are and wherever they are kept. */
export const searchEpisodes = defineRead({
  name: "search_episodes",
  description: "Up to five diary entries that fit the words asked for, dates in words included.",
  args: z.strictObject({ query: text(200) }),
  origin: ofEpisodes,
  async run({ query }, context) {
    const zone = await zoneOf(context.store, context.userId);
    const found = await retrieve(lookupPorts(context), context.userId, { text: query, halls: [], limit: BEST, zone });
    return { episodes: found.flatMap((hit) => (hit.kind === "episode" ? [describeEpisode(hit.episode, zone)] : [])) };
  },
});

function describeEpisode({ at, trigger, summary, origin }: Episode, zone: string) {
  return { date: localDate(at, zone), on: trigger, summary: clip(summary, 150), from: origin };
}

function ofEpisodes(value: object): "system" | "untrusted" {
  const { episodes } = value as { episodes: readonly { from: string }[] };
  return episodes.some(({ from }) => from === "untrusted") ? "untrusted" : "system";
}
