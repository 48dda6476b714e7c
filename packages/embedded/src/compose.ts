/** Puts the embedded parts together. The only file of this package that reads the environment. */
import type { Channel, Log, ModelGateway } from "@waldo/core/ports";
import { advance } from "@waldo/core/run/advance";
import type { World } from "./day/play.ts";
import type { Home } from "./home.ts";
import { localMachines } from "./machines.ts";
import { OFFLINE_MODEL, offlineComposer } from "./offline-composer.ts";
import { settableClock } from "./settable-clock.ts";
import { telegramSink } from "./telegram-sink.ts";

export type Settings = {
  /** An OpenAI-compatible endpoint, such as http://127.0.0.1:11434/v1. Unset: the offline composer. */
  readonly modelUrl?: string;
  readonly modelName?: string;
  readonly modelKey?: string;
};

export function settingsFrom(env: NodeJS.ProcessEnv): Settings {
  const { WALDO_MODEL_URL, WALDO_MODEL, WALDO_MODEL_KEY } = env;
  return {
    ...(WALDO_MODEL_URL ? { modelUrl: WALDO_MODEL_URL } : {}),
    ...(WALDO_MODEL ? { modelName: WALDO_MODEL } : {}),
    ...(WALDO_MODEL_KEY ? { modelKey: WALDO_MODEL_KEY } : {}),
  };
}

/** What the model is called in print. */
export function modelLabel(settings: Settings): string {
  return settings.modelUrl === undefined
    ? `${OFFLINE_MODEL} (no language model)`
    : `${settings.modelName} at ${settings.modelUrl}`;
}

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

export { offlineComposer };
