/** The rows of memory. */
import * as z from "zod";
import { EvalNight } from "../eval.ts";
import { date, digits, type Field, instant, partOf, row, text, userOf } from "../keys.ts";
import {
  BlockVersion,
  Dream,
  Dreaming,
  dreamIdOf,
  Episode,
  MemoryBlock,
  MemoryHead,
  MemoryIntent,
  MemoryUse,
} from "../memory.ts";
import { DesignArchive, DesignRow, MemoryReplay, REPLAY_DAYS } from "../memory-design.ts";
import { RecipeStanding } from "../skills.ts";

/** The name of the night that ends a date. */
const night: Field = { ...text, at: (at) => dreamIdOf(date.at(at)) };

export const MEMORY_ROWS = {
  /** What the nights have learned about a recipe. */
  recipe: row<[name: string]>("agent", "RECIPE", [text], {
    schema: RecipeStanding,
    // An unreadable row counts as a recipe without feedback.
    instead: () => ({ score: 0.6, lows: 0, highs: 0, newest: 0 }),
    keep: "kept",
    open: "all",
    topic: "memory",
  }),
  /** How good the runs of a day were, by the result of the night. */
  evaluation: row<[date: string]>("agent", "EVALUATION", [date], {
    schema: EvalNight,
    keep: "transient",
    // The score of a recipe uses four weeks of judged runs, and the page shows two months of nights.
    stays: { days: 62 },
    open: ["date", "until", "wis", "leftOut"],
    topic: "memory",
  }),
  episode: row<[at: number, runId: string]>("agent", "EPISODE", [instant, text], {
    schema: Episode,
    keep: "append-only",
    archive: "episodes",
    // The next dreams may still need the sessions of a week.
    stays: { days: 90, leastDays: 7 },
    open: ["at"],
    topic: "diary",
  }),
  inbox: row<[at: number, id: string]>("agent", "INBOX", [instant, text], {
    schema: MemoryIntent,
    keep: "transient",
    topic: "memory",
  }),
  /** The present state of a claim. Its history is in the versions. */
  block: row<[patternId: string]>("agent", "BLOCK", [text], {
    schema: MemoryBlock,
    keep: "kept",
    archive: "memory-history",
    topic: "claims",
  }),
  blockVersion: row<[patternId: string, revision: number]>("agent", "BLOCKVERSION", [text, digits(6)], {
    schema: BlockVersion,
    keep: "append-only",
    archive: "memory-history",
    // A live claim keeps its latest versions here. Older ones move to the archive at once.
    stays: { days: 90, leastDays: 7 },
    topic: "claims",
  }),
  /** The row that puts all changes of a person's memory in one order. */
  memory: row<[]>("agent", "MEMORY", [], {
    schema: MemoryHead,
    // The next night builds the index from the claims.
    instead: () => ({ generation: 0, indexedTo: 0, live: 0 }),
    keep: "kept",
    open: ["generation", "indexedTo", "live"],
    topic: "memory",
  }),
  /** A claim that has changed since the index was built. The row stays until the next index is built. */
  memoryDelta: row<[patternId: string]>("agent", "MEMORYDELTA", [text], {
    schema: MemoryBlock,
    keep: "transient",
    topic: "memory",
  }),
  /** The claim that has a topic in a hall. */
  memoryTopic: row<[hall: string, slot: string]>("agent", "MEMORYTOPIC", [text, text], {
    schema: z.looseObject({ patternId: z.string() }),
    keep: "kept",
    topic: "memory",
  }),
  /** The claims that a run loaded and used. The row stays until the Scribe has counted it. */
  memoryUse: row<[runId: string]>("agent", "MEMORYUSE", [text], {
    schema: MemoryUse,
    keep: "transient",
    topic: "memory",
  }),
  /** The design of memory in force. Its key is next to the head and the changes, so that they are read together. */
  design: row<[]>("agent", "MEMORYDESIGN", [], {
    schema: DesignRow,
    instead: () => ({ state: "default", changes: {} }),
    keep: "kept",
    open: ["state", "since"],
    topic: "memory",
  }),
  designArchive: row<[]>("agent", "DESIGNS", [], { schema: DesignArchive, keep: "kept", topic: "memory" }),
  /** The claims that a run loaded and used, for nights that replay it. `at` is the instant at which the run began. */
  memoryReplay: row<[at: number, runId: string]>("agent", "MEMORYREPLAY", [instant, text], {
    schema: MemoryReplay,
    keep: "transient",
    // The words of the question are in the diary.
    stays: { days: REPLAY_DAYS },
    topic: "memory",
  }),
  dream: row<[dreamId: string]>("agent", "DREAM", [night], {
    schema: Dream,
    instead: (key) => ({ dreamId: partOf(key, 1), userId: userOf(key), startedAt: 0, phases: {} }),
    keep: "kept",
    archive: "dreams",
    stays: { days: 30 },
    open: ["dreamId", "startedAt"],
    topic: "memory",
  }),
  dreaming: row<[]>("agent", "DREAMING", [], {
    schema: Dreaming,
    instead: () => ({ consolidatedTo: 0, failures: 0, reminded: [] }),
    keep: "kept",
    open: "all",
    topic: "memory",
  }),
  /**
   * The receipt of moves to the archive for one kind of row. A row of that kind is deleted only together with a write
   * of this row.
   */
  archived: row<[kind: string]>("agent", "ARCHIVED", [text], {
    schema: z.looseObject({}),
    keep: "kept",
    open: "all",
    topic: "memory",
  }),
} as const;
