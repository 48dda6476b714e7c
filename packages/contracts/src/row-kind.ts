/** The properties of a kind of row besides its key. */
import type * as z from "zod";

/** The archives of one person, each in a folder with its name. The least needed comes first. */
export const ARCHIVE_KINDS = ["episodes", "patrol", "thoughts", "runs", "memory-history", "dreams"] as const;
export type ArchiveKind = (typeof ARCHIVE_KINDS)[number];

/** The files of an export that hold rows, each with a description. */
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

/** A day here has 24 hours. */
export type Stays = {
  /** Days in the store. They are counted from the time in the key, or from the end that the sweep finds in the row. */
  readonly days: number;
  /**
   * The watermark for a person's size never moves rows that are younger than this many days. If this is absent, the
   * watermark does not touch the row.
   */
  readonly leastDays?: number;
};

/**
 * One kind of row.
 *
 * | keep        | put                 | delete                                          |
 * |-------------|---------------------|-------------------------------------------------|
 * | append-only | only if it is new   | only with the receipt that it is in the archive |
 * | kept        | free                | the same                                        |
 * | transient   | free                | free: it clears itself                          |
 *
 * Events are append-only. A `kept` row holds current state: it is rewritten and never lost. Pointers, counters and
 * copies are transient: the code that uses one deletes it, and a sweep deletes the rest. A kind without an archive can
 * never be deleted by a run. An erasure is not a write of a run (core/privacy/erase.ts): it deletes every row in the
 * person's partitions, whatever its kind.
 */
export type RowKind = {
  /** The content of a row. The schema also tells which texts of the row are words (words.ts). */
  readonly schema: z.ZodType;
  /** Grows by one when a release changes the rows in a way that an older release cannot read. Absent: 1. */
  readonly version?: number;
  /**
   * Replaces an unreadable row, or its unreadable parts. If it is absent, such a row counts as missing. A row that is
   * rewritten under its version needs one; otherwise it could never be repaired.
   */
  readonly instead?: (key: {
    readonly pk: string;
    readonly sk: string;
  }) => Readonly<Record<string, unknown>> | undefined;
  readonly keep: "append-only" | "kept" | "transient";
  /** The archive to which the row moves after its time in the store, or together with the row to which it belongs. */
  readonly archive?: ArchiveKind;
  /** How long a row stays in the store (docs/sources.md, Retention). After that it is archived or deleted. */
  readonly stays?: Stays;
  /**
   * The attributes that operators can read: ids, states, times and counters. All others are sealed with the person's
   * key (core/store/sealed.ts). If it is absent, all are sealed.
   */
  readonly open?: "all" | readonly string[];
};

/** The place of a kind's rows in an export. */
export type Place =
  | {
      readonly topic: Topic;
      /**
       * Set when an import leaves the row out. The row is about the old system, such as the schedules there, or it
       * expires after hours or days, which an export does not record.
       */
      readonly here?: true;
    }
  /** The row is a secret that gives access. It is erased and not exported. */
  | { readonly secret: string };

/** A declared kind. Rows of a bot, a vendor or an erased person have no place in an export. */
export type DeclaredKind = RowKind & { readonly topic?: Topic; readonly here?: true; readonly secret?: string };
