/**
 * Every limit of a person's exposure, of what is spent for them, of their time and of who may reach them: its one home, its
 * value, and the test that fails without it. A limit whose value changes changes this list too.
 *
 * `held` is the file of that test. The test names the limit, or it stands below.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { agentIdOf, makeAgent } from "@waldo/contexts/mcp/agents";
import { AGENT_TOOLS } from "@waldo/contexts/mcp/server";
import { type AgentTool, type Asking, runTool } from "@waldo/contexts/mcp/tool";
import { type Anomaly, type FetchLabel, type Interruption, keys, LIVING_DEFAULT } from "@waldo/contracts";
import { bedtimeDue } from "@waldo/core/coach/bedtime";
import { beatBefore, beatOn, isBeatDue } from "@waldo/core/coach/heartbeat";
import { interruptionLog, interruptionOf, stillWaiting } from "@waldo/core/living/interrupt";
import { exportOf, exportState, makeExport } from "@waldo/core/privacy/export-job";
import { newLink } from "@waldo/core/telegram/link";
import { DAY_MS, HOUR_MS, instantAt, MINUTE_MS } from "@waldo/core/time";
import { toolContext } from "@waldo/core/tools/context";
import { REGISTRY } from "@waldo/core/tools/registry";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { enter, isSignedIn, newCode } from "../src/serve/session.ts";
import { DATE, type TestWorld, testWorld } from "./world.ts";

const HERE = "packages/embedded/test/limits.test.ts";

type Limit = {
  /** What it keeps the person from. */
  readonly of: "exposure" | "spending" | "time" | "reach";
  /** Where it is, and how it is written there. */
  readonly home: string;
  readonly is: string;
  readonly held: string;
};

