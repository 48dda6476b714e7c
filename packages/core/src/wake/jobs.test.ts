/** Tests what each job of a wake starts, what it leaves for later, and where the times are that decide it. */
import { DayState, keys, type SensedWake, SILENT_DAYS, type WakeOutcome } from "@waldo/contracts";
import { BRIEF_CATCH_UP_MS } from "@waldo/core/cadence/schedule";
import { refreshDue } from "@waldo/core/calendar/refresh";
import { subscribe } from "@waldo/core/calendar/subscribe";
import { announcement } from "@waldo/core/channels/announce";
import { limitedMachines } from "@waldo/core/machines";
import type { Channel } from "@waldo/core/ports";
import { loadRun } from "@waldo/core/run/journal";
import { startRun } from "@waldo/core/run/start";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@waldo/core/time";
import { decide } from "@waldo/core/wake/decide";
import { icsOf, scriptedCalendars } from "@waldo/testkit/scripted-calendars";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { DATE, MORNING, type TestWorld, testWorld, WAKE } from "../../../embedded/test/world.ts";
import { MORNING_HOLD_MS } from "../voices/brief.ts";

type Job = Partial<SensedWake> & Pick<SensedWake, "job">;
const wakeFor = (job: Job, at = WAKE): SensedWake => ({
  userId: "me",
  date: DATE,
  scheduledAt: new Date(at).toISOString(),
  ...job,
});

/** A person whose day stands like this. No machine starts by itself, so the run can be looked at. */
async function day(state: DayState, options: Parameters<typeof testWorld>[0] = {}) {
  const world = await testWorld(options);
  const started: string[] = [];
  const machines = limitedMachines({
    startRun: async (name) => void started.push(name),
    startDream: async (name) => void started.push(name),
  });
  await world.store.transact([{ op: "put", key: keys.dayState("me", DATE), body: state }]);
  const deaf = { ...world, machines };
  const body = async () => DayState.parse((await world.store.get(keys.dayState("me", DATE)))?.body);
  const headerOf = async ({ runId }: WakeOutcome) => (await loadRun(world.store, "me", runId ?? "")).header;
  return { world: deaf, real: world, started, body, headerOf };
}

async function scoreIs(world: Pick<TestWorld, "store">, change: object) {
  const key = keys.crs("me", DATE);
  const row = await world.store.get(key);
  await world.store.transact([{ op: "put", key, body: { ...row?.body, ...change } }]);
}

const hear = (world: Pick<TestWorld, "store">, at: number) =>
  world.store.transact([{ op: "put", key: keys.last("me", "heard"), body: { at } }]);

describe("the morning Brief", () => {
  it("waits for the score of the night to be final, and notes since when", async () => {
    const { world, body } = await day({ events: 2 });
    await scoreIs(world, { status: "provisional" });
    expect(await decide(world, wakeFor({ job: "brief", variant: "morning" }))).toEqual({
      userId: "me",
      outcome: "waiting",
    });
    expect(await body()).toEqual({ events: 2, heldSince: WAKE });
  });

  it.each<[string, Job, number, boolean]>([
    ["a patrol before the hold is over", { job: "patrol" }, MORNING_HOLD_MS - 1, false],
    ["the first patrol after it", { job: "patrol" }, MORNING_HOLD_MS, true],
    ["a sync at any time", { job: "sync" }, MINUTE_MS, true],
  ])("that waits is started by %s", async (_, job, after, isStarted) => {
    const { world, body, headerOf } = await day({ heldSince: WAKE, events: 2 });
    await scoreIs(world, { status: "provisional" });
    world.clock.set(WAKE + after);
    const outcome = await decide(world, wakeFor(job, WAKE + after));
    expect(outcome.outcome).toBe(isStarted ? "run" : "nothing");
    expect((await body()).heldSince).toBe(isStarted ? undefined : WAKE);
    if (!isStarted) return;
    expect(await headerOf(outcome)).toMatchObject({ trigger: "brief", variant: "morning", nonce: `morning-${DATE}` });
    const { form } = (await world.store.get(keys.crs("me", DATE)))?.body ?? {};
    expect(await body()).toEqual({ events: 2, spoken: { form, at: expect.any(Number) } });
  });

  it("that waits is started by the patrol that finds the score final", async () => {
    const { world, headerOf } = await day({ heldSince: WAKE });
    expect(await headerOf(await decide(world, wakeFor({ job: "patrol" })))).toMatchObject({ variant: "morning" });
  });

  it("without a score says so once: the day notes that no Form was told", async () => {
    const { world, body } = await day({}, { days: 0 });
    world.clock.set(WAKE + MORNING_HOLD_MS);
    expect((await decide(world, wakeFor({ job: "brief", variant: "morning" }))).outcome).toBe("run");
    expect(await body()).toEqual({ spoken: { at: expect.any(Number) } });
  });
});

