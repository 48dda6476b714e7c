import { type Key, keys, type Watch } from "@waldo/contracts";
import { jetLagUntil } from "@waldo/core/cadence/jet-lag";
import { calendarKey } from "@waldo/core/calendar/rows";
import { saveDays } from "@waldo/core/health/ledger";
import { pause, resume } from "@waldo/core/run/pause";
import { addDays, DAY_MS, HOUR_MS, instantAt, localTime, MINUTE_MS } from "@waldo/core/time";
import { PERSON, syntheticDays } from "@waldo/testkit/synthetic-person";
import { meetingOf } from "@waldo/testkit/tool-world";
import { describe, expect, it } from "vitest";
import { DATE, testWorld as furnished, type TestWorld, WAKE } from "../../test/world.ts";
import type { Timer } from "../wall-timer.ts";
import { type LiveEvent, liveAgent } from "./live.ts";

const ZONE = "Europe/London";
const NEXT = addDays(DATE, 1);
const at = (time: string, date = DATE, timeZone = ZONE) => instantAt(date, time, timeZone);

const REMINDER: Watch = {
  watchId: "0123456789ab",
  text: "call the dentist",
  when: { on: "time", at: at("10:00") },
  state: "active",
  firesLeft: 1,
  fired: 0,
  cooldownMs: 0,
  createdAt: at("06:00"),
  expiresAt: at("10:00") + DAY_MS,
};

/** A person who wants every noon, and whose devices have reported their time zone. */
async function testWorld(): Promise<TestWorld> {
  const world = await furnished({ profile: { ...PERSON, alwaysNoon: true } });
  await world.store.transact([{ op: "put", key: keys.timeZone("me"), body: { timeZone: ZONE } }]);
  return world;
}

/** An agent under a clock that jumps from one firing to the next. */
function lived(world: TestWorld, takeIn?: () => Promise<boolean>) {
  const events: LiveEvent[] = [];
  let pending: { readonly at: number; readonly fire: () => void } | undefined;
  const timer: Timer = (instant, fire) => {
    const mine = { at: instant, fire };
    pending = mine;
    return {
      stop: () => {
        if (pending === mine) pending = undefined;
      },
    };
  };
  const agent = liveAgent({
    world,
    userId: "me",
    emit: (event) => events.push(event),
    timer,
    ...(takeIn ? { takeIn } : {}),
  });
  const settled = async () => {
    while (!pending) await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    events,
    said: () =>
      events.flatMap((event) =>
        event.type === "wake" && event.said.length > 0 ? [`${event.variant} ${localTime(event.at, ZONE)}`] : [],
      ),
    wakes: (job: string) => events.filter((event) => event.type === "wake" && event.job === job),
    missed: () =>
      events.flatMap((event) => (event.type === "missed" ? [`${event.name} ${event.date}: ${event.reason}`] : [])),
    async start() {
      await agent.start();
      await settled();
    },
    async until(instant: number) {
      while (pending && pending.at <= instant) {
        const { at: now, fire } = pending;
        pending = undefined;
        world.clock.set(now);
        fire();
        await settled();
      }
      world.clock.set(instant);
    },
    stop: () => agent.stop(),
  };
}

