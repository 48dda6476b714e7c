/**
 * What the person has told Waldo counts in every turn: what they had forgotten, what they do not want to hear about,
 * and that they are there.
 */
import { type CalendarEvent, Concern, keys, LivingState, type MachineSense, type Orientation } from "@waldo/contracts";
import { outboxOf } from "@waldo/core/channels/outbox";
import { ambientCycle } from "@waldo/core/living/cycle";
import { carryOut } from "@waldo/core/living/intentions";
import { momentFor } from "@waldo/core/living/moment";
import { refinedWrites } from "@waldo/core/living/refine";
import { forgettingWrites, meantBy } from "@waldo/core/memory/claims/forget";
import { submitMemoryIntent } from "@waldo/core/memory/claims/inbox";
import type { ModelGateway, Store } from "@waldo/core/ports";
import { DAY_MS, HOUR_MS, instantAt, MINUTE_MS } from "@waldo/core/time";
import { livingRows } from "@waldo/core/tools/living-rows";
import { repositoryUnderstanding } from "@waldo/embedded/bundled-intents";
import { offlineComposer } from "@waldo/embedded/offline-composer";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { DATE, type TestWorld, testWorld } from "../../../embedded/test/world.ts";
import { hearPerson } from "../chat/intake.ts";
import { agreed } from "../person/agreed.ts";
import { decideConsent } from "../person/consents.ts";

const NOW = instantAt(DATE, "14:30", PERSON.timeZone);
const [ID, OTHER] = ["c-0123456789ab", "c-0123456789ac"];
const TRIP = "the lisbon trip with Ana";

/** A model. The tests that use it never ask it. */
const asked: ModelGateway = { shape: () => "terse", converse: async () => Promise.reject(new Error("not asked")) };

const put = (world: TestWorld, key: ReturnType<typeof keys.living>, body: object) =>
  world.store.transact([{ op: "put", key, body }]);
const concern = (rest: Partial<Concern> = {}) =>
  Concern.parse({
    ...{ id: ID, kind: "interest", summary: TRIP, touchedAt: NOW - DAY_MS, touchedBy: "talk", touches: 1 },
    ...{ from: { kind: "claim", id: "p" }, origin: "owner", createdAt: 0, ...rest },
  });
const event = (start: number, title = TRIP): CalendarEvent => ({
  ...{ eventId: "e".repeat(24), calendar: "work", title, start, end: start + HOUR_MS, allDay: false, busy: true },
  ...{ status: "confirmed", origin: "untrusted", updatedAt: 0 },
});

async function concerned(at = NOW): Promise<TestWorld> {
  const world = await testWorld({ days: 0 });
  world.clock.set(at);
  await put(world, keys.concern("me", ID), concern());
  return world;
}
async function forget(world: TestWorld, about: string): Promise<void> {
  const memory = { ...world, userId: "me", now: world.clock.now() };
  const meant = await meantBy({ about }, memory);
  await world.store.transact((meant && (await forgettingWrites(meant, memory, "owner"))) ?? []);
}
const inBrief = async (world: TestWorld) =>
  (await momentFor(world, PERSON, "brief", world.clock.now()))?.concerns ?? [];
const only = async (world: TestWorld) => (await livingRows(world.store, "me").concerns())[0]?.concern;

