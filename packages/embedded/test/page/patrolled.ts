/** What a patrol leaves on a stage: looks, and a stress alert in shadow. */
import { type FetchEntry, keys, type PatrolEntry } from "@waldo/contracts";
import { startRun } from "@waldo/core/run/start";
import { putNew } from "@waldo/core/store/cas";
import { HOUR_MS, MINUTE_MS } from "@waldo/core/time";
import { DATE, type Stage } from "./stage.ts";

/** Writes looks of the patrol, the latest one an hour ago. */
export async function looks({ world }: Stage, count: number): Promise<void> {
  const latest = world.clock.now() - HOUR_MS;
  const entries = Array.from({ length: count }, (_, i): PatrolEntry => {
    const at = latest - i * 15 * MINUTE_MS;
    return { at, act: "nothing", reason: i % 3 === 0 ? "quiet hours" : "nothing moved" };
  });
  for (let i = 0; i < count; i += 100)
    await world.store.transact(entries.slice(i, i + 100).map((one) => putNew(keys.patrol("me", one.at), one)));
}

/** A Fetch in shadow, as a look of the patrol leaves it. */
export async function fetched({ world }: Stage): Promise<void> {
  const at = world.clock.now() - HOUR_MS;
  const event = { userId: "me", trigger: "fetch_alert", nonce: "fetch-after-0-0", occurredAt: at } as const;
  const runId = await startRun(world, event, DATE);
  await world.machines.idle();
  const entry: FetchEntry = { at, runId, mode: "shadow", minutes: 14 };
  const look: PatrolEntry = { at, act: "fetch_alert", reason: "stress high for 14 minutes at rest" };
  await world.store.transact([putNew(keys.patrol("me", at), look), putNew(keys.fetch("me", at), entry)]);
}
