/** Tests what the person set for a day, read from their own rows: words of others are counted and never returned. */
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
const proposal = (state: ProposalState, at: number, updatedAt = at + HOUR_MS): Write => {
  const proposalId = `p-${String(at).padStart(16, "0").slice(-16)}`;
  const actions = [proposedAction("write_task", { title: "Rest" }, "Add the task “Rest”", { tainted: [] })];
  const times = { createdAt: at, updatedAt, expiresAt: at + 2 * HOUR_MS };
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

  it("has the times of the person's own zone, and of UTC where there is no profile", async () => {
    const { store } = await toolWorld(openSqliteStore(":memory:"));
    const row = await store.get(keys.profile("me"));
    const call = reminder("00000000000a", "Call Ana", NOW + 8 * HOUR_MS, "agent");
    const inTokyo = put(keys.profile("me"), { ...row?.body, timeZone: "Asia/Tokyo" });
    expect((await agenda(call, inTokyo)).due).toEqual([]);
    expect((await agenda(reminder("00000000000a", "Call Ana", NOW, "agent"), inTokyo)).due).toEqual([
      { title: "Call Ana", time: "18:00" },
    ]);
    const gone: Write = { op: "delete", key: keys.profile("me") };
    expect((await agenda(call, gone)).due).toEqual([{ title: "Call Ana", time: "17:00" }]);
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

describe("what is due is short", () => {
  it("five at most, and an intent that was cancelled is none", async () => {
    const six = [1, 2, 3, 4, 5, 6].map((n) => task(`t${n}`, `Task ${n}`, { due: DATE }));
    const { due, dueFromOthers } = await agenda(...six);
    expect([due.length, dueFromOthers]).toEqual([5, undefined]);
    const gone = reminder("00000000000a", "Call Ana", NOW + HOUR_MS, "owner");
    const cancelled = "body" in gone ? put(gone.key, { ...gone.body, state: "cancelled" }) : gone;
    expect((await agenda(cancelled)).due).toEqual([]);
    expect((await agenda(task("t1", "Some day", {}), task("t2", "Now", { due: DATE }))).due).toEqual([
      { title: "Now" },
    ]);
  });

  it("has the name that the person gave, if they gave one", async () => {
    const row = await (await toolWorld(openSqliteStore(":memory:"))).store.get(keys.profile("me"));
    expect((await agenda(put(keys.profile("me"), { ...row?.body, name: "Sam" }))).name).toBe("Sam");
    expect(await agenda()).not.toHaveProperty("name");
    expect(await agenda()).not.toHaveProperty("answered");
    expect(await agenda()).not.toHaveProperty("suggestions");
  });
});

describe("what the person asked never to hear", () => {
  const wish = "never tell me to take a walk";
  it("is left out of the suggestions, where it is a wish of their own that holds", async () => {
    const wanted = async (more: object) => (await agenda(...claims({ claim: wish, ...more }))).suggestions;
    expect(await wanted({ hall: "preferences" })).toEqual({
      helped: [],
      leftOut: [],
      lately: [],
      unwanted: ["movement"],
    });
    expect(await wanted({ hall: "facts" })).toBeUndefined();
    expect(await wanted({ hall: "preferences", origin: "untrusted" })).toBeUndefined();
    expect(await wanted({ hall: "preferences", confidence: 0.3 })).toBeUndefined();
    expect((await agenda(...claims({ claim: "I like tea", hall: "preferences" }))).suggestions).toBeUndefined();
  });

  it("stands beside what was learnt", async () => {
    const { suggestions } = await agenda(briefOn(1, BED), ...claims({ claim: wish, hall: "preferences" }));
    expect(suggestions).toMatchObject({ lately: ["Go to bed half an hour earlier tonight."], unwanted: ["movement"] });
  });
});

describe("the goal and the plan", () => {
  it("a goal of the list comes before what was said; one that is reached, or of others, does not", async () => {
    const goal = (title: string, more: object) =>
      put(keys.task("me", title.slice(0, 4)), {
        ...{
          taskId: title.slice(0, 4),
          title,
          goal: true,
          status: "open",
          origin: "owner",
          createdAt: 1,
          updatedAt: 1,
        },
        ...more,
      });
    const said = claims({ claim: "a half marathon in May", topic: "goal" });
    const found = await agenda(...said, goal("learn Polish", {}), goal("buy this pill", { origin: "untrusted" }));
    expect(found).toMatchObject({ goal: "learn Polish" });
    expect(await agenda(...said, goal("learn Polish", { status: "done" }))).toMatchObject({
      goal: "a half marathon in May",
    });
  });

  it("may be told by their topic", async () => {
    const found = await agenda(
      ...claims({ claim: "a half marathon in May", topic: "goal" }, { claim: "intervals on Friday", topic: "plan" }),
    );
    expect(found).toMatchObject({ goal: "a half marathon in May", plan: "intervals on Friday" });
  });

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

  it.each<[string, boolean]>([
    ["My new goal is a marathon", true],
    ["I'd like to sleep more", true],
    ["I’m training for a marathon", true],
    ["Ana says I want to lose weight", false],
  ])("“%s” is a goal: %s", async (claim, isGoal) => {
    expect((await agenda(...claims({ claim }))).goal).toBe(isGoal ? claim : undefined);
  });

  it.each(["The plan for Friday is rest", "I'll see Ana on Friday", "I’m going to Rome on Friday"])(
    "“%s” is a plan",
    async (claim) => {
      expect((await agenda(...claims({ claim }))).plan).toBe(claim);
    },
  );

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

  it("with a card at the end of the Brief: what was done is about the Brief, and a no is about the card", async () => {
    const card = (days: number) => {
      const at = NOW - days * DAY_MS;
      const body = { from: "waldo", kind: "proposal", at, text: "Shall I?", runId: `run-${days}` };
      return put(keys.message("me", `day-${addDays(DATE, -days)}`, at, `1-c${at}`), body);
    };
    const asked = (days: number, text: string) => [briefOn(days, text, { runId: `run-${days}` }), card(days)];
    const found = await learnt(
      ...[...asked(3, WALK), saidOn(3, HOUR_MS, "did it")],
      ...[...asked(5, BED), saidOn(5, HOUR_MS, "no thanks"), ...asked(9, BED), saidOn(9, HOUR_MS, "Not today")],
    );
    expect(found).toMatchObject({ helped: ["movement"], leftOut: [] });
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
  it("is not told of somebody who stayed", async () => {
    expect(await agenda()).not.toHaveProperty("travelled");
  });

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
    [
      "the one that was answered later",
      [proposal("declined", NOW - DAY_MS, NOW - DAY_MS + 3 * HOUR_MS), proposal("executed", NOW - DAY_MS + HOUR_MS)],
      "dismissed",
    ],
    ["a reply that it was done", [reply("did it, thanks")], "followed"],
    ["a reply that declines", [reply("Not today.")], "dismissed"],
    ["a tap today", [proposal("executed", NOW - 9 * HOUR_MS)], undefined],
    ["a tap at midnight", [proposal("executed", NOW - 33 * HOUR_MS)], "followed"],
    ["a reply with space around it", [reply("  done ")], "followed"],
    ["a refusal with space around it", [reply("  no ")], "dismissed"],
    ["other words", [reply("what is on my calendar?")], undefined],
    ["a tap before words", [proposal("executed", NOW - DAY_MS), reply("no")], "followed"],
  ])("is known from %s", async (_, writes, answered) => {
    expect((await agenda(...writes)).answered).toBe(answered);
  });
});
