/** Samples this machine while an agent runs, if the person agreed, and gives the ambient loop a turn with each sample. */
import { LIVING_DEFAULT, SAMPLE_ACTIVE_SECONDS, SAMPLE_AWAY_SECONDS, type UserId } from "@waldo/contracts";
import { takeSample } from "@waldo/core/living/cycle";
import { IDLE_MS } from "@waldo/core/living/presence";
import { agreed } from "@waldo/core/person/agreed";
import { findProfile } from "@waldo/core/person/profile";
import type { Ports } from "@waldo/core/ports";
import { ambientTurn } from "@waldo/core/wake/ambient";
import { machineSense, type Sense } from "./sense.ts";

const SECOND_MS = 1_000;

type PresenceKeeping = { start(): void; stop(): Promise<void> };

type Kept = {
  readonly ports: Ports;
  readonly userId: UserId;
  readonly failed: (error: unknown) => void;
  /** The function that senses. The default senses this machine. */
  readonly sensing?: () => Promise<Sense>;
};

/**
 * Starts the sampling and returns its handle. Before each sample it checks whether the person agrees, so a change
 * counts at once.
 */
export function keepPresence({ ports, userId, failed, sensing = machineSense }: Kept): PresenceKeeping {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let working: Promise<void> = Promise.resolve();
  let sense: Sense | undefined;

  /** Takes a sample. Returns the seconds until the next one. */
  async function sample(): Promise<number> {
    const profile = await findProfile(ports.store, userId);
    const { on, machine } = profile?.living ?? LIVING_DEFAULT;
    if (!profile || !on || !machine) return SAMPLE_AWAY_SECONDS;
    sense ??= await sensing();
    const sensed = await sense();
    if (sensed === undefined) return SAMPLE_AWAY_SECONDS;
    const own = await agreed(ports, userId);
    await takeSample(own, profile, { machine: sensed }, () => ambientTurn(own, profile));
    return sensed.idleSeconds * SECOND_MS < IDLE_MS ? SAMPLE_ACTIVE_SECONDS : SAMPLE_AWAY_SECONDS;
  }

  function next(seconds: number): void {
    if (stopped) return;
    timer = setTimeout(() => {
      working = sample()
        .catch((error: unknown) => {
          failed(error);
          return SAMPLE_AWAY_SECONDS;
        })
        .then(next);
    }, seconds * SECOND_MS);
    timer.unref();
  }

  return {
    start: () => next(1),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await working;
    },
  };
}
