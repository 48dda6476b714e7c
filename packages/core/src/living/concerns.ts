/**
 * The concerns: subjects that Waldo keeps in mind, stored as rows. They come from goals, tasks and conversations.
 * Words, tasks, goals and the calendar touch them. This file never deletes a concern.
 */
import {
  type CalendarEvent,
  type Concern,
  type ConcernKind,
  type EpochMs,
  type Goals,
  isOwn,
  keys,
  MOST_CONCERN_CHARS,
  MOST_CONCERNS,
  type Origin,
  type Saw,
  type Task,
  type UserId,
} from "@waldo/contracts";
import { digest } from "../digest.ts";
import { isAbout, meaningfulWords, sharedForms, wordList } from "../memory/claims/likeness.ts";
import type { Write } from "../ports.ts";
import { sanitise } from "../safety/sanitise.ts";
import { putNew, putOver } from "../store/cas.ts";
import { HOUR_MS } from "../time.ts";
import type { ConcernRow } from "../tools/living-rows.ts";

/**
 * The most concerns that one turn creates, and the most that it touches, because a transaction takes a hundred rows.
 * Further concerns wait for the next turn.
 */
const MOST_AT_ONCE = 40;

/** A subject that may become a concern, or may touch an existing one. */
export type Seed = {
  readonly kind: ConcernKind;
  readonly summary: string;
  readonly from: Saw;
  readonly by: Concern["touchedBy"];
  /**
   * The instant at which the person last changed the seed. If its words were forgotten after that, the seed becomes no
   * concern. If it is absent, it counts as now.
   */
  readonly at?: EpochMs;
  /** The author of the words. Other people's words never create a concern. */
  readonly origin: Origin;
};

/** Returns the concerns that the person's own goals and tasks name. */
export function seedsOf(goals: Goals, tasks: readonly Task[]): Seed[] {
  const goal = (kind: ConcernKind, summary: string): Seed => ({
    ...{ kind, summary, by: "seed", origin: "owner" },
    from: { kind: "goal", id: digest(summary).slice(0, 12) },
  });
  return [
    ...[...goals.quarter, ...goals.week].map((text) => goal("project", text)),
    ...goals.commitments.map((text) => goal("household", text)),
    ...goals.people.map(({ name }) => goal("conversation", name)),
    ...tasks
      .filter((one) => one.status === "open" && one.due !== undefined && isOwn(one))
      .map(
        ({ taskId, title, updatedAt, origin = "owner" }): Seed => ({
          ...{ kind: "reminder", summary: title, by: "seed", at: updatedAt, origin },
          from: { kind: "task", id: taskId },
        }),
      ),
  ];
}

/** Returns the id of a concern. The same words of the same kind give the same concern. */
function concernIdOf({ kind, summary }: Pick<Seed, "kind" | "summary">): string {
  return `c-${digest(kind, meaningfulWords(summary).join(" ") || summary).slice(0, 12)}`;
}

/** Returns the writes for seeds that are not concerns yet, with readings removed. An existing concern stays unchanged. */
export function seedWrites(
  userId: UserId,
  seeds: readonly Seed[],
  known: readonly ConcernRow[],
  now: EpochMs,
): { readonly writes: readonly Write[]; readonly concerns: readonly Concern[] } {
  const ids = new Set(known.map(({ concern }) => concern.id));
  const fresh = new Map<string, Concern>();
  for (const seed of seeds) {
    const id = concernIdOf(seed);
    if (ids.has(id) || fresh.size >= MOST_AT_ONCE || ids.size + fresh.size >= MOST_CONCERNS) continue;
    const summary = sanitise({ text: seed.summary, origin: "owner" }, "internal").text;
    if (summary === "") continue;
    fresh.set(id, {
      ...{ id, kind: seed.kind, summary: summary.slice(0, MOST_CONCERN_CHARS).toWellFormed() },
      ...{
        touchedAt: Math.min(seed.at ?? now, now),
        touchedBy: seed.by,
        touches: 1,
        from: seed.from,
        origin: seed.origin,
        createdAt: now,
      },
    });
  }
  const concerns = [...fresh.values()];
  return { concerns, writes: concerns.map((one) => putNew(keys.concern(userId, one.id), one)) };
}

/** Words that may touch a concern: who said them, and when. */
export type Touch = { readonly text: string; readonly by: Concern["touchedBy"]; readonly at: EpochMs };

/** The share of a concern's meaningful words that a text must contain to touch it. */
const ABOUT = 0.6;

/** True when a text is about a concern: it contains most of its meaningful words, in any form. */
function touches(text: string, { summary }: Pick<Concern, "summary">): boolean {
  const meant = meaningfulWords(summary);
  return meant.length > 0 && sharedForms(meant, wordList(text)) >= Math.ceil(ABOUT * meant.length);
}

/**
 * Only the person's own conversation brings back a forgotten concern, if it names all of it and contains no words of
 * others.
 */
const BRINGS_BACK: readonly Concern["touchedBy"][] = ["talk", "person"];

/** Returns the concerns that these words touch, with the latest touch. */
export function touched(known: readonly ConcernRow[], words: readonly Touch[]): ConcernRow[] {
  const found = known.flatMap(({ concern, ...row }) => {
    const hits = words.filter(
      ({ text, by, at }) =>
        at > concern.touchedAt &&
        (row.forgotten ? BRINGS_BACK.includes(by) && isAbout(text, concern.summary) : touches(text, concern)),
    );
    const last = hits.sort((a, b) => a.at - b.at).at(-1);
    if (last === undefined) return [];
    const next = { ...concern, touchedAt: last.at, touchedBy: last.by, touches: concern.touches + hits.length };
    return [{ ...row, concern: next }];
  });
  return found.slice(0, MOST_AT_ONCE);
}

/** Returns the writes of concerns at the end of a turn. A forgotten concern that was touched again is no longer muted. */
export function concernWrites(userId: UserId, rows: readonly ConcernRow[]): Write[] {
  return rows.map(({ concern: { mutedAt, ...concern }, version, forgotten }) => {
    // The time of the last touch tells whether the concern is still forgotten.
    const isMuted = mutedAt !== undefined && !forgotten;
    return putOver({ version }, keys.concern(userId, concern.id), isMuted ? { ...concern, mutedAt } : concern);
  });
}

/** How long before its start an event counts as near. */
export const NEAR_MS = 2 * HOUR_MS;

/**
 * Returns the touch of an event that comes near. An event touches a concern once. The title of another person touches
 * concerns but creates none.
 */
export function touchOf({ title, start }: CalendarEvent): Touch {
  return { text: title, by: "calendar", at: start - NEAR_MS };
}
