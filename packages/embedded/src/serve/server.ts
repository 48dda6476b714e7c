/**
 * The wall and the door on one machine. The server listens on 127.0.0.1 alone. A request must name this machine as its
 * host, so that no page of another site reaches it under a name of its own; a changing request must come from our own
 * page; and a person's route needs the cookie of a session. Hooks of vendors alone come in by another way (hooks.ts).
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
 * With `hooks`, the server also answers the links of exports and the receipts of erasures; with `pageFolder`, it shows the
 * page that was built there.
 */
export type ServedPorts = DoorPorts & {
  readonly hooks?: PrivacyHooks;
  readonly pageFolder?: string;
  /** Whether a language model sums up what agents save. */
  readonly summarises?: boolean;
};

const HOST = "127.0.0.1";

export type Server = {
  /** Where it listens: `http://127.0.0.1:PORT`. */
  readonly origin: string;
  /** Returns a link that opens the door once, within ten minutes. */
  link(): Promise<string>;
  /** Takes no further request. Resolves when those under way are answered, at the latest after two seconds. */
  stop(): Promise<void>;
};

/**
 * Listens. `changes` is the store below the ports, which tells what is written. Throws `InvalidInput` when the port is taken
 * or not allowed.
 */
export async function startServer(ports: ServedPorts, userId: UserId, port: number, changes: Changes): Promise<Server> {
  let origin = "";
  const events = eventStreams(changes, userId);
  // A browser sends the cookies of this machine to every port of it, and another port may serve another home.
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
    // A program that checks whether a link is alive sends HEAD. A HEAD request must not spend the code.
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
    // Nobody reads the body of such an answer, so nothing would ever end its stream.
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
      // An open stream is an answer that is never over.
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
 * Under "no-referrer" a browser sends a form of the page with `Origin: null`, as a page of another site can, and the
 * refusal below takes it for one. There is no certificate for 127.0.0.1, so nothing asks for TLS.
 */
const HEADERS = { referrerPolicy: "same-origin", strictTransportSecurity: false } as const;

/** Returns why a request may not come in, or undefined when it may. */
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
