/**
 * Runs one person's agent by the clock of this machine: it does the due wakes one after the other, and reports each as
 * an event. A failed wake is reported, and the day continues.
 */
import type {
  EpochMs,
  LocalDate,
  RunId,
  ScheduleName,
  SensedWake,
  UserId,
  WakeInput,
  WakeOutcome,
} from "@waldo/contracts";
import { loadDone, loadScheduled, overdue } from "@waldo/core/cadence/done";
import { type DueJob, dueJobs } from "@waldo/core/cadence/due";
import { isReminderDue } from "@waldo/core/cadence/watches";
import { sense } from "@waldo/core/health/sense";
import type { Log, Ports } from "@waldo/core/ports";
import { takeUpRun } from "@waldo/core/run/start";
import { retryConflicts } from "@waldo/core/store/cas";
import { MINUTE_MS } from "@waldo/core/time";
import { decide } from "@waldo/core/wake/decide";
import { followZone } from "@waldo/core/wake/in-cadence";
import { isHandoffDue, resumeHandoffs } from "../handoffs.ts";
import type { LocalMachines } from "../machines.ts";
import { isReviewDue, resumeReview } from "../reviews.ts";
import { announcing, type Said, saidIn } from "../said.ts";
import { localScheduler } from "../scheduler.ts";
import type { Timer } from "../wall-timer.ts";

export type LiveWorld = Omit<Ports, "machines" | "schedules"> & { readonly machines: LocalMachines };

export type LiveEvent =
  | {
      readonly type: "wake";
      readonly at: EpochMs;
      readonly job: WakeInput["job"];
      readonly variant?: SensedWake["variant"];
      readonly date: LocalDate;
      readonly outcome: WakeOutcome["outcome"];
      readonly lateMinutes: number;
      /** The run that the wake started. */
      readonly runId?: RunId;
      /** The messages that reached the person in this wake, with and without a run. */
      readonly said: readonly Said[];
    }
  | {
      readonly type: "missed";
      readonly at: EpochMs;
      readonly name: ScheduleName;
      readonly date: LocalDate;
      readonly reason: string;
    }
  | { readonly type: "timeZone"; readonly at: EpochMs; readonly shiftMinutes: number }
  /** The machine slept, or its clock was set. */
  | { readonly type: "clock"; readonly at: EpochMs; readonly jumpedMs: number }
  | { readonly type: "failed"; readonly at: EpochMs; readonly error: string };

export type Live = {
  /** Follows the person to their time zone, does missed jobs, and continues. */
  start(): Promise<void>;
  /** Wakes the agent now for new data. The promise resolves before the work ends; a failure is reported as an event. */
  wake(name: string, input: WakeInput): Promise<void>;
  /** Starts no further wake. Resolves when the current one has ended. */
  stop(): Promise<void>;
};

