/**
 * The one-time schedules of reminders follow the rows: whatever was set, moved or cancelled, and wherever a process that
 * told the scheduler died, the next wake leaves exactly the schedules that the rows ask for.
 */
import { keys, WaldoError, Watch } from "@waldo/contracts";
import { keepReminderTimes, wakeForReminders } from "@waldo/core/cadence/reminder-times";
import { sense } from "@waldo/core/health/sense";
import { takeZone } from "@waldo/core/health/take-sync";
import { loadRun } from "@waldo/core/run/journal";
import { receiveMessage } from "@waldo/core/run/receive";
import { decide } from "@waldo/core/wake/decide";
import { dyingPorts, Killed } from "@waldo/testkit/faults";
import { scriptedModel } from "@waldo/testkit/scripted-model";
import { PERSON } from "@waldo/testkit/synthetic-person";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { repositoryUnderstanding } from "../../../embedded/src/bundled-intents.ts";
import { DATE, testWorld } from "../../../embedded/test/world.ts";
import { decideConsent } from "../person/consents.ts";
import type { Ports } from "../ports.ts";
import { DAY_MS, HOUR_MS, localTime } from "../time.ts";

const ID = (n: number) => String(n).padStart(12, "0");

type Set = { readonly n: number; readonly hours: number; readonly daily: boolean; readonly state: Watch["state"] };

async function person(options: Parameters<typeof testWorld>[0] = {}) {
  const world = await testWorld({ days: 0, ...options });
  const alarms = new Map<string, number>();
  const calls: string[] = [];
  const schedules = {
    spread: true,
    apply: async () => {},
    remove: async () => {},
    reminders: {
      set: async (_user: string, id: string, at: number) => {
        calls.push(`set ${id}`);
        alarms.set(id, at);
      },
      drop: async (_user: string, id: string) => {
        calls.push(`drop ${id}`);
        alarms.delete(id);
      },
    },
  };
  const ports: Ports = { ...world, schedules };
  const now = world.clock.now();
  const put = ({ n, hours, daily, state }: Set) => {
    const at = now + hours * HOUR_MS;
    const time = new Date(at).toISOString().slice(11, 16);
    const watch: Watch = {
      ...{ watchId: ID(n), text: "x", state, firesLeft: 1, fired: 0, cooldownMs: 0, createdAt: 0 },
      ...{ when: daily ? { on: "daily", time } : { on: "time", at }, expiresAt: now + 9 * DAY_MS },
    };
    return world.store.transact([{ op: "put", key: keys.watch("me", watch.watchId), body: watch }]);
  };
  return { world, ports, alarms, calls, put, now };
}

const ONE = { n: 1, hours: 5, daily: false, state: "active" } as const;

/** Returns whether the agent is woken, so that the agent informs the scheduler. */
async function wakes(ports: Parameters<typeof wakeForReminders>[0]): Promise<boolean> {
  let woken = false;
  const startWake = async () => {
    woken = true;
  };
  await wakeForReminders({ ...ports, startWake }, "me");
  return woken;
}

