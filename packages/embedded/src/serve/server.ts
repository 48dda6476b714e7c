/**
 * The server of a single machine with its access checks. It listens on 127.0.0.1 only. A request must name this machine
 * as its host, so that a page of another site cannot use its own name for it. A changing request must come from Waldo's
 * own page. A person's route needs the cookie of a session. Only hooks of vendors are checked in another way
 * (hooks.ts).
 */

import { once } from "node:events";
import type { Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { contextRoutes } from "@waldo/contexts/routes";
import { API_ROOT, contentSecurityPolicy, type DoorError, type UserId, WaldoError } from "@waldo/contracts";
import { door } from "@waldo/core/door/door";
import type { DoorPorts } from "@waldo/core/door/handlers";
import { type PrivacyHooks, privacyHooks } from "@waldo/core/door/person";
import { type Context, Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { secureHeaders } from "hono/secure-headers";
import { afterwards } from "../agents/asking.ts";
import { servedMcp } from "../agents/served.ts";
import { stopOf } from "../stop-server.ts";
import { type Changes, eventStreams, MOST_STREAMS } from "./events.ts";
import { hooks } from "./hooks.ts";
import { page } from "./page.ts";
import { enter, isSignedIn, leave, newCode, SESSION_DAYS, sessionName } from "./session.ts";

/**
 * With `hooks`, the server also answers the links of exports and the receipts of erasures. With `pageFolder`, it serves
 * the page that was built there.
 */
export type ServedPorts = DoorPorts & {
  readonly hooks?: PrivacyHooks;
  readonly pageFolder?: string;
  /** True when a language model summarises what agents save. */
  readonly summarises?: boolean;
};

const HOST = "127.0.0.1";

export type Server = {
  /** The address of the server: `http://127.0.0.1:PORT`. */
  readonly origin: string;
  /** Returns a link that signs in once, within ten minutes. */
  link(): Promise<string>;
  /** Accepts no further request. Resolves when the running ones are answered, at the latest after two seconds. */
  stop(): Promise<void>;
};

/**
 * Starts the server. `changes` is the store below the ports, which reports its writes. Throws `InvalidInput` when the
 * port is taken or not allowed.
 */
export async function startServer(ports: ServedPorts, userId: UserId, port: number, changes: Changes): Promise<Server> {
  let origin = "";
  const events = eventStreams(changes, userId);
  // A browser sends the cookies of 127.0.0.1 to every port of it. Another port may serve another home, so the name of
  // the cookie contains the port.
  const cookie = () => `waldo-${new URL(origin).port}`;
  const app = new Hono();
  app.use(secureHeaders(HEADERS));
  app.route("/", hooks(ports));
  app.use(async (c, next) => {
    c.header("content-security-policy", contentSecurityPolicy());
    const refused = refusal(c, origin);
    return refused === undefined ? next() : c.json({ error: "Forbidden", message: refused }, 403);
  });
  app.get("/enter", async (c) => {
    // A program that checks a link sends HEAD. Such a request must not use up the code.
    if (c.req.method === "HEAD") return c.body(null);
    const token = await enter(ports, userId, c.req.query("code") ?? "");
    if (token === undefined) return c.text("This link was used or is too old. Run waldo link for a new one.\n", 403);
    setCookie(c, cookie(), token, { httpOnly: true, sameSite: "Strict", path: "/", maxAge: SESSION_DAYS * 86_400 });
    return c.redirect("/", 303);
  });
  app.post("/leave", async (c) => {
    const token = getCookie(c, cookie());
    if (token !== undefined) await leave(ports, userId, token);
    deleteCookie(c, cookie(), { path: "/" });
    return c.text("This browser is signed out. waldo link prints a new link.\n");
  });
  const who = async (c: Context) => {
    const token = getCookie(c, cookie());
    return token !== undefined && (await isSignedIn(ports, userId, token)) ? userId : undefined;
  };
  app.get(`${API_ROOT}/events`, async (c) => {
    const token = getCookie(c, cookie());
    const isOpen = async () => token !== undefined && (await isSignedIn(ports, userId, token));
    if (token === undefined || !(await isOpen()))
      return c.json({ error: "NotSignedIn", message: "sign in first" } satisfies DoorError, 401);
    // Nobody reads the body of a HEAD answer, so its stream would never end.
    if (c.req.method === "HEAD") return c.body(null, 200, { "content-type": "text/event-stream" });
    const stream = events.open(c, { name: sessionName(token), isOpen });
    const message = `this browser listens ${MOST_STREAMS} times already: ask by the routes`;
    return stream ?? c.json({ error: "TooMany", message } satisfies DoorError, 429);
  });
  const after = afterwards((error) => ports.log("warn", "mcp.uncounted", { error: nameOf(error) }));
  app.route("/", servedMcp(ports, userId, ports.summarises === true, after));
  if (ports.hooks) app.route("/", privacyHooks(ports.hooks));
  if (ports.pageFolder !== undefined) app.route("/", page(ports.pageFolder));
  app.route("/", door({ optIn: contextRoutes, who, ports: () => ports, log: ports.log }));

  // Without options for TLS it is a server of plain HTTP.
  const server = serve({ fetch: app.fetch, hostname: HOST, port }) as HttpServer;
  const stop = stopOf(server);
  try {
    await once(server, "listening");
  } catch (cause) {
    throw new WaldoError("InvalidInput", `port ${port} cannot be used here: choose another with --port`, { cause });
  }
  origin = `http://${HOST}:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    link: async () => linkTo(origin, await newCode(ports, userId)),
    stop() {
      // An open stream never ends by itself.
      events.stop();
      return stop().then(after.idle);
    },
  };
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : "unknown");

export function linkTo(origin: string, code: string): string {
  return `${origin}/enter?code=${code}`;
}

/**
 * With "no-referrer" a browser would send a form of the page with `Origin: null`, which the check below refuses,
 * because a page of another site can send it too. 127.0.0.1 has no certificate, so TLS is not required.
 */
const HEADERS = { referrerPolicy: "same-origin", strictTransportSecurity: false } as const;

/** Returns why a request is refused, or undefined when it is accepted. */
function refusal(c: Context, origin: string): string | undefined {
  const { port } = new URL(origin);
  if (![`${HOST}:${port}`, `localhost:${port}`].includes(c.req.header("host") ?? ""))
    return "this server answers under 127.0.0.1 and localhost only";
  const from = c.req.header("origin");
  const own = [`http://${HOST}:${port}`, `http://localhost:${port}`];
  if (from !== undefined && !own.includes(from)) return "this request comes from a page of another site";
  const site = c.req.header("sec-fetch-site");
  if (c.req.method !== "GET" && site !== undefined && site !== "same-origin" && site !== "none")
    return "this request comes from a page of another site";
  return undefined;
}
