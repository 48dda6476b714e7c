/** Conversations over the door: what a list shows, and that a deleted one is read nowhere until it is brought back. */
import { contextRoutes } from "@waldo/contexts/routes";
import { keys, RESTORE_DAYS, type ThreadView } from "@waldo/contracts";
import { dyingPorts } from "@waldo/testkit/faults";
import { scriptedModel } from "@waldo/testkit/scripted-model";
import { describe, expect, it } from "vitest";
import { DATE, testWorld, WAKE } from "../../../embedded/test/world.ts";
import { threadBefore } from "../agent/thread.ts";
import { unconsolidated } from "../memory/diary/consolidate.ts";
import { sweep } from "../memory/retention/sweep.ts";
import { buildIndex } from "../memory/search/index-files.ts";
import { retrieve } from "../memory/search/recall.ts";
import type { Ports } from "../ports.ts";
import { receiveMessage } from "../run/receive.ts";
import { DAY_MS, MINUTE_MS } from "../time.ts";
import { messagesOf } from "../tools/threads.ts";
import { door } from "./door.ts";
import { fixedModels } from "./own.ts";

const DAY = `day-${DATE}`;

async function house() {
  const world = await testWorld({
    model: scriptedModel(Array.from({ length: 9 }, () => ({ text: "The blue kitchen it is." }))),
  });
  const doorOver = (ports: Ports) =>
    door({
      optIn: contextRoutes,
      who: () => "me",
      ports: () => ({
        ...{ ...ports, approvalKey: new Uint8Array(32), startWake: async () => {} },
        ...{ models: fixedModels(null), push: {} },
      }),
      log: () => {},
    });
  const sendTo = (app: ReturnType<typeof doorOver>) => async (method: string, path: string, body?: object) => {
    const sent = body ? { body: JSON.stringify(body) } : {};
    const answer = await app.request(`http://waldo.test/v1${path}`, { method, ...sent });
    return { status: answer.status, value: JSON.parse(await answer.text()), etag: answer.headers.get("etag") };
  };
  const send = sendTo(doorOver(world));
  let turn = 0;
  const runIds: string[] = [];
  const say = async (text: string, date = DATE) => {
    world.clock.set(world.clock.now() + MINUTE_MS);
    runIds.push(await receiveMessage(world, "me", { messageId: `m${turn++}`, text }, date));
    await world.machines.idle();
    world.clock.set(world.clock.now() + MINUTE_MS);
  };
  /** Everything that reads what was said: lists, the prompt, tools, search and the night. */
  const readers = async () => {
    const { store } = world;
    const found = await retrieve(world, "me", { text: "blue kitchen", halls: [], limit: 9 });
    return {
      listed: (await send("GET", "/messages")).value.items.length,
      prompt: (await threadBefore(world, { userId: "me", nonce: "next" })).length,
      tools: (await messagesOf(store, "me", DAY)).length,
      found: found.flatMap((hit) => (hit.kind === "episode" && hit.episode.summary !== "" ? [hit] : [])).length,
      diary: (await unconsolidated(world, "me", 0)).length,
      runs: (await Promise.all(runIds.map((id) => send("GET", `/runs/${id}`)))).flatMap(({ value }) => value.said)
        .length,
    };
  };
  return { world, send, sendTo, doorOver, say, readers };
}

const NOTHING = { listed: 0, prompt: 0, tools: 0, found: 0, diary: 0, runs: 0 };
const ids = (value: { readonly items: readonly ThreadView[] }) => value.items.map(({ threadId }) => threadId);