describe("a sync", () => {
  it("prepares the page of the day, and is otherwise silent", async () => {
    const { world } = await day({ spoken: { form: 60 } });
    await world.store.transact([{ op: "delete", key: keys.checkpoint("me", DATE, "brief") }]);
    expect(await decide(world, wakeFor({ job: "sync" }))).toEqual({ userId: "me", outcome: "prepared" });
    expect(await world.store.get(keys.checkpoint("me", DATE, "brief"))).toBeDefined();
  });

  it("that brings the night after a morning without one says it once", async () => {
    const { world, body, headerOf } = await day({ spoken: {} });
    const outcome = await decide(world, wakeFor({ job: "sync" }));
    expect(await headerOf(outcome)).toMatchObject({ variant: "morning", nonce: `late_night-${DATE}` });
    expect((await body()).spoken?.form).toBeTypeOf("number");
    expect((await decide(world, wakeFor({ job: "sync" }, WAKE + MINUTE_MS))).outcome).toBe("prepared");
  });

  it.each<[string, DayState, Parameters<typeof testWorld>[0]]>([
    ["nothing was said yet", {}, {}],
    ["there is still no night", { spoken: {} }, { days: 0 }],
  ])("says nothing when %s", async (_, state, options) => {
    const { world } = await day(state, options);
    expect((await decide(world, wakeFor({ job: "sync" }))).outcome).toBe("prepared");
  });
});

it.each<[string, DayState]>([
  ["is new", {}],
  ["has a Brief that waits for the night that is here now", { heldSince: WAKE }],
  ["had a morning without the night that is here now", { spoken: {} }],
])("the sweep of a day that %s prepares its page and starts nothing", async (_, state) => {
  const { world, started, body } = await day(state);
  await world.store.transact([{ op: "delete", key: keys.checkpoint("me", DATE, "brief") }]);
  expect(await decide(world, wakeFor({ job: "sweep" }))).toEqual({ userId: "me", outcome: "prepared" });
  expect(await world.store.get(keys.checkpoint("me", DATE, "brief"))).toBeDefined();
  expect(await body()).toEqual(state);
  expect(started).toEqual([]);
});

describe("a Brief that comes late", () => {
  it.each(["morning", "midday", "evening"] as const)("(%s) is said up to its limit and not after", async (variant) => {
    for (const [more, outcome] of [
      [0, "run"],
      [1, "nothing"],
    ] as const) {
      const { world, body } = await day({});
      world.clock.set(WAKE + BRIEF_CATCH_UP_MS[variant] + more);
      expect((await decide(world, wakeFor({ job: "brief", variant }))).outcome).toBe(outcome);
      expect((await body()).spoken === undefined).toBe(outcome === "nothing");
    }
  });

  it("without a variant is the morning's", async () => {
    const { world, headerOf } = await day({});
    expect(await headerOf(await decide(world, wakeFor({ job: "brief" })))).toMatchObject({ variant: "morning" });
  });
});

describe("a Brief after the morning", () => {
  it.each<[string, DayState, number, string]>([
    ["repeats that no data arrived", { spoken: {} }, 0, "nothing"],
    ["has nothing to say when no night is known", {}, 0, "nothing"],
    ["is said when Form has moved since it was told", { spoken: { form: 5 } }, 40, "run"],
    ["is said when the night arrived", { spoken: {} }, 40, "run"],
  ])("%s", async (_, state, days, outcome) => {
    const { world } = await day(state, { days });
    expect((await decide(world, wakeFor({ job: "brief", variant: "midday" }))).outcome).toBe(outcome);
  });

  it.each<[string, object, string]>([
    ["is held back without news, and the log says why", {}, "nothing"],
    ["comes every day to a person who chose that", { alwaysNoon: true }, "run"],
    ["does not come on a weekday that the person left out", { alwaysNoon: true, briefDays: { midday: [6, 7] } }, "off"],
    ["comes on a weekday that they chose", { alwaysNoon: true, briefDays: { midday: [5] } }, "run"],
    ["does not come to a person who switched it off", { alwaysNoon: true, briefs: { midday: false } }, "off"],
  ])("%s", async (_, more, outcome) => {
    const { world } = await day({}, { profile: { ...PERSON, ...more } });
    const form = (await world.store.get(keys.crs("me", DATE)))?.body["form"];
    await world.store.transact([{ op: "put", key: keys.dayState("me", DATE), body: { spoken: { form } } }]);
    expect((await decide(world, wakeFor({ job: "brief", variant: "midday" }))).outcome === "run").toBe(
      outcome === "run",
    );
    const entry = await world.store.get(keys.patrolAction("me", WAKE, "brief"));
    expect(entry?.body["reason"]).toBe(outcome === "nothing" ? "nothing is new since the morning" : undefined);
  });

  it("reads a page of its own hour", async () => {
    const { world } = await day({ spoken: { form: 60 } });
    await world.store.transact([{ op: "delete", key: keys.checkpoint("me", DATE, "brief") }]);
    await decide(world, wakeFor({ job: "brief", variant: "midday" }));
    expect(await world.store.get(keys.checkpoint("me", DATE, "brief"))).toBeDefined();
    const morning = await day({});
    await morning.world.store.transact([{ op: "delete", key: keys.checkpoint("me", DATE, "brief") }]);
    await decide(morning.world, wakeFor({ job: "brief", variant: "morning" }));
    expect(await morning.world.store.get(keys.checkpoint("me", DATE, "brief"))).toBeUndefined();
  });

  it.each<[string, "morning" | "midday", number | undefined, string]>([
    ["for a week to the millisecond: it waits", "midday", SILENT_DAYS * DAY_MS, "nothing"],
    ["for a millisecond less: it is said", "midday", SILENT_DAYS * DAY_MS - 1, "run"],
    ["ever: it is said", "midday", undefined, "run"],
    ["for a month: the morning's is said", "morning", 30 * DAY_MS, "run"],
  ])("to a person who has not written %s", async (_, variant, ago, outcome) => {
    const { world } = await day({});
    if (ago !== undefined) await hear(world, WAKE - ago);
    expect((await decide(world, wakeFor({ job: "brief", variant }))).outcome).toBe(outcome);
  });
});

