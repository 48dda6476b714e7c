/** A pause that cannot be read is a pause: silence is the safe side, and a person in danger is answered in both cases. */
import { keys } from "@waldo/contracts";
import { loadRun } from "@waldo/core/run/journal";
import { pause, resume } from "@waldo/core/run/pause";
import { receiveMessage } from "@waldo/core/run/receive";
import { startRun } from "@waldo/core/run/start";
import { decide } from "@waldo/core/wake/decide";
import { scriptedModel } from "@waldo/testkit/scripted-model";
import { describe, expect, it } from "vitest";
import { DATE, MORNING, testWorld, WAKE } from "../../../embedded/test/world.ts";
import { pausedSince } from "../person/paused.ts";

/** Ways in which the row of a paused person may be damaged while it still shows that there was a pause. */
const DAMAGED: Readonly<Record<string, object>> = {
  "a time that is a text": { fence: 3, expiresAt: 0, pausedAt: "yesterday" },
  "a time that is no instant": { fence: 3, expiresAt: 0, pausedAt: -1 },
  "a time that is nothing": { fence: 3, expiresAt: 0, pausedAt: null },
  "no field that fits": { fence: {}, expiresAt: {}, owner: 4, pausedAt: { wrong: true } },
  "fields of a newer release": {
    fence: 3,
    expiresAt: 0,
    pausedAt: { since: 5, by: "ops" },
    level: 2,
    schemaVersion: 9,
  },
};

async function damaged(body: object) {
  const world = await testWorld({ model: scriptedModel(Array.from({ length: 5 }, () => ({ text: "Good to hear." }))) });
  await world.raw.transact([{ op: "put", key: keys.lease("me"), body }]);
  return world;
}

describe.each(Object.entries(DAMAGED))("a lease with %s", (_, body) => {
  it("stays paused: no wake and no run says anything", async () => {
    const world = await damaged(body);
    const scheduledAt = new Date(WAKE).toISOString();
    expect((await decide(world, { userId: "me", job: "patrol", scheduledAt, date: DATE })).outcome).toBe("paused");
    const runId = await startRun(world, MORNING, DATE);
    await world.machines.idle();
    expect((await loadRun(world.store, "me", runId)).header.state).toBe("PENDING");
    expect(world.telegram).toEqual([]);
    expect(await pausedSince(world.store, "me")).toBeDefined();
    expect(await pause(world, "me")).toBeDefined();
  });

  it("answers a person in danger", async () => {
    const world = await damaged(body);
    await receiveMessage(world, "me", { messageId: "m1", text: "I want to kill myself" }, DATE);
    expect(world.telegram).toHaveLength(1);
  });

  it("is lifted like any other pause, and then a message is answered", async () => {
    const world = await damaged(body);
    await receiveMessage(world, "me", { messageId: "m1", text: "hello" }, DATE);
    await world.machines.idle();
    expect(world.telegram).toEqual([]);
    expect(await resume(world, "me")).toBe(true);
    await world.machines.idle();
    expect(world.telegram.map(({ text }) => text)).toEqual(["Good to hear."]);
    expect(await pausedSince(world.store, "me")).toBeUndefined();
  });
});

it.each([
  ["nothing in it", {}],
  ["other names", { x: 1 }],
  ["no trace of a pause", { fence: {}, expiresAt: {} }],
])("a lease with %s is no pause, or one bad row would silence a person for good", async (_, body) => {
  const world = await damaged(body);
  expect(await pausedSince(world.store, "me")).toBeUndefined();
  await receiveMessage(world, "me", { messageId: "m1", text: "hello" }, DATE);
  await world.machines.idle();
  expect(world.telegram).toHaveLength(1);
});
