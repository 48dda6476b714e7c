/** Exports of wearables that a person sends, and how far each is. */
import * as z from "zod";
import { TakenExport } from "./health.ts";
import { EpochMs, TimeZone } from "./ids.ts";
import { PlainText } from "./plain-text.ts";

/** The largest export that is taken: what the largest zip may unpack to. A file may come unpacked. */
export const EXPORT_BYTES = 16 * 1024 ** 3;

/** A file on its way. A Blob is one. */
export type Upload = Pick<Blob, "size" | "stream">;
export const Upload = z.custom<Upload>();

/** What a client says of a file before it sends it. */
export const ImportWanted = z.strictObject({
  name: PlainText.min(1).max(200),
  bytes: z.number().int().nonnegative(),
  /** The CRC-32 of the file. What arrives must have it. */
  crc32: z.string().regex(/^[0-9a-f]{8}$/, "expected eight hexadecimal digits"),
  /**
   * The time zone of the client. It is used for a file that names no time zone, when no device has named one before.
   */
  timeZone: TimeZone,
  /** For a daily CSV of another device: which column is what, and which rows are the person's. */
  map: z.string().max(2000).optional(),
  where: z.string().max(400).optional(),
});
export type ImportWanted = z.infer<typeof ImportWanted>;

export const ImportView = z.strictObject({
  id: z.string(),
  /** `receiving`: the file is awaited. `refused`: `why` says what to do before it is sent again. */
  state: z.enum(["receiving", "reading", "done", "refused"]),
  /**
   * How much of the file has arrived. When the file does not pass through the server, the server knows this only once
   * the file is whole.
   */
  bytes: z.number().int(),
  /** How much of the current state is done. */
  percent: z.number().int().min(0).max(100),
  /** Set when the import is done. */
  taken: TakenExport.omit({ where: true })
    .extend({
      /** The same file was taken in before, and changed nothing. */
      isKnown: z.boolean(),
    })
    .optional(),
  /** Set when the import was refused: what was wrong, and what to do. */
  why: z.string().optional(),
});
export type ImportView = z.infer<typeof ImportView>;

/** Where a file goes: one request with this method and these headers, and the file as its body. */
export const UploadAddress = z.strictObject({
  /** A whole address, or a path of this server. The address works for a few minutes. */
  url: z.string(),
  method: z.literal("PUT"),
  headers: z.record(z.string(), z.string()),
});
export type UploadAddress = z.infer<typeof UploadAddress>;

/** `upload` is there while the file is awaited. */
export const ImportBegun = ImportView.extend({ upload: UploadAddress.optional() });
export type ImportBegun = z.infer<typeof ImportBegun>;

/** The import that a person began last. */
export const ImportJob = ImportWanted.extend({
  ...ImportView.pick({ id: true, state: true, percent: true, taken: true, why: true }).shape,
  /** Until when the process that reads is believed to live. */
  until: EpochMs.optional(),
  /** A process was asked to read it, and no process has begun. */
  isAsked: z.literal(true).optional(),
});
export type ImportJob = z.infer<typeof ImportJob>;
