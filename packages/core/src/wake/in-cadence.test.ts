/** A wake among the others of a day: firings that repeat, firings that never came, and a person who moves. */
import { keys, type ScheduleRow, type SensedWake, type WakeOutcome, WaldoError } from "@waldo/contracts";
import { jetLagUntil } from "@waldo/core/cadence/jet-lag";
import { scheduleOf } from "@waldo/core/cadence/schedule";
import type { Schedules } from "@waldo/core/ports";
import { addDays, DAY_MS, instantAt, MINUTE_MS } from "@waldo/core/time";
import { decide } from "@waldo/core/wake/decide";
import { inCadence } from "@waldo/core/wake/in-cadence";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { DATE, type TestWorld, testWorld, WAKE } from "../../../embedded/test/world.ts";
import { followZone } from "./in-cadence.ts";

type Told = { readonly userId: string; readonly rows: readonly ScheduleRow[] };

/** A person whose scheduler remembers what it was told. The schedules have been in force for a long time. */
async function scheduledWorld(down: { now: boolean } = { now: false }) {
  const world = await testWorld();
  const told: Told[] = [];
  const schedules: Schedules = {
    spread: true,
    async apply(userId, rows) {
      if (down.now) throw new WaldoError("StoreUnavailable", "try again");
      told.push({ userId, rows });
    },
    remove: async () => {},
  };
  const rows = scheduleOf(PERSON);
  const since = WAKE - 30 * DAY_MS;
  await world.store.transact([
    { op: "put", key: keys.scheduled("me"), body: { since, rows } },
    { op: "put", key: keys.timeZone("me"), body: { timeZone: PERSON.timeZone } },
    ...rows
      .filter(({ name }) => name !== "patrol")
      .map(({ name }) => ({
        op: "put" as const,
        key: keys.cadence("me", name),
        body: { date: name === "sweep" || name === "upkeep" ? DATE : addDays(DATE, -1), at: WAKE - DAY_MS },
      })),
  ]);
  return { world: { ...world, schedules }, told, rows };
}

const at = (time: string, date = DATE) => instantAt(date, time, PERSON.timeZone);
const fired = (job: SensedWake["job"], instant: number, variant?: SensedWake["variant"]): SensedWake => ({
  userId: "me",
  job,
  date: DATE,
  scheduledAt: new Date(instant).toISOString(),
  ...(variant ? { variant } : {}),
});
const doneOn = async (world: TestWorld, name: string) =>
  (await world.store.get(keys.cadence("me", name)))?.body["date"];

describe("a firing", () => {
  it("delivered twice, at the same time and later, is one occurrence, because its scheduled time is the same", async () => {
    const { world } = await scheduledWorld();
    world.clock.set(at("07:09"));
    const firing = fired("brief", at("07:09"), "morning");
    await Promise.all([decide(world, firing), decide(world, firing)]);
    await world.machines.idle();
    world.clock.set(at("07:20"));
    expect(await decide(world, firing)).toEqual({ userId: "me", outcome: "nothing" });
    await world.machines.idle();
    expect(world.telegram).toHaveLength(1);
  });

  it("that never came is made up by the next patrol tick, and a delayed one that comes afterwards finds the job done", async () => {
    const { world } = await scheduledWorld();
    world.clock.set(at("07:22"));
    expect((await decide(world, fired("patrol", at("07:22")))).outcome).toBe("run");
    await world.machines.idle();
    expect((await decide(world, fired("brief", at("07:09"), "morning"))).outcome).toBe("nothing");
    await world.machines.idle();
    expect(world.telegram).toHaveLength(1);
    expect(await doneOn(world, "morning")).toBe(DATE);
  });

  it("that comes so late that the next Brief is due says nothing, and the log says why", async () => {
    const { world } = await scheduledWorld();
    const log: object[] = [];
    world.clock.set(at("12:15"));
    const noted = { ...world, log: (_: string, event: string, fields?: object) => log.push({ event, ...fields }) };
    await decide(noted, fired("brief", at("07:09"), "morning"));
    await world.machines.idle();
    expect(world.telegram).toHaveLength(1);
    expect([await doneOn(world, "morning"), await doneOn(world, "midday")]).toEqual([DATE, DATE]);
    expect(log).toContainEqual({
      event: "job.missed",
      name: "morning",
      date: DATE,
      reason: "a later one took its place",
      lateMinutes: expect.any(Number),
    });
  });
});

