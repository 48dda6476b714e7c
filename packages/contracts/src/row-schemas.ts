/**
 * The schema of each kind of row, and what stands in for a row that cannot be read. `core/store/readable.ts` parses
 * every row with this table when it is read, so one bad row is one bad row. A test checks that it names every kind.
 */
import * as z from "zod";
import { Changing, EffectRecord, Proposal } from "./actions.ts";
import { AgentCall, AgentClient } from "./agents.ts";
import { DoorCount, Profile, Session } from "./api.ts";
import { PUSH_BUDGET_PER_DAY } from "./budgets.ts";
import { CalendarFiles, CalendarSubscription } from "./calendars.ts";
import { Care } from "./care.ts";
import { CoachState, GoalsFile } from "./coach.ts";
import { Redaction } from "./commands.ts";
import { ContextProject, ContextSignals, ContextsSeen, ContextText, Forecast, StoredContext } from "./contexts.ts";
import { Checkpoint, DayState } from "./day.ts";
import { DesignArchive, DesignRow, MemoryReplay } from "./design.ts";
import { Device } from "./devices.ts";
import { EvalNight } from "./eval.ts";
import { Handoff } from "./handoff.ts";
import { EpochMs, LocalDate } from "./ids.ts";
import { ImportJob } from "./imports.ts";
import type { Key } from "./keys.ts";
import {
  Concern,
  Intention,
  Interruption,
  LivingState,
  Orientation,
  Persona,
  PresenceSample,
  Theme,
  Thought,
} from "./living.ts";
import { BlockVersion, Dream, Dreaming, Episode, MemoryBlock, MemoryHead, MemoryIntent, MemoryUse } from "./memory.ts";
import { Heard } from "./messages.ts";
import { Breaker, MeterRow } from "./meter.ts";
import { OutboxRow } from "./outbox.ts";
import { ActionEntry, FetchEntry, PatrolEntry } from "./patrol.ts";
import { CalendarEvent, Draft, Message, SheetCell, Task, Thread } from "./person-rows.ts";
import { ExportJob } from "./privacy.ts";
import { Review } from "./review.ts";
import { InHand, Lease, RunHeader, StepRecord } from "./run.ts";
import { Rate } from "./safety.ts";
import { MISS_REASONS, ScheduleRow } from "./schedules.ts";
import { Feedback, RecipeStanding } from "./skills.ts";
import { BotChat, BotPace, BotUpdate } from "./telegram.ts";
import { Waiter } from "./waiters.ts";
import { ReminderTimes, Watch } from "./watches.ts";

export type RowSchema = {
  /** Grows by one when a release changes the rows of this kind in a way that an older release cannot read. */
  readonly version: number;
  readonly schema: z.ZodType;
  /**
   * The stand-in for a row that cannot be read, or for its parts that cannot be read. Absent: the row counts as
   * missing. A row that is rewritten under its version needs a stand-in, or it could never be mended.
   */
  readonly instead?: (key: Key) => Readonly<Record<string, unknown>> | undefined;
};

const row = (schema: z.ZodType, instead?: RowSchema["instead"], version = 1): RowSchema => ({
  version,
  schema,
  ...(instead ? { instead } : {}),
});
const part = ({ sk }: Key, index: number): string => sk.split("#")[index] ?? "";
const userOf = ({ pk }: Key): string => pk.slice(pk.indexOf("#") + 1);

/** Which occurrence of a cadence was done or given up last. */
export const DoneRow = z.object({ date: LocalDate, at: EpochMs, missed: z.enum(MISS_REASONS).optional() });
/** The rows that the scheduler last received, and since when their time zone is the person's. */
export const Scheduled = z.strictObject({ since: EpochMs, rows: z.array(ScheduleRow) });
export type Scheduled = z.infer<typeof Scheduled>;
/** Until when the body clock stays behind a move. */
export const JetLag = z.strictObject({ until: EpochMs, shiftMinutes: z.number().int().positive() });
export type JetLag = z.infer<typeof JetLag>;

const At = z.looseObject({ at: EpochMs });
const Pointer = z.looseObject({ runId: z.string() });

/** A fence above every fence that a lease can have reached. */
const HIGH_FENCE = 2 ** 40;

