/**
 * Server-sent events: what an open page is told, whom, and that nothing stays when the page, the session or the server
 * goes.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { keys } from "@waldo/contracts";
import { fixedModels } from "@waldo/core/door/own";
import { noteByOwner } from "@waldo/core/memory/claims/inbox";
import { receiveMessage } from "@waldo/core/run/receive";
import { afterEach, describe, expect, it } from "vitest";
import { DATE, testWorld } from "../../test/world.ts";
import { openSqliteStore } from "../sqlite-store.ts";
import { type Changes, MOST_STREAMS } from "./events.ts";
import { startServer } from "./server.ts";

const ends: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function house(own?: Changes) {
  const world = await testWorld({ days: 0 });
  const choices = { models: fixedModels(null), push: {} };
  const ports = { ...world, approvalKey: new Uint8Array(32), startWake: async () => {}, ...choices };
  const server = await startServer(ports, "me", 0, own ?? world.raw);
  ends.push(server.stop);
  const enter = async () => {
    const entered = await fetch(await server.link(), { redirect: "manual" });
    return entered.headers.get("set-cookie")?.split(";")[0] ?? "";
  };
  const cookie = await enter();
  const ask = (headers: Record<string, string> = {}, as = cookie) => {
    const client = new AbortController();
    ends.push(() => client.abort());
    const answer = fetch(`${server.origin}/v1/events`, { headers: { cookie: as, ...headers }, signal: client.signal });
    return { answer, leave: () => client.abort() };
  };
  /** A page that listens: `next` gives one event after the other, and undefined at the end of the stream. */
  const listen = async (headers: Record<string, string> = {}, as = cookie) => {
    const { answer, leave } = ask(headers, as);
    const { status, body } = await answer;
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    const next = async (): Promise<{ kind: string; id: string; at: string | undefined } | undefined> => {
      for (;;) {
        const end = text.indexOf("\n\n");
        if (end >= 0) {
          const block = text.slice(0, end);
          text = text.slice(end + 2);
          const data = /^data: (.*)$/m.exec(block)?.[1];
          if (data !== undefined) return { ...JSON.parse(data), at: /^id: (.*)$/m.exec(block)?.[1] };
          continue;
        }
        const { done, value } = (await reader?.read().catch(() => ({ done: true, value: undefined }))) ?? {
          done: true,
          value: undefined,
        };
        if (done) return undefined;
        text += value;
      }
    };
    return { status, leave, next };
  };
  const say = async (text: string, messageId: string) => {
    await receiveMessage(world, "me", { messageId, text }, DATE);
    await world.machines.idle();
  };
  return { world, server, cookie, enter, ask, listen, say };
}

/** Reads until an event of this kind comes. */
async function until(next: () => Promise<{ kind: string; id: string } | undefined>, kind: string) {
  for (;;) {
    const event = await next();
    if (event === undefined || event.kind === kind) return event;
  }
}