describe("a sync from another time zone", () => {
  const land = async (world: TestWorld, timeZone: string, instant: number) => {
    world.clock.set(instant);
    await world.store.transact([{ op: "put", key: keys.timeZone("me"), body: { timeZone } }]);
    return fired("sync", instant);
  };
  const zoneOf = async (world: TestWorld) => (await world.store.get(keys.profile("me")))?.body["timeZone"];

  it("moves every schedule at once, and the profile, and gives the body its days; the next one finds nothing to move", async () => {
    const { world, told } = await scheduledWorld();
    const sync = await land(world, "America/New_York", at("16:00"));
    await decide(world, sync);
    expect(told).toHaveLength(1);
    expect(told[0]?.rows).toEqual(scheduleOf({ ...PERSON, timeZone: "America/New_York" }));
    expect(await zoneOf(world)).toBe("America/New_York");
    // London was back on winter time; New York was not yet.
    expect(await jetLagUntil(world.store, "me", at("16:00"))).toBe(at("16:00") + 4 * DAY_MS);
    await decide(world, { ...sync, scheduledAt: new Date(at("16:05")).toISOString() });
    expect(told).toHaveLength(1);
  });

  it("changes nothing while the scheduler is down, and the retry moves everything", async () => {
    const down = { now: true };
    const { world, told } = await scheduledWorld(down);
    const sync = await land(world, "Asia/Tokyo", at("08:00"));
    await expect(decide(world, sync)).rejects.toMatchObject({ name: "StoreUnavailable" });
    expect(await zoneOf(world)).toBe(PERSON.timeZone);
    expect(await jetLagUntil(world.store, "me", at("08:00"))).toBeUndefined();
    down.now = false;
    await decide(world, sync);
    expect([told.length, await zoneOf(world)]).toEqual([1, "Asia/Tokyo"]);
  });

  it("killed between the scheduler and the profile, does both again", async () => {
    const { world, told } = await scheduledWorld();
    const sync = await land(world, "Asia/Tokyo", at("08:00"));
    let killed = false;
    const dying = {
      ...world,
      store: {
        ...world.store,
        transact: async (writes: Parameters<typeof world.store.transact>[0]) => {
          if (!killed && writes.some((write) => write.key.sk === "SCHEDULED")) {
            killed = true;
            throw new Error("killed");
          }
          return world.store.transact(writes);
        },
      },
    };
    await expect(decide(dying, sync)).rejects.toThrow("killed");
    await decide(dying, sync);
    expect(told.map(({ rows }) => rows[0]?.timeZone)).toEqual(["Asia/Tokyo", "Asia/Tokyo"]);
    expect(await zoneOf(world)).toBe("Asia/Tokyo");
  });

  it("further west: does not repeat what was said for a date when that date comes again", async () => {
    const { world } = await scheduledWorld();
    world.clock.set(at("07:09"));
    await decide(world, fired("brief", at("07:09"), "morning"));
    await world.machines.idle();
    await decide(world, await land(world, "America/Los_Angeles", at("13:00")));
    await world.machines.idle();
    const morning = instantAt(DATE, "07:09", "America/Los_Angeles");
    world.clock.set(morning);
    expect((await decide(world, fired("brief", morning, "morning"))).outcome).toBe("nothing");
    expect(await doneOn(world, "morning")).toBe(DATE);
    expect(morning - at("13:00")).toBeGreaterThan(MINUTE_MS);
    // Noon in London was never said: its firing was lost, and after the move it is still to come.
    expect(world.telegram).toHaveLength(1);
  });

  it("brings the schedules of an older release up to date, although the person has not moved", async () => {
    const { world, told } = await scheduledWorld();
    await world.store.transact([{ op: "put", key: keys.scheduled("me"), body: { since: 0, rows: [] } }]);
    await decide(world, await land(world, PERSON.timeZone, at("08:00")));
    expect(told.map(({ rows }) => rows.length)).toEqual([7]);
  });
});

