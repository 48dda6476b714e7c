/** What the person set for a day, read from their own rows: words of others are counted and never returned. */
import { keys, type MemoryBlock, type Origin, type ProposalState } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { madeUpClaim } from "@waldo/testkit/made-up-rows";
import { DATE, NOW, toolWorld } from "@waldo/testkit/tool-world";
import { describe, expect, it } from "vitest";
import type { Write } from "../ports.ts";
import { addDays, DAY_MS, HOUR_MS } from "../time.ts";
import { proposedAction } from "./approval.ts";
import { getAgenda } from "./catalogue/agenda.ts";

/** A Friday. */
const YESTERDAY = addDays(DATE, -1);
const put = (key: Write["key"], body: object): Write => ({ op: "put", key, body });
const task = (taskId: string, title: string, more: object): Write =>
  put(keys.task("me", taskId), { taskId, title, status: "open", origin: "owner", createdAt: 1, updatedAt: 1, ...more });
const reminder = (watchId: string, text: string, at: number, origin: Origin): Write =>
  put(keys.watch("me", watchId), {
    watchId,
    text,
    origin,
    when: { on: "time", at },
    state: "active",
    firesLeft: 1,
    fired: 0,
    cooldownMs: 0,
    expiresAt: at + DAY_MS,
    createdAt: 1,
  });
const claims = (...all: (Partial<MemoryBlock> & { readonly claim: string })[]): Write[] =>
  all.flatMap((more, i) => {
    const block = madeUpClaim(more.claim, 1, {
      patternId: `a${String(i).padStart(11, "0")}`,
      origin: "owner",
      ...more,
    });
    return [put(keys.block("me", block.patternId), block), put(keys.memoryDelta("me", block.patternId), block)];
  });
const proposal = (state: ProposalState, at: number): Write => {
  const proposalId = `p-${String(at).padStart(16, "0").slice(-16)}`;
  const actions = [proposedAction("write_task", { title: "Rest" }, "Add the task “Rest”", { tainted: [] })];
  const times = { createdAt: at, updatedAt: at + HOUR_MS, expiresAt: at + 2 * HOUR_MS };
  return put(keys.proposal("me", proposalId), { proposalId, userId: "me", runId: "run-y", actions, state, ...times });
};
const reply = (text: string): Write =>
  put(keys.message("me", `day-${YESTERDAY}`, NOW - DAY_MS, "0-r"), {
    from: "owner",
    kind: "message",
    at: NOW - DAY_MS,
    text,
  });

async function agenda(...writes: Write[]) {
  const { store, context } = await toolWorld(openSqliteStore(":memory:"), { trigger: "brief" });
  if (writes.length > 0) await store.transact(writes);
  return getAgenda.run({}, context);
}

describe("what is due", () => {
  it("are open tasks by their date, and reminders of the date, with their time", async () => {
    const { due } = await agenda(
      task("t1", "Send the invoice", { due: DATE }),
      task("t2", "Water the plants", { due: YESTERDAY }),
      task("t3", "Next week", { due: addDays(DATE, 7) }),
      task("t4", "Done before", { due: DATE, status: "done" }),
      reminder("00000000000a", "Call Ana", NOW + 8 * HOUR_MS, "agent"),
      reminder("00000000000b", "Tomorrow", NOW + DAY_MS, "owner"),
    );
    expect(due).toEqual([
      { title: "Call Ana", time: "17:00" },
      { title: "Water the plants", overdue: true },
      { title: "Send the invoice" },
    ]);
  });

  it("has no words of others, and says how many there are", async () => {
    const { due, dueFromOthers } = await agenda(
      task("t1", "From a mail", { due: DATE, origin: "untrusted" }),
      task("t2", "Of an older row", { due: DATE, origin: undefined }),
      reminder("00000000000a", "From a page", NOW + HOUR_MS, "untrusted"),
    );
    expect([due, dueFromOthers]).toEqual([[], 3]);
  });
});

describe("the goal and the plan", () => {
  it("come from trusted claims; a plan is one for this date or its weekday", async () => {
    const found = await agenda(
      ...claims(
        { claim: "My goal is a half marathon", hall: "preferences" },
        { claim: "I run on Fridays", hall: "facts" },
      ),
    );
    expect(found).toMatchObject({ goal: "My goal is a half marathon", plan: "I run on Fridays" });
    const other = await agenda(...claims({ claim: "I run on Sundays" }, { claim: "The shop opens on Fridays" }));
    expect(other).not.toHaveProperty("plan");
    expect(other).not.toHaveProperty("goal");
  });

  it("never come from text of others, and not from a claim that no longer holds", async () => {
    const found = await agenda(
      ...claims(
        { claim: "My goal is to buy this pill", origin: "untrusted" },
        { claim: "I plan to pay them on Friday", origin: "untrusted" },
        { claim: "I want to lose weight", confidence: 0.3 },
      ),
    );
    expect(found).not.toHaveProperty("goal");
    expect(found).not.toHaveProperty("plan");
  });
});

