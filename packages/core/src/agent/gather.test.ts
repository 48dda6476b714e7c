/**
 * Tests what a prompt is made of: who and when, what the person wrote, what recall is asked for, and the facts for
 * recipes.
 */
import {
  type DayBody,
  DREAM_PHASES,
  dreamIdOf,
  keys,
  type PromptContext,
  type Skill,
  type TriggerEvent,
} from "@waldo/contracts";
import { dreamTask } from "@waldo/core/dream/dream";
import { loadRun } from "@waldo/core/run/journal";
import { startRun } from "@waldo/core/run/start";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { meetingOf } from "@waldo/testkit/tool-world";
import { describe, expect, it } from "vitest";
import { DATE, MORNING, type Options, type TestWorld, testWorld, WAKE } from "../../../embedded/test/world.ts";
import { calendarKey } from "../calendar/rows.ts";
import { limitedMachines } from "../machines.ts";
import type { Json, Ports } from "../ports.ts";
import { putNew } from "../store/cas.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../time.ts";
import { gatherContext, recallFor, recipesFor, signalsOf } from "./gather.ts";
import { runCalls } from "./turn.ts";

const deaf = limitedMachines({ startRun: async () => {} });

async function begun(event: Partial<TriggerEvent> = {}, options: Options = {}) {
  const world = await testWorld(options);
  const runId = await startRun({ ...world, machines: deaf }, { ...MORNING, ...event }, DATE);
  const { header } = await loadRun(world.store, "me", runId);
  const gather = (heard?: Record<string, Json>) =>
    gatherContext(world, header, heard && { body: heard, version: 1, key: keys.heard("me", runId) });
  return { world, header, gather };
}

const chat: Partial<TriggerEvent> = { trigger: "user_message", variant: undefined, nonce: "m1" };

describe("the context of a run", () => {
  it("holds who, when, how the body is and what the trigger may use, and nothing that hooks add", async () => {
    const profile = { ...PERSON, name: "Ana" };
    const { header, gather } = await begun({}, { profile });
    const { canary, body, files, tools, ...rest } = await gather();
    expect(rest).toEqual({
      sessionId: header.runId,
      date: DATE,
      localTime: "07:00",
      timeZone: PERSON.timeZone,
      trigger: "brief",
      variant: "morning",
      profile: {
        name: "Ana",
        wakeTime: PERSON.wakeTime,
        sleepTime: PERSON.sleepTime,
        autonomy: PERSON.autonomy,
      },
      bodyZone: "bodyZone" in body ? body.bodyZone : "none",
      directives: [],
      memory: [],
      recalled: [],
      skills: [],
      channel: "in_app",
      iterations: 3,
    });
    expect(canary).toMatch(/^wd-[0-9a-f]{20}$/);
    expect(files.map(({ name }) => name)).toContain("today.md");
    expect(tools.map(({ name }) => name)).toContain("get_crs");
    expect(tools.map(({ name }) => name)).not.toContain("write_task");
  });

  it("has no name, variant or body zone where there is none", async () => {
    const { gather } = await begun(chat, { days: 0 });
    const context = await gather();
    expect(Object.keys(context)).not.toEqual(expect.arrayContaining(["variant"]));
    expect(context).not.toHaveProperty("bodyZone");
    expect(context.profile).not.toHaveProperty("name");
    expect(context.body).toEqual({ date: DATE, note: "nothing has arrived for this day" });
    expect(context).not.toHaveProperty("userText");
    expect(context).not.toHaveProperty("scratchpad");
  });

  it("holds the person's words, and the findings of an earlier phase", async () => {
    const { gather } = await begun(chat);
    expect(await gather({ text: "hi", at: WAKE, findings: "found" })).toMatchObject({
      userText: "hi",
      scratchpad: "found",
    });
    expect(await gather({ text: "hi", at: WAKE, findings: "found" })).not.toHaveProperty("scratchpadOwn");
    const own = { text: "hi", at: WAKE, findings: "found", findingsOwn: true } as const;
    expect(await gather(own)).toMatchObject({ scratchpadOwn: true });
    expect(await gather({ text: "", at: WAKE })).not.toHaveProperty("userText");
  });

  it("never holds the page of another date", async () => {
    const pageOf = (date: string) => new TextEncoder().encode(`# ${date}\n\nof ${date}`);
    for (const date of ["2026-10-31", "2026-10-29", "2025-10-30"]) {
      // The checkpoint of another score is not used, so the prompt reads the pages as they are.
      const { world, gather } = await begun(chat);
      await world.archive.write("workspace/me/today.md", pageOf(date));
      const stale = { crsVersion: 99, body: { date: DATE, note: "stale" }, files: [] };
      await world.store.transact([{ op: "put", key: keys.checkpoint("me", DATE, "brief"), body: stale }]);
      expect((await gather()).files.map(({ name }) => name)).not.toContain("today.md");
      await world.archive.write("workspace/me/today.md", pageOf(DATE));
      expect((await gather()).files).toContainEqual({ name: "today.md", text: `# ${DATE}\n\nof ${DATE}` });
    }
  });
});