describe("a wake among overdue jobs", () => {
  /** Plays one wake with an `act` that does nothing but end as told. */
  async function order(
    wake: SensedWake,
    now: number,
    ends: Partial<Record<SensedWake["job"], WakeOutcome["outcome"]>> = {},
  ) {
    const { world } = await scheduledWorld();
    world.clock.set(now);
    const acted: SensedWake[] = [];
    const { outcome } = await inCadence(world, wake, async (one) => {
      acted.push(one);
      return { userId: "me", outcome: ends[one.job] ?? "nothing" };
    });
    return { world, acted, jobs: acted.map(({ job, variant }) => variant ?? job), outcome };
  }
  const late = at("07:22");

  it("comes after them, each as the scheduler would have sent it", async () => {
    const { acted, jobs, world } = await order(fired("patrol", late), late);
    expect(jobs).toEqual(["morning", "patrol"]);
    const [morning] = acted;
    const due = scheduleOf(PERSON).find(({ name }) => name === "morning");
    const minute = Number(due?.minutes[0]);
    expect(morning).toEqual(fired("brief", at(`07:0${minute}`), "morning"));
    expect(await doneOn(world, "morning")).toBe(DATE);
    // A patrol looks at the present, so it is not marked.
    expect(await doneOn(world, "patrol")).toBeUndefined();
  });

  it("comes first when it is a sync, because what it brings is read before any Brief", async () => {
    expect((await order(fired("sync", late), late)).jobs).toEqual(["sync", "morning"]);
  });

  it("is itself when it is the overdue one", async () => {
    const own = { ...fired("brief", at("07:09"), "morning"), settled: true };
    const { acted } = await order(own, late);
    expect(acted).toEqual([own]);
  });

  it("is done as it asks when no row asks for it now, and is marked", async () => {
    const { jobs, world } = await order(fired("brief", at("06:50"), "midday"), at("06:50"));
    expect(jobs).toEqual(["midday"]);
    expect(await doneOn(world, "midday")).toBe(DATE);
  });

  it("of a job that was done for its date does nothing", async () => {
    expect((await order(fired("sweep", at("06:40")), at("06:40"))).jobs).toEqual([]);
  });

  it.each<[WakeOutcome["outcome"], WakeOutcome["outcome"], WakeOutcome["outcome"]]>([
    ["run", "nothing", "run"],
    ["run", "run", "run"],
    ["nothing", "run", "run"],
    ["waiting", "nothing", "nothing"],
    ["run", "dream", "dream"],
    ["dream", "nothing", "nothing"],
  ])("of which the first ends with %s and the last with %s ends with %s", async (brief, patrol, outcome) => {
    expect((await order(fired("patrol", late), late, { brief, patrol })).outcome).toBe(outcome);
  });

  it("without schedules is done as it asks", async () => {
    const world = await testWorld();
    const acted: SensedWake[] = [];
    const wake = fired("brief", at("07:09"), "morning");
    await inCadence(world, wake, async (one) => {
      acted.push(one);
      return { userId: "me", outcome: "nothing" };
    });
    expect(acted).toEqual([wake]);
    expect(await doneOn(world, "morning")).toBeUndefined();
  });
});

describe("who follows a move", () => {
  it.each<[SensedWake["job"], number]>([
    ["sync", 1],
    ["upkeep", 1],
    ["patrol", 0],
    ["brief", 0],
    ["sweep", 0],
  ])("%s tells the scheduler %i times", async (job, times) => {
    const { world, told } = await scheduledWorld();
    await world.store.transact([{ op: "put", key: keys.timeZone("me"), body: { timeZone: "Asia/Tokyo" } }]);
    world.clock.set(at("06:50"));
    await decide(world, fired(job, at("06:50")));
    expect(told).toHaveLength(times);
  });

  it("keeps since when the rows are in force, unless the person moved", async () => {
    const { world, rows } = await scheduledWorld();
    const scheduled = async () => (await world.store.get(keys.scheduled("me")))?.body;
    const since = WAKE - 30 * DAY_MS;
    await world.store.transact([{ op: "put", key: keys.scheduled("me"), body: { since, rows: rows.slice(1) } }]);
    expect(await followZone(world, "me")).toEqual({ since, rows });
    expect(await scheduled()).toEqual({ since, rows });
    await world.store.transact([{ op: "put", key: keys.timeZone("me"), body: { timeZone: "Asia/Tokyo" } }]);
    expect((await followZone(world, "me"))?.since).toBe(world.clock.now());
    await world.raw.transact([{ op: "delete", key: keys.scheduled("me") }]);
    expect((await followZone(world, "me"))?.since).toBe(world.clock.now());
  });

  it("without a scheduler moves the profile alone, and without a profile nothing", async () => {
    const { world } = await scheduledWorld();
    const { schedules: _, ...alone } = world;
    await world.store.transact([{ op: "put", key: keys.timeZone("me"), body: { timeZone: "Asia/Tokyo" } }]);
    const before = (await world.store.get(keys.scheduled("me")))?.body;
    expect(await followZone(alone, "me")).toEqual(before);
    expect((await world.store.get(keys.profile("me")))?.body["timeZone"]).toBe("Asia/Tokyo");
    expect((await world.store.get(keys.scheduled("me")))?.body).toEqual(before);
    expect(await followZone(world, "nobody")).toBeUndefined();
  });

  it("to a zone with the same clock gives the body no days of jet lag", async () => {
    const { world } = await scheduledWorld();
    await world.store.transact([{ op: "put", key: keys.timeZone("me"), body: { timeZone: "Europe/Lisbon" } }]);
    await followZone(world, "me");
    expect(await world.store.get(keys.jetLag("me"))).toBeUndefined();
  });
});
