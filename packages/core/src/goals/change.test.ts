import { type GoalsWriter, keys, OutboxRow, Profile, type WakeInput } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { scheduleOf } from "../cadence/schedule.ts";
import { queryAll } from "../store/query-all.ts";
import { followZone } from "../wake/in-cadence.ts";
import { changeGoals } from "./change.ts";
import { GoalsConflict } from "./plan.ts";
import { goalsInForce, loadGoalsFile } from "./stored.ts";

const NOW = Date.UTC(2026, 9, 30, 9);

async function world() {
  const store = openSqliteStore(":memory:");
  await store.transact([{ op: "put", key: keys.profile("me"), body: PERSON }]);
  const woken: WakeInput[] = [];
  let now = NOW;
  const ports = {
    store,
    clock: { now: () => now++ },
    log: () => {},
    startWake: async (_name: string, wake: WakeInput) => void woken.push(wake),
  };
  const put = (by: GoalsWriter, text: string, base?: string) =>
    changeGoals(ports, "me", { by, text, ...(base === undefined ? {} : { base }) });
  const profile = async () => Profile.parse((await store.get(keys.profile("me")))?.body);
  const said = async () => {
    const texts: string[] = [];
    for await (const { body } of queryAll(store, keys.outbox.all("me"))) {
      const { channel, message } = OutboxRow.parse(body);
      if (channel === "in_app" && "text" in message) texts.push(message.text);
    }
    return texts;
  };
  return { store, ports, put, profile, said, woken };
}

const GOOD =
  '## Today\n1. one\n\n## Schedule Targets\n- wake_target: "06:15"\n- bedtime_target: "22:00"\n- quiet_hours: "21:00-07:00"\n- weekly_review: "Sunday 17:30"\n';

describe("a change of the file", () => {
  it("sets the profile in the same commit and has the schedules follow at once", async () => {
    const { ports, put, profile, woken } = await world();
    const told: string[] = [];
    const schedules = {
      spread: false,
      apply: async (_: string, rows: readonly { name: string; hours: readonly number[] }[]) =>
        void told.push(...rows.filter(({ name }) => name === "morning").map(({ hours }) => String(hours))),
      remove: async () => {},
    };
    await put("app", GOOD);
    expect(await profile()).toMatchObject({
      wakeTime: "06:15",
      sleepTime: "22:00",
      ownTimes: true,
      coaching: { weeklyReview: { weekday: 7, time: "17:30" }, quietHours: { from: "21:00", to: "07:00" } },
    });
    expect(woken).toMatchObject([{ userId: "me", job: "sync" }]);
    await followZone({ ...ports, schedules }, "me");
    expect(told).toEqual(["6"]);
    expect(scheduleOf(await profile()).find(({ name }) => name === "morning")?.hours).toEqual([6]);
  });

  it("without targets leaves the times as they are, and names the day of the review", async () => {
    const { put, profile, woken } = await world();
    await put("app", "## Today\n- one\n");
    expect(await profile()).toEqual({ ...PERSON, coaching: { weeklyReview: { weekday: 6, time: "10:00" } } });
    expect(woken).toHaveLength(1);
    await put("app", "## Today\n- two\n");
    expect(woken).toHaveLength(1);
  });

  it("that is the same again changes nothing", async () => {
    const { put, store } = await world();
    expect(await put("app", GOOD)).toMatchObject({ changed: true, file: { revision: 1 } });
    expect(await put("file", GOOD)).toMatchObject({ changed: false, file: { revision: 1, by: "app" } });
    expect((await loadGoalsFile(store, "me"))?.version).toBe(1);
  });
});

