/** The same table for the health table. The functions that read only health carry no other schema. */
import * as z from "zod";
import { Ingested } from "./api.ts";
import { CrsResult, Habits, PILLARS, SourceDay, TakenExport, ZoneRow } from "./health.ts";
import { IntradaySample, Live, SampleBlock } from "./patrol.ts";
import type { RowSchema } from "./row-schemas.ts";

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
  INGESTED: { version: 1, schema: Ingested, instead: () => ({ requests: 0, entries: 0, bytes: 0 }) },
  LIVE: { version: 1, schema: Live },
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
