/** A paused person: nothing runs, nothing is said, nothing is lost. */
import { keys, WAKE_JOBS } from "@waldo/contracts";
import type { Channel } from "@waldo/core/ports";
import { advance } from "@waldo/core/run/advance";
import { ALL_STEPS } from "@waldo/core/run/all-steps";
import { loadRun } from "@waldo/core/run/journal";
import { pause, resume } from "@waldo/core/run/pause";
import { receiveMessage } from "@waldo/core/run/receive";
import { startRun } from "@waldo/core/run/start";
import { MINUTE_MS } from "@waldo/core/time";
import { decide } from "@waldo/core/wake/decide";
import { scriptedModel } from "@waldo/testkit/scripted-model";
import { describe, expect, it } from "vitest";
import { limitedMachines } from "../../../core/src/machines.ts";
import { DATE, MORNING, testWorld, WAKE } from "../../../embedded/test/world.ts";
import { pausedSince } from "../person/paused.ts";

describe("a paused person", () => {
  it.each(WAKE_JOBS)("is left alone by a wake (%s)", async (job) => {
    const world = await testWorld();
    await pause(world, "me");
    const rows = async () => (await world.store.query({ ...keys.run.all("me") })).rows.length;
    const variant = job === "brief" ? { variant: "morning" as const } : {};
    const scheduledAt = new Date(WAKE).toISOString();
    expect((await decide(world, { userId: "me", job, scheduledAt, date: DATE, ...variant })).outcome).toBe("paused");
    await world.machines.idle();
    expect(await rows()).toBe(0);
    expect(world.telegram).toEqual([]);
  });

  it("gets no answer, and gets it after the pause is lifted", async () => {
    const world = await testWorld({ model: scriptedModel([{ text: "Good to hear." }]) });
    await pause(world, "me");
    const runId = await receiveMessage(world, "me", { messageId: "m1", text: "hello" }, DATE);
    await world.machines.idle();
    expect((await loadRun(world.store, "me", runId)).header.state).toBe("PENDING");
    expect(world.telegram).toEqual([]);
    expect(await resume(world, "me")).toBe(true);
    await world.machines.idle();
    expect((await loadRun(world.store, "me", runId)).header.state).toBe("DONE");
    expect(world.telegram).toHaveLength(1);
  });

  it("whose run is at work when the switch falls: the run goes no further, and ends after the pause", async () => {
    const world = await testWorld();
    const idle = { ...world, machines: limitedMachines({ startRun: async () => {} }) };
    const runId = await startRun(idle, MORNING, DATE);
    const tick = () => advance(idle, { userId: "me", runId }, ALL_STEPS);
    await tick();
    const before = (await loadRun(world.store, "me", runId)).header.state;
    await pause(world, "me");
    expect((await tick()).next).toBe("QUEUED");
    expect((await loadRun(world.store, "me", runId)).header.state).toBe(before);
    await resume(world, "me");
    await world.machines.idle();
    expect((await loadRun(world.store, "me", runId)).header.state).toBe("DONE");
    expect(world.telegram).toHaveLength(1);
  });

  it("of an unknown id is refused, so a slip does not look like a pause", async () => {
    const world = await testWorld();
    await expect(pause(world, "mee")).rejects.toMatchObject({ name: "InvalidInput" });
    expect(await world.store.get(keys.lease("mee"))).toBeUndefined();
  });

  it("in danger is answered, and a send that failed is tried again at the next wake", async () => {
    const base = await testWorld();
    let down = true;
    const telegram: Channel = {
      name: "telegram",
      send: async (...sent) =>
        down ? { outcome: "retry", reason: "busy" } : (base.channels.telegram?.send(...sent) ?? { outcome: "sent" }),
    };
    const world = { ...base, channels: { telegram } };
    await pause(world, "me");
    await receiveMessage(world, "me", { messageId: "m1", text: "I want to kill myself" }, DATE);
    await world.machines.idle();
    expect(base.telegram).toEqual([]);
    down = false;
    world.clock.set(WAKE + 15 * MINUTE_MS);
    const scheduledAt = new Date(world.clock.now()).toISOString();
    expect((await decide(world, { userId: "me", job: "patrol", scheduledAt, date: DATE })).outcome).toBe("paused");
    expect(base.telegram).toHaveLength(1);
  });

  it("stays paused from the first time, also when two processes pause at once", async () => {
    const world = await testWorld();
    const [one, two] = await Promise.all([pause(world, "me"), pause(world, "me")]);
    world.clock.set(WAKE + MINUTE_MS);
    expect([two, await pause(world, "me"), await pausedSince(world.store, "me")]).toEqual([one, one, one]);
    expect(await resume(world, "me")).toBe(true);
    expect(await resume(world, "me")).toBe(false);
  });
});
