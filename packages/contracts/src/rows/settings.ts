/** The rows of a person's settings, consents, devices and sign-ins, and of what bots and vendors know about people. */
import * as z from "zod";
import { AGENT_CALL_DAYS, AgentCall, AgentClient } from "../agents.ts";
import { DoorCount, Profile, Session } from "../api.ts";
import { HookToken } from "../apple-posts.ts";
import { DEFAULT_HOURS, PUSH_BUDGET_PER_DAY } from "../budgets.ts";
import { ConsentEntry, Consents } from "../consents.ts";
import { Device } from "../devices.ts";
import { ZoneRow } from "../health.ts";
import { date, digits, hour, instant, row, text, userOf } from "../keys.ts";
import { Breaker, MeterRow } from "../meter.ts";
import { UnwornNights } from "../own-day.ts";
import { Erasure, ExportJob } from "../privacy.ts";
import { Rate } from "../safety.ts";
import { JetLag, Scheduled } from "../schedules.ts";
import { BotChat, BotPace, BotUpdate } from "../telegram.ts";
import { ReminderTimes } from "../watches.ts";

export const SETTINGS_ROWS = {
  profile: row<[]>("agent", "PROFILE", [], {
    schema: Profile,
    // Replaces a damaged profile. It lets Waldo answer a person only in the app: no action without asking, and no other
    // channel.
    instead: (key) => ({
      userId: userOf(key),
      timeZone: "UTC",
      ...DEFAULT_HOURS,
      autonomy: "L1",
      channels: {},
    }),
    keep: "kept",
    topic: "settings",
  }),
  channel: row<[channel: string]>("agent", "CHANNEL", [text], {
    schema: z.looseObject({ paused: z.boolean() }),
    instead: () => ({ paused: false }),
    keep: "kept",
    open: "all",
    topic: "settings",
  }),
  pushBudget: row<[date: string]>("agent", "PUSHBUDGET", [date], {
    schema: z.looseObject({ sent: z.number().int().nonnegative() }),
    // An unreadable count counts as used up.
    instead: () => ({ sent: PUSH_BUDGET_PER_DAY }),
    keep: "transient",
    stays: { days: 2 },
    open: "all",
    topic: "meter",
  }),
  /** The schedules in force, and since when. The time is stored because the person may have changed the time zone. */
  scheduled: row<[]>("agent", "SCHEDULED", [], { schema: Scheduled, keep: "kept", topic: "settings", here: true }),
  /** The instants at which the scheduler will wake the person's agent for a reminder. */
  reminderTimes: row<[]>("agent", "REMINDTIMES", [], {
    schema: ReminderTimes,
    keep: "kept",
    open: "all",
    topic: "settings",
    here: true,
  }),
  /** Until when the person's body clock is behind a change of time zone. */
  jetLag: row<[]>("agent", "JETLAG", [], { schema: JetLag, keep: "kept", topic: "settings" }),
  /** A call of such an agent. */
  agentCall: row<[at: number, name: string]>("agent", "AGENTCALL", [instant, text], {
    schema: AgentCall,
    keep: "transient",
    stays: { days: AGENT_CALL_DAYS },
    open: "all",
    topic: "meter",
  }),
  /** The changing requests of a person on a UTC day, or the calls of one agent: `date:agentId`. */
  door: row<[of: string]>("agent", "DOOR", [date], {
    schema: DoorCount,
    instead: () => ({ requests: 0 }),
    keep: "transient",
    stays: { days: 2 },
    open: "all",
    topic: "meter",
  }),
  /** The messages that a person sent in one clock hour. */
  rate: row<[hour: number]>("agent", "RATE", [hour], {
    schema: Rate,
    instead: () => ({ runs: [] }),
    keep: "transient",
    stays: { days: 2 },
    open: "all",
    topic: "meter",
  }),
  /**
   * What one run, wake, phase of a night or message has used. `of` is its name. All rows of one date belong to that
   * day.
   */
  meter: row<[date: string, of: string]>("agent", "METER", [date, text], {
    schema: MeterRow,
    keep: "transient",
    // These rows expire by themselves (core/meter/rows.ts). If the store does not expire rows, the sweep deletes them.
    stays: { days: 70 },
    open: "all",
    topic: "meter",
  }),
  /** The circuit breaker of a model tier. */
  breaker: row<[tier: string]>("agent", "BREAKER", [text], {
    schema: Breaker,
    instead: () => ({
      state: "closed",
      failures: 0,
      successes: 0,
      until: 0,
      holdMs: 0,
      changedAt: 0,
    }),
    keep: "kept",
    open: "all",
    topic: "meter",
  }),
  /** The time zone in which a person's days are counted, for roles that may not read the profile. */
  timeZone: row<[]>("derived", "ZONE", [], { schema: ZoneRow, keep: "kept", topic: "settings" }),
  /** The person's present consents. */
  consents: row<[]>("consent", "CONSENTS", [], {
    schema: Consents,
    // An unreadable decision counts as not made.
    instead: () => ({}),
    keep: "kept",
    open: "all",
    topic: "settings",
  }),
  consentLog: row<[at: number, purpose: string]>("consent", "CONSENTLOG", [instant, text], {
    schema: ConsentEntry,
    keep: "append-only",
    open: "all",
    topic: "settings",
  }),
  /**
   * The nights that the wearable did not record, as the person said. The code that computes scores reaches no agent row,
   * and the agent reaches no raw row. Both reach this one.
   */
  unworn: row<[]>("consent", "UNWORN", [], {
    schema: UnwornNights,
    instead: () => ({ dates: [] }),
    keep: "kept",
    topic: "body",
  }),
  /** A sign-in link, or a signed-in browser. The key holds the digest of its secret. */
  session: row<[digest: string]>("agent", "SESSION", [text], {
    schema: Session,
    keep: "transient",
    stays: { days: 1 },
    secret: "the digests of the links and browsers that sign in",
  }),
  /** The export that the person asked for last. */
  exportJob: row<[]>("agent", "EXPORT", [], { schema: ExportJob, keep: "transient", secret: "the link of an export" }),
  /** A browser or a phone that takes pushes. */
  device: row<[deviceId: string]>("agent", "DEVICE", [text], {
    schema: Device,
    // The person removes the device, or its push service reports that it no longer exists.
    keep: "transient",
    secret: "the addresses and keys by which your browsers and phones take pushes",
  }),
  /** The key of a phone that posts. It gives access to the entry of raw health, which ingest guards. */
  hookToken: row<[source: string]>("consent", "HOOKTOKEN", [text], {
    schema: HookToken,
    keep: "kept",
    open: "all",
    secret: "the key with which your phone posts",
  }),
  /** An agent of another maker that may call Waldo. */
  agentClient: row<[agentId: string]>("agent", "AGENTCLIENT", [text], {
    schema: AgentClient,
    keep: "kept",
    open: ["agentId", "rights", "createdAt", "lastAt", "revokedAt"],
    secret: "which agents may ask, with the digests of their keys",
  }),
  /** The person of a chat. It counts only if the person's profile agrees. */
  botChat: row<[chat: string]>("bot", "BOTCHAT", [text], { schema: BotChat, keep: "kept", open: "all" }),
  /** An update that was handled. */
  botUpdate: row<[updateId: number]>("bot", "BOTUPDATE", [digits(15)], {
    schema: BotUpdate,
    instead: () => ({ at: 0 }),
    keep: "transient",
    open: "all",
  }),
  /** When the next message may be sent, by the whole bot or to one chat. */
  botPace: row<[of: string]>("pace", "BOTPACE", [text], {
    schema: BotPace,
    instead: () => ({ next: 0 }),
    keep: "transient",
    open: "all",
  }),
  /** The tombstone of a person, and the receipt of their erasure. It holds no personal data. */
  gone: row<[]>("gone", "GONE", [], {
    schema: Erasure,
    // Without this row, leftover code or schedules could write for an erased person.
    keep: "kept",
    open: "all",
  }),
} as const;
