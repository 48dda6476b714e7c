/**
 * Tests what stops: a loop that is off, a consent that was taken back, a promise that was dropped, and words that hold
 * no more.
 */
import {
  type GatedStep,
  type Hall,
  Intention,
  keys,
  LivingState,
  type MachineSense,
  MOST_CONCERN_CHARS,
  Orientation,
  type OrientReply,
  type Profile,
  type Waiting,
} from "@waldo/contracts";
import { dreamTask } from "@waldo/core/dream/dream";
import { ambientCycle, takeSample } from "@waldo/core/living/cycle";
import { carryOut } from "@waldo/core/living/intentions";
import { momentFor } from "@waldo/core/living/moment";
import { refinedWrites } from "@waldo/core/living/refine";
import { forgetByOwner, forgettingWrites, meantBy } from "@waldo/core/memory/claims/forget";
import { submitMemoryIntent } from "@waldo/core/memory/claims/inbox";
import { runScribe } from "@waldo/core/memory/claims/scribe";
import type { Store } from "@waldo/core/ports";
import { pause } from "@waldo/core/run/pause";
import { putNew } from "@waldo/core/store/cas";
import { addDays, DAY_MS, instantAt, MINUTE_MS } from "@waldo/core/time";
import { livingRows } from "@waldo/core/tools/living-rows";
import { ambientTurn } from "@waldo/core/wake/ambient";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { DATE, type TestWorld, testWorld } from "../../../embedded/test/world.ts";
import { decideConsent } from "../person/consents.ts";
import { saveProfile } from "../person/profile.ts";
import { surfaceIn } from "../run/answer.ts";

const NOW = instantAt(DATE, "20:00", PERSON.timeZone);
const OFF: Profile = { ...PERSON, living: { on: false, machine: false, interrupt: "off" } };
const PROMISE: Intention = {
  ...{ id: "i-0123456789ab", text: "the printer", dueAt: NOW - MINUTE_MS, claim: "run-1", state: "open", tries: 0 },
  ...{ origin: "owner", createdAt: 1, updatedAt: 1 },
};
const put = (key: ReturnType<typeof keys.presence>, body: object) => ({ op: "put", key, body }) as const;
const promiseIn = async (world: TestWorld) =>
  Intention.parse((await world.store.get(keys.intention("me", PROMISE.id)))?.body);
const said = async (world: TestWorld) => (await world.store.query(keys.message.startingWith("me", "day-"))).rows.length;

async function promised(): Promise<TestWorld> {
  const world = await testWorld({ days: 0 });
  world.clock.set(NOW);
  await world.store.transact([put(keys.intention("me", PROMISE.id), PROMISE)]);
  return world;
}

describe("a promise", () => {
  it("is not carried out while the loop is off, and is when it is on again", async () => {
    const world = await promised();
    await ambientTurn(world, OFF);
    expect([await said(world), (await promiseIn(world)).state]).toEqual([0, "open"]);
    await ambientTurn(world, PERSON);
    expect([await said(world), (await promiseIn(world)).state]).toEqual([1, "done"]);
  });

  it("is not carried out for who does not agree to memory any more", async () => {
    const world = await promised();
    await decideConsent(world, "me", { purpose: "memory", given: false });
    await ambientTurn(world, PERSON);
    expect([await said(world), (await promiseIn(world)).state]).toEqual([0, "open"]);
  });

  it("waits while everything is paused, and nobody is sensed", async () => {
    const world = await promised();
    await pause(world, "me");
    await ambientTurn(world, PERSON);
    expect([await said(world), (await promiseIn(world)).state]).toEqual([0, "open"]);
    expect(await takeSample(world, PERSON, { app: "visible" })).toEqual({ outcome: "off" });
    expect((await world.store.query(keys.presence.all("me"))).rows).toEqual([]);
  });

  it.each([
    ["dropped", { ...PROMISE, state: "dropped" }],
    ["gone", undefined],
  ] as const)("that is %s while it is looked at stays so, and nothing is said", async (_, body) => {
    const world = await promised();
    const key = keys.intention("me", PROMISE.id);
    const store: Store = {
      ...world.store,
      async query(query) {
        const page = await world.store.query(query);
        if (query.prefix?.startsWith("INTENTION"))
          await world.raw.transact([body ? put(key, body) : { op: "delete", key }]);
        return page;
      },
    };
    expect(await carryOut({ ...world, store }, PERSON)).toBe(0);
    expect((await world.store.get(key))?.body["state"]).toBe(body?.state);
  });
});

