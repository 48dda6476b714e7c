/** Wakes among the others of a day: repeated firings, firings that never came, and a person who moves. */
import { keys, type ScheduleRow, type SensedWake, WaldoError } from "@waldo/contracts";
import { jetLagUntil } from "@waldo/core/cadence/jet-lag";
import { scheduleOf } from "@waldo/core/cadence/schedule";
import type { Schedules } from "@waldo/core/ports";
import { decide } from "@waldo/core/run/wake";
import { addDays, DAY_MS, instantAt, MINUTE_MS } from "@waldo/core/time";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { DATE, type TestWorld, testWorld, WAKE } from "./world.ts";

type Told = { readonly userId: string; readonly rows: readonly ScheduleRow[] };

/** A person with a scheduler that remembers what it was told, in force since long before. */
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
    { op: "put", key: keys.zone("me"), body: { zone: PERSON.zone } },
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

const at = (time: string, date = DATE) => instantAt(date, time, PERSON.zone);
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
  it("delivered twice, at once and again later, is one occurrence: its scheduled time is the same", async () => {
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

  it("that never came is made up for by the next patrol tick, and a delayed one that comes after finds it done", async () => {
    const { world } = await scheduledWorld();
    world.clock.set(at("07:22"));
    expect((await decide(world, fired("patrol", at("07:22")))).outcome).toBe("run");
    await world.machines.idle();
    expect((await decide(world, fired("brief", at("07:09"), "morning"))).outcome).toBe("nothing");
    await world.machines.idle();
    expect(world.telegram).toHaveLength(1);
    expect(await doneOn(world, "morning")).toBe(DATE);
  });

  it("that came so late that the next Brief is due leaves the word to that one, and the log says why", async () => {
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

describe("a sync from another zone", () => {
  const land = async (world: TestWorld, zone: string, instant: number) => {
    world.clock.set(instant);
    await world.store.transact([{ op: "put", key: keys.zone("me"), body: { zone } }]);
    return fired("sync", instant);
  };
  const zoneOf = async (world: TestWorld) => (await world.store.get(keys.profile("me")))?.body["zone"];

  it("moves every schedule at once, and the profile, and gives the body its days; the next one finds nothing to move", async () => {
    const { world, told } = await scheduledWorld();
    const sync = await land(world, "America/New_York", at("16:00"));
    await decide(world, sync);
    expect(told).toHaveLength(1);
    expect(told[0]?.rows).toEqual(scheduleOf({ ...PERSON, zone: "America/New_York" }));
    expect(await zoneOf(world)).toBe("America/New_York");
    // London was back on winter time, New York not yet.
    expect(await jetLagUntil(world.store, "me", at("16:00"))).toBe(at("16:00") + 4 * DAY_MS);
    await decide(world, { ...sync, scheduledAt: new Date(at("16:05")).toISOString() });
    expect(told).toHaveLength(1);
  });

  it("does nothing by halves: a scheduler that is down leaves the person where they were, and the retry moves all", async () => {
    const down = { now: true };
    const { world, told } = await scheduledWorld(down);
    const sync = await land(world, "Asia/Tokyo", at("08:00"));
    await expect(decide(world, sync)).rejects.toMatchObject({ name: "StoreUnavailable" });
    expect(await zoneOf(world)).toBe(PERSON.zone);
    expect(await jetLagUntil(world.store, "me", at("08:00"))).toBeUndefined();
    down.now = false;
    await decide(world, sync);
    expect([told.length, await zoneOf(world)]).toEqual([1, "Asia/Tokyo"]);
  });

  it("killed between the scheduler and the profile, it does both again", async () => {
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
    expect(told.map(({ rows }) => rows[0]?.zone)).toEqual(["Asia/Tokyo", "Asia/Tokyo"]);
    expect(await zoneOf(world)).toBe("Asia/Tokyo");
  });

  it("further west: what was said of the date is not said again when the date comes round once more", async () => {
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
    // Noon in London was never said: its firing was lost, and by the move it is still to come.
    expect(world.telegram).toHaveLength(1);
  });

  it("schedules of an older release are brought up to date, though nobody has moved", async () => {
    const { world, told } = await scheduledWorld();
    await world.store.transact([{ op: "put", key: keys.scheduled("me"), body: { since: 0, rows: [] } }]);
    await decide(world, await land(world, PERSON.zone, at("08:00")));
    expect(told.map(({ rows }) => rows.length)).toEqual([7]);
  });
});
