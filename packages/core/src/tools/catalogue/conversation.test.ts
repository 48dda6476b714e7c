/**
 * Tests what is told of the conversation, and how a message is hidden and shown again. It is Friday, 09:00; days and
 * threads have messages.
 */
import { keys } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { MESSAGE, NOW, THREAD, toolWorld } from "@waldo/testkit/tool-world";
import { describe, expect, it } from "vitest";
import type { Json, Write } from "../../ports.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../time.ts";
import { dispatchTool } from "../dispatch.ts";
import type { ToolContext } from "../tool.ts";

const said = (from: "owner" | "waldo", text: string, at: number, threadId = "day-2026-10-30", more: object = {}) =>
  ({
    op: "put",
    key: keys.message("me", threadId, at, `0-${text.length}`),
    body: { from, kind: "message", at, text, ...more },
  }) satisfies Write;
const thread = (threadId: string, updatedAt: number, status = "active"): Write => ({
  op: "put",
  key: keys.thread("me", threadId),
  body: { threadId, title: threadId, topics: [], status, createdAt: 1, updatedAt },
});

async function world(...writes: Write[]) {
  const { store, context } = await toolWorld(openSqliteStore(":memory:"));
  for (const write of writes) await store.transact([write]);
  let run = 0;
  return {
    store,
    call: async (
      name: "get_communication" | "delete_message" | "restore_message",
      args: Json,
      more: Partial<ToolContext> = {},
    ) => dispatchTool({ id: "1", name, args }, { ...context, runId: `run-${++run}`, ...more }),
  };
}

/** The result of get_communication. */
async function told(args: Json, ...writes: Write[]) {
  const result = await (await world(...writes)).call("get_communication", args);
  return result.ok ? (result.value as Record<string, Json>) : { error: result.error };
}

describe("what was said lately", () => {
  it("is the count and the last words of each side, the latest first", async () => {
    expect(await told({}, said("owner", "Thank you", NOW - MINUTE_MS))).toEqual({
      days: 7,
      fromPerson: { count: 2, last: "2026-10-30 08:59" },
      fromWaldo: { count: 1, last: "2026-10-30 07:00" },
      unanswered: 2,
      recent: [
        {
          threadId: "day-2026-10-30",
          messageId: `${NOW - MINUTE_MS}-0-9`,
          from: "owner",
          at: "2026-10-30 08:59",
          text: "Thank you",
        },
        { threadId: THREAD, messageId: MESSAGE, from: "owner", at: "2026-10-30 08:00", text: "Shall we go? MINE" },
        {
          threadId: "day-2026-10-30",
          messageId: `${NOW - 2 * HOUR_MS}-1-m2`,
          from: "waldo",
          at: "2026-10-30 07:00",
          text: "A steady day. MINE",
        },
      ],
      unsentMail: 0,
    });
  });

  it("holds the last four messages, a long one cut, and none that was hidden", async () => {
    const four = ["a", "bb", "ccc", "dddd ".repeat(60)].map((text, i) =>
      said("waldo", text, NOW - (9 - i) * MINUTE_MS),
    );
    const result = await told({}, ...four, said("owner", "hidden words", NOW - MINUTE_MS, THREAD, { hiddenAt: NOW }));
    expect(result["recent"]).toMatchObject(
      [{ text: /^dddd .{20,100}…$/u }, { text: "ccc" }, { text: "bb" }, { text: "a" }].map((one) => ({
        text: typeof one.text === "string" ? one.text : expect.stringMatching(one.text),
      })),
    );
    expect(result).toMatchObject({ fromPerson: { count: 1 }, fromWaldo: { count: 5 } });
  });

  it("owes an answer to what the person wrote after the last answer of a thread", async () => {
    expect(await told({}, said("waldo", "Yes, go", NOW - MINUTE_MS, THREAD))).toMatchObject({ unanswered: 0 });
    const more = [said("owner", "one", NOW - 3 * MINUTE_MS), said("owner", "three", NOW - 2 * MINUTE_MS)];
    expect(await told({}, ...more)).toMatchObject({ unanswered: 3 });
  });

  it("goes back as many days as asked, and the last word of nobody is none", async () => {
    const early = said("owner", "early", NOW - 9 * DAY_MS, "day-2026-10-21");
    expect(await told({}, early)).toMatchObject({ fromPerson: { count: 1 } });
    expect(await told({ days: 10 }, early)).toMatchObject({ days: 10, fromPerson: { count: 2 } });
    const earlyInThread = said("owner", "early", NOW - 9 * DAY_MS, THREAD);
    expect(await told({}, earlyInThread)).toMatchObject({ fromPerson: { count: 1 } });
    expect(await told({ days: 10 }, earlyInThread)).toMatchObject({ fromPerson: { count: 2 } });
    expect(await told({ days: 0 })).toEqual({ error: "invalid_arguments" });
    expect(await told({ days: 31 })).toEqual({ error: "invalid_arguments" });
    expect(await told({ days: 30 })).toMatchObject({ days: 30 });
    const hidden: Write = { op: "delete", key: keys.message("me", `day-2026-10-30`, NOW - 2 * HOUR_MS, "1-m2") };
    expect(await told({}, hidden)).toMatchObject({ fromWaldo: { count: 0, last: null } });
  });

  it("holds the words of the twenty threads that changed last, and of none that was put away", async () => {
    const old = [thread("t-old", 0), said("owner", "in an old thread", NOW - MINUTE_MS, "t-old")];
    expect(await told({}, ...old)).toMatchObject({ fromPerson: { count: 2 } });
    const many = Array.from({ length: 19 }, (_, i) => thread(`t-${i}`, 9 + i));
    expect(await told({}, ...old, ...many)).toMatchObject({ fromPerson: { count: 1 } });
    const away = [thread("t-away", 9, "archived"), said("owner", "put away", NOW - MINUTE_MS, "t-away")];
    expect(await told({}, ...away)).toMatchObject({ fromPerson: { count: 1 } });
  });

  it("tells how many mails wait, and not how many documents", async () => {
    const mail: Write = {
      op: "put",
      key: keys.draft("me", "email", "0123456789abcdef"),
      body: {
        kind: "email",
        draftId: "0123456789abcdef",
        to: ["a@example.com"],
        subject: "x",
        text: "x",
        status: "draft",
        createdAt: 1,
        updatedAt: 1,
      },
    };
    expect(await told({}, mail)).toMatchObject({ unsentMail: 1 });
  });
});

