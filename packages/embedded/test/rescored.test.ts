/** A night that comes late, or is corrected, after its day was over: later days are scored again, and the person is told. */

import { CrsResult, keys, type LocalDate, type SourceDay } from "@waldo/contracts";
import { findScore, loadScores, refreshScore, rescore, saveDays } from "@waldo/core/health/ledger";
import { sense } from "@waldo/core/health/sense";
import { takeSync } from "@waldo/core/health/take-sync";
import { KIND } from "@waldo/core/spoken";
import { addDays, DAY_MS, HOUR_MS } from "@waldo/core/time";
import { decide } from "@waldo/core/wake/decide";
import { PERSON, syntheticDays } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { DATE, morningSaid, type TestWorld, testWorld, WAKE } from "./world.ts";

const ALL = syntheticDays(addDays(DATE, 1), 41);
const day = (date: LocalDate): SourceDay => {
  const found = ALL.find((one) => one.date === date);
  if (!found) throw new Error(`no day ${date}`);
  return found;
};
const shortened = (one: SourceDay): SourceDay => ({
  ...one,
  metrics: { ...one.metrics, hrvRmssdMs: 22 },
  sleeps: one.sleeps.map((sleep) => ({ ...sleep, asleepMinutes: sleep.asleepMinutes * 0.4 })),
});

/** A person of forty days, of which the last five are scored, each at its wake. */
async function person(days = ALL.filter(({ date }) => date <= DATE)): Promise<TestWorld> {
  const world = await testWorld({ days: 0 });
  await saveDays(world.store, "me", days);
  await world.store.transact([{ op: "put", key: keys.timeZone("me"), body: { timeZone: PERSON.timeZone } }]);
  for (let back = 4; back >= 0; back--) {
    world.clock.set(WAKE - back * DAY_MS);
    await refreshScore(world, "me", { date: addDays(DATE, -back), timeZone: PERSON.timeZone, settled: true });
  }
  return world;
}

/** Sends days as a device does, and does the first half of the wake. */
async function sync(world: TestWorld, days: SourceDay[], requestId = "r"): Promise<void> {
  const startWake = async (_: string, input: Parameters<typeof sense>[1]) => void (await sense(world, input));
  const sent = { userId: "me", requestId, zone: PERSON.timeZone, bytes: 1, body: { days, settled: true } };
  await takeSync({ ...world, startWake }, sent);
}

const versions = async (world: TestWorld, date: LocalDate) =>
  (await world.store.query(keys.crsVersion.all("me", date))).rows.map(({ body }) => CrsResult.parse(body));
const tick = (world: TestWorld, days: number) => world.clock.set(WAKE + days * DAY_MS);

/** The text of a day's morning. */
async function morning(world: TestWorld, days: number): Promise<string> {
  world.clock.set(WAKE + days * DAY_MS);
  const date = addDays(DATE, days);
  await refreshScore(world, "me", { date, timeZone: PERSON.timeZone, settled: true });
  return morningSaid(world, date);
}

describe("a sync of days that are over", () => {
  it("with the same data writes no new version", async () => {
    const world = await person();
    world.clock.set(WAKE + 2 * HOUR_MS);
    await sync(
      world,
      [-4, -3, -2, -1].map((back) => day(addDays(DATE, back))),
    );
    for (let back = 4; back >= 1; back--) expect(await versions(world, addDays(DATE, -back))).toHaveLength(1);
  });

  it("with a corrected night scores it again, and each later day whose baseline it is in; the earlier ones stay", async () => {
    const world = await person();
    const before = await findScore(world.store, "me", addDays(DATE, -2));
    world.clock.set(WAKE + 2 * HOUR_MS);
    await sync(world, [shortened(day(addDays(DATE, -2)))]);
    const [first, second] = await versions(world, addDays(DATE, -2));
    expect([first?.form, first?.rescoredAt]).toEqual([before?.form, undefined]);
    expect(second).toMatchObject({ version: 2, rescoredAt: WAKE + 2 * HOUR_MS, computedAt: before?.computedAt });
    expect(second?.form).toBeLessThan(first?.form ?? 0);
    expect(await versions(world, addDays(DATE, -1))).toHaveLength(2);
    for (const back of [3, 4]) expect(await versions(world, addDays(DATE, -back))).toHaveLength(1);
  });

  it("that comes again, or out of order, ends in the same scores", async () => {
    const corrected = [-1, -2, -3].map((back) => shortened(day(addDays(DATE, back))));
    const ends = [];
    for (const order of [corrected, corrected.toReversed(), [...corrected, ...corrected]]) {
      const world = await person();
      world.clock.set(WAKE + HOUR_MS);
      for (const [i, one] of order.entries()) await sync(world, [one], `r${i}`);
      const scores = await Promise.all([-3, -2, -1].map((back) => findScore(world.store, "me", addDays(DATE, back))));
      ends.push(scores.map((score) => [score?.form, score?.recovery, score?.bodyZone, score?.findings]));
    }
    expect(ends[1]).toEqual(ends[0]);
    expect(ends[2]).toEqual(ends[0]);
  });
});

