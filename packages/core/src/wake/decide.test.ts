/** A wake may come twice: the scheduler repeats it, or a machine that died starts it again (R3). */
import { keys } from "@waldo/contracts";
import { decide } from "@waldo/core/wake/decide";
import { describe, expect, it } from "vitest";
import { DATE, type TestWorld, testWorld, WAKE } from "../../../embedded/test/world.ts";

const TICK = {
  userId: "me",
  job: "patrol",
  date: DATE,
  scheduledAt: new Date(WAKE + 5 * 3_600_000).toISOString(),
} as const;
const AT = Date.parse(TICK.scheduledAt);

/** The Brief read the day to the person at Form 80; now Form is `form`. */
async function atForm(form: number): Promise<TestWorld> {
  const world = await testWorld();
  await world.store.transact([{ op: "put", key: keys.dayState("me", DATE), body: { spoken: { form: 80 } } }]);
  await live(world, form);
  world.clock.set(AT);
  return world;
}

const live = (world: TestWorld, form: number) =>
  world.store.transact([{ op: "put", key: keys.live("me"), body: { date: DATE, form } }]);
const logged = async (world: TestWorld) => (await world.store.get(keys.patrol("me", AT)))?.body["act"];

describe("a patrol tick that comes again", () => {
  it("is logged once, as it was first decided, and starts no second Brief", async () => {
    const world = await atForm(50);
    const first = await decide(world, TICK);
    expect(first.outcome).toBe("run");
    await world.machines.idle();
    // The Brief was already said. A new decision would be to do nothing, and the log would say so.
    await live(world, 80);
    expect((await decide(world, TICK)).outcome).toBe("nothing");
    await world.machines.idle();
    expect(await logged(world)).toBe("event_brief");
    expect(world.telegram).toHaveLength(1);
  });

  it("keeps its first decision to do nothing; the next tick decides for itself", async () => {
    const world = await atForm(79);
    expect((await decide(world, TICK)).outcome).toBe("nothing");
    await live(world, 50);
    expect((await decide(world, TICK)).outcome).toBe("nothing");
    expect(await logged(world)).toBe("nothing");
    const next = { ...TICK, scheduledAt: new Date(AT + 900_000).toISOString() };
    expect((await decide(world, next)).outcome).toBe("run");
  });
});
