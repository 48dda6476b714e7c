import type { Episode } from "@waldo/contracts";
import * as z from "zod";
import { lookupPorts, retrieve } from "../../memory/search/retrieve.ts";
import { localDate } from "../../time.ts";
import { defineRead } from "../define.ts";
import { clip } from "../result-size.ts";
import { text } from "../text-args.ts";
import { timeZoneOf } from "../time-zone.ts";
import { mustRemember, type ResultOrigin } from "../tool.ts";

const BEST = 5;

/** Finds diary entries that fit the given words, of any age, in the store and in the archive. */
export const searchEpisodes = defineRead({
  name: "search_episodes",
  description: "Up to five diary entries that fit the words asked for, dates in words included.",
  args: z.strictObject({ query: text(200) }),
  origin: { of: ofEpisodes },
  async run({ query }, context) {
    await mustRemember(context);
    const timeZone = await timeZoneOf(context.store, context.userId);
    const found = await retrieve(lookupPorts(context), context.userId, {
      text: query,
      halls: [],
      limit: BEST,
      timeZone,
    });
    return {
      episodes: found.flatMap((hit) => (hit.kind === "episode" ? [describeEpisode(hit.episode, timeZone)] : [])),
    };
  },
});

function describeEpisode({ at, trigger, summary, origin }: Episode, timeZone: string) {
  return { date: localDate(at, timeZone), on: trigger, summary: clip(summary, 150), from: origin };
}

type Described = ReturnType<typeof describeEpisode>;

function ofEpisodes({ episodes }: { readonly episodes: readonly Described[] }): ResultOrigin {
  return episodes.some(({ from }) => from === "untrusted") ? "untrusted" : "system";
}
