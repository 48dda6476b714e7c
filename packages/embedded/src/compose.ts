/** Puts the embedded parts together. */
import type { Log, ModelGateway } from "@waldo/core/ports";
import { advance } from "@waldo/core/run/advance";
import { meteredDream } from "@waldo/core/run/metered-work";
import { repositorySkills } from "./bundled-skills.ts";
import type { World } from "./day/play.ts";
import type { Home } from "./home.ts";
import { localMachines } from "./machines.ts";
import { type SettableClock, settableClock } from "./settable-clock.ts";
import type { Settings } from "./settings.ts";
import { telegramLive } from "./telegram-live.ts";
import { telegramSink } from "./telegram-sink.ts";

/**
 * One person's world: real store, archive, state machine and outbox. From an instant, for a played day, the clock waits
 * to be told the time and nothing waits between two attempts; a clock that runs by itself is used as it is.
 * Telegram is live where the settings name a bot and a chat, and a file in the home folder otherwise.
 */
export function composeWorld(
  home: Home,
  time: number | SettableClock,
  model: ModelGateway,
  { telegram }: Settings = {},
  log: Log = () => {},
): World {
  const clock = typeof time === "number" ? settableClock(time) : time;
  // Handlers and machines refer to each other, as lambdas and the state machine do.
  const machines = localMachines(
    { tick: (input) => advance(world, input), dream: (task) => meteredDream(world, task) },
    typeof time === "number" ? { retryPauseMs: 0 } : {},
  );
  const world: World = {
    clock,
    machines,
    store: home.store,
    archive: home.archive,
    model,
    channels: { telegram: telegram ? telegramLive(telegram) : telegramSink(home.paths.sink) },
    log,
    skills: repositorySkills(),
  };
  return world;
}