describe("what the person had forgotten", () => {
  it("is brought back by no title of somebody else's event", async () => {
    const world = await concerned();
    expect(await inBrief(world)).toHaveLength(1);
    await forget(world, "lisbon");
    for (const start of [NOW + HOUR_MS, NOW + 2 * HOUR_MS + 5 * MINUTE_MS]) {
      await put(world, keys.calendar("me", start, "e".repeat(24)), event(start));
      world.clock.set(world.clock.now() + 10 * MINUTE_MS);
      await ambientCycle(world, PERSON);
    }
    expect(await inBrief(world)).toEqual([]);
  });

  it("is brought back by words that name all of it, and by no others", async () => {
    const world = await concerned();
    await forget(world, "lisbon");
    for (const [i, text] of [
      "Ana is fine, and the trip to the lake was nice",
      "the lisbon trip with Ana is on",
    ].entries()) {
      world.clock.set(NOW + (i + 1) * MINUTE_MS);
      const at = world.clock.now();
      await put(world, keys.last("me", "heard"), { at });
      await put(world, keys.message("me", `day-${DATE}`, at, `0-m${i}`), { from: "owner", kind: "message", at, text });
      await ambientCycle(world, PERSON);
      expect(await inBrief(world)).toHaveLength(i);
    }
  });

  it("does not come back as the concern of a task that was there before", async () => {
    const world = await testWorld({ days: 0 });
    world.clock.set(NOW);
    const task = { taskId: "t1", title: "book the lisbon hotel", due: DATE, status: "open", origin: "owner" };
    await put(world, keys.task("me", "t1"), { ...task, createdAt: NOW - DAY_MS, updatedAt: NOW - DAY_MS });
    await forget(world, "lisbon");
    world.clock.set(NOW + MINUTE_MS);
    await ambientCycle(world, PERSON);
    expect(await inBrief(world)).toEqual([]);
  });

  it("is said to be left alone, where it stands in no memory", async () => {
    const world = await testWorld({
      days: 0,
      model: offlineComposer(repositoryUnderstanding),
      understanding: repositoryUnderstanding,
    });
    world.clock.set(NOW);
    await put(world, keys.concern("me", ID), concern());
    const runId = await hearPerson(world, PERSON, { messageId: "m-1", text: "forget everything about Lisbon" }, "app");
    await world.machines.idle();
    const said = (await outboxOf(world, "me", runId)).flatMap(({ message }) => ("text" in message ? message.text : []));
    expect(said[0]).toMatch(/leave it alone/);
    expect(await inBrief(world)).toEqual([]);
  });

  it("is not looked at again, and nothing is said of it", async () => {
    const world = await concerned();
    await put(world, keys.intention("me", "i-0123456789ab"), {
      ...{ id: "i-0123456789ab", text: TRIP, dueAt: NOW + MINUTE_MS, claim: "run-1", state: "open", tries: 0 },
      ...{ origin: "owner", createdAt: NOW - DAY_MS, updatedAt: NOW - DAY_MS },
    });
    await forget(world, "lisbon");
    world.clock.set(NOW + HOUR_MS);
    expect(await carryOut(world, PERSON)).toBe(0);
    expect((await world.store.query(keys.message.startingWith("me", "day-"))).rows).toEqual([]);
  });

  it("is in no thought of a model that was asked before", async () => {
    const last: Orientation = {
      ...{ at: NOW, signature: "s", state: "light_work", since: NOW, hour: "day", weekend: false, mood: "neutral" },
      ...{ anomalies: [], disposition: "observe", why: "w", by: "rules" },
      salience: [{ ref: { kind: "concern", id: ID }, weight: 0.6, why: "it is active" }],
    };
    const state: LivingState = {
      glance: "g",
      asked: 1,
      noticed: {},
      waiting: [],
      heardTo: NOW,
      last,
      askedRun: "run-1",
    };
    const thought = { kind: "question" as const, text: "I wonder how the plans stand.", about: [0] };
    const header = { userId: "me", runId: "run-1" } as const;
    const answered = async (world: TestWorld) => {
      await put(world, keys.living("me"), LivingState.parse(state));
      const writes = await refinedWrites(world, header, {
        reply: { state: "light_work", matters: [], thought },
        origin: "agent",
      });
      return writes.some(({ key }) => key.sk.startsWith("THOUGHT"));
    };
    const world = await concerned();
    expect(await answered(world)).toBe(true);
    await forget(world, "lisbon");
    expect(await answered(world)).toBe(false);
  });
});