describe("a live day", () => {
  it("follows the rows: Briefs at their minute, a patrol each quarter hour, the night, the sweep before wake", async () => {
    const world = await testWorld();
    const day = lived(world);
    await day.start();
    await day.until(at("06:45", NEXT));
    await day.stop();
    expect(day.said()).toEqual(["morning 07:00", "midday 12:00", "evening 18:00"]);
    expect(world.telegram).toHaveLength(3);
    expect(day.wakes("patrol")).toHaveLength(61);
    const [upkeep, ...more] = [...day.wakes("upkeep"), ...day.wakes("sweep")];
    expect(localTime(upkeep?.at ?? 0, ZONE)).toBe("02:00");
    expect(more.map((event) => localTime(event.at, ZONE))).toEqual(["06:30"]);
    expect(day.missed()).toEqual([]);
    expect(day.events.filter(({ type }) => type === "failed")).toEqual([]);
  });

  it("reports a reminder and a note as they are said, with the channels they took", async () => {
    const world = await testWorld();
    const meeting = meetingOf("Budget", at("11:00"));
    const rows: [Key, object][] = [
      [keys.watch("me", REMINDER.watchId), REMINDER],
      [calendarKey("me", meeting), meeting],
    ];
    await world.store.transact(rows.map(([key, body]) => ({ op: "put", key, body })));
    const day = lived(world);
    await day.start();
    await day.until(at("11:30"));
    await day.stop();
    const said = day.events.flatMap((event) => (event.type === "wake" ? event.said : []));
    expect(said.map(({ kind, text, at }) => [kind, localTime(at, ZONE), text])).toEqual([
      ["brief", "07:00", expect.any(String)],
      ["reminder", "10:00", "You asked me to remind you: call the dentist"],
      ["patrol", expect.stringMatching(/^10:/), expect.stringContaining("Next is")],
    ]);
    expect(said[1]?.channels).toEqual([
      { channel: "in_app", state: "sent" },
      { channel: "telegram", state: "sent" },
    ]);
  });

  it("says a reminder at its minute, by night too, also one that another process set meanwhile", async () => {
    const world = await testWorld();
    const day = lived(world);
    await day.start();
    await day.until(at("13:03"));
    const set = (watchId: string, instant: number) => {
      const watch = { ...REMINDER, watchId, when: { on: "time", at: instant }, expiresAt: instant + DAY_MS };
      return world.store.transact([{ op: "put", key: keys.watch("me", watchId), body: watch }]);
    };
    await set("000000000001", at("13:07"));
    await set("000000000002", at("03:12", NEXT));
    await day.until(at("03:30", NEXT));
    await day.stop();
    const said = day.events.flatMap((event) => (event.type === "wake" ? event.said : []));
    expect(said.filter(({ kind }) => kind === "reminder").map((one) => localTime(one.at, ZONE))).toEqual([
      "13:07",
      "03:12",
    ]);
    expect(day.wakes("remind").map((event) => localTime(event.at, ZONE))).toEqual(["13:07", "03:12"]);
  });

  it("asks a paused person's agent once a look, and goes on after the pause", async () => {
    const world = await testWorld();
    const day = lived(world);
    await day.start();
    await pause(world, "me");
    await day.until(at("13:00"));
    const asked = day.events.filter((event) => event.type === "wake" && event.outcome === "paused");
    expect(asked.length).toBeGreaterThan(0);
    expect(new Set(asked.map((event) => event.at)).size).toBe(asked.length);
    await resume(world, "me");
    await day.until(at("13:20"));
    await day.stop();
    expect(day.said().at(-1)).toMatch(/^midday 13:/);
  });

  it("repeats nothing when it is started again at once", async () => {
    const world = await testWorld();
    for (let i = 0; i < 3; i++) {
      const again = lived(world);
      await again.start();
      await again.stop();
      expect(again.said()).toEqual(i === 0 ? ["morning 07:00"] : []);
    }
    expect(world.telegram).toHaveLength(1);
  });

  it("switched off over noon, says the midday Brief when it is back, and how late it is", async () => {
    const world = await testWorld();
    const before = lived(world);
    await before.start();
    await before.stop();
    world.clock.set(at("12:40"));
    const after = lived(world);
    await after.start();
    await after.stop();
    expect(after.said()).toEqual(["midday 12:40"]);
    expect(after.wakes("brief")).toMatchObject([{ variant: "midday", lateMinutes: 40 }]);
    expect(after.wakes("patrol")).toEqual([]);
  });

  it("switched off until 22:50, says nothing stale, and gives the reason once", async () => {
    const world = await testWorld();
    const before = lived(world);
    await before.start();
    await before.stop();
    world.clock.set(at("22:50"));
    for (const expected of [[`midday ${DATE}: too old`, `weekly ${DATE}: too late`], []]) {
      const after = lived(world);
      await after.start();
      await after.stop();
      expect(after.said()).toEqual([]);
      // It was a Friday: the missed Close was the one that looks back on the week.
      expect(after.missed()).toEqual(expected);
    }
    expect(world.telegram).toHaveLength(1);
  });

  it("switched off for a night and a morning: does the sweep, then the Brief it prepares, and the night's work last", async () => {
    const world = await testWorld();
    const before = lived(world);
    await before.start();
    await before.until(at("20:00"));
    await before.stop();
    world.clock.set(at("09:10", NEXT));
    const after = lived(world);
    await after.start();
    await after.stop();
    const jobs = after.events.flatMap((event) => (event.type === "wake" ? [event.variant ?? event.job] : []));
    expect(jobs).toEqual(["sweep"]); // the first wake after the pause did this job too
    expect(await world.store.get(keys.cadence("me", "morning"))).toMatchObject({ body: { date: NEXT } });
    expect(await world.store.get(keys.cadence("me", "upkeep"))).toMatchObject({ body: { date: NEXT } });
  });

  it("reports a wake that fails, and the day goes on", async () => {
    const world = await testWorld();
    const agent = lived({ ...world, archive: { ...world.archive, list: () => Promise.reject(new Error("disk")) } });
    await agent.start();
    await agent.until(at("12:30"));
    await agent.stop();
    expect(agent.wakes("patrol").length + agent.events.filter(({ type }) => type === "failed").length).toBeGreaterThan(
      15,
    );
  });
});