/** The rows of the agent's table. */
export const AGENT_ROWS: Readonly<Record<string, RowSchema>> = {
  // The least that lets a person be spoken to in the app: nothing is done for them, and no channel is known.
  PROFILE: row(Profile, (key) => ({
    userId: userOf(key),
    timeZone: "UTC",
    wakeTime: "07:00",
    sleepTime: "23:00",
    autonomy: "L1",
    channels: {},
  })),
  LEASE: row(Lease, () => ({ fence: HIGH_FENCE, expiresAt: 0 })),
  INHAND: row(InHand, () => ({ held: [], takings: 0 })),
  WAITING: row(Pointer, (key) => ({ runId: part(key, 2) })),
  RUN: row(RunHeader),
  STEP: row(StepRecord),
  OUTBOX: row(OutboxRow),
  OUTBOXDUE: row(Pointer, (key) => ({ runId: part(key, 1) })),
  CHANNEL: row(z.looseObject({ paused: z.boolean() }), () => ({ paused: false })),
  DEVICE: row(Device),
  // A count that cannot be read is a count that is spent.
  PUSHBUDGET: row(z.looseObject({ sent: z.number().int().nonnegative() }), () => ({ sent: PUSH_BUDGET_PER_DAY })),
  CHECKPOINT: row(Checkpoint),
  DAYSTATE: row(DayState, () => ({})),
  PLAYED: row(At, () => ({ at: 0 })),
  CADENCE: row(DoneRow, () => ({ date: "1970-01-01", at: 0 })),
  SCHEDULED: row(Scheduled),
  REMINDTIMES: row(ReminderTimes),
  CARE: row(Care),
  JETLAG: row(JetLag),
  PATROL: row(z.union([PatrolEntry, ActionEntry])),
  // A person who was never heard is not taken for silent. The others are cooldowns, and they are over.
  LAST: row(At, (key) => (part(key, 1) === "heard" ? undefined : { at: 0 })),
  PING: row(At, () => ({ at: 0 })),
  REDACTION: row(Redaction),
  FETCH: row(FetchEntry),
  // Version 1 has no proposals that are held or superseded.
  PROPOSAL: row(Proposal, undefined, 2),
  // It names no proposal, so nothing is being changed.
  CHANGING: row(Changing, () => ({ proposalId: `p-${"0".repeat(16)}`, at: 0 })),
  HANDOFF: row(Handoff),
  REVIEW: row(Review),
  WAITER: row(Waiter),
  EFFECT: row(EffectRecord),
  WATCH: row(Watch),
  HEARD: row(Heard),
  DOOR: row(DoorCount, () => ({ requests: 0 })),
  SESSION: row(Session),
  RATE: row(Rate, () => ({ runs: [] })),
  BOTCHAT: row(BotChat),
  BOTUPDATE: row(BotUpdate, () => ({ at: 0 })),
  BOTPACE: row(BotPace, () => ({ next: 0 })),
  EXPORT: row(ExportJob),
  IMPORTING: row(ImportJob),
  INCIDENT: row(z.looseObject({})),
  EPISODE: row(Episode),
  INBOX: row(MemoryIntent),
  BLOCK: row(MemoryBlock),
  BLOCKVERSION: row(BlockVersion),
  // The next night builds the index from the claims.
  MEMORY: row(MemoryHead, () => ({ generation: 0, indexedTo: 0, live: 0 })),
  MEMORYDELTA: row(MemoryBlock),
  MEMORYDESIGN: row(DesignRow, () => ({ state: "default", changes: {} })),
  DESIGNS: row(DesignArchive),
  MEMORYREPLAY: row(MemoryReplay),
  MEMORYTOPIC: row(z.looseObject({ patternId: z.string() })),
  MEMORYUSE: row(MemoryUse),
  DREAM: row(Dream, (key) => ({ dreamId: part(key, 1), userId: userOf(key), startedAt: 0, phases: {} })),
  DREAMING: row(Dreaming, () => ({ consolidatedTo: 0, failures: 0, reminded: [] })),
  FEEDBACK: row(Feedback),
  EVALUATION: row(EvalNight),
  // The recipe is one that nothing is known of, until its next feedback.
  RECIPE: row(RecipeStanding, () => ({ score: 0.6, lows: 0, highs: 0, newest: 0 })),
  MESSAGE: row(Message),
  // Version 1 has no deleted threads.
  THREAD: row(Thread, undefined, 2),
  TASK: row(Task),
  PRESENCE: row(PresenceSample),
  LIVING: row(LivingState, () => ({
    ...{ glance: "", asked: 0, noticed: {}, waiting: [], heardTo: 0 },
  })),
  ORIENTATION: row(Orientation),
  THOUGHT: row(Thought),
  THEME: row(Theme),
  CONCERN: row(Concern),
  INTERRUPTION: row(Interruption),
  INTENTION: row(Intention),
  PERSONA: row(Persona, () => ({ axes: {}, newest: 0, line: [] })),
  AGENTCLIENT: row(AgentClient),
  AGENTCALL: row(AgentCall),
  CONTEXT: row(StoredContext),
  CONTEXTTIME: row(z.strictObject({})),
  CONTEXTARCHIVED: row(z.strictObject({})),
  CONTEXTUSE: row(ContextSignals),
  CONTEXTCOUNT: row(ContextSignals),
  CONTEXTPREDICTED: row(z.strictObject({})),
  CONTEXTTEXT: row(ContextText),
  CONTEXTSEEN: row(ContextsSeen),
  CONTEXTPROJECT: row(ContextProject),
  CONTEXTFORECAST: row(Forecast),
  GOALS: row(GoalsFile),
  // It knows of nothing that was brought up, and of no evening.
  COACH: row(CoachState, () => ({ broughtUp: {} })),
  CALENDAR: row(CalendarEvent),
  // The address is lost, so the events of this place would stay for ever as they are.
  SUBSCRIPTION: row(CalendarSubscription, () => ({ state: "ending" })),
  CALENDARFILES: row(CalendarFiles, () => ({ leftOut: {} })),
  DRAFT: row(Draft),
  SHEET: row(SheetCell),
  ARCHIVED: row(z.looseObject({})),
  METER: row(MeterRow),
  BREAKER: row(Breaker, () => ({
    state: "closed",
    failures: 0,
    successes: 0,
    until: 0,
    holdMs: 0,
    changedAt: 0,
  })),
};
