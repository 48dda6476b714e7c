/** Puts the embedded parts together. An invalid setting throws before anything starts. */

import { setTimeout as sleep } from "node:timers/promises";
import { contexts } from "@waldo/contexts/routes";
import { coach } from "@waldo/core/coach/feature";
import { dreamTask } from "@waldo/core/dream/dream";
import { handoffTask } from "@waldo/core/handoff/handoff";
import type { ModelGateway, Ports } from "@waldo/core/ports";
import { reviewTask } from "@waldo/core/review/task";
import { advance } from "@waldo/core/run/advance";
import { ALL_STEPS } from "@waldo/core/run/all-steps";
import { paced } from "@waldo/core/telegram/pace";
import { evaluation } from "@waldo/eval/feature";
import { repositoryUnderstanding } from "./bundled-intents.ts";
import { repositorySkills } from "./bundled-skills.ts";
import type { World } from "./day/play.ts";
import type { Home } from "./home.ts";
import { localMachines } from "./machines.ts";
import { type SettableClock, settableClock } from "./settable-clock.ts";
import type { Settings } from "./settings.ts";
import { telegramLive } from "./telegram-live.ts";
import { telegramSink } from "./telegram-sink.ts";

/**
 * Builds the world of one person: real store, archive, state machine and outbox. For a played day the caller gives an
 * instant. The clock then stands still until it is set, and there is no pause between two attempts. A running clock is
 * used unchanged. Messages go to Telegram when the settings name a bot and a chat is linked, and otherwise to a file in
 * the home folder. `taps` is true when this process reads the bot's updates.
 */
export function composeWorld(
  home: Home,
  time: number | SettableClock,
  model: ModelGateway,
  { telegram, connected, taps }: Settings & Pick<Ports, "taps"> = {},
): World {
  const clock = typeof time === "number" ? settableClock(time) : time;
  // Handlers and machines refer to each other, as the lambdas and the state machines do.
  const machines = localMachines(
    {
      tick: (input) => advance(world, input, ALL_STEPS),
      dream: (task) => dreamTask(world, task),
      handoff: (task) => handoffTask(world, task),
      review: (task) => reviewTask(world, task),
    },
    typeof time === "number" ? { retryPauseMs: 0 } : {},
  );
  const file = telegramSink(home.paths.sink);
  // Telegram uses the real clock, even while a day is played.
  const pace = { store: home.store, clock: { now: Date.now }, pause: (ms: number) => sleep(ms) };
  const world: World = {
    clock,
    machines,
    processes: home.processes,
    store: home.store,
    archive: home.archive,
    model,
    channels: { telegram: telegram ? paced(telegramLive(telegram, file), pace) : file },
    log: () => {},
    features: [contexts, evaluation, coach],
    skills: async () => repositorySkills(),
    understanding: repositoryUnderstanding,
    async workspaceSync(userId) {
      const [{ syncedWords, syncWorkspace }, { goalsPlace }] = await Promise.all([
        import("./goals/keeping.ts"),
        import("./goals/place.ts"),
      ]);
      const place = goalsPlace(home.paths.root, userId);
      return syncedWords(await syncWorkspace(world, userId, place), place);
    },
    ...connected,
    ...(taps ? { taps } : {}),
  };
  return world;
}