describe("a page that listens", () => {
  it("is told to look at everything first, and then by ids where something changed", async () => {
    const { listen, say } = await house();
    const { next } = await listen();
    expect(await next()).toMatchObject({ kind: "all", id: "" });
    await say("a secret of mine", "m1");
    const told = [await next(), await next()];
    expect(told.map((event) => event?.kind).sort()).toEqual(["messages", "run"]);
    expect(told.find((event) => event?.kind === "messages")?.id).toBe(`day-${DATE}`);
    expect(told.find((event) => event?.kind === "run")?.id).toMatch(/^run-/);
    expect(JSON.stringify(told)).not.toContain("secret");
  });

  it("hears by its id of a claim that was learned, without its words", async () => {
    const { listen, world } = await house();
    const { next } = await listen();
    await next();
    const { patternId } = await noteByOwner(world, "me", { hall: "facts", claim: "Owns a red bicycle" });
    const event = await until(next, "memory");
    expect(event).toMatchObject({ kind: "memory", id: patternId });
    expect(JSON.stringify(event)).not.toContain("bicycle");
  });

  it("hears of no other person's rows, and of no row that no route shows", async () => {
    const { listen, world } = await house();
    const { next } = await listen();
    await next();
    const body = { from: "owner", kind: "message", at: 1, text: "x" };
    await world.store.transact([{ op: "put", key: keys.message("you", "day-2026-01-01", 1, "0-x"), body }]);
    await world.store.transact([{ op: "put", key: keys.last("me", "heard"), body: { at: 1 } }]);
    await world.store.transact([{ op: "put", key: keys.message("me", "day-2026-01-01", 1, "0-x"), body }]);
    expect(await next()).toMatchObject({ kind: "messages", id: "day-2026-01-01" });
  });

  it("hears of what another process commits", async () => {
    const folder = mkdtempSync(join(tmpdir(), "waldo-events-"));
    ends.push(() => rmSync(folder, { recursive: true, force: true }));
    const [mine, other] = [openSqliteStore(join(folder, "db")), openSqliteStore(join(folder, "db"))];
    ends.push(mine.close, other.close);
    const { listen } = await house(mine);
    const first = await listen();
    const { at = "" } = (await first.next()) ?? {};
    await other.transact([{ op: "put", key: keys.last("me", "heard"), body: { at: 1 } }]);
    expect(await first.next()).toMatchObject({ kind: "all" });
    first.leave();
    // What was done while no stream was open is told to the next stream.
    await sleep(50);
    await other.transact([{ op: "put", key: keys.last("me", "heard"), body: { at: 2 } }]);
    const second = await listen({ "last-event-id": at });
    expect(await second.next()).toMatchObject({ kind: "all" });
  });

  it("goes on where it was, or looks at everything when that is not known", async () => {
    const { listen, say } = await house();
    const first = await listen();
    const { at = "" } = (await first.next()) ?? {};
    first.leave();
    await say("one", "m1");
    const second = await listen({ "last-event-id": at });
    const event = await second.next();
    expect(["messages", "run"]).toContain(event?.kind);
    second.leave();
    for (const id of ["0-1", "nonsense", `${at.split("-")[0]}-9999`, `${at.split("-")[0]}-x`]) {
      // One after the other: a session holds few at once.
      const { next, leave } = await (await house()).listen({ "last-event-id": id });
      expect(await next()).toMatchObject({ kind: "all" });
      leave();
    }
  });
});

describe("a stream is refused", () => {
  it("to nobody, to a page of another site, and beyond some of one session, which then has room again", async () => {
    const { ask, listen, enter } = await house();
    expect((await ask({}, "").answer).status).toBe(401);
    expect((await ask({ origin: "http://evil.test" }).answer).status).toBe(403);
    const open = [];
    for (let i = 0; i < MOST_STREAMS; i++) open.push(await listen());
    for (const { next } of open) expect(await next()).toMatchObject({ kind: "all" });
    const refused = await ask().answer;
    expect([refused.status, await refused.json()]).toMatchObject([429, { error: "TooMany" }]);
    expect((await listen({}, await enter())).status).toBe(200);
    for (const { leave } of open) leave();
    // The server learns of it when the connections are closed.
    let status = 429;
    for (let i = 0; i < 100 && status === 429; i++) {
      await sleep(20);
      status = (await listen()).status;
    }
    expect(status).toBe(200);
  });
});

it("a request for the head alone opens no stream, so it takes no place of one", async () => {
  const { server, cookie, listen } = await house();
  for (let i = 0; i < MOST_STREAMS; i++) {
    const head = await fetch(`${server.origin}/v1/events`, { method: "HEAD", headers: { cookie } });
    expect(head.status).toBe(200);
  }
  expect((await listen()).status).toBe(200);
});

describe("a stream ends", () => {
  it("with its session, and no other one does", async () => {
    const { server, cookie, enter, listen } = await house();
    const other = await enter();
    const [mine, theirs] = [await listen(), await listen({}, other)];
    await mine.next();
    await theirs.next();
    await fetch(`${server.origin}/leave`, { method: "POST", headers: { cookie, origin: server.origin } });
    expect(await mine.next()).toBeUndefined();
    const late = Promise.race([theirs.next(), sleep(200, "open")]);
    expect(await late).toBe("open");
  });

  it("with the server, which does not wait for it", async () => {
    const { server, listen } = await house();
    const { next } = await listen();
    await next();
    await server.stop();
    expect(await next()).toBeUndefined();
  });

  it("and nothing looks at the file any more when the last one is gone", async () => {
    const real = openSqliteStore(":memory:");
    ends.push(real.close);
    let looks = 0;
    const othersVersion = () => {
      looks++;
      return real.othersVersion();
    };
    const { listen, say } = await house({ onCommit: real.onCommit, othersVersion });
    const { next, leave } = await listen();
    await until(next, "all");
    await sleep(1_200);
    expect(looks).toBeGreaterThan(2);
    leave();
    await sleep(200);
    const before = looks;
    await say("nobody listens", "m1");
    await sleep(1_200);
    expect(looks).toBe(before);
  });
});
