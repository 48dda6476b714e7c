/** The rows of Waldo's senses and thoughts, and of the patrol's log. */
import * as z from "zod";
import { Care } from "../care.ts";
import { PING_DAYS } from "../commands.ts";
import { EpochMs } from "../ids.ts";
import { instant, partOf, row, text } from "../keys.ts";
import {
  Concern,
  Intention,
  Interruption,
  LivingState,
  Orientation,
  Persona,
  PRESENCE_DAYS,
  PresenceSample,
  Theme,
  Thought,
} from "../living.ts";
import { ActionEntry, FetchEntry, PatrolEntry } from "../patrol.ts";
import { SaidRow } from "../said.ts";

const LOG = {
  schema: z.union([PatrolEntry, ActionEntry]),
  keep: "append-only",
  archive: "patrol",
  stays: { days: 30, leastDays: 2 },
  open: ["at", "act"],
  topic: "patrol",
} as const;

export const LIVING_ROWS = {
  /** When words about danger were answered. It is kept for the day after and holds no words. */
  care: row<[]>("agent", "CARE", [], { schema: Care, keep: "transient", topic: "living", here: true }),
  patrol: row<[at: number]>("agent", "PATROL", [instant], LOG),
  /**
   * The last instant of something: a message of the person, a wish to be asked later, or the question about a silent
   * phone. `rest`: until when a heartbeat need not look.
   */
  last: row<[what: "heard" | "rest" | "snooze" | "silence"]>("agent", "LAST", [text], {
    schema: z.looseObject({ at: EpochMs }),
    // With an unreadable "heard", the person does not count as silent. The other rows are cooldowns, which count as
    // over.
    instead: (key) => (partOf(key, 1) === "heard" ? undefined : { at: 0 }),
    keep: "kept",
    open: "all",
    topic: "patrol",
  }),
  /** What was said unasked in the last two weeks, and what became of it. */
  said: row<[]>("agent", "SAID", [], {
    schema: SaidRow,
    instead: () => ({ said: [] }),
    keep: "kept",
    open: "all",
    topic: "patrol",
  }),
  /** A sign that the phone was used in that minute. */
  ping: row<[at: number]>("agent", "PING", [instant], {
    schema: z.looseObject({ at: EpochMs }),
    instead: () => ({ at: 0 }),
    keep: "transient",
    stays: { days: PING_DAYS },
    open: "all",
    topic: "patrol",
  }),
  fetch: row<[at: number]>("agent", "FETCH", [instant], {
    schema: FetchEntry,
    keep: "kept",
    open: ["at", "runId", "mode", "label"],
    topic: "patrol",
  }),
  /** The log entry of an action, with the names for its undo. It is in the same range as the patrol's entries. */
  patrolAction: row<[at: number, effectId: string]>("agent", "PATROL", [instant, text], LOG),
  /** A sample of the person's presence at an instant. */
  presence: row<[at: number]>("agent", "PRESENCE", [instant], {
    schema: PresenceSample,
    keep: "transient",
    stays: { days: PRESENCE_DAYS },
    open: ["at"],
    topic: "living",
    here: true,
  }),
  /** The state of the living loop. */
  living: row<[]>("agent", "LIVING", [], {
    schema: LivingState,
    instead: () => ({
      ...{ glance: "", asked: 0, noticed: {}, waiting: [], heardTo: 0 },
    }),
    keep: "kept",
    open: ["date", "asked"],
    topic: "living",
    here: true,
  }),
  /** Waldo's view of a moment. It is stored when something has changed. */
  orientation: row<[at: number]>("agent", "ORIENTATION", [instant], {
    schema: Orientation,
    keep: "transient",
    stays: { days: 30 },
    open: ["at"],
    topic: "living",
    here: true,
  }),
  /** An entry of Waldo's private journal. */
  thought: row<[at: number, topic: string]>("agent", "THOUGHT", [instant, text], {
    schema: Thought,
    keep: "append-only",
    archive: "thoughts",
    // Themes of the nights have no limit.
    stays: { days: 90, leastDays: 14 },
    open: ["at", "kind", "by"],
    topic: "living",
  }),
  theme: row<[date: string, title: string]>("agent", "THEME", [text, text], {
    schema: Theme,
    keep: "kept",
    open: ["date"],
    topic: "living",
  }),
  concern: row<[id: string]>("agent", "CONCERN", [text], {
    schema: Concern,
    keep: "kept",
    open: ["id", "kind", "touchedAt", "touches", "createdAt"],
    topic: "living",
  }),
  interruption: row<[at: number]>("agent", "INTERRUPTION", [instant], {
    schema: Interruption,
    keep: "kept",
    open: ["at", "kind", "mode", "label"],
    topic: "living",
  }),
  intention: row<[id: string]>("agent", "INTENTION", [text], {
    schema: Intention,
    keep: "kept",
    archive: "thoughts",
    stays: { days: 30 },
    open: ["id", "state", "dueAt", "tries", "createdAt", "updatedAt"],
    topic: "living",
  }),
  persona: row<[]>("agent", "PERSONA", [], {
    schema: Persona,
    instead: () => ({ axes: {}, newest: 0, line: [] }),
    keep: "kept",
    topic: "living",
  }),
} as const;
