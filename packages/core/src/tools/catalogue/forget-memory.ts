import {
  type Episode,
  isOwn,
  type MemoryBlock,
  type MemoryNote,
  MOST_FORGOTTEN_SUBJECTS,
  PatternId,
} from "@waldo/contracts";
import * as z from "zod";
import { liveBlocks, loadHead } from "../../memory/claims/blocks.ts";
import { neverHeld, patternOf } from "../../memory/claims/claim.ts";
import { changeWrites } from "../../memory/claims/commit.ts";
import { pendingIntents, pendingOf } from "../../memory/claims/inbox.ts";
import { isAbout } from "../../memory/claims/likeness.ts";
import { stillTold, subjectOf } from "../../memory/diary/forgotten.ts";
import { withdrawPages } from "../../memory/pages/workspace.ts";
import { lookupPorts, retrieve } from "../../memory/search/retrieve.ts";
import { DAY_MS } from "../../time.ts";
import { defineWrite } from "../define.ts";
import { clip } from "../result-size.ts";
import { text } from "../text-args.ts";
import { type ToolContext, ToolFailure } from "../tool.ts";

/** The most memories that one call forgets. A claim takes three rows, and a transaction has a hundred. */
const MOST_FORGOTTEN = 20;
/** The most diary entries that one call counts. All of them are read without the words from then on. */
const MOST_ENTRIES = 50;

type Args = { readonly id?: string | undefined; readonly about?: string | undefined; readonly last?: true | undefined };

/**
 * Forgets claims at once: they hold no longer, notes of today leave the inbox, and the diary is read without what it
 * says of them. The history keeps that they were believed, as for every claim (R11); `waldo memory restore` brings one
 * back.
 */
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
    // Words name all that holds them. Without words, a request names one memory.
    const isMany = args.about === undefined && held.length > 1;
    return { args, shown: clip(words, 200), origin, words, rivals: [], ...(isMany ? { replaces: true } : {}) };
  },
  async plan(args, context) {
    const { store, archive, userId, runId, now } = context;
    const { blocks, notes, entries, subjects } = await meant(args, context);
    const { head, row } = await loadHead(store, userId);
    const before = (head.forgotten ?? []).filter(({ words }) => !subjects.includes(words));
    const forgotten = [...before, ...subjects.map((words) => ({ words, at: now }))];
    if (forgotten.length > MOST_FORGOTTEN_SUBJECTS)
      throw new ToolFailure("failed", "the list of what was forgotten is full");
    const changes = blocks.map((block) => neverHeld(block, now));
    const staged = await pendingOf(store, userId, notes.map(patternOfNote));
    // Pages may show the claims. They can be written anew, so they are withdrawn before the claims are closed.
    await withdrawPages(archive, userId);
    return {
      value: {
        // The result counts as our own word, so other people's words stay out of it.
        forgotten: [...blocks, ...notes].filter(isOwn).map(({ claim }) => clip(claim, 120)),
        count: blocks.length + notes.length,
        diary: entries.length,
      },
      writes: [...changeWrites(userId, { head: { ...head, forgotten }, row }, changes, runId), ...staged],
    };
  },
});

type Meant = {
  readonly blocks: readonly MemoryBlock[];
  readonly notes: readonly MemoryNote[];
  readonly entries: readonly Episode[];
  /** The words without which the diary is read from now on. */
  readonly subjects: readonly string[];
};

/** What a call is about: claims, notes of today and diary entries. Throws `not_found` when a memory is not there. */
async function meant(args: Args, context: ToolContext): Promise<Meant> {
  const { store, userId, now } = context;
  const pending = (await pendingIntents(store, userId)).flatMap((one) => (one.kind === "note" ? [one] : []));
  const live = await liveBlocks(store, userId);
  const { about = "" } = args;
  const found = args.last
    ? lastOf(live, pending, now)
    : {
        blocks: live.filter((one) => (args.id === undefined ? fits(one, about) : one.patternId === args.id)),
        notes: pending.filter((one) => (args.id === undefined ? fits(one, about) : patternOfNote(one) === args.id)),
      };
  const notes = found.notes.slice(0, MOST_FORGOTTEN);
  // A claim that a note of today had replaced does not come back with the note.
  const replaced = new Set(notes.map(({ replaces }) => replaces));
  const all = [...found.blocks, ...live.filter((one) => replaced.has(one.patternId) && !found.blocks.includes(one))];
  const blocks = all.slice(0, MOST_FORGOTTEN - notes.length);
  const own = [...blocks, ...notes].filter(isOwn).map(({ claim }) => claim);
  const subjects = [about, ...own.filter((claim) => about === "" || !isAbout(claim, about))].map(subjectOf);
  const named = [...new Set(subjects)].filter((words) => words !== "");
  const entries = await entriesAbout(about === "" ? own : [about], context);
  // A subject is left out from now on, also when nothing tells of it yet: this very conversation does.
  if (about === "" && blocks.length + notes.length === 0)
    throw new ToolFailure("not_found", "nothing like that is remembered");
  return { blocks, notes, entries, subjects: named };
}

/** The diary entries that still tell of one of these texts. */
async function entriesAbout(texts: readonly string[], context: ToolContext): Promise<Episode[]> {
  const found = new Map<string, Episode>();
  for (const text of texts.slice(0, 2)) {
    const hits = await retrieve(lookupPorts(context), context.userId, { text, halls: [], limit: MOST_ENTRIES });
    for (const hit of hits)
      if (
        hit.kind === "episode" &&
        stillTold(hit.episode.summary, 0, [{ words: subjectOf(text), at: 0 }]) !== hit.episode.summary
      )
        found.set(hit.episode.runId, hit.episode);
  }
  return [...found.values()];
}

const patternOfNote = ({ claim, conditions }: MemoryNote) => patternOf(claim, conditions);

function fits({ claim, conditions, topic = "" }: MemoryBlock | MemoryNote, about: string): boolean {
  return isAbout(`${claim} ${conditions} ${topic}`, about);
}

/** What was noted last, today or in the night after it. */
function lastOf(blocks: readonly MemoryBlock[], notes: readonly MemoryNote[], now: number) {
  const note = notes.toSorted((a, b) => a.at - b.at).at(-1);
  if (note) return { blocks: [], notes: [note] };
  const block = blocks.toSorted((a, b) => a.recordedAt - b.recordedAt).at(-1);
  return { blocks: block && now - block.recordedAt < DAY_MS ? [block] : [], notes: [] };
}
