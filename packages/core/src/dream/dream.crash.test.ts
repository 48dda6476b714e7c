/** Tests a night that is killed at every port call, before and after the call took effect, and then started again. */
import { keys } from "@waldo/contracts";
import { dreamTask } from "@waldo/core/dream/dream";
import { allBlocks } from "@waldo/core/memory/claims/blocks";
import { patternOf } from "@waldo/core/memory/claims/claim";
import { historyOf } from "@waldo/core/memory/claims/history";
import { noteByOwner, submitMemoryIntent } from "@waldo/core/memory/claims/inbox";
import { openView, searchView } from "@waldo/core/memory/search/index-files";
import type { Ports } from "@waldo/core/ports";
import { DAY_MS, HOUR_MS } from "@waldo/core/time";
import { LEAST_TRACES } from "@waldo/eval/design/night";
import { describe, expect, it } from "vitest";
import { localMachines } from "../../../embedded/src/machines.ts";
import { deathsIn } from "../../../embedded/test/deaths.ts";
import { DATE, type TestWorld, testWorld, WAKE } from "../../../embedded/test/world.ts";

const DREAM = { userId: "me", dreamId: `dream-${DATE}` };

/** Three sessions, four notes (one supersedes another, two say the same), and a late task. */
async function evening(): Promise<TestWorld> {
  const world = await testWorld({ days: 0 });
  const notes = [
    { hall: "facts", claim: "Lives in Porto", topic: "home" },
    { hall: "facts", claim: "Lives in Lisbon", topic: "home" },
    { hall: "preferences", claim: "No calls before ten" },
    { hall: "preferences", claim: "No calls before the ten" },
  ] as const;
  for (const [i, note] of notes.entries()) {
    const told = {
      trigger: "user_message",
      runId: `run-${i}`,
      at: WAKE + i,
      owner: ["…"],
      outside: false,
      recalled: [],
    } as const;
    await submitMemoryIntent(world, "me", note, told);
  }
  for (let i = 0; i < 3; i++) {
    const at = WAKE + i * HOUR_MS;
    const summary = ["They spoke of trains.", "They spoke of a house.", "They cooked for eleven."][i] ?? "";
    const body = { runId: `run-${i}`, at, trigger: "user_message", summary, origin: "agent" };
    await world.store.transact([
      { op: "put", key: keys.episode("me", at, body.runId), body, when: [{ is: "absent" }] },
    ]);
  }
  const task = {
    taskId: "t1",
    title: "Post the letter",
    due: "2026-10-01",
    status: "open",
    createdAt: 1,
    updatedAt: 1,
  };
  await world.store.transact([{ op: "put", key: keys.task("me", "t1"), body: task }]);
  world.clock.set(WAKE + 19 * HOUR_MS);
  return world;
}

async function sleep(ports: Ports, name: string): Promise<void> {
  const machines = localMachines(
    { tick: () => Promise.reject(new Error("no run")), dream: (task) => dreamTask(ports, task) },
    { retryPauseMs: 0 },
  );
  await machines.startDream(name, DREAM);
  await machines.idle();
}

/** Returns everything that a night produces. */
async function standing(world: TestWorld) {
  const blocks = await allBlocks(world.store, "me");
  const rows = async (prefix: string) => {
    const { table, pk } = keys.memory("me");
    return (await world.store.query({ table, pk, prefix })).rows.map(({ body }) => body);
  };
  const histories = await Promise.all(blocks.map(({ patternId }) => historyOf(world, "me", patternId)));
  const hits = searchView(await openView(world, "me"), { text: "lisbon porto calls trains", now: WAKE, limit: 20 });
  return {
    blocks,
    changes: histories.map((history) => history.map(({ change }) => change)),
    inbox: await rows("INBOX#"),
    diary: (await rows("EPISODE#")).filter((body) => body["trigger"] === "dreaming_mode"),
    outbox: (await rows("OUTBOX#")).map((body) => body["message"]),
    found: hits.map(({ doc }) => doc.id).sort(),
    phases: Object.keys((await rows("DREAM#"))[0]?.["phases"] ?? {}),
  };
}

describe("a night killed at any moment", () => {
  it("ends, when started again, in the same state as an undisturbed night", async () => {
    const calm = await evening();
    await sleep(calm, "calm");
    const expected = await standing(calm);
    expect(
      expected.blocks
        .filter(({ validTo }) => validTo === undefined)
        .map(({ claim }) => claim)
        .sort(),
    ).toEqual(["Lives in Lisbon", "No calls before ten"]);
    expect(expected.outbox).toHaveLength(1);

    const whole = await evening();
    let deaths = 0;
    for await (const { world, label } of deathsIn(whole, () => sleep(whole, "dying"))) {
      await sleep(world, "again");
      expect([label, await standing(world)]).toEqual([label, expected]);
      deaths++;
    }
    expect(deaths).toBeGreaterThan(25);
  });
});

const THINGS = "kayak violin orchard telescope".split(" ");

/** Questions about facts that are old, each beside an advice that is fresh and has the same words. */
async function asking(): Promise<TestWorld> {
  const world = await testWorld({ days: 0 });
  const noted = (hall: "facts" | "advice", claim: string, at: number) =>
    noteByOwner({ ...world, clock: { now: () => at } }, "me", { hall, claim });
  for (const thing of THINGS) await noted("facts", `Keeps a ${thing} near the house`, WAKE - 100 * DAY_MS);
  for (const thing of THINGS) await noted("advice", `Lend a ${thing} near the house`, WAKE - 30 * DAY_MS);
  for (let i = 0; i < LEAST_TRACES; i++) {
    const thing = THINGS[i % THINGS.length] ?? "";
    const [at, runId] = [WAKE - 25 * DAY_MS + i * 12 * HOUR_MS, `run-asked-${i}`];
    const cited = [patternOf(`Keeps a ${thing} near the house`, "")];
    const summary = `They said: Is the ${thing} near the house?\nWaldo: It is.`;
    const episode = { runId, at, trigger: "user_message", summary, origin: "agent" };
    await world.store.transact([
      { op: "put", key: keys.episode("me", at, runId), body: episode, when: [{ is: "absent" }] },
      { op: "put", key: keys.memoryReplay("me", at, runId), body: { loaded: cited, cited } },
    ]);
  }
  return world;
}

describe("a night that searches designs, killed at any effect of its phase REFLECT", () => {
  it("ends, when started again, in the rows of an undisturbed night", async () => {
    const reflect = (world: TestWorld) => dreamTask(world, { ...DREAM, phase: "REFLECT" });
    const rows = async ({ store }: TestWorld) => ({
      design: (await store.get(keys.design("me")))?.body,
      archive: (await store.get(keys.designArchive("me")))?.body,
      night: (await store.get(keys.dream("me", DREAM.dreamId)))?.body,
    });
    const calm = await asking();
    await reflect(calm);
    const expected = await rows(calm);
    expect(expected).toMatchObject({
      design: { state: "shadow", shadow: { nights: [] } },
      archive: { nights: [{ what: "shadowed", worse: [] }] },
      night: { phases: { REFLECT: { outcome: "done", counts: { traces: LEAST_TRACES } } } },
    });

    const whole = await asking();
    const found: unknown[] = [];
    for await (const { world, label } of deathsIn(whole, () => reflect(whole))) {
      await reflect(world);
      expect([label, await rows(world)]).toEqual([label, expected]);
      found.push(label);
    }
    // Before each effect, and after the last.
    expect(found.length).toBeGreaterThanOrEqual(2);
  });
});