describe("what has waited", () => {
  const GATED: GatedStep = { text: "Yes.", source: "model", claims: [], results: [] };
  const task = { taskId: "t1", title: "call the printer", due: DATE, status: "open", origin: "owner" };
  const waits = (rest: Partial<Waiting>): Waiting => ({
    ...{ topic: "t", text: "“call the printer” is due today and still open.", since: NOW, at: NOW, times: 1 },
    ...{ severity: "concerning", saw: [{ kind: "task", id: "t1" }], ...rest },
  });

  async function waiting(one: Partial<Waiting> = {}): Promise<TestWorld> {
    const world = await testWorld({ days: 0 });
    world.clock.set(NOW);
    const state: LivingState = { glance: "g", asked: 0, noticed: {}, waiting: [waits(one)], heardTo: NOW };
    await world.store.transact([
      put(keys.living("me"), state),
      put(keys.task("me", "t1"), { ...task, createdAt: 1, updatedAt: 1 }),
    ]);
    return world;
  }
  async function surfaced(world: TestWorld, at = NOW): Promise<boolean> {
    const header = { userId: "me", runId: "run-1", trigger: "user_message" } as const;
    return (await surfaceIn(world.store, header, GATED, at)).gated.text !== GATED.text;
  }

  it("is said while it holds", async () => expect(await surfaced(await waiting())).toBe(true));

  it("is not said while the loop is off", async () => {
    const world = await waiting();
    await saveProfile(world.store, "me", () => OFF);
    expect(await surfaced(world)).toBe(false);
  });

  it("is not said to who does not agree to memory any more", async () => {
    const world = await waiting();
    await decideConsent(world, "me", { purpose: "memory", given: false });
    expect(await surfaced(world)).toBe(false);
  });

  it("is not said of a task that was done meanwhile, nor on the next day", async () => {
    const world = await waiting();
    expect(await surfaced(world, NOW + DAY_MS)).toBe(false);
    await world.store.transact([put(keys.task("me", "t1"), { ...task, status: "done", createdAt: 1, updatedAt: 2 })]);
    expect(await surfaced(world)).toBe(false);
  });

  it("is not said of a day of the body that is over, or whose score is gone", async () => {
    const words = "There is much in your calendar on a day that asks for less.";
    const world = await waiting({ text: words, saw: [{ kind: "form", id: addDays(DATE, -1) }] });
    expect(await surfaced(world)).toBe(false);
    expect(await surfaced(await waiting({ text: words, saw: [{ kind: "form", id: DATE }] }))).toBe(false);
  });

  it("is not said of what the person does not want to hear of any more", async () => {
    const world = await waiting();
    const claim = "don't talk to me about the printer";
    const from = { trigger: "user_message", runId: "run-9", at: NOW, owner: [claim], outside: false } as const;
    await submitMemoryIntent(world, "me", { hall: "preferences", claim }, { ...from, recalled: [] });
    expect(await surfaced(world)).toBe(false);
  });
});

describe("the answer of an ambient run", () => {
  it("takes no effect once another orientation has come, also one that no model was asked of", async () => {
    const world = await testWorld({ days: 0 });
    const machine: MachineSense = { idleSeconds: 1, loadPercent: 1, memoryPercent: 1, programs: ["writing"] };
    const at = instantAt(DATE, "14:00", PERSON.timeZone);
    await world.store.transact([
      put(keys.presence("me", at), { at, machine }),
      put(keys.task("me", "t1"), {
        ...{ taskId: "t1", title: "call the printer", due: DATE, status: "open", origin: "owner" },
        ...{ createdAt: 1, updatedAt: 1 },
      }),
    ]);
    world.clock.set(at);
    const asks: Pick<TestWorld, "store" | "clock" | "log" | "model"> = {
      ...world,
      model: { shape: () => "terse", converse: async () => Promise.reject(new Error("not asked here")) },
    };
    await ambientCycle(asks, PERSON, async (_event, _date, cause) => void (await world.store.transact(cause)));
    const asked = LivingState.parse((await world.store.get(keys.living("me")))?.body).askedRun;
    if (asked === undefined) throw new Error("no model was asked");
    const reply: OrientReply = { state: "deep_work", matters: [], thought: null };
    const header = { userId: "me", runId: asked } as const;
    expect((await refinedWrites(world, header, { reply, origin: "agent" })).length).toBeGreaterThan(0);
    // The person leaves. Then the loop asks no model.
    world.clock.set(at + 40 * MINUTE_MS);
    await ambientCycle(asks, PERSON, async (_event, _date, cause) => void (await world.store.transact(cause)));
    const last = LivingState.parse((await world.store.get(keys.living("me")))?.body).last;
    expect(Orientation.parse(last).state).toBe("away");
    expect(await refinedWrites(world, header, { reply, origin: "agent" })).toEqual([]);
  });
});