describe("the list of conversations", () => {
  it("has each day with its last words, and goes on from its cursor", async () => {
    const { send, say, world } = await house();
    await say("one", "2026-10-28");
    await say("two", "2026-10-29");
    await say("which kitchen?  \n the blue one");
    await world.store.transact([
      {
        op: "put",
        key: keys.thread("me", "t-house"),
        body: {
          ...{ threadId: "t-house", title: "House", topics: ["roof"], origin: "untrusted", status: "active" },
          ...{ createdAt: 1, updatedAt: 1 },
        },
      },
    ]);
    const first = await send("GET", "/threads?limit=2");
    expect(first.value).toEqual({
      items: [
        { threadId: "t-house", title: "House", topics: ["roof"], fromOutside: true, state: "active", messages: 0 },
        {
          ...{ threadId: DAY, topics: [], fromOutside: false, state: "active", messages: 2 },
          last: { at: expect.any(Number), from: "waldo", beginning: "The blue kitchen it is." },
        },
      ],
      next: DAY,
    });
    expect(first.etag).not.toBeNull();
    const second = await send("GET", `/threads?limit=2&cursor=${first.value.next}`);
    expect(ids(second.value)).toEqual(["day-2026-10-29", "day-2026-10-28"]);
    expect(ids((await send("GET", `/threads?cursor=${second.value.next}`)).value)).toEqual([]);
  });

  it("skips a row that cannot be read", async () => {
    const { send, say, world } = await house();
    await say("one");
    await world.raw.transact([
      { op: "put", key: keys.thread("me", "t-bad"), body: { threadId: 4 } },
      { op: "put", key: keys.message("me", DAY, WAKE, "0-bad"), body: { from: [] } },
    ]);
    expect((await send("GET", "/threads")).value.items).toMatchObject([{ threadId: DAY, messages: 2 }]);
  });

  it("names, archives and brings back; what is archived has a list of its own, and is still read", async () => {
    const { send, say, readers } = await house();
    await say("which kitchen?");
    const before = await readers();
    const named = await send("PATCH", `/threads/${DAY}`, { title: "Kitchen", topics: ["house"] });
    expect(named.value).toMatchObject({ title: "Kitchen", topics: ["house"], fromOutside: false, state: "active" });
    expect((await send("PATCH", `/threads/${DAY}`, { state: "archived" })).value.state).toBe("archived");
    expect(ids((await send("GET", "/threads?state=active")).value)).toEqual([]);
    expect(ids((await send("GET", "/threads?state=archived")).value)).toEqual([DAY]);
    expect(await readers()).toEqual(before);
    expect((await send("PATCH", `/threads/${DAY}`, { state: "active" })).value).toMatchObject({ title: "Kitchen" });
  });

  it("of one that is not there says so", async () => {
    const { send } = await house();
    for (const [method, body] of [["PATCH", { title: "x" }], ["DELETE"]] as const)
      expect(await send(method, "/threads/t-nowhere", body)).toMatchObject({
        status: 404,
        value: { error: "NotFound" },
      });
  });
});

describe("a title beside words of others", () => {
  it("is the person's own only when no word of others is left", async () => {
    const { send, world } = await house();
    const row = { threadId: "t-a", title: "Theirs", topics: ["theirs"], origin: "untrusted", status: "active" };
    const dates = { createdAt: 1, updatedAt: 1 };
    await world.store.transact([{ op: "put", key: keys.thread("me", "t-a"), body: { ...row, ...dates } }]);
    expect((await send("PATCH", "/threads/t-a", { title: "Mine" })).value.fromOutside).toBe(true);
    expect((await send("PATCH", "/threads/t-a", { title: "Mine 2", topics: [] })).value.fromOutside).toBe(false);
  });
});