describe("another device that brings the same days", () => {
  const again = (days: number) =>
    ALL.filter(({ date }) => date < DATE)
      .slice(-days)
      .map((one) => ({ ...shortened(one), source: "apple_watch" as const }));

  it("reads the days once, however many of them were scored", async () => {
    const readsOf = async (days: number) => {
      const world = await person();
      for (let back = days; back >= 5; back--) {
        const at = { store: world.store, clock: { now: () => WAKE - back * DAY_MS } };
        await refreshScore(at, "me", { date: addDays(DATE, -back), timeZone: PERSON.timeZone, settled: true });
      }
      await saveDays(world.store, "me", again(days));
      world.clock.set(WAKE + HOUR_MS);
      let reads = 0;
      const store: typeof world.store = {
        ...world.store,
        query(query) {
          reads += 1;
          return world.store.query(query);
        },
        get(key) {
          reads += 1;
          return world.store.get(key);
        },
      };
      await rescore({ store, clock: world.clock }, "me", {
        from: addDays(DATE, -days),
        date: DATE,
        timeZone: PERSON.timeZone,
      });
      const changed = await loadScores(world.store, "me", addDays(DATE, -days), addDays(DATE, -1));
      expect(changed.map(({ version }) => version)).toEqual(Array.from({ length: days }, () => 2));
      return reads;
    };
    const few = await readsOf(5);
    expect(few).toBeLessThan(7);
    expect(await readsOf(20)).toBe(few);
  });

  it("ends in the scores that the days would have had with it from the start", async () => {
    const world = await person();
    await saveDays(world.store, "me", again(4));
    await rescore(world, "me", { from: addDays(DATE, -4), date: DATE, timeZone: PERSON.timeZone });
    const fresh = await person([...ALL.filter(({ date }) => date <= DATE), ...again(4)]);
    const bare = async ({ store }: TestWorld) =>
      (await loadScores(store, "me", addDays(DATE, -4), addDays(DATE, -1))).map(
        ({ version: _, rescoredAt: __, ...score }) => score,
      );
    expect(await bare(world)).toEqual(await bare(fresh));
  });
});

describe("a year that comes at once", () => {
  const YEAR = syntheticDays(DATE, 500);
  const scores = (world: TestWorld) => loadScores(world.store, "me", addDays(DATE, -499), DATE);

  it("is scored as far back as a person can look, and once", async () => {
    const world = await person([]);
    world.clock.set(WAKE);
    await sync(world, YEAR);
    const all = await scores(world);
    expect(all.map(({ date }) => date)).toEqual(Array.from({ length: 366 }, (_, i) => addDays(DATE, i - 365)));
    expect(all.slice(0, -5).every(({ version, form }) => version === 1 && form !== undefined)).toBe(true);
    await sync(world, YEAR, "again");
    expect(await scores(world)).toEqual(all);
  });

  it("is scored again where an old night changed, as it would have been from the start", async () => {
    const world = await person([]);
    world.clock.set(WAKE);
    await sync(world, YEAR);
    const before = await scores(world);
    const [old, changed] = [
      addDays(DATE, -100),
      shortened(YEAR.find(({ date }) => date === addDays(DATE, -100)) ?? day(DATE)),
    ];
    await sync(world, [changed], "late");
    const after = await scores(world);
    const fresh = await person([]);
    fresh.clock.set(WAKE);
    await sync(
      fresh,
      YEAR.map((one) => (one.date === old ? changed : one)),
    );
    const bare = (all: CrsResult[]) => all.map(({ version: _, rescoredAt: __, ...score }) => score);
    expect(bare(after)).toEqual(bare(await scores(fresh)));
    const differs = after.filter(({ version }, i) => version !== before[i]?.version).map(({ date }) => date);
    expect(differs[0]).toBe(old);
    expect(after.filter(({ date }) => date < old)).toEqual(before.filter(({ date }) => date < old));
  });
});

describe("a Brief that was said on other data", () => {
  it("is corrected by the next morning's, once", async () => {
    const world = await person();
    const told = await morning(world, 0);
    const was = (await findScore(world.store, "me", DATE))?.bodyZone;
    expect(told.startsWith(`A ${KIND[was ?? "steady"]} day`)).toBe(true);
    world.clock.set(WAKE + 15 * HOUR_MS);
    await sync(world, [shortened(day(DATE)), day(addDays(DATE, 1))], "evening");
    tick(world, 1);
    await saveDays(world.store, "me", [shortened(day(DATE)), day(addDays(DATE, 1))]);
    await sync(world, [shortened(day(DATE))], "morning");
    const is = (await findScore(world.store, "me", DATE))?.bodyZone;
    expect(is).not.toBe(was);
    const next = await morning(world, 1);
    expect(next).toMatch(new RegExp(`Friday.*${KIND[is ?? "steady"]}, not ${KIND[was ?? "steady"]}`));
    await saveDays(world.store, "me", syntheticDays(addDays(DATE, 2), 1));
    expect(await morning(world, 2)).not.toContain("Friday");
  });

  it("names a day whose data came in late, where there was none to tell of", async () => {
    const world = await person(ALL.filter(({ date }) => date < DATE));
    // The Brief waits for the night until its hold is over.
    await morning(world, 0);
    world.clock.set(WAKE + 5 * HOUR_MS);
    const scheduledAt = new Date(world.clock.now()).toISOString();
    await decide(world, { userId: "me", job: "patrol", scheduledAt, date: DATE });
    await world.machines.idle();
    expect(world.telegram).toHaveLength(1);
    tick(world, 1);
    await saveDays(world.store, "me", [day(addDays(DATE, 1))]);
    await sync(world, [day(DATE)]);
    const is = (await findScore(world.store, "me", DATE))?.bodyZone;
    expect(is).toBeDefined();
    expect(await morning(world, 1)).toMatch(new RegExp(`Friday.*that day was ${KIND[is ?? "steady"]}`));
  });
});