/** The person says it, and the night after it learns it. */
async function learned(world: TestWorld, hall: Hall, claim: string): Promise<void> {
  const from = { trigger: "user_message", runId: "run-1", at: NOW, owner: [claim], outside: false } as const;
  await submitMemoryIntent(world, "me", { hall, claim }, { ...from, recalled: [] });
  await runScribe(world, "me", "dream-1");
  await dreamTask(world, { userId: "me", dreamId: `dream-${DATE}`, phase: "REFLECT" });
}

describe("what the person had forgotten", () => {
  it("is no concern any more, also where a concern has only the beginning of a long claim", async () => {
    const world = await testWorld({ days: 0 });
    world.clock.set(NOW);
    const much = ["roses", "beans", "lettuce", "peppers", "onions", "garlic", "spinach", "carrots", "turnips", "kale"];
    await learned(world, "facts", `I grow ${much.map((one) => `${one} beside the long garden wall`).join(", ")}`);
    const [row] = await livingRows(world.store, "me").concerns();
    expect(row?.concern.summary).toHaveLength(MOST_CONCERN_CHARS);
    const id = row?.concern.from.kind === "claim" ? row.concern.from.id : "";
    await forgetByOwner({ ...world, userId: "me", now: NOW }, { patternId: id, revision: 1 });
    expect(await livingRows(world.store, "me").concerns()).toMatchObject([{ forgotten: true }]);
  });

  it("is no concern, thought or theme any more, and a later talk may begin it anew", async () => {
    const world = await testWorld({ days: 0 });
    world.clock.set(NOW);
    const claim = "I keep bees on the roof";
    await learned(world, "facts", claim);
    const about = (await livingRows(world.store, "me").concerns()).map(({ concern }) => concern.id);
    expect(about).toHaveLength(1);
    await world.store.transact([
      putNew(keys.thought("me", NOW, "t"), {
        ...{
          at: NOW,
          kind: "reflection",
          text: "“I keep bees on the roof” came up again.",
          topic: "t",
          concerns: about,
        },
        ...{ saw: [{ kind: "concern", id: about[0] }], mood: "neutral", by: "rules", origin: "agent" },
      }),
      putNew(keys.theme("me", DATE, "t"), {
        ...{ date: DATE, title: claim, text: "Several.", thoughts: [NOW, NOW], origin: "agent" },
      }),
    ]);
    const known = async () =>
      JSON.stringify([
        await momentFor(world, PERSON, "user_message", world.clock.now()),
        await momentFor(world, PERSON, "ambient", world.clock.now()),
        await livingRows(world.store, "me").thoughts(0),
        await livingRows(world.store, "me").themes(DATE),
      ]);
    expect(await known()).toContain("bees");
    world.clock.set(NOW + MINUTE_MS);
    const memory = { ...world, userId: "me", now: world.clock.now() };
    const meant = await meantBy({ about: "bees" }, memory);
    await world.store.transact((meant && (await forgettingWrites(meant, memory, "owner"))) ?? []);
    expect(await known()).not.toContain("bees");
    // After this cycle the memory is still forgotten.
    await ambientCycle(world, PERSON);
    expect(await known()).not.toContain("bees");
    world.clock.set(NOW + DAY_MS);
    const text = "the bees on my roof have come back, and I keep them";
    await world.store.transact([
      put(keys.last("me", "heard"), { at: NOW + DAY_MS }),
      put(keys.message("me", `day-${DATE}`, NOW + DAY_MS, "0-m1"), {
        ...{ from: "owner", kind: "message", at: NOW + DAY_MS, text },
      }),
    ]);
    await ambientCycle(world, PERSON);
    expect(await known()).toContain("bees");
  });
});

it("a wish that was said in a chat moves the manner at night", async () => {
  const world = await testWorld({ days: 0 });
  const claim = "I like it when you keep it short";
  await learned(world, "preferences", claim);
  expect((await world.store.get(keys.persona("me")))?.body).toMatchObject({ axes: { brevity: 0.05 } });
});
