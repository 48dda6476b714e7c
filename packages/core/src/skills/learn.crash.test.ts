/** A thumb and the night that counts it, killed at every port call, before and after it took effect, and tried again. */
import type { Ports } from "@waldo/core/ports";
import { addDays } from "@waldo/core/time";
import { expect, it } from "vitest";
import { deathsIn } from "../../../embedded/test/deaths.ts";
import {
  feedbackOf,
  feedbackWorld,
  morning,
  nightAfter,
  OWN,
  standingOf,
  tap,
} from "../../../embedded/test/feedback-world.ts";
import { DATE, type TestWorld } from "../../../embedded/test/world.ts";

/** Two mornings with a thumb down each, the reply to the first, and the nights. */
async function begun() {
  const world = await feedbackWorld();
  await tap(world, `down:${await morning(world)}`);
  await nightAfter(world, DATE);
  return { world, runId: await morning(world, addDays(DATE, 1)) };
}

async function tapAndNight(world: TestWorld, runId: string, ports: Ports): Promise<void> {
  await tap(ports, `down:${runId}`);
  await nightAfter(world, addDays(DATE, 1), ports);
}

async function learned(world: TestWorld) {
  const standing = await standingOf(world, OWN);
  return {
    kinds: (await feedbackOf(world)).map(({ kind, runId }) => [kind, runId]),
    standing: { ...standing, newest: undefined },
  };
}

it("counts a thumb and a night once, whenever the process dies", async () => {
  const calm = await begun();
  await tapAndNight(calm.world, calm.runId, calm.world);
  const expected = await learned(calm.world);
  expect(expected).toMatchObject({ standing: { lows: 1 } });
  expect(expected.kinds.filter(([kind]) => kind === "down")).toHaveLength(2);

  const { world: whole, runId } = await begun();
  let deaths = 0;
  for await (const { world, label } of deathsIn(whole, () => tapAndNight(whole, runId, whole))) {
    await tapAndNight(world, runId, world);
    expect([label, await learned(world)]).toEqual([label, expected]);
    deaths++;
  }
  expect(deaths).toBeGreaterThanOrEqual(4);
});
