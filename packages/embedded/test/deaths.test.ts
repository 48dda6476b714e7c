/** The states that the crash tests begin from are the ones that real deaths leave: all of them, and no other. */
import { OBJECT_ROOTS } from "@waldo/contracts";
import { receiveMessage } from "@waldo/core/run/receive";
import { expect, it } from "vitest";
import { repositoryUnderstanding } from "../src/bundled-intents.ts";
import { offlineComposer } from "../src/offline-composer.ts";
import { deathsIn } from "./deaths.ts";
import { type Process, processOver } from "./mortal-process.ts";
import { DATE, type TestWorld, testWorld } from "./world.ts";

const composer = offlineComposer(repositoryUnderstanding);

async function chat(ports: Process): Promise<void> {
  const text = "remind me tomorrow at 10 to buy milk";
  await receiveMessage(ports, "me", { messageId: "m1", text }, DATE);
  await ports.machines.idle();
}

/** Every byte of the rows and objects, and what Telegram took. */
async function standing({ raw, archive, telegram }: TestWorld): Promise<string> {
  const found: unknown[] = [...telegram];
  for (const pk of raw.partitions())
    for (const table of ["agent", "health"] as const) found.push((await raw.query({ table, pk, prefix: "" })).rows);
  for (const root of OBJECT_ROOTS)
    for (const name of await archive.list(`${root}/me/`)) found.push([name, [...((await archive.read(name)) ?? [])]]);
  return JSON.stringify(found);
}

it("a process that dies before or after any call leaves the beginning of a tape, and every beginning is left by one", async () => {
  const world = () => testWorld({ days: 0, understanding: repositoryUnderstanding });
  const whole = await world();
  const first = processOver(whole, composer);
  const beginnings = new Set<string>();
  for await (const { world } of deathsIn(whole, () => chat(first.ports))) beginnings.add(await standing(world));
  expect(beginnings.size).toBeGreaterThan(10);

  const left = new Set<string>();
  for (let at = 1; at <= first.calls(); at++)
    for (const when of ["before", "after"] as const) {
      const base = await world();
      const dying = processOver(base, composer, { at, when });
      await chat(dying.ports).catch(() => {});
      await dying.ports.machines.idle();
      expect(dying.isDead()).toBe(true);
      left.add(await standing(base));
    }
  expect([...left].sort()).toEqual([...beginnings].sort());
});
