import {
  type Episode,
  HALLS_READ,
  Hall,
  type PatternId as Id,
  isOwn,
  type MemoryBlock,
  type MemoryNote,
  PatternId,
  STEERING_HALLS,
} from "@waldo/contracts";
import * as z from "zod";
import { findBlockAnywhere } from "../../memory/claims/blocks.ts";
import { patternOf } from "../../memory/claims/claim.ts";
import { forgettingWrites, LIST_IS_FULL, type Meant, meantBy, type ToForget } from "../../memory/claims/forget.ts";
import {
  type NoteDraft,
  type Outdated,
  outdatedBy,
  type Provenance,
  pendingOf,
  type Staged,
  stageNote,
  stageVerdict,
} from "../../memory/claims/inbox.ts";
import { isAbout } from "../../memory/claims/likeness.ts";
import { restated } from "../../memory/claims/rivals.ts";
import { openView } from "../../memory/search/index-files.ts";
import { lookupPorts, retrieve } from "../../memory/search/recall.ts";
import { localDate } from "../../time.ts";
import { Page, text, timeZoneOf } from "../args.ts";
import { livingRows } from "../living-rows.ts";
import { originOf } from "../provenance.ts";
import { clip, more, pageOf } from "../result-size.ts";
import { defineRead, defineWrite, mustRemember, type ResultOrigin, type ToolContext, ToolFailure } from "../tool.ts";

/** Forgets claims at once (`core/memory/claims/forget.ts`). `waldo memory restore` brings one back. */
export const forgetMemory = defineWrite({
  name: "forget_memory",
  description:
    "Forget what is remembered, at once: one claim by its id, all claims about the given words, or what was noted last.",
  args: z
    .strictObject({ id: PatternId.optional(), about: text(120).optional(), last: z.literal(true).optional() })
    .refine(({ id, about, last }) => [id, about, last].filter((one) => one !== undefined).length === 1, {
      message: "give an id, words, or last: true",
    }),
  title: ({ id, about }) =>
    about === undefined ? `Forget ${id ?? "what was noted last"}` : `Forget what I know about “${about}”`,
  asking: { phrases: () => ["forget", "forget about", "forget that", "forget everything about", "delete", "erase"] },
  async target(args, context) {
    const { blocks, notes, entries } = await meant(args, context);
    const held = [...blocks, ...notes, ...entries];
    if (held.length === 0) return undefined;
    const words = held.map((one) => ("claim" in one ? one.claim : one.summary)).join("; ");
    const origin = held.every(isOwn) ? "agent" : "untrusted";
    // With words, everything that contains them is meant. Without words, a request names one memory.
    const isMany = args.about === undefined && held.length > 1;
    return { args, shown: clip(words, 200), origin, words, rivals: [], ...(isMany ? { replaces: true } : {}) };
  },
  async plan(args, context) {
    const found = await meant(args, context);
    const { blocks, notes, entries } = found;
    const minds = args.about === undefined ? 0 : await mindsOf(args.about, context);
    const writes = await forgettingWrites(found, context, context.runId);
    if (!writes) throw new ToolFailure("failed", LIST_IS_FULL);
    return {
      value: {
        // The result counts as Waldo's own words, so other people's words are left out.
        forgotten: [...blocks, ...notes].filter(isOwn).map(({ claim }) => clip(claim, 120)),
        count: blocks.length + notes.length,
        diary: entries.length,
        // The same list mutes concerns and intentions.
        ...(minds === 0 ? {} : { minds }),
      },
      writes,
    };
  },
});

/** Returns how many of Waldo's concerns and intentions are about these words. */
async function mindsOf(about: string, { store, userId }: ToolContext): Promise<number> {
  const kept = livingRows(store, userId);
  const [concerns, promises] = await Promise.all([kept.concerns(), kept.intentions()]);
  const lively = concerns.flatMap(({ concern }) => (concern.mutedAt === undefined ? concern.summary : []));
  return [...lively, ...promises.map(({ text: words }) => words)].filter((words) => isAbout(words, about)).length;
}

async function meant(wanted: ToForget, context: ToolContext): Promise<Meant> {
  const found = await meantBy(wanted, context);
  if (!found) throw new ToolFailure("not_found", "nothing like that is remembered");
  return found;
}

