/** A wake among the others of a day: firings that repeat, firings that never came, and a person who moves. */
import { keys, type ScheduleRow, type SensedWake, WaldoError } from "@waldo/contracts";
import { jetLagUntil } from "@waldo/core/cadence/jet-lag";
import { scheduleOf } from "@waldo/core/cadence/schedule";
import type { Schedules } from "@waldo/core/ports";
import { addDays, DAY_MS, instantAt, MINUTE_MS } from "@waldo/core/time";
import { decide } from "@waldo/core/wake/decide";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { DATE, type TestWorld, testWorld, WAKE } from "../../../embedded/test/world.ts";

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
      reason: "too late",
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
