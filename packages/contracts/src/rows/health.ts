/** The rows of a body, and of the clouds that are read for them. All stand in the health table. */
import * as z from "zod";
import { Ingested } from "../api.ts";
import { POSTED_DAYS, Posted } from "../apple-posts.ts";
import { CrsResult, Habits, PILLARS, SourceDay, TakenExport } from "../health.ts";
import { ImportJob } from "../imports.ts";
import { digits, instant, row, text } from "../keys.ts";
import { IntradaySample, Live, SAMPLE_HOURS, SampleBlock } from "../patrol.ts";
import { Authorising, Connection, Hooked, LinkedUser, PullDue, PulledDay, Replaced } from "../wearables.ts";

/** A version above every version that a score can have reached. */
const HIGH_VERSION = 5000;

export const HEALTH_ROWS = {
  /** The values of one day, which stay as long as the account. */
  sourceDay: row<[date: string, source: string]>("raw", "DAY", [text, text], {
    schema: SourceDay,
    keep: "kept",
    topic: "raw-days",
  }),
  /** Readings of the last two days, packed: the start of their twenty minutes, and the digest of the readings. */
  sample: row<[from: number, digest: string]>("raw", "SAMPLE", [instant, text], {
    schema: z.union([SampleBlock, IntradaySample]),
    // An earlier release wrote one reading a row. Those are gone after two days.
    version: 2,
    keep: "transient",
    // The row expires by itself. What no store expired, the step that senses deletes (core/health/raw-sweep.ts).
    stays: { days: SAMPLE_HOURS / 24 },
    topic: "samples",
    here: true,
  }),
  imported: row<[digest: string]>("raw", "IMPORT", [text], { schema: TakenExport, keep: "kept", topic: "raw-days" }),
  /** The export that the person began to send last. */
  importJob: row<[]>("raw", "IMPORTING", [], {
    schema: ImportJob,
    keep: "transient",
    open: ["state", "bytes", "percent", "until"],
    topic: "raw-days",
    here: true,
  }),
  /** What was read of a date of a vendor's user. */
  pulled: row<[vendor: string, vendorUser: string, date: string]>("connect", "PULLED", [text, text, text], {
    // A date that nothing is known of is read and written again.
    schema: PulledDay,
    keep: "kept",
    topic: "raw-days",
    here: true,
  }),
  hooked: row<[vendor: string, digest: string]>("hooked", "HOOK", [text, text], {
    schema: Hooked,
    instead: () => ({ at: 0 }),
    keep: "transient",
    open: "all",
    topic: "raw-days",
    here: true,
  }),
  /** Which days of a source something else than its vendor's cloud has written. */
  replaced: row<[source: string]>("derived", "REPLACED", [text], {
    schema: Replaced,
    // A span that cannot be read is every date.
    instead: () => ({ from: "1970-01-01", to: "2999-12-31" }),
    keep: "transient",
    topic: "raw-days",
    here: true,
  }),
  /** When a connected cloud is to be read next, for the wake. */
  pullDue: row<[vendor: string]>("derived", "PULLDUE", [text], {
    schema: PullDue,
    instead: () => ({ at: 0 }),
    keep: "transient",
    open: "all",
    topic: "raw-days",
    here: true,
  }),
  /** What a phone posted in the last days, so that windows that overlap are counted once. */
  posted: row<[]>("raw", "POSTED", [], {
    schema: Posted,
    instead: () => ({ names: [], points: [], segments: [], nights: [] }),
    keep: "transient",
    // Entries that are too old leave the row, and the row is deleted when it is empty (core/health/raw-sweep.ts).
    stays: { days: POSTED_DAYS },
    topic: "raw-days",
    here: true,
  }),
  /** What syncs have shown about a person's times: when their day turns and when their nights arrive. */
  habits: row<[]>("derived", "HABITS", [], { schema: Habits, keep: "kept", topic: "body" }),
  /** How much was taken in on a day of UTC. */
  ingested: row<[date: string]>("derived", "INGESTED", [text], {
    schema: Ingested,
    // A count that cannot be read begins again: what a person's body did is worth more than the limit.
    instead: () => ({ requests: 0, entries: 0, bytes: 0, posts: 0 }),
    keep: "transient",
    open: "all",
    topic: "body",
    here: true,
  }),
  /** Form at the last patrol tick. The next tick overwrites it. */
  live: row<[]>("derived", "LIVE", [], { schema: Live, keep: "transient", topic: "body" }),
  crs: row<[date: string]>("derived", "CRS", [text], {
    schema: CrsResult,
    // The next sync computes the score again, because it differs from this one.
    instead: ({ sk }) => ({
      date: sk.split("#")[1] ?? "",
      version: HIGH_VERSION,
      status: "provisional",
      computedAt: 0,
      confidence: 0,
      pillars: {},
      missing: [...PILLARS],
      sources: [],
      reason: "the stored score could not be read",
    }),
    keep: "kept",
    open: ["date", "version", "status", "computedAt", "confidence"],
    topic: "scores",
  }),
  crsVersion: row<[date: string, version: number]>("derived", "CRSVERSION", [text, digits(4)], {
    schema: CrsResult,
    keep: "append-only",
    open: ["date", "version", "status", "computedAt", "confidence"],
    topic: "scores",
  }),
  /** A cloud that the person has connected. */
  connection: row<[vendor: string]>("connect", "CONNECTION", [text], {
    schema: Connection,
    // A connection that cannot be read is one that the person makes again.
    instead: () => ({ state: "ended" }),
    keep: "kept",
    open: ["state", "failures", "trouble", "readAt", "notBefore", "busyUntil"],
    secret: "the tokens of the wearables that you connected",
  }),
  /** The person is at the vendor's page. The key holds the digest of what comes back with them. */
  authorising: row<[digest: string]>("connect", "AUTHORISING", [text], {
    schema: Authorising,
    keep: "transient",
    secret: "your way to a wearable's vendor and back",
  }),
  linkedUser: row<[vendorUser: string]>("vendor", "LINKED", [text], {
    schema: LinkedUser,
    // The person takes the connection back.
    keep: "transient",
    open: "all",
  }),
} as const;
