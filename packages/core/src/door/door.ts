/**
 * The HTTP application of a person's agent: the routes of contracts/routes.ts, with what answers each. It runs under
 * Node and under Lambda. Who asks is decided outside, by a session or by a checked token; no part of a request names a
 * person.
 *
 * Every answer of an error is a {@link DoorError}. It says what happened and what to do, and holds no data of a person.
 */
import {
  API_ROOT,
  DOOR_ERRORS,
  type DoorErrorName,
  IDEMPOTENCY_KEY,
  IdempotencyKey,
  ROUTES,
  type Route,
  type UserId,
  WaldoError,
} from "@waldo/contracts";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { etag } from "hono/etag";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type * as z from "zod";
import type { Log } from "../ports.ts";
import { countRequest } from "./allowance.ts";
import { bodyHandlers } from "./body.ts";
import { deviceHandlers } from "./devices.ts";
import { type DoorPorts, DoorRefusal, type Handlers } from "./handlers.ts";
import { handoffHandlers } from "./handoffs.ts";
import { meHandlers } from "./me.ts";
import { modelHandlers } from "./model.ts";
import { ownHandlers } from "./own.ts";
import { talkHandlers } from "./talk.ts";
import { tapHandlers } from "./taps.ts";
import { telegramHandlers } from "./telegram.ts";
import { threadHandlers } from "./threads.ts";

const HANDLERS: Handlers = {
  health: async () => ({ ok: true }),
  ...meHandlers,
  ...bodyHandlers,
  ...talkHandlers,
  ...threadHandlers,
  ...tapHandlers,
  ...handoffHandlers,
  ...ownHandlers,
  ...telegramHandlers,
  ...modelHandlers,
  ...deviceHandlers,
};

export type DoorOptions = {
  /** Who the request is from, as the wall in front of the door has checked it. Undefined: it carries no sign-in. */
  readonly who: (request: Context) => UserId | undefined | Promise<UserId | undefined>;
  readonly ports: (userId: UserId) => DoorPorts | Promise<DoorPorts>;
  readonly log: Log;
  /** Which routes this process answers. Absent: all. */
  readonly only?: Route["by"];
};

/** Returns the application. */
export function door(options: DoorOptions): Hono {
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    c.res.headers.set("cache-control", "no-store");
    c.res.headers.set("x-content-type-options", "nosniff");
  });
  app.use(etag({ weak: true }));
  for (const name of Object.keys(HANDLERS) as (keyof Handlers)[])
    if (options.only === undefined || ROUTES[name].by === options.only) addRoute(app, name, options);
  // A route and no `notFound`: inside another application only routes are asked.
  app.all("*", (c) => refused(c, new DoorRefusal("NotFound", "there is no such route")));
  app.onError((error, c) => refused(c, refusalOf(error, options.log)));
  return app;
}

function addRoute(app: Hono, name: keyof Handlers, { who, ports }: DoorOptions): void {
  const route: Route = ROUTES[name];
  const { method, path, keyed, maxBytes, counted, status, answer } = route;
  const limit = bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw new DoorRefusal("TooLarge", `the body is larger than ${maxBytes} bytes`);
    },
  });
  app.on(method, `${API_ROOT}${path.replaceAll(/\{(\w+)\}/g, ":$1")}`, limit, async (c) => {
    const userId = route.who === "public" ? undefined : await who(c);
    if (route.who === "person" && userId === undefined) throw new DoorRefusal("NotSignedIn", "sign in first");
    const { value, bytes } = method === "GET" || method === "DELETE" ? { value: {}, bytes: 0 } : await json(c);
    const call = {
      params: read(route.params, c.req.param(), "path"),
      query: read(route.query, c.req.query(), "query"),
      body: read(route.body, value, "body"),
      key: keyed ? read(IdempotencyKey, c.req.header(IDEMPOTENCY_KEY), IDEMPOTENCY_KEY) : "",
    };
    const device = { zone: c.req.header("x-device-timezone") ?? "", bytes };
    const own = userId === undefined ? undefined : await ports(userId);
    if (own && method !== "GET" && counted) await countRequest(own, userId as UserId);
    // The table of handlers has the types of each route. A loop over names cannot carry them, so they end here.
    const handle = HANDLERS[name] as (call: object) => Promise<object>;
    const given = await handle({ ...call, device, ...(own ? { ports: own, userId } : {}) });
    return c.json(answer.parse(given) as object, status);
  });
}

/** Returns a part of a request. Throws a refusal with the places where it is wrong. */
function read<T>(schema: z.ZodType<T>, value: unknown, part: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues.map(({ path, message }) => `${[part, ...path.map(String)].join(".")}: ${message}`);
  throw new DoorRefusal("InvalidInput", where.slice(0, 5).join("; "));
}

/** Returns the body and its length. A body that comes in chunks has no header that tells its length. */
async function json(c: Context): Promise<{ readonly value: unknown; readonly bytes: number }> {
  try {
    const text = await c.req.text();
    return { value: JSON.parse(text), bytes: Buffer.byteLength(text) };
  } catch {
    throw new DoorRefusal("InvalidInput", "the body is not JSON");
  }
}

/** What an error of the work means to the one who asked. What is our own fault keeps its reason to the log. */
function refusalOf(error: Error, log: Log): DoorRefusal {
  if (error instanceof DoorRefusal) return error;
  if (error instanceof WaldoError && (error.name === "InvalidInput" || error.name === "ImportRefused"))
    return new DoorRefusal("InvalidInput", error.message);
  log("error", "door.failed", { error: error.name });
  return error instanceof WaldoError && error.next === "retry"
    ? new DoorRefusal("Unavailable", "the store is busy: ask again in a moment", 2)
    : new DoorRefusal("Unexpected", "something went wrong here; it is in the log");
}

function refused(c: Context, { error, message, retryAfter }: DoorRefusal) {
  const status: ContentfulStatusCode = DOOR_ERRORS[error satisfies DoorErrorName];
  return c.json({ error, message }, status, retryAfter === undefined ? {} : { "retry-after": String(retryAfter) });
}