describe("the schedules of reminders", () => {
  it("follow the person into another time zone with the sync that tells of it", async () => {
    const { world, ports, alarms, put } = await person();
    await put({ n: 1, hours: 5, daily: true, state: "active" });
    await keepReminderTimes(ports, "me");
    await takeZone(world, "me", "America/New_York");
    const scheduledAt = new Date(world.clock.now()).toISOString();
    await decide(ports, await sense(ports, { userId: "me", job: "sync", scheduledAt, settled: true }));
    const row = (await world.store.get(keys.watch("me", ID(1))))?.body;
    const { time } = Watch.parse(row).when as { time: string };
    expect(localTime(alarms.get(ID(1)) ?? 0, "America/New_York")).toBe(time);
  });

  it("are told by the run in which the person asks, and a scheduler that is down costs no answer", async () => {
    for (const isDown of [false, true]) {
      const model = scriptedModel([
        { calls: [{ id: "1", name: "watch", args: { text: "stretch", date: DATE, time: "23:00" } }] },
        { text: "I will." },
      ]);
      const { world, ports, alarms, now } = await person({ model, profile: { ...PERSON, autonomy: "L3" } });
      if (isDown)
        alarms.set = () => {
          throw new WaldoError("StoreUnavailable", "no scheduler");
        };
      Object.assign(world, { schedules: ports.schedules });
      const runId = await receiveMessage(world, "me", { messageId: "m1", text: "please remind me" }, DATE);
      await world.machines.idle();
      expect((await loadRun(world.store, "me", runId)).header.state).toBe("DONE");
      expect([...alarms.values()].map((at) => at > now)).toEqual(isDown ? [] : [true]);
    }
  });

  it.each([
    ["no model answers", true],
    ["the person has not agreed to one", false],
  ])("are told by that run also when %s", async (_, given) => {
    const down = { error: new WaldoError("ModelUnavailable", "down") };
    const { world, ports, alarms } = await person({
      ...{ model: { ...scriptedModel([down]), outside: {} }, understanding: repositoryUnderstanding },
    });
    await decideConsent(world, "me", { purpose: "model", given });
    Object.assign(world, { schedules: ports.schedules });
    const asking = async (messageId: string, text: string) => {
      const runId = await receiveMessage(world, "me", { messageId, text }, DATE);
      await world.machines.idle();
      expect((await loadRun(world.store, "me", runId)).header).toMatchObject({ state: "DONE", rung: "L3" });
    };
    await asking("m1", "remind me at 23:30 to pay the rent");
    expect([...alarms.values()].map((at) => localTime(at, PERSON.timeZone))).toEqual(["23:30"]);
    await asking("m2", "cancel that reminder");
    expect([...alarms]).toEqual([]);
  });

  it("are set once, moved, dropped when cancelled, and made again after an undo", async () => {
    const { ports, alarms, calls, put, now } = await person();
    await put(ONE);
    expect(await wakes(ports)).toBe(false); // no scheduler keeps any yet
    await keepReminderTimes(ports, "me");
    await keepReminderTimes(ports, "me");
    expect([...alarms]).toEqual([[ID(1), now + 5 * HOUR_MS]]);
    await put({ ...ONE, hours: 7 });
    expect(await wakes(ports)).toBe(true);
    await keepReminderTimes(ports, "me");
    expect([...alarms]).toEqual([[ID(1), now + 7 * HOUR_MS]]);
    await put({ ...ONE, state: "cancelled" });
    await keepReminderTimes(ports, "me");
    expect([...alarms]).toEqual([]);
    await put(ONE);
    await keepReminderTimes(ports, "me");
    expect(calls).toEqual(["set", "set", "drop", "set"].map((call) => `${call} ${ID(1)}`));
    expect(await wakes(ports)).toBe(false);
  });

  it("of what fired are not dropped: they delete themselves; one of every day gets its next", async () => {
    const { world, ports, calls, put, now } = await person();
    await put(ONE);
    await put({ ...ONE, n: 2, daily: true });
    await keepReminderTimes(ports, "me");
    world.clock.set(now + 5 * HOUR_MS + 1);
    await put({ ...ONE, state: "spent" });
    await keepReminderTimes(ports, "me");
    expect(calls).toEqual([`set ${ID(1)}`, `set ${ID(2)}`, `set ${ID(2)}`]);
  });

  it("R3: follow the rows from any state, killed before or after any call", async () => {
    const row = fc.record({
      n: fc.integer({ min: 1, max: 4 }),
      hours: fc.integer({ min: -3, max: 30 }),
      daily: fc.boolean(),
      state: fc.constantFrom("active" as const, "cancelled" as const),
    });
    const steps = fc.array(fc.tuple(fc.array(row, { maxLength: 4 }), fc.integer({ min: 1, max: 12 }), fc.boolean()), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(steps, async (days) => {
        const { ports, alarms, put } = await person();
        for (const [rows, at, before] of days) {
          for (const one of rows) await put(one);
          const dying = dyingPorts(ports, { at, when: before ? "before" : "after" });
          await keepReminderTimes(dying.ports, "me").catch((error: unknown) => expect(error).toBeInstanceOf(Killed));
          await keepReminderTimes(ports, "me");
        }
        const kept = new Map(alarms);
        await ports.store.transact([{ op: "put", key: keys.reminderTimes("me"), body: { at: {} } }]);
        alarms.clear();
        await keepReminderTimes(ports, "me");
        expect(kept).toEqual(alarms);
      }),
      { numRuns: 40 },
    );
  });
});