describe("what memory gives to a run", () => {
  const told = async (more: Partial<PromptContext>) => {
    const { world, header, gather } = await begun(chat);
    const context = await gather();
    const note = (id: string, hall: string, claim: string) => ({ id, name: "update_memory", args: { hall, claim } });
    const notes = [note("1", "preferences", "no calls before ten"), note("2", "facts", "the violin is in the attic")];
    const heard = { ...context, userText: "no calls before ten, and the violin is in the attic" };
    await runCalls(world, header, notes, { context: heard, turns: [] });
    for (const phase of DREAM_PHASES) await dreamTask(world, { userId: "me", dreamId: dreamIdOf(DATE), phase });
    return recallFor(world, header, { ...context, ...more });
  };

  const entries = async (context: Partial<PromptContext>) => {
    const { world, header, gather } = await begun(chat);
    const episode = (runId: string, summary: string) => {
      const body = { runId, at: WAKE - DAY_MS, trigger: "user_message", summary, origin: "agent" };
      return putNew(keys.episode("me", WAKE - DAY_MS, runId), body);
    };
    await world.store.transact([episode("run-a", "We spoke of the violin"), episode("run-b", "We spoke of a ladder")]);
    return (await recallFor(world, header, { ...(await gather()), ...context })).memory.join();
  };
  const body = (note: string): DayBody => ({ date: DATE, note });

  it.each<[string, Partial<PromptContext>, string | undefined]>([
    ["the person's words", { userText: "where is my violin?", body: body("ladder") }, "violin"],
    ["the words of the day, where the person wrote none", { body: body("ladder") }, "ladder"],
    ["no other words", { userText: "hello", body: body("ladder") }, undefined],
  ])("is searched by %s", async (_, context, found) => {
    const memory = await entries(context);
    expect([memory.includes("violin"), memory.includes("ladder")]).toEqual([found === "violin", found === "ladder"]);
  });

  it("is what the person wants, and what they know", async () => {
    const found = await told({ userText: "where is my violin?" });
    expect(found.directives.join()).toContain("no calls before ten");
    expect(found.memory.join()).toContain("violin");
    expect(found.recalled.map(({ claim }) => claim).sort()).toEqual([
      "no calls before ten",
      "the violin is in the attic",
    ]);
  });
});

const recipe = (name: string, more: Partial<Skill> = {}): Skill => ({
  name,
  category: "copilot",
  triggers: ["user_message"],
  requiredTools: [],
  template: "a text",
  provenance: "system",
  recipe: `do ${name}`,
  ...more,
});

describe("the recipes of a run", () => {
  const recipes = async (skills: Skill[] | undefined) => {
    const { world, header, gather } = await begun(chat);
    const log: unknown[][] = [];
    const { skills: _, ...others } = world;
    const ports: Ports = {
      ...others,
      log: (...line) => void log.push(line),
      ...(skills && { skills: async () => skills }),
    };
    return { chosen: await recipesFor(ports, header, await gather()), log };
  };

  it("are those that fit, by name, text and author", async () => {
    const { chosen, log } = await recipes([recipe("a-plan"), recipe("a-brief", { triggers: ["brief"] })]);
    expect(chosen).toEqual([{ name: "a-plan", recipe: "do a-plan", provenance: "system" }]);
    expect(log).toEqual([]);
  });

  it("are none where none is known", async () => {
    expect((await recipes([])).chosen).toEqual([]);
    expect((await recipes(undefined)).chosen).toEqual([]);
  });

  it("that are refused are counted in the log without their names", async () => {
    const { chosen, log } = await recipes([recipe("a-secret", { provenance: "agent_authored" })]);
    expect(chosen).toEqual([]);
    expect(log).toMatchObject([["warn", "skill.refused", { recipes: 1 }]]);
    expect(JSON.stringify(log)).not.toContain("secret");
  });
});

