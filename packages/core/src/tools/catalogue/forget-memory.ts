import { isOwn, type MemoryBlock, type MemoryNote, PatternId } from "@waldo/contracts";
import * as z from "zod";
import { liveBlocks, loadHead } from "../../memory/claims/blocks.ts";
import { neverHeld, patternOf } from "../../memory/claims/claim.ts";
import { changeWrites } from "../../memory/claims/commit.ts";
import { pendingIntents, pendingOf } from "../../memory/claims/inbox.ts";
import { isAbout } from "../../memory/claims/likeness.ts";
import { withdrawPages } from "../../memory/pages/workspace.ts";
import { DAY_MS } from "../../time.ts";
import { defineWrite } from "../define.ts";
import { clip } from "../result-size.ts";
import { text } from "../text-args.ts";
import { type ToolContext, ToolFailure } from "../tool.ts";

/** The most memories that one call forgets. A claim takes three rows, and a transaction has a hundred. */
const MOST_FORGOTTEN = 20;

type Args = { readonly id?: string | undefined; readonly about?: string | undefined; readonly last?: true | undefined };

/**
 * Forgets claims at once: they hold no longer, and notes of today leave the inbox. The history keeps that they were
 * believed, as for every claim (R11); `waldo memory restore` brings one back.
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
    const { blocks, notes } = await meant(args, context);
    const held = [...blocks, ...notes];
    const words = held.map(({ claim }) => claim).join("; ");
    const origin = held.every(isOwn) ? "agent" : "untrusted";
    return { args, shown: clip(words, 200), origin, words, rivals: [], ...(held.length > 1 ? { replaces: true } : {}) };
  },
  async plan(args, context) {
    const { store, archive, userId, runId, now } = context;
    const { blocks, notes } = await meant(args, context);
    const head = await loadHead(store, userId);
    const changes = blocks.map((block) => neverHeld(block, now));
    const staged = await pendingOf(store, userId, notes.map(patternOfNote));
    // Pages may show the claims. They can be written anew, so they are withdrawn before the claims are closed.
    await withdrawPages(archive, userId);
    return {
      value: {
        // The result counts as our own word, so other people's words stay out of it.
        forgotten: [...blocks, ...notes].filter(isOwn).map(({ claim }) => clip(claim, 120)),
        count: blocks.length + notes.length,
      },
      writes: [...changeWrites(userId, head, changes, runId), ...staged],
    };
  },
});

/** The claims and the notes of today that a call is about. Throws `not_found` when there are none. */
async function meant(
  args: Args,
  { store, userId, now }: ToolContext,
): Promise<{ readonly blocks: readonly MemoryBlock[]; readonly notes: readonly MemoryNote[] }> {
  const notes = (await pendingIntents(store, userId)).flatMap((one) => (one.kind === "note" ? [one] : []));
  const blocks = await liveBlocks(store, userId);
  const { about = "" } = args;
  const found = args.last
    ? lastOf(blocks, notes, now)
    : {
        blocks: blocks.filter((one) => (args.id === undefined ? fits(one, about) : one.patternId === args.id)),
        notes: notes.filter((one) => (args.id === undefined ? fits(one, about) : patternOfNote(one) === args.id)),
      };
  if (found.blocks.length + found.notes.length === 0)
    throw new ToolFailure("not_found", "nothing like that is remembered");
  const most = found.notes.slice(0, MOST_FORGOTTEN);
  return { blocks: found.blocks.slice(0, MOST_FORGOTTEN - most.length), notes: most };
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
