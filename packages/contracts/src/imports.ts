/** Exports of wearables that a person sends, and their progress. */
import * as z from "zod";
import { TakenExport } from "./health.ts";
import { EpochMs, TimeZone } from "./ids.ts";
import { PlainText } from "./plain-text.ts";

/** The largest accepted export, which is the largest unpacked size of a zip, because a file may be sent unpacked. */
export const EXPORT_BYTES = 16 * 1024 ** 3;

/** A file that is being uploaded. A Blob has this type. */
export type Upload = Pick<Blob, "size" | "stream">;
export const Upload = z.custom<Upload>();

/** A client announces this about a file before it sends the file. */
export const ImportWanted = z.strictObject({
  name: PlainText.min(1).max(200),
  bytes: z.number().int().nonnegative(),
  /** The CRC-32 of the file. The received file is checked against it. */
  crc32: z.string().regex(/^[0-9a-f]{8}$/, "expected eight hexadecimal digits"),
  /** The time zone of the client. It is used when neither the file nor a device has named one. */
  timeZone: TimeZone,
  /** For a daily CSV of another device: the meaning of the columns, and the rows of the person. */
  map: z.string().max(2000).optional(),
  where: z.string().max(400).optional(),
});
export type ImportWanted = z.infer<typeof ImportWanted>;

export const ImportView = z.strictObject({
  id: z.string(),
  /** `receiving`: the file is expected. `refused`: `why` tells what to do before it is sent again. */
  state: z.enum(["receiving", "reading", "done", "refused"]),
  /**
   * How many bytes have arrived. If the file does not pass through the server, it only knows this when the file is
   * complete.
   */
  bytes: z.number().int(),
  /** The percentage of the present state that is done. */
  percent: z.number().int().min(0).max(100),
  /** Set when the import is done. */
  taken: TakenExport.omit({ where: true })
    .extend({
      /** True when the same file was imported before, so nothing changed. */
      isKnown: z.boolean(),
    })
    .optional(),
  /** Set when the import was refused: the reason, and what to do. */
  why: z.string().optional(),
});
export type ImportView = z.infer<typeof ImportView>;

/** Where the client sends a file: one request with this method and these headers, with the file as its body. */
export const UploadAddress = z.strictObject({
  /** A complete address, or a path on this server. It is valid for a few minutes. */
  url: z.string(),
  method: z.literal("PUT"),
  headers: z.record(z.string(), z.string()),
});
export type UploadAddress = z.infer<typeof UploadAddress>;

/** `upload` is set while the file is expected. */
export const ImportBegun = ImportView.extend({ upload: UploadAddress.optional() });
export type ImportBegun = z.infer<typeof ImportBegun>;

/** The last import that a person began. */
export const ImportJob = ImportWanted.extend({
  ...ImportView.pick({ id: true, state: true, percent: true, taken: true, why: true }).shape,
  /** Until this instant the process that reads the file counts as alive. */
  until: EpochMs.optional(),
  /** Set when a process was asked to read the file and none has begun. */
  isAsked: z.literal(true).optional(),
});
export type ImportJob = z.infer<typeof ImportJob>;
