// An HTTP application over routes of contracts/routes.ts, with what answers each. It runs under Node and under Lambda.
// The caller decides who asks, by a session or by a checked token; no part of a request names a person.
//
// Every answer of an error is a {@link DoorError}. It says what happened and what to do, and holds no data of a person.
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
 * Counts one changing request of a person before its work. A request that is sent again is counted again. Refuses with
 * `TooMany` when the day of UTC holds no more.
 */
function countRequest(ports: Counted, userId: UserId): Promise<void> {
  return count(ports, (date) => keys.door(userId, date), DOOR_PER_DAY);
}

/** Counts one changing call of an agent before its work, and refuses as above. A call of the person counts elsewhere. */
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
/** What every route needs: its requests are counted. */
type Counted = Pick<Ports, "store" | "clock">;

export type ApplicationOptions<P extends Counted> = {
  /**
   * Returns who the request is from, as the check in front of the door found. Returns undefined when the request
   * carries no sign-in.
   */
  readonly who: (request: Context) => UserId | undefined | Promise<UserId | undefined>;
  readonly ports: (userId: UserId) => P | Promise<P>;
  readonly log: Log;
  /**
   * Weighs words of a person that a request keeps somewhere. `name` is the same for the same request. Where it is
   * absent, this process answers no route with such words.
   */
  readonly weigh?: (ports: P, userId: UserId, texts: readonly string[], name: string) => Promise<void>;
  /** Which routes this process answers. Where it is absent, it answers all routes. */
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
  // The table of handlers has the types of each route. A loop over names cannot carry them, so they end here.
  for (const [name, handle] of Object.entries(handlers) as [keyof Handlers, Answer][])
    if (options.only === undefined || ROUTES[name].by === options.only) addRoute(app, ROUTES[name], handle, options);
  // A route and no `notFound`: inside another application only routes are asked.
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
    // Danger comes before everything, also before what the handler may refuse.
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

/** Returns the texts of a request that are words of the person: all of them, but for lines that were there before. */
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

/** One plain word is a name or a choice of the program, as the purpose of a consent. */
const ONE_WORD = /^[\w.:/@+-]*$/;

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return ONE_WORD.test(value) ? [] : [value];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(stringsIn) : [];
}

/** Returns the names in a path. A name that nothing can have is refused as one that nothing has. */
function validated<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new DoorRefusal("NotFound", "there is nothing by this name");
  return parsed.data;
}

/** Returns a part of a request. Throws a refusal with the places where it is wrong. */
function read<T>(schema: z.ZodType<T>, value: unknown, part: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues.map((issue) => `${[part, ...issue.path.map(String)].join(".")}: ${inWords(issue)}`);
  throw new DoorRefusal("InvalidInput", where.slice(0, 5).join("; "));
}

/**
 * Returns a fault of a request in words. A person who typed a text that is too long reads these words. Other faults are
 * those of a program.
 */
function inWords(issue: z.core.$ZodIssue): string {
  const isLong = issue.code === "too_big" && issue.origin === "string";
  return isLong ? `the text is too long, it may have ${issue.maximum} characters` : issue.message;
}

/** The limit of other bodies would read a file that comes without its length. */
const pass: MiddlewareHandler = (_, next) => next();

type Body = { readonly value: unknown; readonly bytes: number };

/** Returns the file that the body is. Nothing of it is read yet. Its server lets no more through than the length says. */
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
 * Returns the body and its length. A body that comes in chunks has no header that tells its length. A GET has none, and a
 * DELETE may have none: that is an empty one.
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
