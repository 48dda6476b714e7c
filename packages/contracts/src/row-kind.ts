/** What is declared of a kind of row, beside its key. */
import type * as z from "zod";

/** What the archive keeps of one person, each kind in a folder with its name. The coldest comes first. */
export const ARCHIVE_KINDS = ["episodes", "patrol", "thoughts", "runs", "memory-history", "dreams"] as const;
export type ArchiveKind = (typeof ARCHIVE_KINDS)[number];

/** The files of an export that hold rows, each with what is in it. */
export const TOPICS = {
  settings: "Your profile, settings and consents, and what follows from them: channels, schedules, journeys.",
  "raw-days": "What each wearable said of each day, as it was taken in, and which exports were read.",
  samples: "Readings within the last two days.",
  scores: "Form of each day, with every version that it had.",
  body: "What was learned of your times, and the last state of the body.",
  claims: "What Waldo remembers of you, with the whole history of each claim.",
  memory: "How memory is kept: notes that wait, topics, nights.",
  diary: "The diary of the agent: one entry a run.",
  living: "What Waldo sensed of your presence, its private journal, its concerns and intentions, and how it speaks.",
  threads: "Conversations, and what you said of answers.",
  tasks: "Tasks, goals, weekly reviews, drafts, sheets, reminders and standing wishes.",
  contexts: "What agents of other makers keep here of their work with you.",
  calendar: "Events, and the calendars that you subscribed to.",
  actions: "What was proposed, approved, done and handed over.",
  journal: "Every run of the agent, step by step.",
  outbox: "Every message that was to go out, and what became of it.",
  patrol: "What each wake saw and decided.",
  meter: "What the agent has used, by day.",
} as const;
export type Topic = keyof typeof TOPICS;

/** A day is 24 hours. */
export type Stays = {
  /** Days in the store, from the time in the key, or from the end that the sweep finds in the row. */
  readonly days: number;
  /**
   * Days that the watermark of a person's size always leaves. When it is absent, the watermark does not touch the row.
   */
  readonly leastDays?: number;
};

/**
 * One kind of row.
 *
 * | keep        | put                 | delete                                          |
 * |-------------|---------------------|-------------------------------------------------|
 * | append-only | only where absent   | only with the receipt that it is in the archive |
 * | kept        | free                | the same                                        |
 * | transient   | free                | free: it clears itself                          |
 *
 * Events are append-only. What is kept is current state: it is rewritten and never lost. Pointers, counters and copies
 * are transient: the code that uses one up deletes it, and a sweep deletes what is left. A kind without an archive can
 * never be deleted by a run. Erasure is not a write of a run (core/privacy/erase.ts): it takes every row of the
 * person's partitions, whatever its kind.
 */
export type RowKind = {
  /** What a row holds. The schema also says which texts of the row are words (words.ts). */
  readonly schema: z.ZodType;
  /** Grows by one when a release changes the rows in a way that an older release cannot read. Absent: 1. */
  readonly version?: number;
  /**
   * What stands in for a row of which nothing can be read, or for its parts that cannot be read. Absent: the row counts
   * as missing. A row that is rewritten under its version needs a stand-in, or it could never be mended.
   */
  readonly instead?: (key: {
    readonly pk: string;
    readonly sk: string;
  }) => Readonly<Record<string, unknown>> | undefined;
  readonly keep: "append-only" | "kept" | "transient";
  /** The archive it moves to after its time in the store, or with the row that it belongs to. */
  readonly archive?: ArchiveKind;
  /**
   * How long a row stays in the store (docs/sources.md, Retention). After that the row goes to its archive, or it is
   * deleted.
   */
  readonly stays?: Stays;
  /**
   * The attributes that stay readable for operators: ids, states, times and counters. All others are sealed with the
   * key of the person (core/store/sealed.ts). Absent: none.
   */
  readonly open?: "all" | readonly string[];
};

/** Where an export has the rows of a kind. */
export type Place =
  | {
      readonly topic: Topic;
      /**
       * An import leaves the row out. It says what goes on where it stands, such as what a scheduler was told, or it
       * ends after hours or days, which the line of an export does not say.
       */
      readonly here?: true;
    }
  /** The row is a key to something. Such a row is erased and not exported. */
  | { readonly secret: string };

/** A kind as it is declared. Rows of a bot, of a vendor and of nobody have no place in an export. */
export type DeclaredKind = RowKind & { readonly topic?: Topic; readonly here?: true; readonly secret?: string };