describe("a message", () => {
  const named = { threadId: THREAD, messageId: MESSAGE };
  const hiddenAt = async ({ store }: Awaited<ReturnType<typeof world>>) =>
    (await store.get(keys.message("me", THREAD, NOW - HOUR_MS, "0-m1")))?.body["hiddenAt"];

  it("is hidden and shown again, and twice changes nothing more", async () => {
    const w = await world();
    expect(await w.call("restore_message", named)).toMatchObject({
      ok: true,
      value: { messageId: MESSAGE, hidden: false },
    });
    expect(await w.call("delete_message", named)).toMatchObject({
      ok: true,
      value: { messageId: MESSAGE, hidden: true },
    });
    expect(await hiddenAt(w)).toBe(NOW);
    expect(await w.call("delete_message", named, { now: NOW + 5 })).toMatchObject({
      value: { messageId: MESSAGE, hidden: true },
    });
    expect(await hiddenAt(w)).toBe(NOW);
    expect(await w.call("restore_message", named)).toMatchObject({ value: { messageId: MESSAGE, hidden: false } });
    expect(await hiddenAt(w)).toBeUndefined();
    expect(await w.call("delete_message", { ...named, messageId: "1-none" })).toMatchObject({ error: "not_found" });
  });

  const heard = (words: string) =>
    ({ autonomy: "L2", heard: { owner: [words], outside: false, recalled: [] } }) as const;

  it.each(["delete", "hide", "remove"])("goes without a tap when the person says “%s” and its words", async (verb) => {
    expect(await (await world()).call("delete_message", named, heard(`${verb} “Shall we go? MINE”`))).toMatchObject({
      ok: true,
    });
  });

  it.each(["restore", "bring back", "undelete", "show"])(
    "comes back when they say “%s” and its words",
    async (verb) => {
      expect(await (await world()).call("restore_message", named, heard(`${verb} “Shall we go? MINE”`))).toMatchObject({
        ok: true,
      });
    },
  );

  it("needs a tap without such words, and the tap shows the message", async () => {
    const call = async (words: string, ...writes: Write[]) =>
      (await world(...writes)).call("delete_message", named, heard(words));
    const tap = { ok: false, error: "needs_approval" };
    expect(await call("what a day")).toMatchObject({
      ...tap,
      proposed: [{ concerns: "Shall we go? MINE", args: named }],
    });
    expect(await call("delete the other one")).toMatchObject(tap);
    const twin = said("owner", "Shall we go? MINE", NOW - MINUTE_MS, THREAD);
    expect(await call("delete “Shall we go? MINE”", twin)).toMatchObject(tap);
  });
});
