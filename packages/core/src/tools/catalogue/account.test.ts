/**
 * Tests what Waldo says of itself: what it did on a day, and what its last message rests on. It is Friday 30 October,
 * 09:00.
 */
import { keys, type PromptContext, type StepRecord } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { DATE, NOW, toolWorld } from "@waldo/testkit/tool-world";
import { describe, expect, it } from "vitest";
import type { Write } from "../../ports.ts";
import { addDays, DAY_MS, HOUR_MS, localDate } from "../../time.ts";
import { dispatchTool } from "../dispatch.ts";
import type { ToolContext } from "../tool.ts";
import { noteFeedback } from "./profile.ts";

const put = (key: Write["key"], body: object): Write => ({ op: "put", key, body: JSON.parse(JSON.stringify(body)) });
const ticked = (at: number) => put(keys.patrol("me", at), { at, act: "nothing", reason: "nothing moved" });
const acted = (at: number, reason: string) =>
  put(keys.patrolAction("me", at, `e${at}`), { at, act: "action", reason, undo: [] });
const said = (at: number, kind: string, more: object = {}) =>
  put(keys.message("me", `day-${localDate(at, "Europe/London")}`, at, `1-${at}`), {
    from: "waldo",
    kind,
    at,
    text: "…",
    ...more,
  });

async function ask(name: "get_log" | "get_reasons", writes: Write[], args = {}, runId = "run-x") {
  const { store, context } = await toolWorld(openSqliteStore(":memory:"));
  // The made-up person has one message of Waldo this morning.
  await store.transact([
    put(keys.message("me", `day-${DATE}`, NOW - 2 * HOUR_MS, "1-m2"), {
      from: "waldo",
      kind: "message",
      at: 1,
      text: "",
    }),
  ]);
  if (writes.length > 0) await store.transact(writes);
  return dispatchTool({ id: "1", name, args }, { ...context, runId });
}

describe("the log of a day", () => {
  it("counts the looks, lists what was said unasked and what was done, each with its time", async () => {
    const result = await ask("get_log", [
      ticked(NOW - 3 * HOUR_MS),
      ticked(NOW - 2.5 * HOUR_MS),
      acted(NOW - HOUR_MS, "a long task ".repeat(20)),
      ...["brief", "fetch", "patrol", "reminder"].map((kind, i) => said(NOW - (9 - i) * HOUR_MS, kind)),
      said(NOW - 0.5 * HOUR_MS, "message"),
      said(NOW - 0.4 * HOUR_MS, "brief", { from: "owner" }),
      said(NOW - 0.3 * HOUR_MS, "brief", { hiddenAt: NOW }),
    ]);
    expect(result).toMatchObject({
      ok: true,
      origin: "untrusted",
      value: {
        date: DATE,
        looked: 2,
        said: [
          { at: "00:00", kind: "brief" },
          { at: "01:00", kind: "fetch" },
          { at: "02:00", kind: "patrol" },
          { at: "03:00", kind: "reminder" },
        ],
        done: [{ at: "08:00", what: expect.stringMatching(/^a long task.{60,130}$/) }],
      },
    });
  });

  it("is that of the date that is named, from midnight to midnight, the last twelve of each kind", async () => {
    const midnight = NOW - 9 * HOUR_MS;
    const writes = [
      acted(midnight, "of today"),
      acted(midnight - 1, "of yesterday"),
      acted(midnight - DAY_MS, "of yesterday's first instant"),
      acted(midnight - DAY_MS - 1, "of the day before"),
    ];
    const yesterday = await ask("get_log", writes, { date: addDays(DATE, -1) });
    expect(yesterday).toMatchObject({
      value: { done: [{ what: "of yesterday's first instant" }, { what: "of yesterday" }] },
    });
    expect(await ask("get_log", writes)).toMatchObject({ value: { done: [{ what: "of today" }] } });
    const many = Array.from({ length: 14 }, (_, i) => acted(midnight + i, `deed ${i}`));
    const briefs = Array.from({ length: 14 }, (_, i) => said(midnight + i * 60_000, "brief"));
    const result = await ask("get_log", [...many, ...briefs]);
    const { done, said: told } = (result.ok ? result.value : {}) as { done: object[]; said: object[] };
    expect([done.length, told.length]).toEqual([12, 12]);
    expect([done.at(-1), told.at(-1)]).toMatchObject([{ what: "deed 13" }, { at: "00:13" }]);
  });

  it("of a day without deeds holds no words of others", async () => {
    expect(await ask("get_log", [])).toMatchObject({ origin: "system", value: { looked: 0, said: [], done: [] } });
  });
});

const step = (runId: string, n: number, to: StepRecord["to"], data: object) =>
  put(keys.step("me", runId, n), { runId, step: n, from: "LLM_CALLED", to, at: 1, tookMs: 0, data });

