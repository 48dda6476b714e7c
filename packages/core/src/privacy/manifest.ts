/** What says of a zip that it is an export, and how a row stands in it. */
import * as z from "zod";

export const FORMAT = "waldo export";
export const FORMAT_VERSION = 1;
export const MANIFEST = "waldo-export.json";

/** `rows` counts the lines of each topic, `files` the objects of each root. */
export const Manifest = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(FORMAT_VERSION),
  userId: z.string(),
  exportedAt: z.number().int(),
  rows: z.record(z.string(), z.number().int()),
  files: z.record(z.string(), z.number().int()),
});
export type Manifest = z.infer<typeof Manifest>;

/** One line of a topic: a row, with the version of its schema. */
export const Line = z.strictObject({
  kind: z.string(),
  key: z.string(),
  schema: z.number().int(),
  body: z.record(z.string(), z.unknown()),
});
