/**
 * R3: a tick of somebody with a coach dies at any call of a port, before or after it. The next process comes to the same
 * end: each word is said once, and each thing is asked about once.
 */
import { type Goals, type GoalsFile, keys, type Profile } from "@waldo/contracts";
import { sense } from "@waldo/core/health/sense";
import { queryAll } from "@waldo/core/store/query-all";
import { instantAt, MINUTE_MS } from "@waldo/core/time";
import { decide } from "@waldo/core/wake/decide";
import { offlineComposer } from "@waldo/embedded/offline-composer";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { expect, it } from "vitest";
import { deathsIn } from "../../../embedded/test/deaths.ts";
import { type Process, processOver } from "../../../embedded/test/mortal-process.ts";
import { DATE, type TestWorld, testWorld } from "../../../embedded/test/world.ts";

const COACHED: Profile = { ...PERSON, coaching: { weeklyReview: { weekday: 6, time: "10:00" } } };
const GOALS: Goals = {
  quarter: ["finish the first part"],
  week: ["outline chapter three"],
  today: ["call the printer"],
  commitments: [],
  people: [],
  targets: {},
};
const FIRST = "2026-11-01";
/** A heartbeat that asks, words before sleep, and a look at the goals. */
const TICKS = [
  instantAt(DATE, "15:00", PERSON.timeZone),
  instantAt(DATE, "22:00", PERSON.timeZone),
  instantAt(FIRST, "19:00", PERSON.timeZone),
];

async function person(now: number): Promise<TestWorld> {
  const world = await testWorld({ profile: COACHED });
  const file: GoalsFile = { text: "# Goals\n", revision: 1, at: world.clock.now(), by: "template", goals: GOALS };
  await world.store.transact([
    { op: "put", key: keys.goals("me"), body: file },
    { op: "put", key: keys.timeZone("me"), body: { timeZone: PERSON.timeZone } },
    { op: "put", key: keys.last("me", "heard"), body: { at: now - 10 * MINUTE_MS } },
  ]);
  world.clock.set(now);
  return world;
}

async function tick(ports: Process, now: number): Promise<void> {
  const input = { userId: "me", job: "patrol", scheduledAt: new Date(now).toISOString() } as const;
  await decide(ports, await sense(ports, input));
  await ports.machines.idle();
}

/** The tick again, and the next one: what an earlier process left is worked off. */
async function after(world: TestWorld, now: number): Promise<void> {
  const { ports } = processOver(world, offlineComposer());
  for (const minutes of [0, 15, 30]) {
    world.clock.set(now + minutes * MINUTE_MS);
    await tick(ports, now + minutes * MINUTE_MS);
  }
}

async function outcome({ store }: TestWorld) {
  const said: string[] = [];
  for await (const { body } of queryAll(store, keys.message.startingWith("me", "day-")))
    if (body["from"] === "waldo") said.push(String(body["text"]));
  const runs: string[] = [];
  for await (const { body } of queryAll(store, keys.run.all("me")))
    if (body["trigger"] === "heartbeat") runs.push(String(body["state"]));
  return { said, runs };
}

it.each(TICKS.map((now) => [new Date(now).toISOString(), now] as const))("the tick of %s", async (_, now) => {
  const calm = await person(now);
  await tick(processOver(calm, offlineComposer()).ports, now);
  await after(calm, now);
  const expected = await outcome(calm);
  expect(expected.said).toHaveLength(1);
  const whole = await person(now);
  const work = () => tick(processOver(whole, offlineComposer()).ports, now);
  for await (const { world, label } of deathsIn(whole, work)) {
    await after(world, now);
    expect([label, await outcome(world)]).toEqual([label, expected]);
  }
});
