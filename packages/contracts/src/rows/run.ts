/** The rows of runs, of their messages, and of their effects. */
import * as z from "zod";
import { Changing, EffectRecord, Proposal } from "../actions.ts";
import { Checkpoint, DayState } from "../day.ts";
import { Handoff } from "../handoff.ts";
import { EpochMs } from "../ids.ts";
import { date, digits, instant, partOf, row, text } from "../keys.ts";
import { OutboxRow } from "../outbox.ts";
import { InHand, Lease, RunHeader, StepRecord } from "../run.ts";
import { DoneRow } from "../schedules.ts";
import { Waiter } from "../waiters.ts";

/** A number above every fence that a lease can have. */
const HIGH_FENCE = 2 ** 40;
const Pointer = z.looseObject({ runId: z.string() });

export const RUN_ROWS = {
  lease: row<[]>("agent", "LEASE", [], {
    schema: Lease,
    instead: () => ({ fence: HIGH_FENCE, expiresAt: 0 }),
    keep: "kept",
    open: "all",
    // The row also holds the pause, so it is exported. It expires by its own time.
    topic: "journal",
  }),
  /** The work that handles words of the person, and the redaction that removes words. */
  inHand: row<[]>("agent", "INHAND", [], {
    schema: InHand,
    instead: () => ({ held: [], takings: 0 }),
    keep: "kept",
    open: "all",
    topic: "journal",
    here: true,
  }),
  waiting: row<[createdAt: number, runId: string]>("agent", "WAITING", [instant, text], {
    schema: Pointer,
    instead: (key) => ({ runId: partOf(key, 2) }),
    keep: "transient",
    open: "all",
    topic: "journal",
  }),
  run: row<[runId: string]>("agent", "RUN", [text], {
    schema: RunHeader,
    keep: "kept",
    archive: "runs",
    // This row makes its event happen once. It must stay longer than 24 hours, because a scheduler may repeat events
    // for so long.
    stays: { days: 7, leastDays: 2 },
    open: [
      "runId",
      "trigger",
      "variant",
      "date",
      "state",
      "step",
      "iterations",
      "attempts",
      "rung",
      "fence",
      "createdAt",
      "updatedAt",
      "endedAt",
      "spent",
    ],
    topic: "journal",
  }),
  step: row<[runId: string, step: number]>("agent", "STEP", [text, digits(4)], {
    schema: StepRecord,
    keep: "append-only",
    archive: "runs",
    open: ["runId", "step", "from", "to", "at", "tookMs"],
    topic: "journal",
  }),
  outbox: row<[runId: string, ordinal: number]>("agent", "OUTBOX", [text, digits(3)], {
    schema: OutboxRow,
    keep: "kept",
    archive: "runs",
    // This is for announcements. The rows of a run move together with the run.
    stays: { days: 7 },
    open: [
      "key",
      "runId",
      "ordinal",
      "channel",
      "kind",
      "state",
      "attempt",
      "claimExpiresAt",
      "notBefore",
      "moment",
      "sendBefore",
      "createdAt",
      "updatedAt",
    ],
    topic: "outbox",
  }),
  /** Leads to an outbox row that was not settled when its run ended. The next wake sends that row. */
  outboxDue: row<[runId: string, ordinal: number]>("agent", "OUTBOXDUE", [text, digits(3)], {
    schema: Pointer,
    instead: (key) => ({ runId: partOf(key, 1) }),
    keep: "transient",
    open: "all",
    topic: "outbox",
  }),
  checkpoint: row<[date: string, kind: string]>("agent", "CHECKPOINT", [date, text], {
    schema: Checkpoint,
    keep: "transient",
    stays: { days: 30 },
    topic: "journal",
  }),
  /** What has been said today, and whether the morning Brief waits for the night's data. */
  dayState: row<[date: string]>("agent", "DAYSTATE", [date], {
    schema: DayState,
    instead: () => ({}),
    keep: "transient",
    stays: { days: 30 },
    topic: "journal",
  }),
  /** How far the demo has played a day: everything before that instant is done. */
  played: row<[date: string]>("agent", "PLAYED", [text], {
    schema: z.looseObject({ at: EpochMs }),
    instead: () => ({ at: 0 }),
    // This row says how far a played day has come, so that the day does not happen twice.
    keep: "kept",
    open: "all",
    topic: "journal",
  }),
  /** The last occurrence of a cadence that was done, or given up with a reason. */
  cadence: row<[name: string]>("agent", "CADENCE", [text], {
    schema: DoneRow,
    instead: () => ({ date: "1970-01-01", at: 0 }),
    // This row prevents that an occurrence of a cadence is done twice.
    keep: "kept",
    open: "all",
    topic: "journal",
  }),
  proposal: row<[proposalId: string]>("agent", "PROPOSAL", [text], {
    schema: Proposal,
    // Version 1 has no held or superseded proposals.
    version: 2,
    keep: "kept",
    open: ["proposalId", "runId", "state", "createdAt", "expiresAt", "tapBy", "updatedAt"],
    topic: "actions",
  }),
  /** The proposal that the person's next message changes. */
  changing: row<[]>("agent", "CHANGING", [], {
    schema: Changing,
    // The stand-in names no proposal, so no proposal is being changed.
    instead: () => ({ proposalId: `p-${"0".repeat(16)}`, at: 0 }),
    keep: "transient",
    open: "all",
    topic: "actions",
  }),
  handoff: row<[handoffId: string]>("agent", "HANDOFF", [text], {
    schema: Handoff,
    keep: "kept",
    open: ["handoffId", "date", "plans", "lastRun", "proposalId", "changed", "createdAt", "updatedAt"],
    topic: "actions",
  }),
  /** The record that an effect happened once, and how it can be undone. */
  effect: row<[effectId: string]>("agent", "EFFECT", [text], {
    schema: EffectRecord,
    keep: "kept",
    open: ["effectId", "runId", "tool", "at", "automatic", "asked", "undone", "call"],
    topic: "actions",
  }),
  incident: row<[at: number, runId: string]>("agent", "INCIDENT", [instant, text], {
    schema: z.looseObject({}),
    keep: "append-only",
    open: ["at", "runId"],
    topic: "journal",
  }),
  /** The state machine that waits until a run closes or a proposal is answered. */
  waiter: row<[waitedFor: string]>("agent", "WAITER", [text], {
    schema: Waiter,
    keep: "kept",
    secret: "the tokens of state machines that wait for you",
  }),
} as const;
