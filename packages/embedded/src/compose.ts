/** Puts the embedded parts together. */
import type { Channel, Log, ModelGateway } from "@waldo/core/ports";
import { advance } from "@waldo/core/run/advance";
import type { World } from "./day/play.ts";
import type { Home } from "./home.ts";
import { localMachines } from "./machines.ts";
import { settableClock } from "./settable-clock.ts";
import { telegramSink } from "./telegram-sink.ts";

/** The world of a played day: real store, archive, state machine and outbox, a clock that waits to be told the time. */
export function composeWorld(home: Home, start: number, model: ModelGateway, log: Log = () => {}): World {
  const clock = settableClock(start);
  const sink: Channel = telegramSink(home.paths.sink);
  // Handlers and machines refer to each other, as lambdas and the state machine do.
  const machines = localMachines((input) => advance(world, input), { retryPauseMs: 0 });
  const world: World = {
    clock,
    machines,
    store: home.store,
    archive: home.archive,
    model,
    channels: { telegram: sink },
    log,
  };
  return world;
}