describe("a journey", () => {
  it("westward: schedules follow, nothing of the date is said again, and the body clock gets its days", async () => {
    const world = await testWorld();
    const home = lived(world);
    await home.start();
    await home.until(at("12:05"));
    await home.stop();
    await world.store.transact([{ op: "put", key: keys.timeZone("me"), body: { timeZone: "America/New_York" } }]);
    world.clock.set(at("16:00")); // noon in New York, on summer time there and winter time here: four hours apart
    const away = lived(world);
    await away.start();
    await away.until(at("18:05", DATE, "America/New_York"));
    await away.stop();
    expect(world.telegram).toHaveLength(3);
    expect(away.said()).toEqual(["evening 22:00"]);
    expect(away.events[0]).toMatchObject({ type: "timeZone", shiftMinutes: 240 });
    expect(await jetLagUntil(world.store, "me", at("16:00"))).toBe(at("16:00") + 4 * DAY_MS);
    expect(await jetLagUntil(world.store, "me", at("16:00") + 4 * DAY_MS)).toBeUndefined();
    expect((await world.store.get(keys.profile("me")))?.body["timeZone"]).toBe("America/New_York");
  });

  it("eastward over noon: what the flight skipped is said on landing", async () => {
    const world = await testWorld();
    const yesterday = { date: addDays(DATE, -1), at: at("12:00", addDays(DATE, -1)) };
    await world.store.transact([{ op: "put", key: keys.cadence("me", "midday"), body: yesterday }]);
    const home = lived(world);
    await home.start();
    await home.stop();
    await world.store.transact([{ op: "put", key: keys.timeZone("me"), body: { timeZone: "Asia/Kathmandu" } }]);
    world.clock.set(WAKE + 2 * HOUR_MS); // 14:45 there
    const away = lived(world);
    await away.start();
    await away.until(WAKE + 2 * HOUR_MS + 5 * MINUTE_MS);
    await away.stop();
    expect(away.said()).toEqual(["midday 09:00"]);
    expect(world.telegram).toHaveLength(2);
  });
});

describe("an export that holds tonight's night when live starts", () => {
  const holding = async (last: string) => {
    const world = await furnished({ days: 0 });
    await world.store.transact([{ op: "put", key: keys.timeZone("me"), body: { timeZone: ZONE } }]);
    await saveDays(world.store, "me", syntheticDays(last, 40));
    return world;
  };
  const between = async (world: TestWorld, from: string, to: string) => {
    world.clock.set(at(from));
    const day = lived(world, async () => false);
    await day.start();
    await day.until(at(to));
    await day.stop();
    return day;
  };
  const started = async (last: string) => {
    const day = await between(await holding(last), "06:58", "09:00");
    const said = day.events.flatMap((event) => (event.type === "wake" ? event.said.map((one) => one.text) : []));
    return { said, times: day.said().map((one) => one.slice(-5)) };
  };

  it("leads to the morning Brief at its minute", async () => {
    const { said, times } = await started(DATE);
    expect(times).toEqual(["07:00"]);
    expect(said[0]).toMatch(/a (strong|normal|low|very low) day/i);
  });

  it.each(["11:40", "13:20", "16:30", "20:15"])("at %s: the first words are the morning Brief, once", async (time) => {
    const world = await holding(DATE);
    const day = await between(world, time, "22:00");
    // Twenty minutes after a morning Brief midday has nothing new to tell.
    const later = ["18:00"].filter((scheduled) => scheduled > time);
    expect(day.said().map((one) => one.slice(-5))).toEqual([time, ...later]);
    const first = day.events.flatMap((event) => (event.type === "wake" ? event.said.map(({ text }) => text) : []))[0];
    expect(first).toMatch(/a (strong|normal|low|very low) day/i);
    expect(first).not.toMatch(/this morning|first thing|Early today/);
    expect((await between(world, "22:05", "22:30")).said()).toEqual([]);
  });

  it("also where it was off since the day before and the midday Brief is too late", async () => {
    const world = await holding(NEXT);
    await between(world, "20:00", "20:30");
    world.clock.set(at("15:30", NEXT));
    const day = lived(world);
    await day.start();
    await day.until(at("17:00", NEXT));
    await day.stop();
    expect(day.said().map((one) => one.slice(-5))).toEqual(["15:30"]);
    expect(day.events.flatMap((event) => (event.type === "wake" ? event.said.map(({ kind }) => kind) : []))).toEqual([
      "brief",
    ]);
  });

  it("and without that night the Brief waits for it", async () => {
    const { times } = await started(addDays(DATE, -1));
    expect(times).toEqual(["08:30"]);
  });
});