const LIMITS: Readonly<Record<string, Limit>> = {
  // Exposure: how long something opens, and for how much.
  EXPORT_HOURS: { of: "exposure", home: "contracts/src/privacy.ts", is: "EXPORT_HOURS = 24", held: HERE },
  "the link of a sign-in": {
    of: "exposure",
    home: "embedded/src/serve/session.ts",
    is: "LINK_MINUTES = 10",
    held: HERE,
  },
  SESSION_DAYS: { of: "exposure", home: "embedded/src/serve/session.ts", is: "SESSION_DAYS = 90", held: HERE },
  "the link of a Telegram chat": {
    of: "exposure",
    home: "core/src/telegram/link.ts",
    is: "LINK_MINUTES = 10",
    held: HERE,
  },
  APPROVAL_MINUTES: {
    of: "exposure",
    home: "core/src/approve/token.ts",
    is: "APPROVAL_MINUTES = 5",
    held: "packages/core/src/approve/tap.test.ts",
  },
  APPROVED_HOURS: {
    of: "exposure",
    home: "core/src/tools/approval.ts",
    is: "APPROVED_HOURS = 2",
    held: "packages/core/src/approve/tap.test.ts",
  },
  PROPOSAL_HOURS: {
    of: "exposure",
    home: "core/src/approve/proposal.ts",
    is: "PROPOSAL_HOURS = 2",
    held: "packages/core/src/approve/tap.test.ts",
  },
  MAX_ACTIONS: { of: "exposure", home: "contracts/src/actions.ts", is: "MAX_ACTIONS = 10", held: HERE },
  IN_HAND_MS: {
    of: "exposure",
    home: "core/src/store/in-hand.ts",
    is: "IN_HAND_MS = 20 * MINUTE_MS",
    held: "packages/core/src/store/in-hand.test.ts",
  },
  // Spending: what a person's model, agents and requests may cost.
  DAY_CAP_USD: {
    of: "spending",
    home: "contracts/src/budgets.ts",
    is: "MODEL_CENTS_A_DAY = 20",
    held: "packages/core/src/models/cap.test.ts",
  },
  CALLS_PER_TURN: {
    of: "spending",
    home: "contracts/src/triggers.ts",
    is: "CALLS_PER_TURN = 20",
    held: "packages/core/src/run/call-limits.test.ts",
  },
  CALLS_PER_RUN: {
    of: "spending",
    home: "contracts/src/triggers.ts",
    is: "CALLS_PER_RUN = 40",
    held: "packages/core/src/run/call-limits.test.ts",
  },
  MESSAGES_PER_HOUR: {
    of: "spending",
    home: "core/src/agent/pipeline.ts",
    is: "MESSAGES_PER_HOUR = 60",
    held: "packages/core/src/agent/pipeline.test.ts",
  },
  AGENT_CALLS_PER_DAY: {
    of: "spending",
    home: "contracts/src/agents.ts",
    is: "AGENT_CALLS_PER_DAY = 5_000",
    held: "packages/embedded/test/agents-hostile.test.ts",
  },
  // Time: how often Waldo speaks by itself, and until when.
  "the most heartbeats of a day": {
    of: "time",
    home: "core/src/coach/heartbeat.ts",
    is: "[MOST_FOUND, MOST_A_DAY] = [2, 6]",
    held: HERE,
  },
  HEARTBEAT_MINUTES: { of: "time", home: "contracts/src/coach.ts", is: "HEARTBEAT_MINUTES = 45", held: HERE },
  APART_MINUTES: {
    of: "time",
    home: "contracts/src/coach.ts",
    is: "APART_MINUTES = 90",
    held: "packages/core/src/voices/policy.test.ts",
  },
  APART_MS: { of: "time", home: "core/src/coach/bedtime.ts", is: "APART_MS = 30 * MINUTE_MS", held: HERE },
  BEDTIME_STEPS: { of: "time", home: "contracts/src/coach.ts", is: "BEDTIME_STEPS = 3", held: HERE },
  EVENING_AFTER_MS: { of: "time", home: "core/src/coach/bedtime.ts", is: "EVENING_AFTER_MS = 2 * HOUR_MS", held: HERE },
  WORTH_MS: { of: "time", home: "core/src/living/interrupt.ts", is: "WORTH_MS = 10 * MINUTE_MS", held: HERE },
  WRONG_IN_A_ROW: { of: "time", home: "core/src/living/interrupt.ts", is: "WRONG_IN_A_ROW = 3", held: HERE },
  INTERRUPT_BAR: {
    of: "time",
    home: "contracts/src/living.ts",
    is: "INTERRUPT_BAR = { labels: 5, right: 0.8 }",
    held: HERE,
  },
  ENOUGH_LABELS: {
    of: "time",
    home: "core/src/voices/fetches.ts",
    is: "ENOUGH_LABELS = 20",
    held: "packages/core/src/wake/speak.test.ts",
  },
  MOST_FALSE: {
    of: "time",
    home: "core/src/voices/fetches.ts",
    is: "MOST_FALSE = 0.2",
    held: "packages/core/src/wake/speak.test.ts",
  },
  SURFACE_DAYS: { of: "time", home: "contracts/src/living.ts", is: "SURFACE_DAYS = 3", held: HERE },
  MOST_WATCHES: { of: "time", home: "contracts/src/watches.ts", is: "MOST_WATCHES = 20", held: HERE },
  WATCH_DAYS: { of: "time", home: "contracts/src/watches.ts", is: "WATCH_DAYS = 90", held: HERE },
  WATCH_FIRES: { of: "time", home: "contracts/src/watches.ts", is: "WATCH_FIRES = 30", held: HERE },
  WATCH_COOLDOWN_HOURS: { of: "time", home: "contracts/src/watches.ts", is: "WATCH_COOLDOWN_HOURS = 20", held: HERE },
  MOST_INTENTIONS: { of: "time", home: "contracts/src/living.ts", is: "MOST_INTENTIONS = 20", held: HERE },
  PUSH_BUDGET_PER_DAY: {
    of: "time",
    home: "contracts/src/budgets.ts",
    is: "PUSH_BUDGET_PER_DAY = 3",
    held: "packages/core/src/channels/outbox.test.ts",
  },
  UNASKED_PER_DAY: {
    of: "exposure",
    home: "contracts/src/budgets.ts",
    is: "UNASKED_PER_DAY = 3",
    held: "packages/core/src/voices/policy.test.ts",
  },
  "a voice that is ignored": {
    of: "time",
    home: "core/src/voices/policy.ts",
    is: "IGNORED_IN_A_ROW = 3",
    held: "packages/core/src/voices/policy.test.ts",
  },
  SILENT_DAYS: {
    of: "time",
    home: "contracts/src/patrol.ts",
    is: "SILENT_DAYS = 7",
    held: "packages/core/src/wake/jobs.test.ts",
  },
  LIVE_CHAT_MS: {
    of: "time",
    home: "core/src/cadence/quiet-hours.ts",
    is: "LIVE_CHAT_MS = 5 * MINUTE_MS",
    held: "packages/core/src/voices/voices.test.ts",
  },
  PROACTIVE_MAX_AGE_MS: {
    of: "time",
    home: "core/src/channels/moment.ts",
    is: "PROACTIVE_MAX_AGE_MS = 4 * HOUR_MS",
    held: "packages/core/src/channels/moment.test.ts",
  },
  UNDO_HOURS: {
    of: "time",
    home: "core/src/tools/undo.ts",
    is: "UNDO_HOURS = 24",
    held: "packages/core/src/tools/small-parts.test.ts",
  },
  // Reach: who may come to the person, and how many.
  MOST_AGENTS: { of: "reach", home: "contracts/src/agents.ts", is: "MOST_AGENTS = 50", held: HERE },
  "the most open proposals of an agent": {
    of: "reach",
    home: "contexts/src/mcp/own-tools.ts",
    is: "MOST_OPEN = 3",
    held: HERE,
  },
  MAX_DEVICES: {
    of: "reach",
    home: "contracts/src/devices.ts",
    is: "MAX_DEVICES = 10",
    held: "packages/core/src/channels/devices.test.ts",
  },
  TESTS_PER_HOUR: {
    of: "reach",
    home: "contracts/src/channel-tests.ts",
    is: "TESTS_PER_HOUR = 6",
    held: "packages/core/src/door/channel-tests.test.ts",
  },
};

