/**
 * Hostile and broken requests to a real `waldo serve` on loopback, by a seed. Each answer is what was asked for or a
 * typed error, never a 5xx and never a word of another person. The other person's rows stay as they were. So do the
 * person's own where nothing may come in: a foreign host, a foreign page, no session, a forged one.
 */
import { createHash } from "node:crypto";
import { Agent, request } from "node:http";
import { API_ROOT, DOOR_ERRORS, DoorError, keys, ROUTES, type Route } from "@waldo/contracts";
import { fixedModels } from "@waldo/core/door/own";
import { PERSON } from "@waldo/testkit/synthetic-person";
import fc from "fast-check";
import { expect, it } from "vitest";
import { startServer } from "../src/serve/server.ts";
import { testWorld } from "./world.ts";

const REQUESTS = 1_500;
const IN_FLIGHT = 16;

/** A word that only rows of the other person hold. */
const SECRET = "xylophone-of-another";
const TASK = "task-of-another";

/** How a request comes in. Only `signed in` may change the person's own rows. */
const WAYS = ["foreign host", "foreign page", "no session", "forged session", "signed in"] as const;

const odd = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.constantFrom(TASK, "run-of-another", "other", "..", "../../v1/me", "%00", "%", "🦊", "null", "-1", "1e999"),
  fc.constantFrom("9".repeat(400), "USER#other", "__proto__", "0123456789ab", "<script>", "'; --", "p-1.1.a.b"),
);
/** Members that a route would take, but for an odd value in one place. */
const likely = fc.dictionary(
  fc.constantFrom(
    ...["text", "title", "data", "due", "status", "timeZone", "wakeTime", "sleepTime", "autonomy", "paused", "days"],
    ...["settled", "what", "model", "keyEnv", "kind", "name", "subscription", "token", "platform", "userId"],
  ),
  fc.oneof(odd, fc.integer(), fc.boolean(), fc.constant(null)),
  { maxKeys: 4 },
);
const bodyOf = fc.oneof(
  { weight: 4, arbitrary: fc.json() },
  { weight: 2, arbitrary: odd },
  { weight: 2, arbitrary: likely.map((made) => JSON.stringify(made)) },
  { weight: 1, arbitrary: fc.constantFrom("{", "[".repeat(20_000), `"${"x".repeat(40_000)}"`, "", "\u0000", "nul") },
);
const methodAndPath = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...Object.values<Route>(ROUTES).map(({ method, path }) => [method, path])) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "TRACE"), odd),
  },
);
const attack = fc
  .tuple(fc.constantFrom(...WAYS), methodAndPath, odd, bodyOf, odd, fc.boolean())
  .map(([way, [method = "GET", path = "/"], part, body, key, asks]) => ({
    ...{ way, method, body },
    path: sendable(
      `${API_ROOT}${path.startsWith("/") ? "" : "/"}${path.replaceAll(/\{\w+\}/g, encoded(part))}`,
      asks ? `?limit=${encoded(part)}&from=${encoded(key)}` : "",
    ),
    key: key.length % 2 === 0 ? key.replaceAll(/[^ -~]/g, "") : `message-${key.length}`,
  }));
type Attack = typeof attack extends fc.Arbitrary<infer T> ? T : never;