const NOTE: DayBody = { date: DATE, note: "nothing has arrived for this day" };

describe("the facts for the conditions of recipes", () => {
  const signals = async (
    fill: (world: TestWorld) => Promise<unknown>,
    { event, body = NOTE, message }: { event?: Partial<TriggerEvent>; body?: DayBody; message?: string } = {},
  ) => {
    const { world, header } = await begun(event);
    await fill(world);
    return signalsOf(world, header, body, message);
  };
  const nothing = async () => {};

  it("are the weekday alone when nothing else is known", async () => {
    expect(await signals(nothing)).toEqual({ weekday: 5 });
  });

  it("hold what the day says of the body, and the message", async () => {
    const body: DayBody = {
      date: DATE,
      status: "final",
      certainty: "good",
      pillars: {},
      missing: [],
      signs: [],
      nightsKnown: 30,
      knowsHrv: true,
      daysWithout: 0,
    };
    const known = { form: 61, bodyZone: "steady", daysInZone: 3 } as const;
    expect(await signals(nothing, { body })).toEqual({ weekday: 5 });
    const told = { body: { ...body, ...known }, message: "hi" };
    expect(await signals(nothing, told)).toEqual({ weekday: 5, ...known, message: "hi" });
  });

  const meeting = (start: number) => async (world: TestWorld) => {
    const row = meetingOf("Standup", start);
    await world.store.transact([{ op: "put", key: calendarKey("me", row), body: row }]);
  };
  it.each<[string, number, object]>([
    ["half an hour ahead", WAKE + 30 * MINUTE_MS, { minutesToNextEvent: 30, nextEventTitle: "Standup" }],
    ["a day ahead", WAKE + DAY_MS - MINUTE_MS, { minutesToNextEvent: 24 * 60 - 1, nextEventTitle: "Standup" }],
    ["more than a day ahead", WAKE + DAY_MS + MINUTE_MS, {}],
    ["behind", WAKE - MINUTE_MS, {}],
  ])("hold the next event: one %s", async (_, start, facts) => {
    expect(await signals(meeting(start))).toEqual({ weekday: 5, ...facts });
  });

  it("hold whether the body clock is shifted", async () => {
    const jetLag = (until: number) => (world: TestWorld) =>
      world.store.transact([{ op: "put", key: keys.jetLag("me"), body: { until, shiftMinutes: 300 } }]);
    expect(await signals(jetLag(WAKE + HOUR_MS))).toEqual({ weekday: 5, jetLagged: true });
    expect(await signals(jetLag(WAKE - HOUR_MS))).toEqual({ weekday: 5 });
  });

  type Row = readonly [ago: number, id: string, more?: object];
  const said = (rows: readonly Row[]) => (world: TestWorld) =>
    world.store.transact(
      rows.map(([ago, id, more]) => ({
        op: "put" as const,
        key: keys.message("me", `day-${DATE}`, WAKE - ago, id),
        body: { from: "owner", kind: "message", text: "hi", at: WAKE - ago, ...more },
      })),
    );
  it.each<[string, readonly Row[], number | undefined, Partial<TriggerEvent>?]>([
    [
      "the last words",
      [
        [3 * HOUR_MS, "0-a"],
        [2 * HOUR_MS, "0-b"],
      ],
      2,
    ],
    [
      "the person's words, not Waldo's",
      [
        [3 * HOUR_MS, "0-a"],
        [2 * HOUR_MS, "1-b", { from: "waldo" }],
      ],
      3,
    ],
    [
      "not the message that is answered",
      [
        [3 * HOUR_MS, "0-a"],
        [0, "0-m1"],
      ],
      3,
      chat,
    ],
    [
      "another message of this moment",
      [
        [3 * HOUR_MS, "0-a"],
        [0, "0-xm1"],
      ],
      0,
      chat,
    ],
    [
      "a message of the same id that is not answered now",
      [
        [3 * HOUR_MS, "0-a"],
        [HOUR_MS, "0-m1"],
      ],
      1,
      { nonce: "m1" },
    ],
    [
      "no words of the future",
      [
        [3 * HOUR_MS, "0-a"],
        [-MINUTE_MS, "0-b"],
      ],
      3,
    ],
    ["no words at all", [], undefined],
  ])("hold how long ago the person wrote: %s", async (_, rows, hours, event) => {
    const fill = rows.length === 0 ? nothing : said(rows);
    expect((await signals(fill, event && { event })).hoursSinceLastSeen).toBe(hours);
  });
});