describe("the reasons of the last message", () => {
  const result = (callId: string, name: string, ok = true) =>
    ok ? { callId, name, ok, value: {}, origin: "system" } : { callId, name, ok, error: "failed", message: "" };
  const claim = (kind: string, callId: string) => ({ kind, callId, words: "w", path: "p" });
  const gated = (more: object) => ({ text: "…", source: "model", claims: [], results: [], ...more });

  it("are its statements, each once with its tool, and the tools that answered", async () => {
    const found = await ask("get_reasons", [
      said(NOW - HOUR_MS, "brief", { runId: "run-a" }),
      step("run-a", 1, "TOOLS_DONE", { results: [result("c1", "get_crs"), result("c2", "get_tasks", false)] }),
      step("run-a", 2, "TOOLS_DONE", { results: [result("c3", "get_crs")] }),
      step(
        "run-a",
        3,
        "GATED",
        gated({
          claims: [claim("zone", "c1"), claim("zone", "c3"), claim("time", "owner"), claim("event", "c4")],
          results: [result("c4", "query_calendar")],
        }),
      ),
    ]);
    expect(found).toMatchObject({
      ok: true,
      origin: "system",
      value: {
        kind: "brief",
        by: "model",
        statements: [
          { kind: "zone", from: "get_crs" },
          { kind: "time", from: "owner" },
          { kind: "event", from: "query_calendar" },
        ],
        looked: ["get_crs", "query_calendar"],
      },
    });
  });

  it("are those of the last message that another run said and that is shown", async () => {
    const kinds = (writes: Write[]) => ask("get_reasons", writes);
    const of = (kind: string) => ({ value: { kind, by: "template", statements: [], looked: [] } });
    const older = said(NOW - 1.5 * HOUR_MS, "brief", { runId: "run-a" });
    const two = [older, said(NOW - HOUR_MS, "fetch", { runId: "run-b" })];
    expect(await kinds(two)).toMatchObject(of("fetch"));
    const hidden = said(NOW - HOUR_MS, "fetch", { runId: "run-b", hiddenAt: NOW });
    expect(await kinds([older, hidden])).toMatchObject(of("brief"));
    expect(await kinds([...two, said(NOW, "patrol", { runId: "run-x" })])).toMatchObject(of("fetch"));
    expect(await kinds([...two, said(NOW, "patrol", { runId: "run-c", from: "owner" })])).toMatchObject(of("fetch"));
  });

  it("reach back to yesterday, and are none before that or where no run is known", async () => {
    const at = (days: number) => [said(NOW - days * DAY_MS, "brief", { runId: "run-a" })];
    expect(await ask("get_reasons", at(1))).toMatchObject({ ok: true, value: { kind: "brief" } });
    expect(await ask("get_reasons", at(2))).toMatchObject({ ok: false, error: "not_found" });
    expect(await ask("get_reasons", [said(NOW, "brief")])).toMatchObject({ ok: false, error: "not_found" });
  });
});

describe("what the person says of the last message", () => {
  const prompted: PromptContext = {
    sessionId: "run-a",
    canary: "wren-1",
    date: DATE,
    localTime: "07:15",
    timeZone: "Europe/London",
    trigger: "brief",
    profile: { wakeTime: "07:00", sleepTime: "23:00", autonomy: "L2" },
    body: { note: "nothing", date: DATE },
    directives: [],
    memory: [],
    recalled: [],
    skills: [{ name: "recovery-day", recipe: "Rest.", provenance: "system" }],
    files: [],
    tools: [],
    channel: "in_app",
    iterations: 3,
  };

  /** A person to whom run-a said a Brief this morning. */
  async function told(
    more: Partial<ToolContext> = {},
    steps = [step("run-a", 1, "CONTEXT_BUILT", { context: prompted })],
  ) {
    const { store, context } = await toolWorld(openSqliteStore(":memory:"), more);
    await store.transact([said(NOW - HOUR_MS, "brief", { runId: "run-a" }), ...steps]);
    return {
      note: (says: string, at = NOW) =>
        dispatchTool({ id: `${at}`, name: "note_feedback", args: { says } }, { ...context, now: at }),
      noted: async () => (await store.query(keys.feedback.all("me"))).rows.map(({ body }) => body),
    };
  }

  it("is noted for its recipes, and the opposite takes its place", async () => {
    const { note, noted } = await told();
    expect(await note("up")).toMatchObject({ ok: true, value: { about: "brief", recipes: 1 } });
    expect(await noted()).toMatchObject([{ kind: "up", recipes: ["recovery-day"], runId: "run-a", at: NOW }]);
    await note("up", NOW + 5);
    expect(await noted()).toMatchObject([{ kind: "up", at: NOW }]);
    await note("down", NOW + 6);
    expect(await noted()).toMatchObject([{ kind: "down", at: NOW + 6 }]);
    await note("dont_say", NOW + 7);
    expect(await noted()).toHaveLength(2);
    expect(await note("fine")).toMatchObject({ error: "invalid_arguments" });
  });

  it("is not noted where nothing is known of the message", async () => {
    const { note, noted } = await told({}, []);
    expect(await note("up")).toMatchObject({ ok: false, error: "not_found" });
    expect(await noted()).toEqual([]);
  });

  it.each<[string, string]>([
    ["Good tip", "up"],
    ["Thumbs up", "up"],
    ["Bad tip", "down"],
    ["Thumbs down", "down"],
  ])("%s: needs no tap, also after text from outside", async (words, says) => {
    const heard = (owner: string) => ({ heard: { owner: [owner], outside: true, recalled: [] } });
    expect(await (await told(heard(words))).note(says)).toMatchObject({ ok: true });
    expect(await (await told(heard("What a day"))).note(says)).toMatchObject({ error: "needs_approval" });
  });

  it("is shown in a proposal as it is noted", () => {
    expect(noteFeedback.title({ says: "dont_say" })).toBe("Note how you found my last message: dont say");
  });
});