/** The most claims that one search returns. */
const MOST_CLAIMS = 20;

/**
 * Returns what is remembered: the claims that match the words, or else the most active claims, and the notes of today,
 * marked as provisional. One claim from outside turns the whole answer into outside text (R10).
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
    limit: MOST_CLAIMS,
  });
  return found.flatMap((hit): Known[] => {
    if (hit.kind === "claim") return [hit.block];
    return hit.kind === "pending" ? [hit.note] : [];
  });
}

/** A settled claim, or a note of today. */
type Known = MemoryBlock | MemoryNote;
type DescribedClaim = ReturnType<typeof describe>;

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

function ofClaims({ claims }: { readonly claims: readonly DescribedClaim[] }): ResultOrigin {
  return claims.some(({ from }) => from === "untrusted") ? "untrusted" : "system";
}

const MOST_EPISODES = 5;

/** Finds matching diary entries of any age, in the store and in the archive. */
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
      limit: MOST_EPISODES,
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

type DescribedEpisode = ReturnType<typeof describeEpisode>;

function ofEpisodes({ episodes }: { readonly episodes: readonly DescribedEpisode[] }): ResultOrigin {
  return episodes.some(({ from }) => from === "untrusted") ? "untrusted" : "system";
}

/**
 * Stages a claim, or the person's verdict on a claim, for the nightly Scribe. Nothing is settled here. The origin
 * depends on what the run has read, never on an argument (R10), because outside text may be the true source of the
 * claim.
 */
export const updateMemory = defineWrite({
  name: "update_memory",
  description:
    "Note a claim about the person for later, or that they confirmed or contradicted one by its id. Provisional until the night has settled it.",
  args: z
    .strictObject({
      hall: Hall,
      claim: text(500).optional(),
      /** The conditions under which the claim is true. */
      conditions: text(200).optional(),
      /** What the claim is about, in two or three words. A new claim replaces the old claim of the same topic. */
      topic: text(60).optional(),
      /** The id of the claim that this one replaces. */
      replaces: PatternId.optional(),
      confirms: PatternId.optional(),
      contradicts: PatternId.optional(),
      /** Set when the claim corrects a memory of the person. The tool finds that memory, so no id is needed. */
      corrects: z.literal(true).optional(),
    })
    .refine(({ claim, confirms, contradicts }) => claim ?? confirms ?? contradicts, {
      message: "name a claim, or the id of one that was confirmed or contradicted",
    })
    .refine(({ confirms, contradicts }) => confirms === undefined || confirms !== contradicts, {
      message: "one claim is confirmed or contradicted, not both",
    }),
  title: ({ hall, claim }) =>
    claim === undefined ? `Note what you said of a memory (${hall})` : `Remember (${hall}): ${claim}`,
  asking: {
    phrases: ({ claim, confirms }) =>
      claim !== undefined ? ["remember", "remember that", "note", "note that"] : confirms ? ["confirm"] : ["forget"],
    implied: ["hall", "topic", "replaces", "confirms", "contradicts", "corrects"],
  },
  async target(args, context) {
    // A tap cannot turn other people's words into a wish of the person, so the person is not asked.
    if (args.claim !== undefined && STEERING_HALLS.includes(args.hall) && outsideOf(args, context))
      throw new ToolFailure(
        "failed",
        `other people's text was read in this run, and ${args.hall} come from the person alone`,
      );
    const ids: Id[] = [args.replaces, args.confirms, args.contradicts].flatMap((id) => id ?? []);
    const blocks = await Promise.all(ids.map((id) => findBlockAnywhere(context, context.userId, id)));
    const corrected = args.corrects ? await outdated(args, context) : NOTHING;
    const held = [...blocks.flatMap((block) => block ?? []), ...corrected.blocks, ...corrected.notes];
    if (held.length === 0) return undefined;
    const words = held.map(({ claim }) => claim).join("; ");
    const origin = held.every(isOwn) ? "agent" : "untrusted";
    // A request in words covers one claim. A note that also closes a claim is shown before it takes effect.
    const asksAlways = ids.length > 1 || args.claim !== undefined;
    return { args, shown: words, origin, words, rivals: [], ...(asksAlways ? { replaces: true } : {}) };
  },
  async plan(args, context) {
    const { hall, confirms, contradicts } = args;
    const { store, userId } = context;
    await mustRemember(context);
    const from = provenanceOf(args, context);
    const old = await outdated(args, context);
    const replaces = args.replaces ?? replacedIn(old);
    const [first] = [...old.notes, ...old.blocks];
    const claim = args.claim && first ? restated(args.claim, first.claim) : args.claim;
    const draft = claim === undefined ? undefined : draftOf({ ...args, claim, replaces });
    const staged: Staged[] = [
      ...(draft ? [stageNote(userId, draft, from)] : []),
      ...(confirms ? [stageVerdict(userId, { hall, patternId: confirms, says: "confirmed" }, from)] : []),
      ...(contradicts ? [stageVerdict(userId, { hall, patternId: contradicts, says: "contradicted" }, from)] : []),
    ];
    const refused = staged.find(({ outcome }) => outcome === "refused");
    if (refused?.outcome === "refused") throw new ToolFailure("failed", refused.reason);
    const notes = staged.filter((one) => one.outcome === "noted");
    if (notes.length === 0) return { value: { noted: false, known: true }, writes: [] };
    // The same words at the same moment are the same note.
    const known = await Promise.all(notes.map(({ write }) => store.get(write.key)));
    const gone = await pendingOf(store, userId, old.notes.map(patternOfNote));
    const masked = [...new Set(notes.flatMap((note) => note.masked))];
    return {
      value: {
        noted: true,
        ...(claim === undefined || claim === args.claim ? {} : { claim: clip(claim, 240) }),
        ...(masked.length > 0 ? { masked } : {}),
        ...(first ? { replaced: clip(first.claim, 120) } : {}),
      },
      writes: [...gone, ...notes.flatMap(({ write }, i) => (known[i] ? [] : [write]))],
    };
  },
});

