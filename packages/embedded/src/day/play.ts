/**
 * Plays one local date under a virtual clock: the jobs of the schedule and the arrival of the night's data, in time
 * order, each through the same code that a real wake runs. Playing a date again finds its runs done and repeats
 * nothing.
 */
import {
  type CrsResult,
  keys,
  type LocalDate,
  type OutboxRow,
  type Profile,
  type RunHeader,
  type SourceDay,
  type StepRecord,
} from "@waldo/contracts";
import { prepareCheckpoint, TRAILING_DAYS } from "@waldo/core/agent/gather";
import { decidePatrol, type PatrolDecision } from "@waldo/core/cadence/patrol";
import { type Job, jobsOf, morningReady, nonceOf } from "@waldo/core/cadence/schedule";
import { flushDue, outboxOf } from "@waldo/core/channels/outbox";
import { backfillScores, loadDays, loadScores, refreshScore, scoreNow } from "@waldo/core/health/ledger";
import type { Ports } from "@waldo/core/ports";
import { loadRun, loadSteps } from "@waldo/core/run/journal";
import { startRun, sweepRuns } from "@waldo/core/run/start";
import { addDays, instantAt, MINUTE_MS } from "@waldo/core/time";
import type { LocalMachines } from "../machines.ts";
import type { SettableClock } from "../settable-clock.ts";

/** A wearable hands over the night some minutes after it ended. */
const SYNC_AFTER_MS = 5 * MINUTE_MS;

export type World = Omit<Ports, "clock" | "machines"> & {
  readonly clock: SettableClock;
  readonly machines: LocalMachines;
};

export type DayEvent =
  | { readonly type: "upkeep"; readonly at: number; readonly flushed: number; readonly resumed: boolean }
  | { readonly type: "sweep"; readonly at: number }
  | { readonly type: "sync"; readonly at: number; readonly score: CrsResult }
  | { readonly type: "hold"; readonly at: number }
  | { readonly type: "patrol"; readonly at: number; readonly decision: PatrolDecision }
  | {
      readonly type: "run";
      readonly at: number;
      readonly header: RunHeader;
      readonly steps: readonly StepRecord[];
      readonly outbox: readonly OutboxRow[];
      readonly alreadyDone: boolean;
      readonly harnessMs: number;
      readonly error?: unknown;
    }
  | { readonly type: "night"; readonly at: number; readonly score: CrsResult | undefined };

type Moment = { readonly at: number; readonly job?: Job };

export async function* playDay(world: World, profile: Profile, date: LocalDate): AsyncGenerator<DayEvent> {
  const { userId, zone } = profile;
  const today = await loadDays(world.store, userId, date, date);
  const nightArrives = arrivalOf(today, instantAt(date, profile.wakeTime, zone));
  const jobs = jobsOf(profile, date);
  const morning = jobs.find((job) => job.variant === "morning");
  const agenda: Moment[] = jobs.map((job) => ({ at: job.at, job }));
  if (nightArrives !== undefined) agenda.push({ at: nightArrives });

  await backfillScores(world, userId, addDays(date, -TRAILING_DAYS), addDays(date, -1));
  let settled = false;
  let held = false;
  let spoken: number | undefined;

  const brief = async (job: Job): Promise<DayEvent> => {
    const score = await refreshScore(world, userId, date, zone, settled);
    await prepareCheckpoint(world, userId, date);
    spoken = score.form ?? spoken;
    return runBrief(world, profile, date, job);
  };

  // Sorted anew each time: a held Brief joins the agenda behind what is already there.
  for (let moment = next(agenda); moment; moment = next(agenda)) {
    world.clock.set(moment.at);
    const at = moment.at;
    const { job } = moment;
    if (!job) {
      settled = true;
      const score = await refreshScore(world, userId, date, zone, settled);
      await prepareCheckpoint(world, userId, date);
      yield { type: "sync", at, score };
      if (held && morning) {
        held = false;
        yield await brief(morning);
      } else if (morning && at > morning.at && spoken === undefined) {
        // The morning Brief had nothing to read; now there is something.
        yield await brief({ name: "brief", variant: "event", at, catchUpMs: 0 });
      }
      continue;
    }
    if (job.name === "upkeep") {
      const resumed = await sweepRuns(world, userId);
      const flushed = await flushDue(world, userId);
      await world.machines.idle();
      yield { type: "upkeep", at, flushed, resumed: resumed !== undefined };
    } else if (job.name === "sweep") {
      await refreshScore(world, userId, date, zone, settled);
      await prepareCheckpoint(world, userId, date);
      yield { type: "sweep", at };
    } else if (job.name === "patrol") {
      if (held && morning && morningReady(undefined, morning.at, at)) {
        held = false;
        yield await brief(morning);
      }
      yield await patrol(world, profile, date, at, settled, spoken, (event) => brief(event));
    } else if (job.variant === "morning" && !settled) {
      held = true;
      yield { type: "hold", at };
    } else {
      yield await brief(job);
    }
  }
  const [score] = await loadScores(world.store, userId, date, date);
  world.clock.set(instantAt(date, profile.sleepTime, zone));
  yield { type: "night", at: world.clock.now(), score };
}

function next(agenda: Moment[]): Moment | undefined {
  agenda.sort((a, b) => a.at - b.at);
  return agenda.shift();
}

/** When the date's night reaches us: shortly after its longest sleep ended. Days without clock times arrive at wake. */
function arrivalOf(days: readonly SourceDay[], wake: number): number | undefined {
  if (days.length === 0) return undefined;
  const nights = days.flatMap((day) => day.sleeps).filter((sleep) => !sleep.nap);
  if (nights.length === 0) return wake + SYNC_AFTER_MS;
  return nights.reduce((a, b) => (b.end - b.start > a.end - a.start ? b : a)).end + SYNC_AFTER_MS;
}

async function runBrief(world: World, profile: Profile, date: LocalDate, job: Job): Promise<DayEvent> {
  const { userId } = profile;
  const at = world.clock.now();
  const started = performance.now();
  const event = { userId, trigger: "brief", variant: job.variant, nonce: nonceOf(job, date), occurredAt: at } as const;
  const runId = await startRun(world, event, date);
  const ended = await world.machines.idle();
  const harnessMs = performance.now() - started;
  const { header } = await loadRun(world.store, userId, runId);
  return {
    type: "run",
    at,
    header,
    steps: await loadSteps(world.store, userId, runId),
    outbox: await outboxOf(world, userId, runId),
    alreadyDone: ended.length === 0,
    harnessMs,
    ...ended.filter((end) => end.status === "FAILED").map(({ error }) => ({ error }))[0],
  };
}

async function patrol(
  world: World,
  profile: Profile,
  date: LocalDate,
  at: number,
  settled: boolean,
  spoken: number | undefined,
  brief: (job: Job) => Promise<DayEvent>,
): Promise<DayEvent> {
  const { userId, zone } = profile;
  await sweepRuns(world, userId);
  await flushDue(world, userId);
  await world.machines.idle();
  const decision = decidePatrol(await scoreNow(world, userId, date, zone, settled), spoken);
  await world.store.transact([{ op: "put", key: keys.patrol(userId, at), body: { at, ...decision } }]);
  if (decision.act === "event_brief") return brief({ name: "brief", variant: "event", at, catchUpMs: 0 });
  return { type: "patrol", at, decision };
}
