/** A thread is opened, given topics and put away, and how a person asks for it. It is Friday, 09:00. */
import { keys } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { NOW, THREAD, toolWorld } from "@waldo/testkit/tool-world";
import { describe, expect, it } from "vitest";
import type { Json } from "../../ports.ts";
import { dispatchTool } from "../dispatch.ts";
import type { ToolContext } from "../tool.ts";
import { createThread } from "./threads.ts";

async function person() {
  const { store, context } = await toolWorld(openSqliteStore(":memory:"));
  return {
    context,
    call: (
      name: "create_thread" | "archive_thread" | "update_thread_topics" | "undo_last",
      args: Json,
      more: Partial<ToolContext> = {},
    ) => dispatchTool({ id: "1", name, args }, { ...context, ...more }),
    thread: async (threadId = THREAD) => (await store.get(keys.thread("me", threadId)))?.body,
    change: async (more: object, threadId = THREAD) => {
      const held = (await store.get(keys.thread("me", THREAD)))?.body;
      await store.transact([{ op: "put", key: keys.thread("me", threadId), body: { ...held, threadId, ...more } }]);
    },
  };
}
const idOf = (result: Awaited<ReturnType<typeof dispatchTool>>) =>
  result.ok ? (result.value as { threadId: string }).threadId : result.error;
const heard = (words: string, outside = false) =>
  ({ autonomy: "L2", heard: { owner: [words], outside, recalled: [] } }) as const;
const topics = { threadId: THREAD, topics: ["money", "dates"] };

describe("a thread", () => {
  it("is opened once by a run for a title, put away when that is taken back, and opened again", async () => {
    const { call, thread } = await person();
    const threadId = idOf(await call("create_thread", { title: "House", topics: ["roof"] }));
    expect(threadId).toMatch(/^t-[0-9a-f]{12}$/);
    const opened = { threadId, title: "House", topics: ["roof"], status: "active", createdAt: NOW, updatedAt: NOW };
    expect(await thread(threadId)).toEqual({ ...opened, origin: "agent" });
    expect(idOf(await call("create_thread", { title: "House" }))).toBe(threadId);
    expect(await thread(threadId)).toMatchObject({ topics: ["roof"] });
    expect(idOf(await call("create_thread", { title: "Garden" }))).not.toBe(threadId);
    expect(idOf(await call("create_thread", { title: "House" }, { runId: "run-2" }))).not.toBe(threadId);
  });

  it("that was put away is opened again by the same words", async () => {
    const { call, thread } = await person();
    const threadId = idOf(await call("create_thread", { title: "House" }));
    expect(await thread(threadId)).toMatchObject({ topics: [] });
    await call("archive_thread", { threadId });
    const later = await call("create_thread", { title: "House", topics: ["roof"] }, { now: NOW + 5 });
    expect([idOf(later), await thread(threadId)]).toMatchObject([threadId, { status: "active", topics: ["roof"] }]);
    expect(await call("undo_last", {}, { runId: "run-3", now: NOW + 6 })).toMatchObject({ ok: true });
    expect(await thread(threadId)).toMatchObject({ status: "archived" });
  });

  it("with a title or a topic of others is outside text", async () => {
    const { context } = await person();
    const outside = { ...context, heard: { owner: ["open House"], outside: true, recalled: [] } };
    const writesOf = async (args: { title: string; topics?: string[] }) =>
      (await createThread.plan(args, outside)).writes;
    expect(await writesOf({ title: "House" })).toMatchObject([{ body: { origin: "agent" } }]);
    expect(await writesOf({ title: "Garden" })).toMatchObject([{ body: { origin: "untrusted" } }]);
    expect(await writesOf({ title: "House", topics: ["roof"] })).toMatchObject([{ body: { origin: "untrusted" } }]);
  });

  it("is put away once, and comes back as it was", async () => {
    const { call, thread } = await person();
    const before = await thread();
    const away = { ok: true, value: { threadId: THREAD, status: "archived" } };
    expect(await call("archive_thread", { threadId: THREAD })).toMatchObject(away);
    expect(await thread()).toEqual({ ...before, status: "archived", updatedAt: NOW });
    expect(await call("archive_thread", { threadId: THREAD }, { runId: "run-2", now: NOW + 5 })).toMatchObject(away);
    expect(await thread()).toMatchObject({ updatedAt: NOW });
    expect(await call("undo_last", {}, { runId: "run-3" })).toMatchObject({ ok: true });
    expect(await thread()).toEqual(before);
  });

  it("gets other topics, and one of an unknown writer stays outside text", async () => {
    const { call, thread, change } = await person();
    const before = await thread();
    expect(await call("update_thread_topics", topics)).toMatchObject({ value: { threadId: THREAD, topics: 2 } });
    expect(await thread()).toEqual({ ...before, topics: topics.topics, origin: "untrusted", updatedAt: NOW });
    await change({ origin: "agent" });
    await call("update_thread_topics", { ...topics, topics: [] });
    expect(await thread()).toMatchObject({ topics: [], origin: "agent" });
  });

  it.each<[string, Json, object]>([
    ["no title", { title: "" }, { error: "invalid_arguments" }],
    ["a title of 120 letters", { title: "x".repeat(120) }, { ok: true }],
    ["a title of 121 letters", { title: "x".repeat(121) }, { error: "invalid_arguments" }],
    ["another argument", { title: "x", status: "archived" }, { error: "invalid_arguments" }],
  ])("is opened or not with %s", async (_, args, result) => {
    expect(await (await person()).call("create_thread", args)).toMatchObject(result);
  });
});