export function liveAgent(options: {
  readonly world: LiveWorld;
  readonly userId: UserId;
  readonly emit: (event: LiveEvent) => void;
  /** Imports new data and returns true if there was any. Data from before the start counts as new once. */
  readonly takeIn?: () => Promise<boolean>;
  readonly timer?: Timer;
}): Live {
  const { world, userId, emit, takeIn, timer } = options;
  const { clock, store } = world;
  /** The first look reads data from before the start, because tonight's night may be in it. */
  let isFirstLook = true;
  /** Looks and wakes run one after the other, because each reports the messages sent during it. */
  let last: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<unknown>): Promise<void> => {
    const done = last.then(async () => void (await work()));
    last = done.catch(() => {});
    return done;
  };
  let patrolled: { date: LocalDate; at: EpochMs } | undefined;
  /** Jobs that wait for a better moment. Each later wake tries them. */
  const waiting = new Set<string>();
  const nameOf = ({ name, date }: Pick<DueJob, "name" | "date">) => `${name}@${date}`;

  const announced = announcing(world.log);
  const log: Log = (level, event, fields = {}) => {
    announced.log(level, event, fields);
    const at = clock.now();
    if (event === "job.missed") {
      const { name, date, reason } = fields as { name: ScheduleName; date: LocalDate; reason: string };
      emit({ type: "missed", at, name, date, reason });
    }
    if (event === "zone.changed") emit({ type: "timeZone", at, shiftMinutes: Number(fields["shiftMinutes"]) });
  };
  const failed = (error: unknown) =>
    emit({ type: "failed", at: clock.now(), error: error instanceof Error ? error.message : String(error) });
  const isDue = async () =>
    (await isReminderDue(world, userId)) || (await isHandoffDue(world, userId)) || (await isReviewDue(world, userId));
  const scheduler = localScheduler({
    ...{ clock, isDue, look: () => inTurn(look), onError: failed },
    onJump: (jumpedMs) => emit({ type: "clock", at: clock.now(), jumpedMs }),
    ...(timer ? { timer } : {}),
  });
  const ports = { ...world, log, schedules: scheduler };

  async function look(): Promise<void> {
    // An export that is still being written is read at the next look. The day continues without it.
    const arrived = await takeIn?.().catch((error: unknown) => {
      failed(error);
      return false;
    });
    await resumeHandoffs(world, userId);
    await resumeReview(world, userId);
    // Another process may have changed the profile.
    await retryConflicts(() => followZone(ports, userId));
    const now = clock.now();
    const isNew = arrived === true || (takeIn !== undefined && isFirstLook);
    isFirstLook = false;
    if (isNew) await wake({ job: "sync", scheduledAt: new Date(now).toISOString(), settled: true }, 0);
    let acted = false;
    for (let job = await firstDue(acted); job; job = await firstDue(acted)) {
      if (job.job === "patrol") patrolled = job;
      acted = true;
      const { variant, at } = job;
      const scheduledAt = new Date(at).toISOString();
      const lateMinutes = Math.floor((clock.now() - at) / MINUTE_MS);
      const outcome = await wake(
        { job: job.job, scheduledAt, ...(variant === undefined ? {} : { variant }) },
        lateMinutes,
      );
      // A paused person's job would be due again at once. So the next look checks it.
      if (outcome === "paused") return;
      if (job.job === "review" && outcome === "waiting") waiting.add(nameOf(job));
    }
    if (await isReminderDue(world, userId))
      await wake({ job: "remind", scheduledAt: new Date(clock.now()).toISOString() }, 0);
  }

  /** Returns the next due job. After a wake no patrol is needed, because the wake has read the same facts. */
  async function firstDue(acted: boolean): Promise<DueJob | undefined> {
    const scheduled = await loadScheduled(store, userId);
    if (!scheduled) return undefined;
    const { due: all } = await overdue(ports, userId, scheduled, await loadDone(ports, userId));
    const due = all.filter((job) => !waiting.has(nameOf(job)));
    const patrols = scheduled.rows.filter(({ name }) => name === "patrol");
    const done = patrolled ? { patrol: patrolled } : {};
    const [patrol] = dueJobs(patrols, done, clock.now(), scheduled.since).due;
    if (patrol && (acted || due.length > 0)) patrolled = patrol;
    return due[0] ?? (acted ? undefined : patrol);
  }

  async function wake(input: Omit<WakeInput, "userId">, lateMinutes: number): Promise<WakeOutcome["outcome"]> {
    const { job, variant } = input;
    const at = clock.now();
    const sensed = await sense(ports, { userId, ...input });
    const { outcome, runId } = await decide(ports, sensed);
    const ended = await world.machines.idle();
    for (const { error } of ended.filter(({ status }) => status === "FAILED")) failed(error);
    const runs = [...ended.map(({ output }) => (output as { runId?: RunId } | undefined)?.runId), runId];
    const said: Said[] = [];
    for (const id of new Set([...announced.take(), ...runs]))
      if (id !== undefined) said.push(...(await saidIn(ports, userId, id)));
    const { date } = sensed;
    emit({
      type: "wake",
      at,
      job,
      ...(variant ? { variant } : {}),
      date,
      outcome,
      lateMinutes,
      ...(runId === undefined ? {} : { runId: runId as RunId }),
      said,
    });
    return outcome;
  }

  return {
    async start() {
      const scheduled = await retryConflicts(() => followZone(ports, userId));
      // An earlier process may have given these rows to its scheduler, but this process has not.
      if (scheduled) await scheduler.apply(userId, scheduled.rows);
      await takeUpRun(ports, userId);
      scheduler.start();
    },
    async wake(_name, { userId: _, ...input }) {
      void inTurn(() => wake(input, 0)).catch(failed);
    },
    async stop() {
      await scheduler.stop();
      await last;
    },
  };
}
