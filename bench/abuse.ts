/**
 * Sends hostile and broken requests to a real `waldo serve` on loopback, and checks each answer: a typed error or what
 * was asked for, never a 5xx, never a word of another person. In the end the other person's rows must be as they were,
 * and so must the person's own where nothing may come in: a foreign host, a foreign page, no session, a forged one. The
 * requests follow a seed.
 *
 *     npm run bench:abuse [-- --requests 100000] [--seed 1] [--json]
 */

import { createHash } from "node:crypto";
import { Agent, request } from "node:http";
import { parseArgs } from "node:util";
import { API_ROOT, DOOR_ERRORS, DoorError, keys, ROUTES, type Route } from "@waldo/contracts";
import { localDate } from "@waldo/core/time";
import { PERSON } from "@waldo/testkit/synthetic-person";
import fc from "fast-check";
import { ownServer } from "./own-server.ts";
import { printTable } from "./table.ts";

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "100000" },
    seed: { type: "string", default: "1" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log("Usage: npm run bench:abuse [-- --requests 100000] [--seed 1] [--json]");
  process.exit(0);
}
const wanted = Number(values.requests);
const IN_FLIGHT = 16;
const BATCH = 1_000;

/** A word that only rows of the other person hold. */
const SECRET = "xylophone-of-another";
const TASK = "task-of-another";

/** How a request comes in. Only `signed in` may change the person's own rows. */
const WAYS = ["foreign host", "foreign page", "no session", "forged session", "signed in"] as const;
type Way = (typeof WAYS)[number];

type Attack = {
  readonly way: Way;
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly key: string;
};

const odd = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.constantFrom(TASK, "run-of-another", "other", "..", "../../v1/me", "%00", "%", "🦊", "null", "-1", "1e999"),
  fc.constantFrom("9".repeat(400), "USER#other", "__proto__", "0123456789ab", "<script>", "'; --", "p-1.1.a.b"),
);
const bodyOf = fc.oneof(
  { weight: 4, arbitrary: fc.json() },
  { weight: 2, arbitrary: odd },
  { weight: 2, arbitrary: likely() },
  { weight: 1, arbitrary: fc.constantFrom("{", "[".repeat(20_000), `"${"x".repeat(40_000)}"`, "", "\u0000", "nul") },
);

/** Bodies that a route would take, but for an odd value in one place. */
function likely() {
  const value = fc.oneof(odd, fc.integer(), fc.boolean(), fc.constant(null));
  const member = fc.constantFrom(
    ...["text", "title", "data", "due", "status", "timeZone", "wakeTime", "sleepTime", "autonomy", "paused", "days"],
    ...["settled", "what", "model", "keyEnv", "kind", "name", "subscription", "token", "platform", "userId"],
  );
  return fc.dictionary(member, value, { maxKeys: 4 }).map((made) => JSON.stringify(made));
}

const methodAndPath = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...Object.values<Route>(ROUTES).map(({ method, path }) => [method, path])) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "TRACE"), odd),
  },
);

const attack: fc.Arbitrary<Attack> = fc
  .tuple(fc.constantFrom(...WAYS, "signed in" as const), methodAndPath, odd, bodyOf, odd, fc.boolean())
  .map(([way, [method = "GET", path = "/"], part, body, key, asks]) => ({
    ...{ way, method, body },
    path: sendable(
      `${API_ROOT}${path.startsWith("/") ? "" : "/"}${path.replaceAll(/\{\w+\}/g, encoded(part))}`,
      asks ? `?limit=${encoded(part)}&from=${encoded(key)}` : "",
    ),
    key: key.length % 2 === 0 ? key.replaceAll(/[^ -~]/g, "") : `message-${key.length}`,
  }));

/** Most odd parts are sent as a client would, and some as they are. */
function encoded(part: string): string {
  return part.length % 5 === 0 ? part.replaceAll(/[?#]/g, "") : encodeURIComponent(part.toWellFormed());
}

/** The address as Node sends it. It refuses everything that is no visible ASCII. */
function sendable(path: string, query: string): string {
  return `${path}${query}`.replaceAll(/[^!-~]/g, "");
}

const server = await ownServer();
const { store, cookie } = server;
const task = { title: SECRET, status: "open", createdAt: 1, updatedAt: 1, origin: "user" };
await store.transact([
  { op: "put", key: keys.profile("other"), body: { ...PERSON, userId: "other", name: SECRET } },
  { op: "put", key: keys.task("other", TASK), body: { ...task, taskId: TASK } },
]);
const { port } = new URL(server.origin);
const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT });

type Tally = { sent: number; refused: number; done: number };
const tallies = new Map<Way, Tally>(WAYS.map((way) => [way, { sent: 0, refused: 0, done: 0 }]));
const faults: string[] = [];

