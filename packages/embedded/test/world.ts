/**
 * A whole person on embedded parts, for tests: real store, real state machine, real composer. Only the clock stands
 * still.
 */
import { contexts } from "@waldo/contexts/routes";
import { keys, type LocalDate, type Profile, type TriggerEvent } from "@waldo/contracts";
import { prepareCheckpoint } from "@waldo/core/agent/checkpoint";
import { coach } from "@waldo/core/coach/feature";
import { dreamTask } from "@waldo/core/dream/dream";
import { handoffTask } from "@waldo/core/handoff/handoff";
import { refreshScore, saveDays } from "@waldo/core/health/ledger";
import type { Channel, KeyRing, ModelGateway, Ports } from "@waldo/core/ports";
import { reviewTask } from "@waldo/core/review/task";
import { advance } from "@waldo/core/run/advance";
import { ALL_STEPS } from "@waldo/core/run/all-steps";
import { audited } from "@waldo/core/store/audited";
import { readable } from "@waldo/core/store/readable";
import { sealed, sealedArchive } from "@waldo/core/store/sealed";
import { instantAt } from "@waldo/core/time";
import { decide } from "@waldo/core/wake/decide";
import { evaluation } from "@waldo/eval/feature";
import { agreeing } from "@waldo/testkit/agreeing";
import { memoryArchive } from "@waldo/testkit/memory-archive";
import { memoryKeyRing } from "@waldo/testkit/memory-key-ring";
import { PERSON, syntheticDays } from "@waldo/testkit/synthetic-person";
import { repositorySkills } from "../src/bundled-skills.ts";
import { type LocalMachines, localMachines } from "../src/machines.ts";
import { offlineComposer } from "../src/offline-composer.ts";
import { type SettableClock, settableClock } from "../src/settable-clock.ts";
import { openSqliteStore, type SqliteStore } from "../src/sqlite-store.ts";
import { type Effect, type Sent, taped } from "./tape.ts";

export const DATE = "2026-10-30";
export const WAKE = instantAt(DATE, "07:00", PERSON.timeZone);

export type TestWorld = Omit<Ports, "clock" | "machines"> & {
  readonly clock: SettableClock;
  readonly machines: LocalMachines;
  /** The store below the checks and the seal, for rows that no code of ours would write. */
  readonly raw: SqliteStore;
  readonly ring: KeyRing;
  /** The messages that the Telegram channel was asked to send, in order. */
  readonly telegram: Sent[];
  /** Everything that was done to the rows, to the archive and to Telegram. */
  readonly tape: readonly Effect[];
  readonly options: Options;
};

export function recordingChannel(into: Sent[], take = (sent: Sent): void => void into.push(sent)): Channel {
  return {
    name: "telegram",
    async send(_address, message, key) {
      if (message.channel !== "telegram") return { outcome: "dead", reason: "wrong channel", pauseChannel: false };
      take({ key, text: message.text });
      return { outcome: "sent", receipt: String(into.length) };
    },
  };
}

export type Options = {
  readonly days?: number;
  readonly profile?: Profile;
  readonly model?: ModelGateway;
  readonly seed?: number;
  /** What understands a chat. The default is nothing: loading it takes time. */
  readonly understanding?: Ports["understanding"];
  /** The default never goes back. */
  readonly settable?: SettableClock;
  /** What was done in another world is done in this one, instead of setting it up (deaths.ts). */
  readonly tape?: readonly Effect[];
};

/** A person with `days` of history, scored and checkpointed, at wake. */
export async function testWorld(options: Options = {}): Promise<TestWorld> {
  const { days = 40, profile = PERSON, model = offlineComposer(), seed = 1, understanding } = options;
  const { settable: clock = settableClock(WAKE) } = options;
  const telegram: Sent[] = [];
  const machines = localMachines(
    {
      tick: (input) => advance(world, input, ALL_STEPS),
      dream: (task) => dreamTask(world, task),
      handoff: (task) => handoffTask(world, task),
      review: (task) => reviewTask(world, task),
    },
    { retryPauseMs: 0 },
  );
  const tape: Effect[] = [];
  const lasting = taped(
    {
      store: openSqliteStore(":memory:"),
      archive: memoryArchive(),
      take: (sent) => void telegram.push(sent),
    },
    tape,
  );
  const raw = lasting.store;
  const ring = memoryKeyRing();
  const world: TestWorld = {
    clock,
    machines,
    model,
    telegram,
    raw,
    ring,
    tape,
    options,
    store: readable(audited(sealed(raw, ring)), (...line) => world.log(...line)),
    archive: sealedArchive(lasting.archive, ring),
    channels: { telegram: recordingChannel(telegram, lasting.take) },
    log: () => {},
    features: [contexts, evaluation, coach],
    skills: async () => repositorySkills(),
    ...(understanding ? { understanding } : {}),
  };
  const setUp = JSON.stringify([days, profile, seed, clock.now()]);
  const before = options.tape ?? setUps.get(setUp);
  if (before) {
    for (const effect of before) await effect(lasting);
    return world;
  }
  const toldThere = profile.channels.telegramHealth === true ? (["telegram"] as const) : [];
  await world.store.transact([
    { op: "put", key: keys.profile(profile.userId), body: profile },
    agreeing(profile.userId, ["body", "memory", "model", ...toldThere]),
  ]);
  if (days > 0) {
    await saveDays(world.store, profile.userId, syntheticDays(DATE, days, seed));
    await refreshScore(world, profile.userId, { date: DATE, timeZone: profile.timeZone, settled: true });
    await prepareCheckpoint(world, profile.userId, DATE);
  }
  setUps.set(setUp, [...tape]);
  return world;
}

/** A person is scored and checkpointed once. Later worlds of the same person are set up from the tape of the first. */
const setUps = new Map<string, readonly Effect[]>();

/** Returns another world in which all of this was done, with a clock that shows the same time. */
export async function worldLike(first: TestWorld, options: Options = {}): Promise<TestWorld> {
  const world = await testWorld({ ...first.options, tape: first.tape, ...options });
  world.clock.set(first.clock.now());
  return world;
}

/** Plays the morning of a date by the clock of the world, and returns what went to Telegram. */
export async function morningSaid(world: TestWorld, date: LocalDate): Promise<string> {
  const before = world.telegram.length;
  const scheduledAt = new Date(world.clock.now()).toISOString();
  await decide(world, { userId: "me", job: "brief", variant: "morning", scheduledAt, date });
  await world.machines.idle();
  return world.telegram
    .slice(before)
    .map(({ text }) => text)
    .join("\n");
}

export const MORNING: TriggerEvent = {
  userId: "me",
  trigger: "brief",
  variant: "morning",
  nonce: `brief-morning-${DATE}`,
  occurredAt: WAKE,
};
