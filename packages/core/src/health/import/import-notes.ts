/** Collects notes for the person about an import that succeeded. The importers write them. It does not throw. */
import type { Place } from "./refuse.ts";

/** Something the person should know about an import that succeeded. */
export type ImportNote = { readonly file: string; readonly line: number; readonly message: string };

/**
 * More notes of one kind than this are counted and not listed. A ten-year export may repeat one oddity 100,000 times.
 */
const LISTED_NOTES_PER_KIND = 20;

type NoteKind = "unknown" | "duplicate" | "conflict" | "overlap" | "rejected" | "assumed" | "ignored";

export type Notes = {
  add(kind: NoteKind, place: Place, message: string): void;
  /** Lists the same message only once, at its first place. */
  once(kind: NoteKind, place: Place, message: string): void;
  /** Returns how many notes of a kind there were, listed or not. */
  count(kind: NoteKind): number;
  list(): ImportNote[];
};

export function createNotes(): Notes {
  const listed: ImportNote[] = [];
  const counts = new Map<NoteKind, number>();
  const said = new Set<string>();
  const lastUnlisted = new Map<NoteKind, Place>();

  function add(kind: NoteKind, place: Place, message: string): void {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    if (count <= LISTED_NOTES_PER_KIND) listed.push({ file: place.file, line: place.line, message });
    else lastUnlisted.set(kind, { file: place.file, line: place.line });
  }

  return {
    add,
    once(kind, place, message) {
      if (said.has(message)) return;
      said.add(message);
      add(kind, place, message);
    },
    count: (kind) => counts.get(kind) ?? 0,
    list: () => [
      ...listed,
      ...[...lastUnlisted].map(([kind, place]) => ({
        ...place,
        message: `and ${(counts.get(kind) ?? 0) - LISTED_NOTES_PER_KIND} more ${kind} notes up to here`,
      })),
    ],
  };
}