try {
  const others = () => rowsOf("USER#other");
  const before = await others();
  let sent = 0;
  for (let batch = 0; sent < wanted; batch++) {
    const attacks = fc.sample(attack, {
      seed: Number(values.seed) * 1_000_003 + batch,
      numRuns: Math.min(BATCH, wanted - sent),
    });
    const [outside, inside] = [
      attacks.filter(({ way }) => way !== "signed in"),
      attacks.filter(({ way }) => way === "signed in"),
    ];
    // The limit of a day would hide what lies behind it.
    await store.transact([{ op: "put", key: keys.door("me", localDate(Date.now(), "UTC")), body: { requests: 0 } }]);
    const own = await rowsOf("USER#me");
    await all(outside);
    if ((await rowsOf("USER#me")) !== own) faults.push(`batch ${batch}: a request that may not come in changed a row`);
    await all(inside);
    if ((await others()) !== before) faults.push(`batch ${batch}: a row of the other person changed`);
    sent += attacks.length;
    if (!values.json && process.stderr.isTTY) process.stderr.write(`\r${sent} of ${wanted} `);
  }
  await server.machines.idle();
  if ((await others()) !== before) faults.push("a row of the other person changed");
} finally {
  agent.destroy();
  await server.close();
}
report();

async function all(attacks: readonly Attack[]): Promise<void> {
  const left = attacks.values();
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      for (const one of left) await judge(one);
    }),
  );
}

async function judge(one: Attack): Promise<void> {
  const { way, method, path, body, key } = one;
  const headers: Record<string, string> = {
    ...{ "content-type": "application/json", "idempotency-key": key, "x-device-timezone": key },
    host: way === "foreign host" ? `rebound.example.com:${port}` : `127.0.0.1:${port}`,
    ...(way === "foreign page" ? { origin: "https://example.com", "sec-fetch-site": "cross-site" } : {}),
    ...(way === "no session"
      ? {}
      : { cookie: way === "forged session" ? `${cookie.split("=")[0]}=${key.replaceAll(/[;,]/g, "")}` : cookie }),
  };
  const tally = tallies.get(way);
  if (!tally) return;
  tally.sent++;
  const { status, text } = await answerTo(method, path, headers, body);
  const isRefused = status >= 400;
  tally[isRefused ? "refused" : "done"]++;
  const where = `${way}: ${method} ${path.slice(0, 80)} → ${status}`;
  if (status >= 500) faults.push(where);
  if (text.includes(SECRET)) faults.push(`${where}: words of another person`);
  // The page itself is for everyone: it holds nothing. `/v1/..` leads to it.
  const { pathname } = URL.parse(path, server.origin) ?? { pathname: "" };
  const isPublic = !pathname.startsWith(API_ROOT) || pathname === `${API_ROOT}${ROUTES.health.path}`;
  const isForeign = way === "foreign host" || way === "foreign page";
  if (way !== "signed in" && !isRefused && (isForeign || !isPublic)) faults.push(`${where}: let in`);
  // An answer to HEAD has no body, and Node itself refuses what is no HTTP.
  if (isRefused && text !== "" && !isTyped(status, text)) faults.push(`${where}: ${text.slice(0, 80)}`);
}

function isTyped(status: number, text: string): boolean {
  try {
    const { error } = DoorError.parse(JSON.parse(text));
    return DOOR_ERRORS[error] === status;
  } catch {
    return false;
  }
}

function answerTo(method: string, path: string, headers: Record<string, string>, body: string) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const asking = request({ host: "127.0.0.1", port, method, path, headers, agent }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part) => {
        text += part;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
      answer.on("error", reject);
    });
    // The server may answer and hang up before it has read a body that is too large.
    asking.on("error", () => resolve({ status: 413, text: "" }));
    asking.end(method === "GET" || method === "HEAD" || method === "TRACE" ? undefined : body);
  });
}

/** A digest of all rows of a person, but for the counts of requests and of sign-ins. */
async function rowsOf(pk: string): Promise<string> {
  const hash = createHash("sha256");
  let cursor: string | undefined;
  do {
    const page = await store.query({
      table: "agent",
      pk,
      prefix: "",
      ...(cursor === undefined ? {} : { cursor }),
    });
    for (const { key, body } of page.rows)
      if (!/^(DOOR|SESSION)#/.test(key.sk)) hash.update(JSON.stringify([key.sk, body]));
    cursor = page.cursor;
  } while (cursor !== undefined);
  return hash.digest("hex");
}

function report(): void {
  const rows = WAYS.map((way) => ({ way, ...(tallies.get(way) ?? { sent: 0, refused: 0, done: 0 }) }));
  if (values.json)
    console.log(JSON.stringify({ requests: wanted, rows, faults: faults.length, first: faults.slice(0, 10) }, null, 2));
  else {
    printTable(
      ["came in as", "sent", "refused", "done"],
      rows.map(({ way, sent, refused, done }) => [way, ...[sent, refused, done].map(String)]),
    );
    console.log(`\n${wanted} requests, ${faults.length} faults`);
    for (const fault of faults.slice(0, 10)) console.log(`  ${fault}`);
  }
  if (faults.length > 0) process.exitCode = 1;
}