describe("a deleted conversation", () => {
  it("is read nowhere, and whole again when it is brought back", async () => {
    const { send, say, readers, world } = await house();
    await say("which kitchen?");
    await buildIndex(world, "me");
    const before = await readers();
    expect(Object.values(before).every((count) => count > 0)).toBe(true);
    const gone = await send("DELETE", `/threads/${DAY}`);
    expect(gone.value).toMatchObject({ state: "deleted", messages: 0 });
    expect(await readers()).toEqual(NOTHING);
    expect(ids((await send("GET", "/threads")).value)).toEqual([]);
    expect(ids((await send("GET", "/threads?state=deleted")).value)).toEqual([DAY]);
    // The same request again does not begin the time anew.
    world.clock.set(world.clock.now() + MINUTE_MS);
    expect((await send("DELETE", `/threads/${DAY}`)).value).toEqual(gone.value);
    for (const change of [{ title: "x" }, { state: "archived" }])
      expect((await send("PATCH", `/threads/${DAY}`, change)).status).toBe(404);
    expect((await send("PATCH", `/threads/${DAY}`, { state: "active" })).value).toMatchObject({ messages: 2 });
    expect(await readers()).toEqual(before);
  });

  it("goes on with what is said afterwards", async () => {
    const { send, say, readers, world } = await house();
    await say("which kitchen?");
    await send("DELETE", `/threads/${DAY}`);
    await say("and now?");
    expect(await readers()).toMatchObject({ listed: 2, prompt: 2, tools: 2, diary: 1 });
    expect((await send("GET", "/threads")).value.items).toMatchObject([
      { threadId: DAY, state: "active", messages: 2, restoreUntil: expect.any(Number) },
    ]);
    // A name changes nothing of what was deleted. Then the second half goes too, and all of it comes back.
    await send("PATCH", `/threads/${DAY}`, { title: "Today" });
    expect(await readers()).toMatchObject({ listed: 2 });
    world.clock.set(world.clock.now() + MINUTE_MS);
    await send("DELETE", `/threads/${DAY}`);
    expect(await readers()).toEqual(NOTHING);
    await send("PATCH", `/threads/${DAY}`, { state: "active" });
    expect(await readers()).toMatchObject({ listed: 4, diary: 2 });
  });

  it("is not brought back by putting away, or taking out again, what was said afterwards", async () => {
    const { send, say, readers } = await house();
    await say("which kitchen?");
    await send("DELETE", `/threads/${DAY}`);
    await say("and now?");
    const after = await readers();
    for (const state of ["archived", "archived", "active"]) {
      const changed = await send("PATCH", `/threads/${DAY}`, { state });
      expect([changed.status, changed.value.state, await readers()]).toEqual([200, state, after]);
    }
    await send("PATCH", `/threads/${DAY}`, { state: "active" });
    expect(await readers()).toMatchObject({ listed: 4 });
  });

  it("leaves the claims that were learned from it", async () => {
    const { send, say, world } = await house();
    await say("which kitchen?");
    const { store } = world;
    const head = { generation: 3, indexedTo: 5, live: 7, forgotten: [{ words: "boat", at: 1 }] };
    await store.transact([{ op: "put", key: keys.memory("me"), body: head }]);
    await send("DELETE", `/threads/${DAY}`);
    expect((await store.get(keys.memory("me")))?.body).toMatchObject(head);
    await send("PATCH", `/threads/${DAY}`, { state: "active" });
    expect((await store.get(keys.memory("me")))?.body).toMatchObject({ ...head, deleted: [] });
  });

  it("loses its words after 30 days, a bounded number each night, and does not come back", async () => {
    const { send, say, world } = await house();
    await say("which kitchen?");
    await say("and the floor?");
    await send("PATCH", `/threads/${DAY}`, { title: "Kitchen" });
    await send("DELETE", `/threads/${DAY}`);
    const deletedAt = world.clock.now();
    const texts = async () =>
      (await world.store.query(keys.message.all("me", DAY))).rows.map(({ body }) => body["text"]);
    world.clock.set(deletedAt + RESTORE_DAYS * DAY_MS - 1);
    expect((await sweep(world, "me")).counts).toMatchObject({ emptied: 0 });
    expect((await texts()).every((text) => text !== "")).toBe(true);
    world.clock.set(deletedAt + RESTORE_DAYS * DAY_MS);
    const late = await send("PATCH", `/threads/${DAY}`, { state: "active" });
    expect([late.status, late.value.message]).toEqual([404, expect.stringContaining("30 days")]);
    expect(ids((await send("GET", "/threads?state=deleted")).value)).toEqual([]);
    const { counts } = await sweep(world, "me", { maxRows: 3 });
    expect(counts).toMatchObject({ emptied: expect.any(Number) });
    await sweep(world, "me");
    expect(await texts()).toEqual(["", "", "", ""]);
    expect((await world.store.get(keys.thread("me", DAY)))?.body).toMatchObject({ title: DAY, topics: [] });
    expect((await sweep(world, "me")).counts).toMatchObject({ emptied: 0 });
  });
});

describe.each(["before", "after"] as const)("a request killed %s each call", (when) => {
  it("deletes all or nothing, and once more does the rest", async () => {
    const { world, send, sendTo, doorOver, say, readers } = await house();
    await say("which kitchen?");
    const before = await readers();
    for (let at = 1; ; at++) {
      const dying = dyingPorts(world, { at, when });
      await sendTo(doorOver(dying.ports))("DELETE", `/threads/${DAY}`).catch(() => {});
      const after = await readers();
      expect([before, NOTHING]).toContainEqual(after);
      expect((await send("DELETE", `/threads/${DAY}`)).status).toBe(200);
      expect(await readers()).toEqual(NOTHING);
      expect((await send("PATCH", `/threads/${DAY}`, { state: "active" })).status).toBe(200);
      expect(await readers()).toEqual(before);
      if (dying.calls() < at) break;
    }
  });

  it("empties a conversation in the end", async () => {
    for (let at = 1; ; at++) {
      const { world, send, say } = await house();
      await say("which kitchen?");
      await send("DELETE", `/threads/${DAY}`);
      world.clock.set(world.clock.now() + RESTORE_DAYS * DAY_MS);
      const dying = dyingPorts(world, { at, when });
      await sweep(dying.ports, "me").catch(() => {});
      await sweep(world, "me");
      const { rows } = await world.store.query(keys.message.all("me", DAY));
      expect(rows.map(({ body }) => body["text"])).toEqual(["", ""]);
      if (dying.calls() < at) break;
    }
  });
});