const textOf = (path: string) => readFileSync(join(import.meta.dirname, "../../..", path), "utf8");

describe("the list of limits", () => {
  it.each(Object.entries(LIMITS))(
    "%s has the value that it had, and a test that names it",
    (name, { home, is, held }) => {
      expect(textOf(`packages/${home}`)).toContain(is);
      const titles = textOf(held).split("const LIMITS").at(-1) ?? "";
      expect(held === HERE ? titles.slice(titles.indexOf("const textOf")) : titles).toContain(name);
    },
  );
});

const at = (time: string, date = DATE) => instantAt(date, time, PERSON.timeZone);
const world = (days = 0) => testWorld({ days });

describe("exposure", () => {
  it("EXPORT_HOURS: the link to a person's whole export ends after a day, and before that it opens with its secret alone", async () => {
    const w = await world();
    const shelf = { keep: async () => {} };
    const secret = "s".repeat(22);
    await makeExport({ ...w, whole: w, shelf, newSecret: () => secret } as never, "me");
    const opened = (code = `${secret}me`) => exportOf(async () => w, code);
    expect(await opened()).toBe("me");
    expect(await opened(`${"t".repeat(22)}me`)).toBeUndefined();
    w.clock.set(w.clock.now() + DAY_MS - 1);
    expect([await opened(), (await exportState(w, "me")).state]).toEqual(["me", "ready"]);
    w.clock.set(w.clock.now() + 1);
    expect([await opened(), (await exportState(w, "me")).state]).toEqual([undefined, "none"]);
  });

  it("the link of a sign-in works for ten minutes and once, and SESSION_DAYS: a session for ninety days", async () => {
    const w = await world();
    const [late, used] = [await newCode(w, "me"), await newCode(w, "me")];
    w.clock.set(w.clock.now() + 10 * MINUTE_MS - 1);
    const token = await enter(w, "me", used);
    expect(await enter(w, "me", used)).toBeUndefined();
    w.clock.set(w.clock.now() + 1);
    expect(await enter(w, "me", late)).toBeUndefined();
    const since = w.clock.now() - 1;
    w.clock.set(since + 90 * DAY_MS - 1);
    expect(await isSignedIn(w, "me", token ?? "")).toBe(true);
    w.clock.set(since + 90 * DAY_MS);
    expect(await isSignedIn(w, "me", token ?? "")).toBe(false);
  });

  it("the link of a Telegram chat ends after ten minutes", async () => {
    const w = await world();
    const link = await newLink(w, { names: async () => ["waldo_bot"], newSecret: () => "s".repeat(22) }, "me");
    expect((link?.expiresAt ?? 0) - w.clock.now()).toBe(10 * MINUTE_MS);
  });

  it("MAX_ACTIONS: one tap covers ten actions at most", async () => {
    const { newProposal } = await import("@waldo/core/approve/proposal");
    const action = { tool: "write_task", args: {}, digest: "0".repeat(64), title: "x", tainted: [] } as const;
    const proposal = newProposal(
      "me",
      "run-x",
      Array.from({ length: 12 }, () => ({ ...action, tainted: [] })),
      1,
    );
    expect(proposal.actions).toHaveLength(10);
  });
});

