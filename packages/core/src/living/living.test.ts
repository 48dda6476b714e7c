/** The ambient loop in days on the embedded parts: what it makes of a moment, what it keeps, and what it never does. */
import {
  type CalendarEvent,
  Concern,
  type GoalsFile,
  type Hall,
  Intention,
  Interruption,
  keys,
  LivingState,
  type MachineSense,
  Orientation,
  type Profile,
  Thought,
} from "@waldo/contracts";
import { NO_GOALS } from "@waldo/core/goals/stored";
import { ambientCycle, takeSample } from "@waldo/core/living/cycle";
import { salienceAt } from "@waldo/core/living/salience";
import { submitMemoryIntent } from "@waldo/core/memory/claims/inbox";
import { receiveMessage } from "@waldo/core/run/receive";
import { addDays, DAY_MS, HOUR_MS, instantAt, MINUTE_MS } from "@waldo/core/time";
import { ambientTurn } from "@waldo/core/wake/ambient";
import { repositoryUnderstanding } from "@waldo/embedded/bundled-intents";
import { offlineComposer } from "@waldo/embedded/offline-composer";
import { agreeing } from "@waldo/testkit/agreeing";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { DATE, type TestWorld, testWorld } from "../../../embedded/test/world.ts";

const at = (time: string, days = 0) => instantAt(addDays(DATE, days), time, PERSON.timeZone);
const WORKING: MachineSense = { idleSeconds: 5, loadPercent: 20, memoryPercent: 40, programs: ["development"] };

const cycle = (world: TestWorld, profile: Profile = PERSON) => ambientCycle(world, profile);

/** Puts samples of a machine every few minutes until an instant, and runs a turn at each. */
async function work(world: TestWorld, from: number, to: number, sense: Partial<MachineSense> = {}, profile = PERSON) {
  for (let now = from; now <= to; now += 5 * MINUTE_MS) {
    world.clock.set(now);
    const machine = { ...WORKING, ...sense };
    await world.store.transact([{ op: "put", key: keys.presence("me", now), body: { at: now, machine } }]);
    await cycle(world, profile);
  }
}

async function hear(world: TestWorld, now: number, text: string) {
  world.clock.set(now);
  await world.store.transact([
    { op: "put", key: keys.last("me", "heard"), body: { at: now } },
    {
      op: "put",
      key: keys.message("me", `day-${DATE}`, now, `0-m${now}`),
      body: { from: "owner", kind: "message", at: now, text },
    },
  ]);
}

async function goals(world: TestWorld, week: readonly string[]) {
  const file: GoalsFile = {
    ...{ text: "# Goals\n", revision: 1, at: world.clock.now(), by: "template" },
    goals: { ...NO_GOALS, week: [...week] },
  };
  await world.store.transact([{ op: "put", key: keys.goals("me"), body: file }]);
}

const LIVE: Profile = { ...PERSON, living: { on: true, machine: true, interrupt: "live" } };

/** Notes something for memory, as a run of the person's words does. */
const note = (world: TestWorld, hall: Hall, claim: string) =>
  submitMemoryIntent(
    world,
    "me",
    { hall, claim },
    {
      ...{
        trigger: "user_message",
        runId: "run-1",
        at: world.clock.now(),
        owner: [claim],
        outside: false,
        recalled: [],
      },
    },
  );

const event = (start: number, rest: Partial<CalendarEvent> = {}): CalendarEvent => ({
  ...{ eventId: "e".repeat(24), calendar: "work", title: "Planning", start, end: start + HOUR_MS, allDay: false },
  ...{ busy: true, status: "confirmed", origin: "untrusted", updatedAt: 0, ...rest },
});
const plan = (world: TestWorld, one: CalendarEvent) =>
  world.store.transact([{ op: "put", key: keys.calendar("me", one.start, one.eventId), body: one }]);

const stateOf = async (world: TestWorld) => LivingState.parse((await world.store.get(keys.living("me")))?.body);
const rowsOf = async <T>(
  world: TestWorld,
  range: Parameters<TestWorld["store"]["query"]>[0],
  schema: { parse(body: unknown): T },
) => (await world.store.query(range)).rows.map(({ body }) => schema.parse(body));
const thoughtsOf = (world: TestWorld) => rowsOf(world, keys.thought.all("me"), Thought);
const orientationsOf = (world: TestWorld) => rowsOf(world, keys.orientation.all("me"), Orientation);