it("the morning Brief does not come to a person who switched it off", async () => {
  const { world } = await day({}, { profile: { ...PERSON, briefs: { morning: false } } });
  expect((await decide(world, wakeFor({ job: "brief", variant: "morning" }))).outcome).not.toBe("run");
});

describe("upkeep", () => {
  const rested = async () => {
    const made = await day({});
    const dreaming = { consolidatedTo: 0, failures: 0, reminded: [], lastDreamAt: WAKE };
    await made.world.store.transact([{ op: "put", key: keys.dreaming("me"), body: dreaming }]);
    return made;
  };
  const upkeep = (job: SensedWake["job"] = "upkeep") => wakeFor({ job }, WAKE);

  it("with nothing to do does nothing", async () => {
    const { world, started } = await rested();
    expect(await decide(world, upkeep())).toEqual({ userId: "me", outcome: "nothing" });
    expect(started).toEqual([]);
  });

  it("starts a night that is due", async () => {
    const { world, started } = await day({});
    expect((await decide(world, upkeep())).outcome).toBe("dream");
    expect(started).toHaveLength(1);
  });

  it("and a patrol say that subscribed calendars are due; a Brief does not", async () => {
    const { world } = await rested();
    const fetcher = scriptedCalendars();
    const address = "https://calendar.example/basic.ics";
    fetcher.at.set(address, icsOf());
    await subscribe({ store: world.store, fetcher }, "me", { address }, WAKE - DAY_MS);
    expect(await decide(world, upkeep())).toMatchObject({ calendars: true });
    expect(await decide(world, upkeep("patrol"))).toMatchObject({ calendars: true });
    expect(await decide(world, wakeFor({ job: "brief" }))).not.toHaveProperty("calendars");
    await refreshDue({ store: world.store, fetcher, log: () => {} }, "me", world.clock.now());
    expect(await decide(world, upkeep("patrol"))).not.toHaveProperty("calendars");
  });

  it("gives a run that waits a new execution and names it", async () => {
    const { world, started } = await rested();
    const runId = await startRun(world, MORNING, DATE);
    expect(await decide(world, upkeep())).toEqual({ userId: "me", outcome: "upkeep", runId });
    expect(started).toEqual([runId, `${runId}-r2`]);
  });

  const said = (now: number) =>
    announcement(
      PERSON,
      { by: "note", name: "x", trigger: "patrol", date: DATE, now },
      { kind: "reply", text: "A word." },
    );

  it.each<[SensedWake["job"], WakeOutcome["outcome"]]>([
    ["upkeep", "upkeep"],
    ["patrol", "nothing"],
  ])("(%s) sends what earlier runs left, and says whether something still waits", async (job, outcome) => {
    const { world } = await rested();
    let answer: "sent" | "retry" = "retry";
    const telegram: Channel = { name: "telegram", send: async () => ({ outcome: answer, reason: "busy" }) };
    const busy = { ...world, channels: { telegram } };
    await world.store.transact(said(WAKE));
    expect(await decide(busy, upkeep(job))).toEqual({ userId: "me", outcome: "nothing", due: true });
    answer = "sent";
    world.clock.set(WAKE + HOUR_MS);
    expect(await decide(busy, wakeFor({ job }, WAKE + HOUR_MS))).toEqual({ userId: "me", outcome });
  });

  it("of a paused person says whether something waits, and sends nothing", async () => {
    const { world, real } = await rested();
    await world.store.transact([{ op: "put", key: keys.lease("me"), body: { fence: 0, expiresAt: 0, pausedAt: 1 } }]);
    expect(await decide(world, upkeep())).toEqual({ userId: "me", outcome: "paused" });
    await world.store.transact(said(WAKE));
    expect(await decide(world, upkeep())).toEqual({ userId: "me", outcome: "paused", due: true });
    expect(real.telegram).toEqual([]);
  });
});
