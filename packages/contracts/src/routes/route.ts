/** What a route is, and the parts that routes share. */
import * as z from "zod";
import type { DoorErrorName } from "../errors.ts";
import { EpochMs } from "../ids.ts";

export const IdempotencyKey = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/, "expected 8-64 letters, digits, - or _");

/** A body above this many bytes is refused before it is read. */
const SMALL_BODY = 32_768;
/** A sync may hold two months of days, and a calendar some years of events. */
export const LARGE_BODY = 4_000_000;
/** A name of a file is no longer on the file systems of today. */
export const MOST_FILE_NAME = 255;

export const instant = z.coerce.number().pipe(EpochMs);

export const nothing = z.strictObject({});
export const listOf = <T extends z.ZodType>(items: T) => z.strictObject({ items: z.array(items) });
/** A number of a query. */
export const upTo = (most: number, usual: number) => z.coerce.number().int().min(1).max(most).default(usual);
/** A part of a list. `next` asks for the part after it. */
export const pageOf = <T extends z.ZodType>(items: T) => listOf(items).extend({ next: z.string().optional() });

export type Route = {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** A part in braces is a parameter of `params`. */
  readonly path: `/${string}`;
  readonly summary: string;
  /**
   * `person`: the signed-in person, for their own data. `public`: everyone. `hook`: another service, which proves itself to
   * the function that answers it; the door does not.
   */
  readonly who: "person" | "public" | "hook";
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  readonly body: z.ZodType;
  /** `file`: the body is the file itself, whose length the request must tell. */
  readonly takes: "json" | "file";
  readonly status: 200 | 201 | 202;
  readonly answer: z.ZodType;
  /** The errors besides those that every route may answer, and besides `NotFound` for a name in its path. */
  readonly errors: readonly DoorErrorName[];
  /** `keyed`: the request must carry an idempotency key. Every other request may be sent twice without harm. */
  readonly keyed: boolean;
  readonly maxBytes: number;
  /** True when a request counts towards {@link DOOR_PER_DAY}. Reading never does. */
  readonly counted: boolean;
  /**
   * What the texts of a request are. `kept`: words of the person, which are weighed for danger before the handler acts.
   * `edited`: the same, but for the lines that `base` had before. `heard`: the handler takes them in as a message.
   * `none`: no words of the person, but data of a device, a file or a service, and why stands beside it.
   */
  readonly words: "kept" | "edited" | "heard" | "none";
  /**
   * Which function answers it on AWS: `ingest` writes raw health and the device's zone, `door` the person's own rows,
   * `calendar` reads calendars, `telegram` takes the updates of a bot, `connect` the clouds of wearables, `hook` the
   * notices of those clouds, `privacy` copies or erases everything, `imports` reads exports of wearables, `voice`
   * writes recordings down. `machine`: no function does, because files go to S3. On one machine one process does it
   * all, and asks Telegram itself.
   */
  readonly by:
    | "door"
    | "ingest"
    | "calendar"
    | "telegram"
    | "connect"
    | "hook"
    | "privacy"
    | "imports"
    | "voice"
    | "machine";
};

const USUAL = {
  who: "person",
  params: nothing,
  query: nothing,
  body: nothing,
  takes: "json",
  status: 200,
  errors: [],
  keyed: false,
  maxBytes: SMALL_BODY,
  counted: true,
  words: "kept",
  by: "door",
} as const;

export const route = <const R extends Partial<Route> & Pick<Route, "method" | "path" | "summary" | "answer">>(
  own: R,
): Omit<typeof USUAL, keyof R> & R => ({ ...USUAL, ...own });
