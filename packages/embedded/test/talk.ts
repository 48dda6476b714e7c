/** A chat with the offline composer on real parts, for tests. It begins at 10:20. */
import { loadSteps } from "@waldo/core/run/journal";
import { receiveMessage } from "@waldo/core/run/receive";
import { instantAt, localDate, MINUTE_MS } from "@waldo/core/time";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { repositoryUnderstanding } from "../src/bundled-intents.ts";
import { offlineComposer } from "../src/offline-composer.ts";
import { DATE, type Options, testWorld } from "./world.ts";

/** Returns the world and what says a message in it. An answer is that of the run, or empty where there is none. */
export async function talk(options: Options = {}) {
  const world = await testWorld({
    model: offlineComposer(repositoryUnderstanding),
    understanding: repositoryUnderstanding,
    ...options,
  });
  world.clock.set(instantAt(DATE, "10:20", PERSON.timeZone));
  let sent = 0;
  const today = () => localDate(world.clock.now(), PERSON.timeZone);
  const gatedAfter = async (text: string) => {
    const runId = await receiveMessage(world, "me", { messageId: `m${sent++}`, text }, today());
    await world.machines.idle();
    const gated = (await loadSteps(world.store, "me", runId)).find(({ to }) => to === "GATED")?.data ?? {};
    world.clock.set(world.clock.now() + MINUTE_MS);
    return gated;
  };
  return { world, gatedAfter, say: async (text: string) => String((await gatedAfter(text))["text"] ?? "") };
}