describe("a turn", () => {
  it("counts an event that comes near as one touch, however often it looks", async () => {
    const world = await concerned();
    const start = NOW + HOUR_MS;
    await put(world, keys.calendar("me", start, "e".repeat(24)), event(start));
    for (let i = 0; i < 3; i++) {
      world.clock.set(NOW + i * 5 * MINUTE_MS);
      await put(world, keys.last("me", "heard"), { at: world.clock.now() });
      await ambientCycle(world, PERSON);
    }
    expect(await only(world)).toMatchObject({ touches: 2, touchedBy: "calendar" });
  });

  it("lets all that it noticed wait, when several things may be said", async () => {
    const evening = instantAt(DATE, "19:00", PERSON.timeZone);
    const world = await testWorld({ days: 0 });
    world.clock.set(evening);
    const machine: MachineSense = { idleSeconds: 1, loadPercent: 1, memoryPercent: 99, gpuCelsius: 95, programs: [] };
    await put(world, keys.presence("me", evening), { at: evening, machine });
    const task = { taskId: "t1", title: "call the printer", due: DATE, status: "open", origin: "owner" };
    await put(world, keys.task("me", "t1"), { ...task, createdAt: 1, updatedAt: 1 });
    await ambientCycle(world, PERSON);
    const { waiting } = LivingState.parse((await world.store.get(keys.living("me")))?.body);
    expect(waiting.map(({ topic }) => topic)).toEqual(["task_due-t1", "machine_full-memory", "machine_hot-gpu"]);
  });

  it("knows that who writes from the phone is there, while their machine idles", async () => {
    const world = await testWorld({ days: 0 });
    world.clock.set(NOW);
    const machine: MachineSense = { idleSeconds: 2700, loadPercent: 1, memoryPercent: 1, programs: ["writing"] };
    await put(world, keys.presence("me", NOW), { at: NOW, machine });
    await put(world, keys.last("me", "heard"), { at: NOW - 20_000 });
    expect(await ambientCycle(world, PERSON)).toMatchObject({ orientation: { state: "light_work" } });
  });

  it("costs eight reads and no write while the moment stays the same", async () => {
    const world = await testWorld({ days: 0 });
    world.clock.set(NOW);
    await ambientCycle(world, PERSON);
    const calls: string[] = [];
    const counted = (name: "get" | "query" | "transact") => (given: never) => {
      calls.push(name);
      return world.store[name](given) as never;
    };
    const store: Store = { get: counted("get"), query: counted("query"), transact: counted("transact") };
    world.clock.set(NOW + 5 * MINUTE_MS);
    expect(await ambientCycle({ ...world, store }, PERSON)).toEqual({ outcome: "free" });
    expect([calls.length, calls.includes("transact")]).toEqual([8, false]);
  });
});

it("a concern that comes back reminds of a quiet one by its words, and not by its kind alone", async () => {
  const reminded = async (quiet: string) => {
    const world = await testWorld({ days: 0 });
    world.clock.set(NOW);
    const old = { touchedAt: NOW - 20 * DAY_MS };
    await put(world, keys.concern("me", ID), concern({ ...old, summary: "the taxes of the shop" }));
    await put(world, keys.concern("me", OTHER), concern({ ...old, id: OTHER, summary: quiet }));
    await put(world, keys.last("me", "heard"), { at: NOW });
    await put(world, keys.message("me", `day-${DATE}`, NOW, "0-m1"), {
      ...{ from: "owner", kind: "message", at: NOW, text: "now to the taxes of the shop" },
    });
    await ambientCycle(world, PERSON);
    return (await livingRows(world.store, "me").thoughts(0)).some(({ kind }) => kind === "memory");
  };
  expect(await reminded("sell the old shop")).toBe(true);
  expect(await reminded("run a half marathon")).toBe(false);
});

it("a model that the person does not agree to starts no run", async () => {
  const world = await testWorld({ days: 0 });
  const model: ModelGateway = { ...asked, outside: {} };
  expect((await agreed({ ...world, model }, "me")).model.plain).toBeUndefined();
  await decideConsent(world, "me", { purpose: "model", given: false });
  expect((await agreed({ ...world, model }, "me")).model.plain).toBe(true);
});

it("a Brief hears of no concern that the person does not want to hear of, and an answer does", async () => {
  const world = await concerned();
  const claim = "don't talk to me about the lisbon trip";
  const from = { trigger: "user_message", runId: "run-9", at: NOW, owner: [claim], outside: false } as const;
  await submitMemoryIntent(world, "me", { hall: "preferences", claim }, { ...from, recalled: [] });
  expect(await inBrief(world)).toEqual([]);
  expect((await momentFor(world, PERSON, "user_message", NOW))?.concerns).toHaveLength(1);
});
