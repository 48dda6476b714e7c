/** The rows of health data, and of the clouds of wearables. All are in the health table. */
import * as z from "zod";
import { Ingested } from "../api.ts";
import { POSTED_DAYS, Posted } from "../apple-posts.ts";
import { CrsResult, Habits, PILLARS, SourceDay, TakenExport } from "../health.ts";
import { ImportJob } from "../imports.ts";
import { digits, instant, row, text } from "../keys.ts";
import { UnwornNights } from "../own-day.ts";
import { IntradaySample, Live, SAMPLE_HOURS, SampleBlock } from "../patrol.ts";
import { Authorising, Connection, Hooked, LinkedUser, PullDue, PulledDay, Replaced } from "../wearables.ts";

/** A number above every version that a score can have. */
const HIGH_VERSION = 5000;

export const HEALTH_ROWS = {
  /** The values of one day. They are kept as long as the account. */
  sourceDay: row<[date: string, source: string]>("raw", "DAY", [text, text], {
    schema: SourceDay,
    keep: "kept",
    topic: "raw-days",
  }),
  /**
   * Readings of the last two days in blocks. The key holds the start of the twenty minutes and the digest of the
   * readings.
   */
  sample: row<[from: number, digest: string]>("raw", "SAMPLE", [instant, text], {
    schema: z.union([SampleBlock, IntradaySample]),
    // An earlier release wrote one reading per row. Such rows are gone after two days.
    version: 2,
    keep: "transient",
    // The row expires by itself. If the store does not expire rows, the sense step deletes them
    // (core/health/raw-sweep.ts).
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
  /** What was read for a date of a vendor's user. */
  pulled: row<[vendor: string, vendorUser: string, date: string]>("connect", "PULLED", [text, text, text], {
    // A date with an unreadable row is read and written again.
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
  /** The days of a source that were written by something other than its vendor's cloud. */
  replaced: row<[source: string]>("derived", "REPLACED", [text], {
    schema: Replaced,
    // An unreadable span counts as all dates.
    instead: () => ({ from: "1970-01-01", to: "2999-12-31" }),
    keep: "transient",
    topic: "raw-days",
    here: true,
  }),
  /** When a connected cloud must be read next. The wake uses it. */
  pullDue: row<[vendor: string]>("derived", "PULLDUE", [text], {
    schema: PullDue,
    instead: () => ({ at: 0 }),
    keep: "transient",
    open: "all",
    topic: "raw-days",
    here: true,
  }),
  /** The data that a phone posted in the last days. It is kept so that overlapping windows are counted once. */
  posted: row<[]>("raw", "POSTED", [], {
    schema: Posted,
    instead: () => ({ names: [], points: [], segments: [], nights: [] }),
    keep: "transient",
    // Old entries are removed from the row, and an empty row is deleted (core/health/raw-sweep.ts).
    stays: { days: POSTED_DAYS },
    topic: "raw-days",
    here: true,
  }),
  /** The habits that syncs have shown: when the person's day changes and when their nights arrive. */
  habits: row<[]>("derived", "HABITS", [], { schema: Habits, keep: "kept", topic: "body" }),
  /** The nights that the stored scores leave out. When they differ from what the person said, scores are computed again. */
  leftOut: row<[]>("derived", "LEFTOUT", [], {
    schema: UnwornNights,
    instead: () => ({ dates: [] }),
    keep: "transient",
    topic: "body",
    here: true,
  }),
  /** How much data a person's devices sent on a UTC day. */
  ingested: row<[date: string]>("derived", "INGESTED", [text], {
    schema: Ingested,
    // An unreadable count starts again at 0, because health data is more important than the limit.
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
    // The score is computed again at the next sync, because it differs from this stand-in.
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
    // If a connection cannot be read, the person must connect again.
    instead: () => ({ state: "ended" }),
    keep: "kept",
    open: ["state", "failures", "trouble", "readAt", "notBefore", "busyUntil"],
    secret: "the tokens of the wearables that you connected",
  }),
  /** Exists while the person is at the vendor's page. The key holds the digest of the state that comes back. */
  authorising: row<[digest: string]>("connect", "AUTHORISING", [text], {
    schema: Authorising,
    keep: "transient",
    secret: "your way to a wearable's vendor and back",
  }),
  linkedUser: row<[vendorUser: string]>("vendor", "LINKED", [text], {
    schema: LinkedUser,
    // The person can end the connection.
    keep: "transient",
    open: "all",
  }),
} as const;