describe("the ambient loop", () => {
  it("looks once at a moment, and not at one that stays the same", async () => {
    const world = await testWorld();
    world.clock.set(at("10:00"));
    expect(await cycle(world)).toMatchObject({ outcome: "oriented" });
    const before = (await orientationsOf(world)).length;
    world.clock.set(at("10:05"));
    expect(await cycle(world)).toEqual({ outcome: "free" });
    expect((await orientationsOf(world)).length).toBe(before);
  });

  it("tells deep work from idle, and three in the morning from three in the afternoon", async () => {
    const world = await testWorld();
    await work(world, at("14:00"), at("15:00"));
    const afternoon = (await stateOf(world)).last;
    expect(afternoon).toMatchObject({
      state: "deep_work",
      activity: "development",
      hour: "day",
      disposition: "observe",
    });
    await work(world, at("15:05"), at("15:20"), { idleSeconds: 600 });
    expect((await stateOf(world)).last).toMatchObject({ state: "idle" });
    await work(world, at("02:00", 1), at("03:00", 1));
    const night = (await stateOf(world)).last;
    expect(night).toMatchObject({ state: "deep_work", hour: "deep_night" });
    expect((await thoughtsOf(world)).map(({ text }) => text)).toContain(
      "You were still up in the deepest part of the night.",
    );
  });

  it("notices the same thing once, and thinks at most six thoughts a day", async () => {
    const world = await testWorld();
    await goals(
      world,
      Array.from({ length: 3 }, (_, i) => `finish part number ${i} of the long report`),
    );
    for (const hour of ["09", "10", "11", "12", "13", "14", "15", "16"]) {
      await hear(world, at(`${hour}:00`), `the report number ${hour} needs its part of work`);
      await work(world, at(`${hour}:01`), at(`${hour}:31`), { memoryPercent: 97 });
    }
    const thoughts = await thoughtsOf(world);
    expect(thoughts.length).toBeLessThanOrEqual(6);
    expect(new Set(thoughts.map(({ topic }) => topic)).size).toBe(thoughts.length);
    expect(thoughts.filter(({ topic }) => topic.startsWith("machine_full"))).toHaveLength(1);
    for (const { saw } of thoughts) expect(saw.length).toBeGreaterThan(0);
  });

  it("stays concerned with a goal, which fades when nothing touches it and comes back when talk does", async () => {
    const world = await testWorld();
    await goals(world, ["outline chapter three"]);
    world.clock.set(at("09:00"));
    await cycle(world);
    const [first] = await rowsOf(world, keys.concern.all("me"), Concern);
    expect(first).toMatchObject({ kind: "project", summary: "outline chapter three", touchedBy: "seed" });
    if (!first) return;
    expect([6, 8, 31, 91].map((days) => salienceAt(first, first.touchedAt + days * DAY_MS))).toEqual([
      "active",
      "monitoring",
      "background",
      "dormant",
    ]);
    await hear(world, at("12:00", 40), "I went back to the outline of chapter three today");
    await cycle(world);
    const [later] = await rowsOf(world, keys.concern.all("me"), Concern);
    expect(later).toMatchObject({ touchedBy: "talk", touchedAt: at("12:00", 40), touches: 2 });
  });

  it("interrupts in shadow alone: the row says what it would have said, at most once a day", async () => {
    const world = await testWorld();
    await plan(world, event(at("11:05")));
    await plan(world, event(at("15:05"), { eventId: "f".repeat(24) }));
    await work(world, at("10:00"), at("11:04"));
    await work(world, at("14:00"), at("15:04"));
    const log = await rowsOf(world, keys.interruption.all("me"), Interruption);
    expect(log).toMatchObject([{ kind: "event_soon", mode: "shadow" }]);
    expect((await world.store.query(keys.outboxDue.all("me"))).rows).toEqual([]);
    expect((await world.store.query(keys.outbox.all("me", "living" as never))).rows).toEqual([]);
  });

  it("goes live once five labels say so and the person turned it on", async () => {
    const world = await testWorld({ profile: LIVE });
    const label = (days: number, said: "right" | "wrong") => ({
      op: "put" as const,
      key: keys.interruption("me", at("11:00", -days)),
      body: { at: at("11:00", -days), key: "k", kind: "event_soon", text: "x", mode: "shadow", label: said },
    });
    await world.store.transact([1, 2, 3, 4].map((days) => label(days, "right")));
    await plan(world, event(at("11:05")));
    await work(world, at("10:00"), at("11:04"), {}, LIVE);
    expect((await rowsOf(world, keys.interruption.all("me"), Interruption)).at(-1)).toMatchObject({ mode: "shadow" });
    await world.store.transact([label(5, "right")]);
    await plan(world, event(at("11:05", 1), { eventId: "f".repeat(24) }));
    await work(world, at("10:00", 1), at("11:04", 1), {}, LIVE);
    expect((await rowsOf(world, keys.interruption.all("me"), Interruption)).at(-1)).toMatchObject({ mode: "live" });
  });

  it("answers what it has been thinking about, from the rows, and adds what has waited once", async () => {
    const world = await testWorld({
      model: offlineComposer(repositoryUnderstanding),
      understanding: repositoryUnderstanding,
    });
    await world.store.transact([{ op: "put", key: keys.timeZone("me"), body: { timeZone: PERSON.timeZone } }]);
    await work(world, at("09:00"), at("10:00"), { memoryPercent: 97 });
    const ask = async (id: string, text: string) => {
      world.clock.set(world.clock.now() + MINUTE_MS);
      await receiveMessage(world, "me", { messageId: id, text }, DATE);
      await world.machines.idle();
      const { rows } = await world.store.query({
        ...keys.message.all("me", `day-${DATE}`),
        descending: true,
        limit: 1,
      });
      return String(rows[0]?.body["text"]);
    };
    const noticed = "Your machine had almost no memory left.";
    expect(await ask("m1", "what have you been thinking about?")).toBe(`Today: ${noticed}\n\nBy the way: ${noticed}`);
    expect(await ask("m2", "what have you been thinking about?")).toBe(`Today: ${noticed}`);
  });

  it("looks at what it promised, once, and tells what it found", async () => {
    const world = await testWorld({
      model: offlineComposer(repositoryUnderstanding),
      understanding: repositoryUnderstanding,
    });
    await world.store.transact([{ op: "put", key: keys.timeZone("me"), body: { timeZone: PERSON.timeZone } }]);
    world.clock.set(at("09:00"));
    await receiveMessage(world, "me", { messageId: "m1", text: "look at the budget again tomorrow at 10:00" }, DATE);
    await world.machines.idle();
    const today = keys.message.all("me", `day-${DATE}`);
    const words = { parse: (body: object) => body };
    expect(await rowsOf(world, today, words)).toContainEqual(
      expect.objectContaining({ text: "I will look at “the budget” again tomorrow, and tell you what I find." }),
    );
    const promised = await rowsOf(world, keys.intention.all("me"), Intention);
    expect(promised).toMatchObject([{ text: "the budget", dueAt: at("10:00", 1), state: "open" }]);
    for (const time of ["09:45", "10:00", "10:15"]) {
      world.clock.set(at(time, 1));
      await ambientTurn(world, PERSON);
    }
    const said = await rowsOf(world, keys.message.all("me", `day-${addDays(DATE, 1)}`), words);
    expect(said).toMatchObject([
      { text: "You wanted me to look at “the budget” again. I found nothing new about it.", kind: "reminder" },
    ]);
    expect(await rowsOf(world, keys.intention.all("me"), Intention)).toMatchObject([{ state: "done", tries: 1 }]);
  });

  it("does what the gravest thing asks for that the person wants to hear of, and nothing of what they do not", async () => {
    const world = await testWorld({ profile: LIVE });
    await note(world, "preferences", "don't message me about planning");
    await plan(world, event(at("11:05")));
    await work(world, at("10:00"), at("11:04"), { memoryPercent: 97 }, LIVE);
    expect(await rowsOf(world, keys.interruption.all("me"), Interruption)).toEqual([]);
    expect((await stateOf(world)).waiting.map(({ text }) => text)).toEqual(["Your machine had almost no memory left."]);
  });

  it("keeps no sample of who does not agree that anything is remembered", async () => {
    const world = await testWorld();
    await world.store.transact([agreeing("me", ["body", "model"])]);
    expect(await takeSample(world, PERSON, { app: "visible" })).toEqual({ outcome: "off" });
    expect((await world.store.query(keys.presence.all("me"))).rows).toEqual([]);
  });

  it("senses, thinks and keeps nothing when it is off, or when the person does not agree to memory", async () => {
    const off: Profile = { ...PERSON, living: { on: false, machine: false, interrupt: "off" } };
    const world = await testWorld({ profile: off });
    world.clock.set(at("10:00"));
    expect(await cycle(world, off)).toEqual({ outcome: "off" });
    expect(await world.store.get(keys.living("me"))).toBeUndefined();
  });
});