describe("the time of a person: heartbeats", () => {
  const now = at("11:00");
  const moment = (state: object, more: object = {}) => ({
    ...{ now, profile: PERSON, state: { broughtUp: {}, ...state } },
    ...more,
  });
  const asked = (times: number) =>
    Object.fromEntries(Array.from({ length: times }, (_, i) => [`k${i}`, now - (i + 1) * HOUR_MS]));

  it("the most heartbeats of a day that ask are six, and each asks about two things", () => {
    expect(beatBefore(moment({ broughtUp: asked(5) }), undefined)).toBeUndefined();
    expect(beatBefore(moment({ broughtUp: asked(6) }), undefined)).toMatchObject({ outcome: "suppressed" });
    const nudge = (key: string) => ({ key, kind: "task", title: "t", why: "w", restDays: 1 }) as const;
    const { state } = beatOn(moment({}), [nudge("a"), nudge("b"), nudge("c")], 1);
    expect(state.asked?.found).toHaveLength(2);
  });

  it("HEARTBEAT_MINUTES: one in forty-five minutes, and the ticks may come a minute early", () => {
    const due = (minutes: number) => isBeatDue(moment({ beatAt: now - minutes * MINUTE_MS }));
    expect([due(43), due(44)]).toEqual([false, true]);
  });
});

describe("the time of a person: words of bedtime", () => {
  const bed = at(PERSON.sleepTime);
  const due = (minutes: number, before?: { readonly step: number; readonly minutes: number }) => {
    const now = bed + minutes * MINUTE_MS;
    const state = before && { bedtime: { date: DATE, step: before.step, at: bed + before.minutes * MINUTE_MS } };
    return bedtimeDue({ now, profile: PERSON, state: (state ?? {}) as never, activeAt: now });
  };

  it("APART_MS: thirty minutes between two of them", () => {
    expect(due(0, { step: 1, minutes: -29 })).toBeUndefined();
    expect(due(0, { step: 1, minutes: -30 })).toMatchObject({ step: 2 });
  });

  it("BEDTIME_STEPS: three in an evening, and EVENING_AFTER_MS: none from two hours after bedtime", () => {
    expect(due(100, { step: 2, minutes: 0 })).toMatchObject({ step: 3 });
    expect(due(100, { step: 3, minutes: 45 })).toBeUndefined();
    expect(due(119, { step: 2, minutes: 0 })).toMatchObject({ until: bed + 2 * HOUR_MS });
    expect(due(120, { step: 2, minutes: 0 })).toBeUndefined();
  });
});

describe("the time of a person: interruptions", () => {
  const now = at("11:00");
  const anomaly: Anomaly = {
    ...{ key: "due-1", kind: "task_due", severity: "urgent", words: "The plan is due at noon." },
    saw: [{ kind: "task", id: "t1" }],
  } as never;
  const past = (labels: readonly (FetchLabel | undefined)[], kind = anomaly.kind): Interruption[] =>
    labels.map((label, i) => ({
      ...{ at: now - (i + 2) * DAY_MS, key: `k${i}`, kind, text: "t", mode: "shadow" as const },
      ...(label === undefined ? {} : { label }),
    }));
  const meets = async (log: readonly Interruption[], interrupt: "live" | "shadow" = "live") => {
    const w = await world();
    for (const one of log) await w.store.transact([{ op: "put", key: keys.interruption("me", one.at), body: one }]);
    const moment = { profile: PERSON, choice: { ...LIVING_DEFAULT, interrupt }, anomaly, date: DATE };
    w.clock.set(now);
    return { w, moment, ...(await interruptionOf(w, moment)) };
  };
  const R = "right" as const;
  const W = "wrong" as FetchLabel;
  const other = (labels: FetchLabel[]) =>
    past(labels, "event_soon").map((one) => ({ ...one, at: one.at - 30 * DAY_MS }));

  it("INTERRUPT_BAR: none is said before five labels, four of five right", async () => {
    expect((await meets(past([R, R, R, R]))).said).toBe(false);
    expect((await meets(past([R, R, R, R, R]))).said).toBe(true);
    expect((await meets(past([R, W, R, W, R]))).said).toBe(false);
    expect((await meets(past([R, R, R, R, R]), "shadow")).said).toBe(false);
  });

  it("WRONG_IN_A_ROW: a kind that was labelled wrong three times goes back to shadow", async () => {
    const many = Array.from({ length: 20 }, () => R);
    expect((await meets([...past([W, W]), ...other(many)])).said).toBe(true);
    expect((await meets([...past([W, W, W]), ...other(many)])).said).toBe(false);
    expect((await meets([...past([W, W, R]), ...other(many)])).said).toBe(true);
  });

  it("WORTH_MS: after ten minutes nobody can act on it, so it is not sent; and one a day", async () => {
    const { w, moment, writes } = await meets(past([R, R, R, R, R]));
    const rows = writes.flatMap((one) => (one.op === "put" && one.key.sk.startsWith("OUTBOX#") ? [one.body] : []));
    expect(rows.length).toBeGreaterThan(0);
    for (const body of rows) expect((body as { sendBefore?: number }).sendBefore).toBe(now + 10 * MINUTE_MS);
    await w.store.transact(writes);
    expect((await interruptionLog(w.store, "me")).length).toBe(6);
    w.clock.set(now + HOUR_MS);
    const again = await interruptionOf(w, moment);
    expect(again).toEqual({ writes: [], said: false });
  });
});