const briefOn = (days: number, text: string, more: object = {}): Write => {
  const at = NOW - days * DAY_MS;
  const card = { type: "brief", variant: "morning", date: addDays(DATE, -days), headline: "", provisional: false };
  const body = { from: "waldo", kind: "brief", at, text, card, ...more };
  return put(keys.message("me", `day-${addDays(DATE, -days)}`, at, `1-b${at}`), body);
};
const saidOn = (days: number, after: number, text: string, more: object = {}): Write => {
  const at = NOW - days * DAY_MS + after;
  const body = { from: "owner", kind: "message", at, text, ...more };
  return put(keys.message("me", `day-${addDays(DATE, -days)}`, at, `0-r${at}`), body);
};
const WALK = "You're steady today: all is close to your usual. A walk of half an hour would do you good today.";
const BED = "You're flagging today: you slept about five hours. Go to bed half an hour earlier tonight.";

describe("what is learnt from the answers to suggestions", () => {
  const learnt = async (...writes: Write[]) => (await agenda(...writes)).suggestions;

  it("is nothing without Briefs, and no preference without answers", async () => {
    expect(await learnt()).toBeUndefined();
    expect(await learnt(briefOn(1, WALK), briefOn(2, `${BED}\nForm 62`))).toEqual({
      helped: [],
      leftOut: [],
      lately: ["Go to bed half an hour earlier tonight.", "A walk of half an hour would do you good today."],
    });
  });

  it("is what was followed and what was turned down, on their days", async () => {
    const found = await learnt(
      briefOn(3, WALK),
      saidOn(3, HOUR_MS, "did it"),
      briefOn(5, BED),
      saidOn(5, HOUR_MS, "no thanks"),
      briefOn(9, BED),
      saidOn(9, HOUR_MS, "Not today"),
    );
    expect(found).toMatchObject({ helped: ["movement"], leftOut: ["sleep"] });
  });

  it.each<[string, Write[]]>([
    [
      "an answer to something else",
      [
        put(keys.message("me", `day-${addDays(DATE, -3)}`, NOW - 3 * DAY_MS + 1, "1-p"), {
          from: "waldo",
          kind: "proposal",
          at: NOW - 3 * DAY_MS + 1,
          text: "Shall I?",
        }),
        saidOn(3, HOUR_MS, "done"),
      ],
    ],
    [
      "a long message",
      [saidOn(3, HOUR_MS, "done with the report, and now I would like to know what is next on my list")],
    ],
    ["words about danger", [saidOn(3, HOUR_MS, "done", { kind: "emergency" })]],
    ["an answer before the Brief of the day", [saidOn(4, HOUR_MS, "done")]],
  ])("does not come from %s", async (_, writes) => {
    expect(await learnt(briefOn(3, WALK), ...writes)).toMatchObject({ helped: [], leftOut: [] });
  });

  it("has no words but Waldo's own, and nothing of the day itself or of later days", async () => {
    const found = await learnt(
      briefOn(1, "You're steady today. Pay “Ana” before the walk."),
      saidOn(1, HOUR_MS, "done"),
      briefOn(0, BED),
      briefOn(-1, BED),
    );
    expect(found).toEqual({ helped: ["movement"], leftOut: [], lately: [] });
  });
});

describe("a change of time zone", () => {
  const moved = (days: number): Write =>
    put(keys.jetLag("me"), { until: NOW - days * DAY_MS + 2 * DAY_MS, shiftMinutes: 120 });
  it.each([
    [0, true],
    [2, true],
    [3, undefined],
    [-1, undefined],
  ])("%i days ago is told: %s", async (days, told) => {
    expect((await agenda(moved(days))).travelled).toBe(told);
  });
});

describe("yesterday's answer", () => {
  it.each<[string, Write[], string | undefined]>([
    ["a tap that carried it out", [proposal("executed", NOW - DAY_MS)], "followed"],
    ["a tap on not now", [proposal("declined", NOW - DAY_MS)], "dismissed"],
    ["no answer", [proposal("expired", NOW - DAY_MS)], undefined],
    ["an older one", [proposal("executed", NOW - 3 * DAY_MS)], undefined],
    [
      "the later of two",
      [proposal("executed", NOW - DAY_MS), proposal("declined", NOW - DAY_MS + HOUR_MS)],
      "dismissed",
    ],
    ["a reply that it was done", [reply("did it, thanks")], "followed"],
    ["a reply that declines", [reply("Not today.")], "dismissed"],
    ["other words", [reply("what is on my calendar?")], undefined],
    ["a tap before words", [proposal("executed", NOW - DAY_MS), reply("no")], "followed"],
  ])("is known from %s", async (_, writes, answered) => {
    expect((await agenda(...writes)).answered).toBe(answered);
  });
});
