/** The loop at the edges of its rows: the longest words, readings, the most concerns, more tasks than one turn takes. */
import { Concern, keys, kindOf, MOST_CONCERNS, PARTITION, rowKind, Thought } from "@waldo/contracts";
import { ambientCycle } from "@waldo/core/living/cycle";
import { carryOut } from "@waldo/core/living/intentions";
import { submitMemoryIntent } from "@waldo/core/memory/claims/inbox";
import { runScribe } from "@waldo/core/memory/claims/scribe";
import { DAY_MS, HOUR_MS, instantAt, MINUTE_MS } from "@waldo/core/time";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { expect, it } from "vitest";
import { DATE, type TestWorld, testWorld } from "../../../embedded/test/world.ts";

const NOW = instantAt(DATE, "10:00", PERSON.timeZone);

function concern(id: number, summary: string, rest: Partial<Concern> = {}): Concern {
  return Concern.parse({
    ...{ id: `c-${id.toString(16).padStart(12, "0")}`, kind: "project", summary, touchedAt: NOW - DAY_MS },
    ...{ touchedBy: "talk", touches: 1, from: { kind: "claim", id: "x" }, origin: "owner", createdAt: 0, ...rest },
  });
}

async function put(world: TestWorld, concerns: readonly Concern[]) {
  for (const one of concerns) await world.store.transact([{ op: "put", key: keys.concern("me", one.id), body: one }]);
}

async function hear(world: TestWorld, at: number, text: string) {
  const key = keys.message("me", `day-${DATE}`, at, `0-m${at}`);
  await world.store.transact([
    { op: "put", key: keys.last("me", "heard"), body: { at } },
    { op: "put", key, body: { from: "owner", kind: "message", at, text } },
  ]);
}

/** Runs a turn at each of some hours. Each thought fits its row: a row that does not fit its schema is read as none. */
async function turns(world: TestWorld, hours: readonly number[]) {
  for (const hour of hours) {
    world.clock.set(NOW + hour * HOUR_MS);
    const cycle = await ambientCycle(world, PERSON);
    if ("thought" in cycle) Thought.parse(cycle.thought);
  }
}

const concernsOf = async (world: TestWorld) =>
  (await world.store.query(keys.concern.all("me"))).rows.map(({ body }) => Concern.parse(body));

it("writes no thought of a claim that is longer than the row of a thought allows", async () => {
  const world = await testWorld({ days: 0 });
  world.clock.set(NOW - HOUR_MS);
  const claim = "the garden wall needs a coat of paint before the frost comes ".repeat(15);
  const said = { trigger: "user_message", runId: "run-1", at: NOW - HOUR_MS, owner: [claim], outside: false } as const;
  await submitMemoryIntent(world, "me", { hall: "discoveries", claim }, { ...said, recalled: [] });
  await runScribe(world, "me", "dream-1");
  await turns(world, [0, 5, 9]);
});

it("writes no thought of two concerns that are longer than the row of a thought allows", async () => {
  const world = await testWorld({ days: 0 });
  const quiet = { touchedAt: NOW - 10 * DAY_MS };
  const rest =
    "with all that has to be carried, cleaned, painted, mended and paid for before the winter comes back".repeat(2);
  await put(world, [
    concern(1, `kitchen ${rest}`.slice(0, 200), quiet),
    concern(2, `cellar ${rest}`.slice(0, 200), quiet),
  ]);
  await hear(world, NOW + MINUTE_MS, `the kitchen ${rest}`);
  await turns(world, [1, 5, 9]);
});

it("takes words that touch every one of the most concerns", async () => {
  const world = await testWorld({ days: 0 });
  const all = Array.from({ length: MOST_CONCERNS }, (_, n) => concern(n, "the garden wall"));
  await put(world, all);
  await hear(world, NOW + MINUTE_MS, "I painted the garden wall");
  await turns(world, [1]);
  expect((await concernsOf(world)).some(({ touches }) => touches > 1)).toBe(true);
});

it("begins with every task in the end, also with more of them than one turn takes", async () => {
  const world = await testWorld({ days: 0 });
  const titles = Array.from({ length: 55 }, (_, n) => `paint wall ${String.fromCharCode(97 + (n % 26)).repeat(3 + n)}`);
  for (const [n, title] of titles.entries()) {
    const task = { taskId: `t${n}`, title, due: DATE, status: "open", origin: "owner", createdAt: n, updatedAt: n };
    await world.store.transact([{ op: "put", key: keys.task("me", task.taskId), body: task }]);
  }
  await turns(world, [0, 5, 9]);
  expect(await concernsOf(world)).toHaveLength(titles.length);
});

it("keeps no reading of the body in any of its rows, also when a task of the person's own has one", async () => {
  const world = await testWorld({ days: 0 });
  const title = "bring my HRV back to 43 ms";
  const task = { taskId: "t1", title, due: DATE, status: "open", origin: "owner", createdAt: 1, updatedAt: 1 };
  await world.store.transact([{ op: "put", key: keys.task("me", "t1"), body: task }]);
  await world.store.transact([
    {
      op: "put",
      key: keys.intention("me", "i-000000000001"),
      body: {
        ...{ id: "i-000000000001", text: "my HRV", dueAt: NOW + 9 * HOUR_MS, claim: "run-1", state: "open", tries: 0 },
        ...{ origin: "owner", createdAt: 1, updatedAt: 1 },
      },
    },
  ]);
  await hear(world, NOW + 9 * HOUR_MS - MINUTE_MS, "I am here");
  await turns(world, [0, 5, 9]);
  expect(await carryOut(world, PERSON)).toBe(1);
  const { rows } = await world.store.query({ table: "agent", pk: PARTITION.agent("me") });
  const loop = rows.filter(({ key }) => rowKind(key)?.topic === "living");
  expect(loop.map(({ key }) => kindOf(key))).toEqual(expect.arrayContaining(["CONCERN", "LIVING", "INTENTION"]));
  expect(JSON.stringify(loop)).toContain("due today");
  expect(JSON.stringify(loop)).not.toContain("43 ms");
});
