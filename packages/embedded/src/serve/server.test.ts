/** The wall on one machine: who comes in, by which names, and how `waldo serve` begins and ends. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { builtPage } from "@waldo/app/build";
import { keys, ROUTES } from "@waldo/contracts";
import type { DoorPorts } from "@waldo/core/door/handlers";
import { fixedModels } from "@waldo/core/door/own";
import { DAY_MS, MINUTE_MS } from "@waldo/core/time";
import { PATIENCE_MS } from "@waldo/testkit/patience";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { waldo } from "../../test/command.ts";
import { type TestWorld, testWorld, WAKE } from "../../test/world.ts";
import { approvalKey } from "../secret-file.ts";
import { servedPort } from "./served-port.ts";
import { type Server, startServer } from "./server.ts";

const CLI = fileURLToPath(new URL("../cli.ts", import.meta.url));
const root = mkdtempSync(join(tmpdir(), "waldo-serve-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const open: Server[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.stop();
});

const portsOf = (world: TestWorld): DoorPorts => ({
  ...world,
  approvalKey: new Uint8Array(32),
  startWake: async () => {},
  models: fixedModels(null),
  push: {},
});

async function house() {
  const world = await testWorld({ days: 0 });
  const server = await startServer({ ...portsOf(world), pageFolder: await builtPage() }, "me", 0, world.raw);
  open.push(server);
  return { world, server };
}

/** The cookies that a browser holds for this machine after it opened the links of these servers. */
async function cookiesOf(...servers: readonly Server[]): Promise<string> {
  const jar = new Map<string, string>();
  for (const server of servers) {
    const entered = await fetch(await server.link(), { redirect: "manual" });
    const [name = "", value = ""] = (entered.headers.get("set-cookie") ?? "").split(";")[0]?.split("=") ?? [];
    jar.set(name, value);
  }
  return [...jar].map((pair) => pair.join("=")).join("; ");
}

/** A browser: it keeps the cookie it was given, and follows no redirect. */
function browser(origin: string) {
  let cookie = "";
  return async (
    path: string,
    options: { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: string } = {},
  ) => {
    const headers = { ...(cookie === "" ? {} : { cookie }), ...options.headers };
    const answer = await fetch(new URL(path, origin), { ...options, headers, redirect: "manual" });
    cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? cookie;
    return answer;
  };
}

/** `fetch` sets the Host header itself. */
async function withHost(origin: string, host: string): Promise<number | undefined> {
  const sent = request(`${origin}/v1/health`, { headers: { host } }).end();
  const [answer] = await once(sent, "response");
  answer.resume();
  return answer.statusCode;
}

