// Builds an HTTP application from the routes of contracts/routes.ts and their handlers. It runs under Node and under
// Lambda. The caller finds out who sends a request, by a session or a checked token. No other part of a request names a
// person.
//
// Every error answer is a {@link DoorError}. It says what happened and what to do, and holds no data of a person.
import {
  AGENT_CALLS_PER_DAY,
  API_ROOT,
  DOOR_ERRORS,
  DOOR_PER_DAY,
  DoorCount,
  type DoorErrorName,
  type HookName,
  IDEMPOTENCY_KEY,
  IdempotencyKey,
  type Key,
  keys,
  ROUTES,
  type Route,
  type RouteName,
  type Upload,
  type UserId,
} from "@waldo/contracts";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { etag } from "hono/etag";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type * as z from "zod";
import type { Log, Ports } from "../ports.ts";
import { refusalOf } from "../refusal.ts";
import { countToday } from "../store/cas.ts";
import { named } from "../store/row-names.ts";
import { DoorRefusal, type Handlers } from "./handlers.ts";

/**
 * Counts one changing request of a person before it is handled. A repeated request counts again. Refuses with `TooMany`
 * when the limit of the UTC day is reached.
 */
function countRequest(ports: Counted, userId: UserId): Promise<void> {
  return count(ports, (date) => keys.door(userId, date), DOOR_PER_DAY);
}

/**
 * Counts one changing call of an agent before it is handled. Refuses with `TooMany` when the limit of the UTC day is
 * reached. Requests of the person have their own count.
 */
export function countCall(ports: Counted, userId: UserId, agentId: string): Promise<void> {
  return count(ports, (date) => keys.door(userId, `${date}:${named(userId, agentId)}`), AGENT_CALLS_PER_DAY);
}

async function count(ports: Counted, keyOf: (date: string) => Key, most: number): Promise<void> {
  const seconds = await countToday(ports, keyOf, (row) => {
    const requests = (row ? DoorCount.parse(row).requests : 0) + 1;
    return requests > most ? undefined : { requests };
  });
  if (seconds !== undefined) throw new DoorRefusal("TooMany", "that is more than a day holds: go on tomorrow", seconds);
}

type RouteHandlers<P> = Partial<Handlers<Exclude<RouteName, HookName>, P>>;
/** The ports that every route needs, because its requests are counted. */
type Counted = Pick<Ports, "store" | "clock">;

export type ApplicationOptions<P extends Counted> = {
  /**
   * Returns the person who sent the request, as an earlier check found. Returns undefined for a request without a
   * sign-in.
   */
  readonly who: (request: Context) => UserId | undefined | Promise<UserId | undefined>;
  readonly ports: (userId: UserId) => P | Promise<P>;
  readonly log: Log;
  /**
   * Checks words of the person for danger before a request stores them. `name` is the same for the same request. If it
   * is absent, this process has no route that stores such words.
   */
  readonly weigh?: (ports: P, userId: UserId, texts: readonly string[], name: string) => Promise<void>;
  /** Selects the routes that this process answers. If it is absent, it answers all routes. */
  readonly only?: Route["by"];
};

/** Returns the application that answers with `handlers`. */
export function application<P extends Counted>(handlers: RouteHandlers<P>, options: ApplicationOptions<P>): Hono {
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    c.res.headers.set("cache-control", "no-store");
    c.res.headers.set("x-content-type-options", "nosniff");
  });
  app.use(etag({ weak: true }));
  // The table of handlers has the types of each route. A loop over their names loses these types.
  for (const [name, handle] of Object.entries(handlers) as [keyof Handlers, Answer][])
    if (options.only === undefined || ROUTES[name].by === options.only) addRoute(app, ROUTES[name], handle, options);
  // This is a route, because Hono ignores `notFound` in an application that is mounted inside another one.
  app.all("*", (c) => refused(c, new DoorRefusal("NotFound", "there is no such route")));
  app.onError((error, c) => {
    if (error instanceof DoorRefusal) return refused(c, error);
    const { body, retryAfter } = refusalOf(error, options.log);
    return c.json(body, DOOR_ERRORS[body.error], retryAfter === undefined ? {} : { "retry-after": String(retryAfter) });
  });
  return app;
}

type Answer = (call: object) => Promise<object>;