it("SURFACE_DAYS: a thought waits three days for a conversation, and is let go", () => {
  const now = at("11:00");
  const thought = (at: number) => [{ topic: "t", text: "x", at, saw: [] }] as never;
  expect(stillWaiting(thought(now - 3 * DAY_MS + 1), now)).toHaveLength(1);
  expect(stillWaiting(thought(now - 3 * DAY_MS), now)).toHaveLength(0);
});

describe("what is promised to a person", () => {
  const plan = async (w: TestWorld, name: "watch" | "intend", args: object, n: number) => {
    const tool = REGISTRY[name];
    if (!tool || !("plan" in tool)) throw new Error("it writes nothing");
    const heard = { owner: [], outside: false, recalled: [] };
    const own = { userId: "me", runId: `run-user-message-${n}`, trigger: "user_message", autonomy: "L3" } as const;
    const { writes } = await tool.plan(tool.args.parse(args) as never, toolContext(w, { ...own, date: DATE, heard }));
    await w.store.transact(writes);
    return writes;
  };

  it("MOST_WATCHES: twenty reminders; WATCH_DAYS, WATCH_FIRES and WATCH_COOLDOWN_HOURS: one that repeats ends by itself", async () => {
    const w = await world();
    for (let n = 0; n < 20; n++) {
      const [write] = await plan(w, "watch", { text: `reminder ${n}`, time: "09:00" }, n);
      const body = write?.op === "put" ? (write.body as Record<string, number>) : {};
      expect([body["firesLeft"], (body["expiresAt"] ?? 0) - w.clock.now(), body["cooldownMs"]]).toEqual([
        ...[30, 90 * DAY_MS, 20 * HOUR_MS],
      ]);
    }
    await expect(plan(w, "watch", { text: "one more", time: "09:00" }, 20)).rejects.toThrow(/20 standing reminders/);
  });

  it("MOST_INTENTIONS: twenty promises to look again", async () => {
    const w = await world();
    for (let n = 0; n < 20; n++) await plan(w, "intend", { about: `thing ${n}`, date: "2026-11-05" }, n);
    await expect(plan(w, "intend", { about: "one more", date: "2026-11-05" }, 20)).rejects.toThrow(/too much/);
  });
});

describe("who may come to a person", () => {
  it("MOST_AGENTS: fifty agents", async () => {
    const w = await world();
    const make = (n: number) => makeAgent(w, "me", { name: `agent ${n}`, rights: [], secret: "s" });
    for (let n = 0; n < 50; n++) await make(n);
    await expect(make(50)).rejects.toThrow(/50 agents already/);
  });

  it("the most open proposals of an agent are three", async () => {
    const w = await world();
    await makeAgent(w, "me", { name: "an editor", rights: ["propose"], secret: "s" });
    const agent = { agentId: agentIdOf("an editor"), name: "an editor", rights: ["propose"], createdAt: 1 };
    const asking = { ports: { ...w, approvalKey: new Uint8Array(32) }, userId: "me", agent, summarises: false };
    const tool = AGENT_TOOLS.find(({ name }) => name === "propose") as AgentTool;
    const propose = (n: number) =>
      runTool(tool, asking as unknown as Asking, { tool: "write_task", args: { title: `task ${n}` } }, () => {});
    for (let n = 0; n < 3; n++) await propose(n);
    await expect(propose(3)).rejects.toThrow(/3 proposals/);
  });
});
