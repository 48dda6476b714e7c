/** A whole person on embedded parts, for tests: real store, real state machine, real composer; only the clock stands still. */
import { keys, type Profile, type TriggerEvent } from "@waldo/contracts";
import { prepareCheckpoint } from "@waldo/core/agent/gather";
import { refreshScore, saveDays } from "@waldo/core/health/ledger";
import type { Channel, ModelGateway, Ports } from "@waldo/core/ports";
import { advance } from "@waldo/core/run/advance";
import { meteredDream } from "@waldo/core/run/metered-work";
import { audited } from "@waldo/core/store/audited";
import { instantAt } from "@waldo/core/time";
import { memoryArchive } from "@waldo/testkit/memory-archive";
import { PERSON, syntheticDays } from "@waldo/testkit/synthetic-person";
import { repositorySkills } from "../src/bundled-skills.ts";
import { type LocalMachines, localMachines } from "../src/machines.ts";
import { offlineComposer } from "../src/offline-composer.ts";
import { type SettableClock, settableClock } from "../src/settable-clock.ts";
import { openSqliteStore } from "../src/sqlite-store.ts";

export const DATE = "2026-10-30";
export const WAKE = instantAt(DATE, "07:00", PERSON.zone);

export type TestWorld = Omit<Ports, "clock" | "machines"> & {
  readonly clock: SettableClock;
  readonly machines: LocalMachines;
  /** Messages the Telegram channel was asked to send, in order. */
  readonly telegram: { key: string; text: string }[];
};

export function recordingChannel(into: { key: string; text: string }[]): Channel {
  return {
    name: "telegram",
    async send(_address, message, key) {
      if (message.channel !== "telegram") return { outcome: "dead", reason: "wrong channel", pauseChannel: false };
      into.push({ key, text: message.text });
      return { outcome: "sent", receipt: String(into.length) };
    },
  };
}

export type Options = {
  readonly days?: number;
  readonly profile?: Profile;
  readonly model?: ModelGateway;
  readonly seed?: number;
};

/** A person with `days` of history, scored, checkpointed, at wake. */
export async function testWorld({
  days = 40,
  profile = PERSON,
  model = offlineComposer(),
  seed = 1,
}: Options = {}): Promise<TestWorld> {
  const clock = settableClock(WAKE);
  const telegram: { key: string; text: string }[] = [];
  const machines = localMachines(
    { tick: (input) => advance(world, input), dream: (task) => meteredDream(world, task) },
    { retryPauseMs: 0 },
  );
  const world: TestWorld = {
    clock,
    machines,
    model,
    telegram,
    store: audited(openSqliteStore(":memory:")),
    archive: memoryArchive(),
    channels: { telegram: recordingChannel(telegram) },
    log: () => {},
    skills: repositorySkills(),
  };
  await world.store.transact([{ op: "put", key: keys.profile(profile.userId), body: profile }]);
  if (days > 0) {
    await saveDays(world.store, profile.userId, syntheticDays(DATE, days, seed));
    await refreshScore(world, profile.userId, DATE, profile.zone, true);
    await prepareCheckpoint(world, profile.userId, DATE);
  }
  return world;
}

export const MORNING: TriggerEvent = {
  userId: "me",
  trigger: "brief",
  variant: "morning",
  nonce: `brief-morning-${DATE}`,
  occurredAt: WAKE,
};
