/**
 * Forgets claims at once: they become invalid, notes of today leave the inbox, and the diary is read without what it
 * says about them. The history keeps that they were believed, as for every claim (R11); a restore brings a claim back.
 * The chat's tool and the person's own command both use this.
 */
import {
  type Episode,
  isOwn,
  type MemoryBlock,
  type MemoryNote,
  MOST_FORGOTTEN_SUBJECTS,
  type PatternId,
  type UserId,
  WaldoError,
} from "@waldo/contracts";
import type { Ports, Write } from "../../ports.ts";
import { retryConflicts } from "../../store/cas.ts";
import { DAY_MS } from "../../time.ts";
import { formsOf, stillTold, subjectOf } from "../diary/forgotten.ts";
import { withdrawPages } from "../pages/workspace.ts";
import { lookupPorts, retrieve } from "../search/recall.ts";
import { type Head, liveBlocks, loadHead, mustBeAsShown, type Shown } from "./blocks.ts";
import { neverHeld, patternOf } from "./claim.ts";
import { changeWrites } from "./commit.ts";
import { pendingIntents, pendingOf } from "./inbox.ts";
import { isAbout } from "./likeness.ts";

/** The most memories that one call forgets. A claim needs three rows, and a transaction has a hundred. */
const MOST_FORGOTTEN = 20;
/** The most diary entries that one call counts. All entries are read without the words afterwards. */
const MOST_ENTRIES = 50;

/** What the person wants forgotten: one memory by its id, everything about these words, or the last note. */
export type ToForget = {
  readonly id?: PatternId | undefined;
  readonly about?: string | undefined;
  readonly last?: true | undefined;
};

/** The ports for forgetting, and the instant of the forgetting. */
type Forgetting = Pick<Ports, "store" | "archive" | "embedder"> & {
  readonly userId: UserId;
  readonly now: number;
};

export type Meant = {
  readonly blocks: readonly MemoryBlock[];
  readonly notes: readonly MemoryNote[];
  readonly entries: readonly Episode[];
  /** The words that are removed from the diary whenever it is read from now on. */
  readonly subjects: readonly string[];
  /** The head of memory. It is read before the claims, notes and entries, so that later changes are not overwritten. */
  readonly head: Head;
};

/** Returns the claims, notes of today and diary entries that are meant, or undefined when a memory does not exist. */
export async function meantBy(wanted: ToForget, memory: Forgetting): Promise<Meant | undefined> {
  const { store, userId, now } = memory;
  const head = await loadHead(store, userId);
  const pending = (await pendingIntents(store, userId)).flatMap((one) => (one.kind === "note" ? [one] : []));
  const live = await liveBlocks(store, userId);
  const { about = "" } = wanted;
  const found = wanted.last
    ? lastOf(live, pending, now)
    : {
        blocks: live.filter((one) => (wanted.id === undefined ? fits(one, about) : one.patternId === wanted.id)),
        notes: pending.filter((one) => (wanted.id === undefined ? fits(one, about) : patternOfNote(one) === wanted.id)),
      };
  const notes = found.notes.slice(0, MOST_FORGOTTEN);
  // A claim that a note of today has replaced does not come back when the note is forgotten.
  const replaced = new Set(notes.map(({ replaces }) => replaces));
  const all = [...found.blocks, ...live.filter((one) => replaced.has(one.patternId) && !found.blocks.includes(one))];
  const blocks = all.slice(0, MOST_FORGOTTEN - notes.length);
  // A subject is removed from now on, even if no memory mentions it yet, because this conversation does.
  if (about === "" && blocks.length + notes.length === 0) return undefined;
  const own = [...blocks, ...notes].filter(isOwn).map(({ claim }) => claim);
  const others = own.flatMap(formsOf).filter((text) => about === "" || !isAbout(text, about));
  const subjects = [about, ...others].map(subjectOf);
  const named = [...new Set(subjects)].filter((words) => words !== "");
  const entries = await entriesAbout(about === "" ? own : [about], memory);
  return { blocks, notes, entries, subjects: named, head };
}

/**
 * Returns the writes that forget what is meant, or undefined when the list of forgotten things is full. Pages that may
 * show the claims are withdrawn before the claims are closed. They can be written again.
 */
export async function forgettingWrites(
  { blocks, notes, subjects, head: { head, row } }: Meant,
  { store, archive, userId, now }: Forgetting,
  by: string,
): Promise<Write[] | undefined> {
  const before = (head.forgotten ?? []).filter(({ words }) => !subjects.includes(words));
  const forgotten = [...before, ...subjects.map((words) => ({ words, at: now }))];
  if (forgotten.length > MOST_FORGOTTEN_SUBJECTS) return undefined;
  const changes = blocks.map((block) => neverHeld(block, now));
  const staged = await pendingOf(store, userId, notes.map(patternOfNote));
  await withdrawPages(archive, userId);
  return [...changeWrites(userId, { head: { ...head, forgotten }, row }, changes, by), ...staged];
}

/**
 * Forgets one memory, a claim or a note of today, on the person's own command. Returns what was meant. Throws
 * `InvalidInput` when it is not valid, when it has changed since it was shown, or when the list of forgotten things is
 * full.
 */
export async function forgetByOwner(memory: Forgetting, { patternId, revision }: Shown): Promise<Meant> {
  return retryConflicts(async () => {
    const meant = await meantBy({ id: patternId }, memory);
    if (!meant) throw new WaldoError("InvalidInput", "that memory does not hold any more: there is nothing to forget");
    mustBeAsShown(
      meant.blocks.find((block) => block.patternId === patternId),
      revision,
    );
    const writes = await forgettingWrites(meant, memory, "owner");
    if (!writes) throw new WaldoError("InvalidInput", LIST_IS_FULL);
    await memory.store.transact(writes);
    return meant;
  });
}

export const LIST_IS_FULL = "the list of what was forgotten is full";

/** Returns the diary entries that still mention one of these texts. */
async function entriesAbout(texts: readonly string[], memory: Forgetting): Promise<Episode[]> {
  const found = new Map<string, Episode>();
  for (const text of texts.slice(0, 2)) {
    const hits = await retrieve(lookupPorts(memory), memory.userId, { text, halls: [], limit: MOST_ENTRIES });
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

/** Returns the last note: of today, or what the night made of the notes before. */
function lastOf(blocks: readonly MemoryBlock[], notes: readonly MemoryNote[], now: number) {
  const note = notes.toSorted((a, b) => a.at - b.at).at(-1);
  if (note) return { blocks: [], notes: [note] };
  const block = blocks.toSorted((a, b) => a.recordedAt - b.recordedAt).at(-1);
  return { blocks: block && now - block.recordedAt < DAY_MS ? [block] : [], notes: [] };
}
