/** The type of a route, and parts that several routes use. */
import * as z from "zod";
import type { DoorErrorName } from "../errors.ts";
import { EpochMs } from "../ids.ts";

export const IdempotencyKey = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/, "expected 8-64 letters, digits, - or _");

/** A body above this many bytes is refused before it is read. */
const SMALL_BODY = 32_768;
/** A sync may hold two months of days, and a calendar some years of events. */
export const LARGE_BODY = 4_000_000;
/** Present file systems do not allow longer names. */
export const MOST_FILE_NAME = 255;

export const instant = z.coerce.number().pipe(EpochMs);

export const nothing = z.strictObject({});
export const listOf = <T extends z.ZodType>(items: T) => z.strictObject({ items: z.array(items) });
/** A number in a query. */
export const upTo = (most: number, usual: number) => z.coerce.number().int().min(1).max(most).default(usual);
/** A page of a list. `next` is the cursor of the next page. */
export const pageOf = <T extends z.ZodType>(items: T) => listOf(items).extend({ next: z.string().optional() });

export type Route = {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** A part in braces is a parameter of `params`. */
  readonly path: `/${string}`;
  readonly summary: string;
  /**
   * `person`: the signed-in person, for their own data. `public`: everyone. `hook`: another service. The function that
   * answers a hook checks the sender; the door does not.
   */
  readonly who: "person" | "public" | "hook";
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  readonly body: z.ZodType;
  /** `file`: the body is the file itself, and the request must give its length. */
  readonly takes: "json" | "file";
  readonly status: 200 | 201 | 202;
  readonly answer: z.ZodType;
  /** The errors in addition to those of every route, and to `NotFound` for a name in the path. */
  readonly errors: readonly DoorErrorName[];
  /** `keyed`: the request must carry an idempotency key. Every other request may be sent twice without harm. */
  readonly keyed: boolean;
  readonly maxBytes: number;
  /** True when a request counts towards {@link DOOR_PER_DAY}. A request that only reads never does. */
  readonly counted: boolean;
  /**
   * The kind of texts in a request. `kept`: words of the person, which are checked for danger before the handler acts.
   * `edited`: the same, without the lines that `base` already had. `heard`: the handler treats them as a message.
   * `none`: no words of the person, but data of a device, a file or a service; a comment gives the reason.
   */
  readonly words: "kept" | "edited" | "heard" | "none";
  /**
   * The function that answers the route on AWS: `ingest` writes raw health and the device's zone, `door` the person's
   * own rows, `calendar` reads calendars, `telegram` handles updates of a bot, `connect` the clouds of wearables,
   * `hook` their notices, `privacy` copies or erases everything, `imports` reads exports of wearables, `voice`
   * transcribes recordings, `readings` answers questions from the person's own raw health. `machine`: no function does,
   * because files go to S3. On a single machine one process does everything, and polls Telegram itself.
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
    | "readings"
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
