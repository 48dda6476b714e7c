/** The same table for the health table. The functions that read only health carry no other schema. */
import * as z from "zod";
import { Ingested } from "./api.ts";
import { HookToken, Posted } from "./apple-posts.ts";
import { ConsentEntry, Consents } from "./consents.ts";
import { CrsResult, Habits, PILLARS, SourceDay, TakenExport, ZoneRow } from "./health.ts";
import { IntradaySample, Live, SampleBlock } from "./patrol.ts";
import { Erasure } from "./privacy.ts";
import type { RowSchema } from "./row-schemas.ts";
import { Authorising, Connection, Hooked, LinkedUser, PullDue, PulledDay, Replaced } from "./wearables.ts";

/** A version above every version that a score can have reached. */
const HIGH_VERSION = 5000;

/** The rows of the health table. */
export const HEALTH_ROWS: Readonly<Record<string, RowSchema>> = {
  DAY: { version: 1, schema: SourceDay },
  // An earlier release wrote one reading a row. Those are gone after two days.
  SAMPLE: { version: 2, schema: z.union([SampleBlock, IntradaySample]) },
  IMPORT: { version: 1, schema: TakenExport },
  ZONE: { version: 1, schema: ZoneRow },
  HABITS: { version: 1, schema: Habits },
  // A count that cannot be read begins again: what a person's body did is worth more than the limit.
  INGESTED: { version: 1, schema: Ingested, instead: () => ({ requests: 0, entries: 0, bytes: 0, posts: 0 }) },
  // A decision that cannot be read counts as not made.
  CONSENTS: { version: 1, schema: Consents, instead: () => ({}) },
  HOOKTOKEN: { version: 1, schema: HookToken },
  POSTED: { version: 1, schema: Posted, instead: () => ({ names: [], points: [], segments: [], nights: [] }) },
  CONSENTLOG: { version: 1, schema: ConsentEntry },
  LIVE: { version: 1, schema: Live },
  // A connection that cannot be read is one that the person makes again.
  CONNECTION: { version: 1, schema: Connection, instead: () => ({ state: "ended" }) },
  AUTHORISING: { version: 1, schema: Authorising },
  // A date that nothing is known of is read and written again.
  PULLED: { version: 1, schema: PulledDay },
  // A span that cannot be read is every date.
  REPLACED: { version: 1, schema: Replaced, instead: () => ({ from: "1970-01-01", to: "2999-12-31" }) },
  HOOK: { version: 1, schema: Hooked, instead: () => ({ at: 0 }) },
  LINKED: { version: 1, schema: LinkedUser },
  PULLDUE: { version: 1, schema: PullDue, instead: () => ({ at: 0 }) },
  GONE: { version: 1, schema: Erasure },
  CRSVERSION: { version: 1, schema: CrsResult },
  CRS: {
    version: 1,
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
  },
};