/** Most odd parts are sent as a client would, and some as they are. */
function encoded(part: string): string {
  return part.length % 5 === 0 ? part.replaceAll(/[?#]/g, "") : encodeURIComponent(part.toWellFormed());
}

/** The address as Node sends it. It refuses everything that is no visible ASCII. */
function sendable(path: string, query: string): string {
  return `${path}${query}`.replaceAll(/[^!-~]/g, "");
}

async function attacked() {
  const world = await testWorld({ days: 0 });
  const task = { title: SECRET, status: "open", createdAt: 1, updatedAt: 1, origin: "user", taskId: TASK };
  await world.store.transact([
    { op: "put", key: keys.profile("other"), body: { ...PERSON, userId: "other", name: SECRET } },
    { op: "put", key: keys.task("other", TASK), body: task },
  ]);
  const ports = { ...world, approvalKey: new Uint8Array(32), startWake: async () => {}, push: {} };
  const server = await startServer({ ...ports, models: fixedModels(null) }, "me", 0, world.raw);
  const entered = await fetch(await server.link(), { redirect: "manual" });
  const cookie = entered.headers.get("set-cookie")?.split(";")[0] ?? "";
  const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT });
  const { port } = new URL(server.origin);

  /** Returns what is wrong with the answer to one request. */
  async function faultsOf(one: Attack): Promise<string[]> {
    const { way, method, path, key } = one;
    const forged = `${cookie.split("=")[0]}=${key.replaceAll(/[;,]/g, "")}`;
    const { status, text } = await answerTo(one, {
      ...{ "content-type": "application/json", "idempotency-key": key, "x-device-timezone": key },
      host: way === "foreign host" ? `rebound.example.com:${port}` : `127.0.0.1:${port}`,
      ...(way === "foreign page" ? { origin: "https://example.com", "sec-fetch-site": "cross-site" } : {}),
      ...(way === "no session" ? {} : { cookie: way === "forged session" ? forged : cookie }),
    });
    // The page itself is for everyone: it holds nothing. `/v1/..` leads to it.
    const { pathname } = URL.parse(path, server.origin) ?? { pathname: "" };
    const isPublic = !pathname.startsWith(API_ROOT) || pathname === `${API_ROOT}${ROUTES.health.path}`;
    const isForeign = way === "foreign host" || way === "foreign page";
    const wrong = [
      status >= 500 && "a 5xx",
      text.includes(SECRET) && "words of another person",
      way !== "signed in" && status < 400 && (isForeign || !isPublic) && "let in",
      // An answer to HEAD has no body, and Node itself refuses what is no HTTP.
      status >= 400 && text !== "" && !isTyped(status, text) && "no typed error",
    ];
    return wrong.filter((what) => what !== false).map((what) => `${what}: ${way}, ${method} ${path} → ${status}`);
  }

  function answerTo({ method, path, body }: Attack, headers: Record<string, string>) {
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

  return {
    async all(attacks: readonly Attack[]): Promise<string[]> {
      const left = attacks.values();
      const found: string[] = [];
      const worker = async () => {
        for (const one of left) found.push(...(await faultsOf(one)));
      };
      await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
      return found;
    },
    /** A digest of all rows of a person, but for the counts of requests and of sign-ins. */
    async rowsOf(pk: string): Promise<string> {
      const hash = createHash("sha256");
      for (let cursor: string | undefined; ; ) {
        const page = await world.store.query({ table: "agent", pk, prefix: "", ...(cursor ? { cursor } : {}) });
        for (const { key, body } of page.rows)
          if (!/^(DOOR|SESSION)#/.test(key.sk)) hash.update(JSON.stringify([key.sk, body]));
        if (page.cursor === undefined) return hash.digest("hex");
        cursor = page.cursor;
      }
    },
    async close(): Promise<void> {
      agent.destroy();
      await server.stop();
    },
  };
}

function isTyped(status: number, text: string): boolean {
  try {
    return DOOR_ERRORS[DoorError.parse(JSON.parse(text)).error] === status;
  } catch {
    return false;
  }
}

it("hostile requests get typed errors, learn nothing of another person and change nobody else's rows", async () => {
  const { all, rowsOf, close } = await attacked();
  try {
    const attacks = fc.sample(attack, { seed: 1, numRuns: REQUESTS });
    const [others, own] = [await rowsOf("USER#other"), await rowsOf("USER#me")];
    expect(await all(attacks.filter(({ way }) => way !== "signed in"))).toEqual([]);
    expect(await rowsOf("USER#me"), "a request that may not come in changed a row").toBe(own);
    expect(await all(attacks.filter(({ way }) => way === "signed in"))).toEqual([]);
    expect(await rowsOf("USER#other"), "a row of the other person changed").toBe(others);
  } finally {
    await close();
  }
}, 60_000);