function addRoute<P extends Counted>(
  app: Hono,
  route: Route,
  handle: Answer,
  { who, ports, weigh }: ApplicationOptions<P>,
): void {
  const { method, path, keyed, takes, maxBytes, counted, status, answer } = route;
  const limit = bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw new DoorRefusal("TooLarge", `the body is larger than ${maxBytes} bytes`);
    },
  });
  app.on(method, `${API_ROOT}${path.replaceAll(/\{(\w+)\}/g, ":$1")}`, takes === "file" ? pass : limit, async (c) => {
    const userId = route.who === "public" ? undefined : await who(c);
    if (route.who === "person" && userId === undefined) throw new DoorRefusal("NotSignedIn", "sign in first");
    const { value, bytes } = takes === "file" ? file(c, maxBytes) : await json(c);
    const own = userId === undefined ? undefined : await ports(userId);
    const words = { body: read(route.body, value, "body"), query: read(route.query, c.req.query(), "query") };
    // Words are checked for danger first, even when the handler will refuse the request.
    const texts = own && weigh ? wordsIn(route, words) : [];
    if (own && weigh && texts.length > 0)
      await weigh(own, userId as UserId, texts, c.req.header(IDEMPOTENCY_KEY) ?? texts.join("\n"));
    const call = {
      ...words,
      params: validated(route.params, c.req.param()),
      key: keyed ? read(IdempotencyKey, c.req.header(IDEMPOTENCY_KEY), IDEMPOTENCY_KEY) : "",
    };
    const device = { zone: c.req.header("x-device-timezone") ?? "", bytes };
    if (own && method !== "GET" && counted) await countRequest(own, userId as UserId);
    const given = await handle({ ...call, device, ...(own ? { ports: own, userId } : {}) });
    return c.json(answer.parse(given) as object, status);
  });
}

/** Returns the person's own words in a request. Lines that the text already had before are left out. */
function wordsIn(
  { who, words }: Route,
  { body, query }: { readonly body: unknown; readonly query: unknown },
): string[] {
  if (who !== "person" || words === "heard" || words === "none") return [];
  if (words === "kept") return [...stringsIn(body), ...stringsIn(query)];
  const { text, base } = body as { readonly text: string; readonly base: string };
  const before = new Set(base.split("\n"));
  const fresh = text.split("\n").filter((line) => !before.has(line));
  return fresh.length === 0 ? [] : [fresh.join("\n")];
}

/** A single plain word is a name or a choice of the program, such as the purpose of a consent. */
const ONE_WORD = /^[\w.:/@+-]*$/;

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return ONE_WORD.test(value) ? [] : [value];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(stringsIn) : [];
}

/** Returns the names in a path. An impossible name is refused in the same way as an unknown one. */
function validated<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new DoorRefusal("NotFound", "there is nothing by this name");
  return parsed.data;
}

/** Returns a validated part of a request. Throws a refusal that names the wrong places. */
function read<T>(schema: z.ZodType<T>, value: unknown, part: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues.map((issue) => `${[part, ...issue.path.map(String)].join(".")}: ${inWords(issue)}`);
  throw new DoorRefusal("InvalidInput", where.slice(0, 5).join("; "));
}

/**
 * Describes a fault of a request in words. A person who types a text that is too long reads these words; all other
 * faults come from programs.
 */
function inWords(issue: z.core.$ZodIssue): string {
  const isLong = issue.code === "too_big" && issue.origin === "string";
  return isLong ? `the text is too long, it may have ${issue.maximum} characters` : issue.message;
}

/** A handler that does nothing. The usual limit would read a file without a length header into memory. */
const pass: MiddlewareHandler = (_, next) => next();

type Body = { readonly value: unknown; readonly bytes: number };

/** Returns the file in the body, unread. The server passes on no more bytes than the length header says. */
function file(c: Context, maxBytes: number): Body {
  const told = c.req.header("content-length") ?? "";
  if (!/^\d+$/.test(told)) throw new DoorRefusal("InvalidInput", "content-length must tell the length of the file");
  const size = Number(told);
  if (size > maxBytes) throw new DoorRefusal("TooLarge", `the file is larger than ${maxBytes} bytes`);
  const { body } = c.req.raw;
  const value: Upload = { size, stream: () => body ?? new Blob([]).stream() };
  return { value, bytes: size };
}

/**
 * Returns the body and its length. A body in chunks has no length header. A GET has no body, and a DELETE may have
 * none; that counts as an empty body.
 */
async function json(c: Context): Promise<Body> {
  if (c.req.method === "GET") return { value: {}, bytes: 0 };
  const mayLack = c.req.method === "DELETE";
  try {
    const text = await c.req.text();
    if (mayLack && text === "") return { value: {}, bytes: 0 };
    return { value: JSON.parse(text), bytes: Buffer.byteLength(text) };
  } catch {
    throw new DoorRefusal("InvalidInput", "the body is not JSON");
  }
}

function refused(c: Context, { error, message, retryAfter, conflict }: DoorRefusal) {
  const status: ContentfulStatusCode = DOOR_ERRORS[error satisfies DoorErrorName];
  const body = { error, message, ...(conflict === undefined ? {} : { conflict }) };
  return c.json(body, status, retryAfter === undefined ? {} : { "retry-after": String(retryAfter) });
}