describe("the wall", () => {
  it("lets a browser in by the link, once, and keeps it in", async () => {
    const { server } = await house();
    const link = await server.link();
    const [mine, thief] = [browser(server.origin), browser(server.origin)];
    expect((await mine("/v1/me")).status).toBe(401);
    const entered = await mine(link);
    expect([entered.status, entered.headers.get("location")]).toEqual([303, "/"]);
    expect(entered.headers.get("set-cookie")).toMatch(/HttpOnly; SameSite=Strict/);
    expect((await mine("/v1/me")).status).toBe(200);
    expect((await thief(link)).status).toBe(403);
    expect((await thief("/v1/me")).status).toBe(401);
    const token = entered.headers.get("set-cookie")?.split(";")[0] ?? "";
    await mine("/leave", { method: "POST", headers: { origin: server.origin } });
    // The session itself has ended, not only the cookie.
    expect((await thief("/v1/me", { headers: { cookie: token } })).status).toBe(401);
  });

  it("closes a link after ten minutes and a session after ninety days", async () => {
    const { server, world } = await house();
    const late = await server.link();
    const mine = browser(server.origin);
    await mine(await server.link());
    world.clock.set(WAKE + 10 * MINUTE_MS);
    expect((await browser(server.origin)(late)).status).toBe(403);
    world.clock.set(WAKE + 90 * DAY_MS - 1);
    expect((await mine("/v1/me")).status).toBe(200);
    world.clock.set(WAKE + 90 * DAY_MS);
    expect((await mine("/v1/me")).status).toBe(401);
  });

  it("lets a phone post through a tunnel, under any name, by its key alone", async () => {
    const { server, world } = await house();
    const mine = browser(server.origin);
    await mine(await server.link());
    const made = await mine("/v1/wearables/apple/token", { method: "POST", body: "{}" });
    const { header, token } = ROUTES.appleToken.answer.parse(await made.json());
    const data = [{ date: "2026-10-30 05:00:00 +0000", qty: 900, source: "Apple Watch" }];
    const body = JSON.stringify({ data: { metrics: [{ name: "step_count", units: "count", data }] } });
    const posted = async (headers: Record<string, string>) => {
      const sent = request(`${server.origin}/v1/hooks/apple`, {
        method: "POST",
        headers: { host: "a.tunnel.test", ...headers },
      });
      sent.end(body);
      const [answer] = await once(sent, "response");
      answer.resume();
      return answer.statusCode;
    };
    expect([await posted({}), await posted({ [header]: token })]).toEqual([403, 200]);
    expect((await world.store.get(keys.sourceDay("me", "2026-10-30", "apple_watch")))?.body).toMatchObject({
      metrics: { steps: 900 },
    });
    await mine("/v1/wearables/apple/token", { method: "DELETE" });
    expect(await posted({ [header]: token })).toBe(403);
  });

  it("keeps a browser in at two servers of one machine", async () => {
    const servers = [(await house()).server, (await house()).server];
    const cookie = await cookiesOf(...servers);
    for (const { origin } of servers)
      expect((await fetch(`${origin}/v1/me`, { headers: { cookie } })).status).toBe(200);
  });

  it("does not spend a link on a request that only looks whether it is there", async () => {
    const { server } = await house();
    const link = await server.link();
    const looked = await fetch(link, { method: "HEAD", redirect: "manual" });
    expect([looked.status, looked.headers.get("set-cookie")]).toEqual([200, null]);
    expect((await browser(server.origin)(link)).status).toBe(303);
  });

  it("keeps no secret in the store", async () => {
    const { server, world } = await house();
    const link = await server.link();
    const entered = await browser(server.origin)(link);
    const token = /waldo-\d+=([^;]+)/.exec(entered.headers.get("set-cookie") ?? "")?.[1] ?? "none";
    const { rows } = await world.store.query({ table: "agent", pk: "USER#me" });
    for (const secret of [token, new URL(link).searchParams.get("code") ?? "none"])
      expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it("answers under its own names only, and to no page of another site", async () => {
    const { server } = await house();
    const { port } = new URL(server.origin);
    expect(await withHost(server.origin, `localhost:${port}`)).toBe(200);
    for (const host of [`evil.example:${port}`, "127.0.0.1", `127.0.0.1.evil.example:${port}`, "127.0.0.1:1"])
      expect([host, await withHost(server.origin, host)]).toEqual([host, 403]);
    const mine = browser(server.origin);
    await mine(await server.link());
    const tap = (headers: Record<string, string>) => mine("/v1/me/pause", { method: "PUT", headers });
    for (const headers of [{ origin: "http://evil.example" }, { origin: "null" }, { "sec-fetch-site": "cross-site" }])
      expect((await tap(headers)).status).toBe(403);
    expect((await tap({ origin: server.origin })).status).toBe(400);
  });

  it("serves a page that loads nothing from elsewhere and runs no script of its own text", async () => {
    const { server } = await house();
    const page = await fetch(server.origin);
    expect(page.headers.get("content-security-policy")).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(page.headers.get("content-encoding")).toBe("gzip");
    const plain = await fetch(server.origin, { headers: { "accept-encoding": "identity" } });
    expect([plain.headers.get("content-encoding"), plain.headers.get("vary")]).toEqual([null, "accept-encoding"]);
    const html = await page.text();
    for (const [, path] of html.matchAll(/(?:src|href)="([^"]+)"/g))
      expect([path, (await fetch(new URL(path ?? "", server.origin))).status]).toEqual([path, 200]);
    expect(html).not.toMatch(/<script>|style=|\son[a-z]+=/);
    const config = await fetch(new URL("/app.json", server.origin));
    expect(await config.json()).toEqual({ session: "cookie" });
  });

  it("answers a route that is none with an error of the contract", async () => {
    const { server } = await house();
    const answer = await fetch(`${server.origin}/v1/nowhere`);
    expect([answer.status, await answer.json()]).toMatchObject([404, { error: "NotFound" }]);
  });

  it("stops soon also while a browser holds a connection that it does not use", async () => {
    const { server } = await house();
    const unused = connect(Number(new URL(server.origin).port), "127.0.0.1");
    await once(unused, "connect");
    await server.stop();
    unused.destroy();
  });

  it("says what to do when the port is taken", async () => {
    const { server, world } = await house();
    const { port } = new URL(server.origin);
    await expect(startServer(portsOf(world), "me", Number(port), world.raw)).rejects.toThrow(/--port/);
  });
});

describe("the key of taps", () => {
  it("is made once, for its owner only, and two at the same time agree", () => {
    const home = mkdtempSync(join(root, "key-"));
    const [first, second] = [approvalKey(home), approvalKey(home)];
    expect(first).toHaveLength(32);
    expect(Buffer.from(first).equals(second)).toBe(true);
    expect(statSync(join(home, "approval.key")).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(home, "approval.key")).equals(first)).toBe(true);
  });

  it("that is not whole is refused instead of used", () => {
    const home = mkdtempSync(join(root, "key-"));
    writeFileSync(join(home, "approval.key"), "short");
    expect(() => approvalKey(home)).toThrow(/approval\.key/);
    chmodSync(home, 0o700);
  });
});

describe("waldo serve", () => {
  it("opens the door, answers beside waldo say and waldo link, and ends cleanly", async () => {
    const home = join(root, "home");
    const args = ["--disable-warning=ExperimentalWarning", CLI, "serve", "--json", "--port", "0", "--home", home];
    const child = spawn(process.execPath, args);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const started = JSON.parse(String((await lines.next()).value));
    const { origin } = started;
    const mine = browser(origin);
    await mine(started.link);
    expect(await (await mine("/v1/me")).json()).toMatchObject({ userId: "me", wakeTime: "07:00" });
    // A page that listens hears of what waldo say does in a process of its own.
    let told = "";
    const stream = (await mine("/v1/events")).body?.pipeThrough(new TextDecoderStream());
    const listening = (async () => {
      for await (const text of stream ?? []) told += text;
    })();
    await vi.waitFor(() => expect(told).toContain(`"kind":"all"`), PATIENCE_MS);
    told = "";
    const said = await waldo("say", "remind", "me", "tomorrow", "at", "9", "to", "call", "mum", "--home", home);
    expect(said.stdout).toMatch(/call mum/);
    await vi.waitFor(() => expect(told).toContain(`"kind":"all"`), PATIENCE_MS);
    expect(await (await mine("/v1/messages")).json()).toMatchObject({ items: [{ from: "waldo" }, { from: "owner" }] });
    // The home knows the port while it is served.
    const again = await waldo("link", "--home", home);
    expect((await browser(origin)(again.stdout.trim())).status).toBe(303);
    child.kill("SIGINT");
    const [code] = await once(child, "exit");
    expect(code).toBe(0);
    await listening;
    expect(existsSync(join(home, "serve.json"))).toBe(false);
    // A process that was killed leaves its note behind.
    const port = Number(new URL(origin).port);
    writeFileSync(join(home, "serve.json"), JSON.stringify({ port, pid: process.pid }));
    expect(servedPort(home)).toBe(port);
    writeFileSync(join(home, "serve.json"), JSON.stringify({ port, pid: child.pid }));
    expect(servedPort(home)).toBeUndefined();
    const gone = await waldo("link", "--port", new URL(origin).port, "--home", home);
    expect([gone.status, gone.stderr]).toEqual([1, expect.stringContaining("waldo link --port 9000")]);
  });

  it("refuses a port that is none", async () => {
    for (const port of ["-1", "70000", "http"])
      expect((await waldo("serve", "--port", port, "--home", join(root, "none"))).status).toBe(2);
  });
});