describe("in their own words a person", () => {
  it.each(["open", "start", "create", "make", "begin"])("%ss a thread by its title", async (verb) => {
    const open = async (words: string, outside = true) => {
      const result = await (await person()).call("create_thread", { title: "House" }, heard(words, outside));
      return result.ok || result.error;
    };
    expect(await open(`${verb} a thread House`)).toBe(true);
    expect(await open(`${verb} a thread Garden`)).toBe("needs_approval");
    expect(await open("what a house", false)).toBe("needs_approval");
  });

  it.each<["archive_thread" | "update_thread_topics", string]>([
    ...["archive", "put away", "close"].map((verb): ["archive_thread", string] => ["archive_thread", verb]),
    ...["set", "change", "tag", "label"].map((verb): ["update_thread_topics", string] => [
      "update_thread_topics",
      verb,
    ]),
  ])("%s: says “%s” and the words of the title", async (name, verb) => {
    const { call } = await person();
    const args = name === "archive_thread" ? { threadId: THREAD } : topics;
    const ask = `${verb} the holiday thread: money, dates`;
    expect(await call(name, args, heard("what a day"))).toMatchObject({ error: "needs_approval" });
    expect(await call(name, args, heard(`${verb} the house thread: money, dates`))).toMatchObject({ ok: false });
    expect(await call(name, args, heard(ask))).toMatchObject({ ok: true });
  });

  it("is asked when another thread has the words too, and reads the title with its topics", async () => {
    const { call, change } = await person();
    await change({ title: "Holiday plans" }, "t-other");
    const asked = await call("archive_thread", { threadId: THREAD }, heard("archive the holiday thread"));
    expect(asked).toMatchObject({
      error: "needs_approval",
      proposed: [{ title: `Put away the thread ${THREAD}`, concerns: "Holiday MINE (travel)" }],
    });
    await change({ topics: ["travel", "money"] });
    expect(await call("update_thread_topics", topics, heard("x"))).toMatchObject({
      proposed: [{ title: `Topics of ${THREAD}: money, dates`, concerns: "Holiday MINE (travel, money)" }],
    });
    await change({ topics: [] });
    expect(await call("update_thread_topics", { ...topics, topics: [] }, heard("x"))).toMatchObject({
      proposed: [{ title: `Topics of ${THREAD}: none`, concerns: "Holiday MINE" }],
    });
    expect(await call("create_thread", { title: "House" }, heard("x"))).toMatchObject({
      proposed: [{ title: "Open the thread “House”" }],
    });
  });
});
