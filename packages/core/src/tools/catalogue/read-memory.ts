import { HALLS_READ, Hall, type MemoryBlock, type MemoryNote } from "@waldo/contracts";
import * as z from "zod";
import { openView } from "../../memory/search/index-files.ts";
import { lookupPorts, retrieve } from "../../memory/search/retrieve.ts";
import { localDate } from "../../time.ts";
import { defineRead } from "../define.ts";
import { clip, more, pageOf } from "../result-size.ts";
import { Page, text } from "../text-args.ts";
import { timeZoneOf } from "../time-zone.ts";
import { mustRemember, type ResultOrigin, type ToolContext, ToolFailure } from "../tool.ts";

/** The most claims that one search returns. */
const BEST = 20;

/**
 * Returns what is remembered: the claims that fit the given words, or the most active claims, and what was staged
 * today, marked provisional. One claim that came from outside makes the whole answer outside text (R10).
 */
export const readMemory = defineRead({
  name: "read_memory",
  description:
    "Remembered claims, of one hall or all, by words or the liveliest. Provisional ones were noted today and are not settled.",
  args: z.strictObject({ hall: Hall.optional(), query: text(200).optional(), page: Page.optional() }),
  origin: { of: ofClaims },
  async run({ hall, query, page }, context) {
    await mustRemember(context);
    const halls = hallsOf(context, hall);
    const timeZone = await timeZoneOf(context.store, context.userId);
    const found = query === undefined ? await liveliest(context, halls) : await search(context, halls, query);
    const claims = found.map((one) => describe(one, timeZone));
    const shown = pageOf(claims, page);
    return { claims: shown.items, ...more(shown) };
  },
});

function hallsOf({ trigger }: ToolContext, hall: Hall | undefined): readonly Hall[] {
  const open = HALLS_READ[trigger];
  if (hall === undefined) return open;
  if (!open.includes(hall)) throw new ToolFailure("failed", `a ${trigger} run does not read ${hall}`);
  return [hall];
}

async function liveliest({ store, archive, userId }: ToolContext, halls: readonly Hall[]): Promise<Known[]> {
  const { standing, pending } = await openView({ store, archive }, userId);
  return [...standing, ...pending].filter(({ hall }) => halls.includes(hall));
}

async function search(context: ToolContext, halls: readonly Hall[], query: string): Promise<Known[]> {
  const found = await retrieve(lookupPorts(context), context.userId, {
    text: query,
    halls,
    episodes: false,
    limit: BEST,
  });
  return found.flatMap((hit): Known[] => {
    if (hit.kind === "claim") return [hit.block];
    return hit.kind === "pending" ? [hit.note] : [];
  });
}

/** A settled claim, or a note of today. */
type Known = MemoryBlock | MemoryNote;
type Described = ReturnType<typeof describe>;

/** `on` is the day on which the person said it. */
function describe(known: Known, timeZone: string) {
  const { hall, claim, conditions, origin } = known;
  const settled = "patternId" in known;
  return {
    ...(settled ? { id: known.patternId } : { provisional: true }),
    hall,
    claim: clip(claim, 240),
    ...(conditions ? { when: clip(conditions, 80) } : {}),
    on: localDate(settled ? known.validFrom : known.at, timeZone),
    from: origin,
  };
}

function ofClaims({ claims }: { readonly claims: readonly Described[] }): ResultOrigin {
  return claims.some(({ from }) => from === "untrusted") ? "untrusted" : "system";
}
