/**
 * R3: a turn of the ambient loop, and the run that asks a model, die at any call of a port. The next process comes to the
 * same end: one thought, one thing that waits, one word said.
 */
import { Intention, keys, LivingState, type MachineSense, type Profile, Thought } from "@waldo/contracts";
import { flushDue } from "@waldo/core/channels/outbox";
import type { ModelGateway } from "@waldo/core/ports";
import { sweepRuns } from "@waldo/core/run/start";
import { queryAll } from "@waldo/core/store/query-all";
import { HOUR_MS, instantAt, MINUTE_MS } from "@waldo/core/time";
import { ambientTurn } from "@waldo/core/wake/ambient";
import { offlineComposer } from "@waldo/embedded/offline-composer";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { expect, it } from "vitest";
import { deathsIn } from "../../../embedded/test/deaths.ts";
import { type Process, processOver } from "../../../embedded/test/mortal-process.ts";
import { DATE, type TestWorld, testWorld } from "../../../embedded/test/world.ts";

const NOW = instantAt(DATE, "15:00", PERSON.timeZone);
const LIVE: Profile = { ...PERSON, living: { on: true, machine: true, interrupt: "live" } };
const SENSE: MachineSense = { idleSeconds: 1, loadPercent: 9, memoryPercent: 97, programs: ["writing"] };
const INTENTION: Intention = {
  ...{ id: "i-0123456789ab", text: "the printer", dueAt: NOW - MINUTE_MS, claim: "run-1", state: "open", tries: 0 },
  ...{ origin: "owner", createdAt: 1, updatedAt: 1 },
};
/** A model that thinks of the first thing that matters. */
const THINKING: ModelGateway = {
  shape: () => "terse",
  async converse() {
    const thought = { kind: "reflection", text: "The printer has waited for a while now.", about: [0] };
    return {
      ...{ text: JSON.stringify({ state: "light_work", matters: [{ line: 0, weight: 0.9 }], thought }), calls: [] },
      ...{ stop: "end", model: "scripted" },
      usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 },
    };
  },
};

const put = (key: ReturnType<typeof keys.presence>, body: object) => ({ op: "put", key, body }) as const;

/** Something waits, something is promised, and an event begins while the person is deep in their work. */
async function person(): Promise<TestWorld> {
  const world = await testWorld({ profile: LIVE });
  const event = {
    ...{ eventId: "e".repeat(24), calendar: "work", title: "Planning", allDay: false, busy: true, status: "confirmed" },
    ...{ origin: "untrusted", updatedAt: 0, start: NOW + 5 * MINUTE_MS, end: NOW + HOUR_MS },
  };
  const task = { taskId: "t1", title: "call the printer", due: DATE, status: "open", origin: "owner" };
  await world.store.transact([
    put(keys.intention("me", INTENTION.id), INTENTION),
    put(keys.calendar("me", event.start, event.eventId), event),
    put(keys.task("me", "t1"), { ...task, createdAt: 1, updatedAt: 1 }),
    ...[0, 5, 10, 15, 20, 25, 30].map((ago) =>
      put(keys.presence("me", NOW - ago * MINUTE_MS), { at: NOW - ago * MINUTE_MS, machine: SENSE }),
    ),
    ...[1, 2, 3, 4, 5].map((day) =>
      put(keys.interruption("me", day), {
        at: day,
        key: "k",
        kind: "event_soon",
        text: "x",
        mode: "shadow",
        label: "right",
      }),
    ),
  ]);
  world.clock.set(NOW);
  return world;
}

async function turn(ports: Process): Promise<void> {
  await ambientTurn(ports, LIVE);
  await ports.machines.idle();
}

async function outcome({ store }: TestWorld) {
  const said: string[] = [];
  for await (const { body } of queryAll(store, keys.message.startingWith("me", "day-")))
    if (body["from"] === "waldo") said.push(String(body["text"]));
  const thoughts: string[] = [];
  for await (const { body } of queryAll(store, keys.thought.all("me"))) thoughts.push(Thought.parse(body).text);
  const runs: string[] = [];
  for await (const { body } of queryAll(store, keys.run.all("me"))) runs.push(`${body["trigger"]} ${body["state"]}`);
  const { waiting } = LivingState.parse((await store.get(keys.living("me")))?.body);
  const { state } = Intention.parse((await store.get(keys.intention("me", INTENTION.id)))?.body);
  return {
    said: said.sort(),
    thoughts: thoughts.sort(),
    runs,
    waiting: waiting.map(({ topic }) => topic),
    state,
  };
}

it.each([
  ["plain code", () => offlineComposer()],
  ["a model", () => THINKING],
] as const)("a turn with %s", async (name, model) => {
  const after = async (world: TestWorld) => {
    const { ports } = processOver(world, model());
    world.clock.set(NOW + MINUTE_MS);
    await turn(ports);
    await flushDue(ports, "me");
    // A later wake resumes the run that nobody works on.
    world.clock.set(NOW + 20 * MINUTE_MS);
    await sweepRuns(ports, "me");
    await ports.machines.idle();
  };
  const calm = await person();
  await turn(processOver(calm, model()).ports);
  await after(calm);
  const expected = await outcome(calm);
  expect(expected.state).toBe("done");
  expect(expected.said).toHaveLength(2);
  expect(expected.runs).toEqual(name === "a model" ? ["ambient DONE"] : []);
  const whole = await person();
  for await (const { world, label } of deathsIn(whole, () => turn(processOver(whole, model()).ports))) {
    await after(world);
    expect([label, await outcome(world)]).toEqual([label, expected]);
  }
});
