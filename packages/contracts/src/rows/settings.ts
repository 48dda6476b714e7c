/**
 * The rows of who a person is, what they agree to and use, and how they come in; and what bots and vendors know of
 * people.
 */
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
import { Erasure, ExportJob } from "../privacy.ts";
import { Rate } from "../safety.ts";
import { JetLag, Scheduled } from "../schedules.ts";
import { BotChat, BotPace, BotUpdate } from "../telegram.ts";
import { ReminderTimes } from "../watches.ts";

export const SETTINGS_ROWS = {
  profile: row<[]>("agent", "PROFILE", [], {
    schema: Profile,
    // The least that lets a person be spoken to in the app: nothing is done for them, and no channel is known.
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
    // A count that cannot be read is a count that is spent.
    instead: () => ({ sent: PUSH_BUDGET_PER_DAY }),
    keep: "transient",
    stays: { days: 2 },
    open: "all",
    topic: "meter",
  }),
  /**
   * Which schedules are in force, and since when. The time matters because the person may have moved to another time
   * zone.
   */
  scheduled: row<[]>("agent", "SCHEDULED", [], { schema: Scheduled, keep: "kept", topic: "settings", here: true }),
  /** For which instants the scheduler was told to wake the person for a reminder. */
  reminderTimes: row<[]>("agent", "REMINDTIMES", [], {
    schema: ReminderTimes,
    keep: "kept",
    open: "all",
    topic: "settings",
    here: true,
  }),
  /** Until when the person's body clock stays behind a move to another time zone. */
  jetLag: row<[]>("agent", "JETLAG", [], { schema: JetLag, keep: "kept", topic: "settings" }),
  /** What such an agent asked. */
  agentCall: row<[at: number, name: string]>("agent", "AGENTCALL", [instant, text], {
    schema: AgentCall,
    keep: "transient",
    stays: { days: AGENT_CALL_DAYS },
    open: "all",
    topic: "meter",
  }),
  /** The changing requests of a person on a day of UTC, or those of one agent: `date:agentId`. */
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
   * What one run, wake, phase of a night or message has used; `of` names it. The rows of one date together are that
   * day.
   */
  meter: row<[date: string, of: string]>("agent", "METER", [date, text], {
    schema: MeterRow,
    keep: "transient",
    // These rows expire by themselves (core/meter/rows.ts). Where the store expires nothing, the sweep deletes them.
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
  /** What the person agrees to now. */
  consents: row<[]>("consent", "CONSENTS", [], {
    schema: Consents,
    // A decision that cannot be read counts as not made.
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
  /** A link that signs in, or a browser that is signed in. The key holds the digest of its secret. */
  session: row<[digest: string]>("agent", "SESSION", [text], {
    schema: Session,
    keep: "transient",
    stays: { days: 1 },
    secret: "the digests of the links and browsers that sign in",
  }),
  /** The export that was asked for last. */
  exportJob: row<[]>("agent", "EXPORT", [], { schema: ExportJob, keep: "transient", secret: "the link of an export" }),
  /** A browser or a phone that takes pushes. */
  device: row<[deviceId: string]>("agent", "DEVICE", [text], {
    schema: Device,
    // The person takes it back, or its push service says that it is gone.
    keep: "transient",
    secret: "the addresses and keys by which your browsers and phones take pushes",
  }),
  /** The key of a phone that posts. What it opens is the way in to raw health, which ingest guards. */
  hookToken: row<[source: string]>("consent", "HOOKTOKEN", [text], {
    schema: HookToken,
    keep: "kept",
    open: "all",
    secret: "the key with which your phone posts",
  }),
  /** An agent of another maker that may ask. */
  agentClient: row<[agentId: string]>("agent", "AGENTCLIENT", [text], {
    schema: AgentClient,
    keep: "kept",
    open: ["agentId", "rights", "createdAt", "lastAt", "revokedAt"],
    secret: "which agents may ask, with the digests of their keys",
  }),
  /** Which person a chat is for. The person's profile has the last word. */
  botChat: row<[chat: string]>("bot", "BOTCHAT", [text], { schema: BotChat, keep: "kept", open: "all" }),
  /** An update that was taken. */
  botUpdate: row<[updateId: number]>("bot", "BOTUPDATE", [digits(15)], {
    schema: BotUpdate,
    instead: () => ({ at: 0 }),
    keep: "transient",
    open: "all",
  }),
  /** When the next message may go out: of the whole bot, or to one chat. */
  botPace: row<[of: string]>("pace", "BOTPACE", [text], {
    schema: BotPace,
    instead: () => ({ next: 0 }),
    keep: "transient",
    open: "all",
  }),
  /** The tombstone of a person, and the receipt of their erasure. This row holds no personal data. */
  gone: row<[]>("gone", "GONE", [], {
    schema: Erasure,
    // Without this row, something left over could write for a person who was erased.
    keep: "kept",
    open: "all",
  }),
} as const;