describe("a text with faults", () => {
  const BAD = GOOD.replace("06:15", "26:15");

  it("leaves the last good goals and the profile in force, and is told once", async () => {
    const { put, profile, said, store } = await world();
    await put("file", GOOD);
    const before = await profile();
    await put("file", BAD);
    expect(await profile()).toEqual(before);
    expect(await goalsInForce(store, "me")).toMatchObject({ today: ["one"], targets: { wake: "06:15" } });
    expect((await loadGoalsFile(store, "me"))?.file).toMatchObject({
      text: BAD,
      good: GOOD,
      revision: 2,
      faults: [{ line: 5, reason: "wake_target: expected a time as HH:MM" }],
    });
    expect(await said()).toEqual([
      "I cannot read your goals file. Line 5: wake_target: expected a time as HH:MM. Until then the last good version stays in force.",
    ]);
    // The same fault is not reported a second time. A different fault is.
    await put("file", BAD.replace("one", "two"));
    expect(await said()).toHaveLength(1);
    await put("git", BAD.replace("Sunday", "Someday"));
    expect(await said()).toHaveLength(2);
    await put("app", GOOD.replace("one", "three"));
    expect((await loadGoalsFile(store, "me"))?.file).not.toHaveProperty("faults");
    expect((await goalsInForce(store, "me")).today).toEqual(["three"]);
    expect(await said()).toHaveLength(2);
  });

  it("from the app is answered and not announced", async () => {
    const { put, said } = await world();
    expect(await put("app", BAD)).toMatchObject({ faults: [{ line: 5 }], file: { goals: { today: [] } } });
    expect(await said()).toEqual([]);
  });

  it("that cannot be stored leaves the row as it is", async () => {
    const { put, store } = await world();
    await put("file", GOOD);
    expect(await put("file", "a".repeat(20_001))).toMatchObject({ changed: false });
    expect(await put("file", "\ud800")).toMatchObject({ changed: false });
    expect((await loadGoalsFile(store, "me"))?.file).toMatchObject({ text: GOOD, revision: 1 });
  });
});

describe("two changes at once", () => {
  it("of different sections are joined", async () => {
    const { put, store } = await world();
    await put("app", GOOD);
    await put("app", GOOD.replace("06:15", "06:45"), GOOD);
    await put("file", GOOD.replace("one", "two"), GOOD);
    expect(await goalsInForce(store, "me")).toMatchObject({ today: ["two"], targets: { wake: "06:45" } });
  });

  it("of the same section are a conflict that names it, and nothing is written", async () => {
    const { put, store } = await world();
    await put("app", GOOD);
    const mine = GOOD.replace("one", "two");
    await put("app", mine, GOOD);
    const conflict = await put("app", GOOD.replace("one", "three"), GOOD).catch((error: unknown) => error);
    expect(conflict).toBeInstanceOf(GoalsConflict);
    expect(conflict).toMatchObject({ sections: ["Today"], file: { text: mine } });
    expect((await loadGoalsFile(store, "me"))?.file.text).toBe(mine);
  });
});

describe("the time zone", () => {
  it("of the file holds while no device reports another one", async () => {
    const { put, profile, store } = await world();
    const text = "## Schedule Targets\n- timezone: Asia/Tokyo\n";
    await put("app", text);
    expect((await profile()).timeZone).toBe("Asia/Tokyo");
    await store.transact([{ op: "put", key: keys.timeZone("me"), body: { timeZone: "Asia/Tokyo" } }]);
    expect(await put("app", text.replace("Tokyo", "Seoul"))).toMatchObject({
      faults: [{ line: 2, reason: "timezone: your device is in another one, and your day follows the device" }],
    });
    expect((await profile()).timeZone).toBe("Asia/Tokyo");
  });

  it("in the file follows the person on a journey", async () => {
    const { put, ports, store } = await world();
    await put("app", `## Schedule Targets\n- timezone: "${PERSON.timeZone}"\n`);
    await store.transact([{ op: "put", key: keys.timeZone("me"), body: { timeZone: "Asia/Tokyo" } }]);
    await followZone(ports, "me");
    expect((await loadGoalsFile(store, "me"))?.file).toMatchObject({
      text: '## Schedule Targets\n- timezone: "Asia/Tokyo"\n',
      goals: { targets: { timeZone: "Asia/Tokyo" } },
    });
  });
});