type Args = Words & {
  readonly hall: Hall;
  readonly replaces?: Id | undefined;
  readonly corrects?: true | undefined;
};

const NOTHING: Outdated = { blocks: [], notes: [] };

function draftOf({ hall, claim, conditions, topic, replaces }: Args & { readonly claim: string }): NoteDraft {
  return { hall, claim, ...defined({ conditions, topic, replaces }) };
}

/**
 * Returns the memories that the claim replaces although the call does not name them. Words from outside replace nothing
 * (R10). In a run that has read such words, only a correction replaces something, and the person is asked first.
 */
async function outdated(args: Args, context: ToolContext): Promise<Outdated> {
  const { claim, corrects = false } = args;
  const { userId, store, trigger, heard } = context;
  if (claim === undefined || trigger !== "user_message" || outsideOf(args, context)) return NOTHING;
  if (heard.outside && !corrects) return NOTHING;
  const staged = stageNote(userId, draftOf({ ...args, claim }), provenanceOf(args, context));
  if (staged.outcome !== "noted" || staged.intent.kind !== "note") return NOTHING;
  return outdatedBy(store, userId, staged.intent, corrects);
}

/** Returns the settled claim that the new note replaces. It is found directly, or a note of today had replaced it. */
function replacedIn({ blocks, notes }: Outdated): Id | undefined {
  return blocks[0]?.patternId ?? notes.find(({ replaces }) => replaces !== undefined)?.replaces;
}

const patternOfNote = ({ claim, conditions }: MemoryNote) => patternOf(claim, conditions);

type Words = {
  readonly claim?: string | undefined;
  readonly conditions?: string | undefined;
  readonly topic?: string | undefined;
};

function outsideOf({ claim, conditions, topic }: Words, context: ToolContext): boolean {
  return originOf(context, [claim, conditions, topic]) === "untrusted";
}

/**
 * Returns the provenance of a note. Its words decide the origin. After a tap, the proposal tells which words came from
 * outside. The note counts as said in a chat, whatever code carries out the tap.
 */
function provenanceOf(words: Words, context: ToolContext): Provenance {
  const { trigger, runId, now, heard, approval } = context;
  const { owner, recalled, areas } = heard;
  const outside = outsideOf(words, context);
  if (!approval) return { trigger, runId, at: now, owner, outside, recalled, ...(areas ? { areas } : {}) };
  return { trigger: "user_message", runId, at: now, owner: ["tapped"], outside, recalled: [] };
}

function defined<T extends object>(members: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;
}
