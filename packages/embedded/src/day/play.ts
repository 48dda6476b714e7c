/**
 * Plays one day of a person under a virtual clock: the jobs of the schedule and the arrival of the night's data, in
 * time order, each through both halves of a real wake. It stores its progress. So a date that is played again, or after
 * a killed process, continues from there and repeats nothing.
 */
import {
  type CrsResult,
  DREAM_PHASES,
  Dream,
  type EpochMs,
  type Habits,
  keys,
  type LocalDate,
  type Profile,
  RunHeader,
  type RunId,
  type SleepEpisode,
  type StepRecord,
  type WakeInput,
  type WakeOutcome,
} from "@waldo/contracts";
import { type Job, jobsOf } from "@waldo/core/cadence/schedule";
import { activeWatches, nextInstant } from "@waldo/core/cadence/watches";
import { personDay, TURN_DAYS } from "@waldo/core/health/day-turn";
import { backfillScores, findPersonDay, loadDays, loadScores, TRAILING_DAYS } from "@waldo/core/health/ledger";
import { nightOf } from "@waldo/core/health/reconcile";
import { sense } from "@waldo/core/health/sense";
import { wallMinute } from "@waldo/core/health/timeline";
import type { Ports } from "@waldo/core/ports";
import { isTerminal, loadSteps } from "@waldo/core/run/journal";
import { queryAll } from "@waldo/core/store/query-all";
import { addDays, instantAt, MINUTE_MS } from "@waldo/core/time";
import { decide } from "@waldo/core/wake/decide";
import type { LocalMachines } from "../machines.ts";
import { count } from "../plural.ts";
import { announcing, type Said, saidIn } from "../said.ts";
import type { SettableClock } from "../settable-clock.ts";

/** A wearable sends the data of a night some minutes after its end. */
const SYNC_AFTER_MS = 5 * MINUTE_MS;

export type World = Omit<Ports, "clock" | "machines"> & {
  readonly clock: SettableClock;
  readonly machines: LocalMachines;
};

export type RunEvent = {
  readonly type: "run";
  readonly at: number;
  readonly header: RunHeader;
  readonly steps: readonly StepRecord[];
  readonly said: readonly Said[];
  /** True when this was done in an earlier playing of the day. */
  readonly alreadyDone: boolean;
  /** The time from the decision to run until the delivery, in ms. It is 0 when it was done before. */
  readonly harnessMs: number;
  readonly error?: unknown;
};

export type DayEvent =
  | {
      readonly type: "wake";
      readonly at: number;
      readonly job: WakeInput["job"];
      readonly outcome: WakeOutcome["outcome"];
      readonly reason?: string;
    }
  | { readonly type: "sync"; readonly at: number; readonly score: CrsResult | undefined }
  | RunEvent
  /** A message without a run: a reminder, or a note of the patrol. */
  | { readonly type: "said"; readonly at: number; readonly said: Said }
  | { readonly type: "night"; readonly at: number; readonly score: CrsResult | undefined }
  /** The day is not over yet. It was played up to this instant. */
  | { readonly type: "now"; readonly at: number; readonly score: CrsResult | undefined };

type Moment = { readonly at: number; readonly wake: WakeInput };

/** Plays a day to its end, or to the instant `now` if that is within the day. */
export async function* playDay(
  world: World,
  profile: Profile,
  date: LocalDate,
  now = Number.POSITIVE_INFINITY,
): AsyncGenerator<DayEvent> {
  const { userId, timeZone } = profile;
  await backfillScores(world, userId, date, addDays(date, -TRAILING_DAYS));
  await backfillHabits(world, profile, date);
  const played = Number((await world.store.get(keys.played(userId, date)))?.body["at"] ?? 0);
  const shown = new Set<RunId>();
  const announced = announcing(world.log);
  const ports = { ...world, log: announced.log };
  for (const header of (await runsOf(world, profile, date)).filter((run) => run.createdAt <= played)) {
    if (!isTerminal(header.state)) continue;
    shown.add(header.runId);
    yield runEvent(world, header, { alreadyDone: true, harnessMs: 0 });
  }

  const moments = await agenda(world, profile, date);
  const isToday = moments.some(({ at }) => at <= now) && moments.some(({ at }) => at > now);
  for (const { at, wake } of moments) {
    if (at <= played || (isToday && at > now)) continue;
    world.clock.set(at);
    const started = performance.now();
    const outcome = await decide(ports, await sense(ports, wake));
    const ended = await world.machines.idle();
    const harnessMs = performance.now() - started;
    await world.store.transact([{ op: "put", key: keys.played(userId, date), body: { at } }]);

    for (const runId of announced.take())
      for (const said of await saidIn(world, userId, runId)) yield { type: "said", at, said };
    const failed = ended.find((end) => end.status === "FAILED");
    if (wake.job === "sync") yield { type: "sync", at, score: (await loadScores(world.store, userId, date, date))[0] };
    else if (outcome.outcome !== "run" && wake.job !== "remind")
      yield { type: "wake", at, job: wake.job, outcome: outcome.outcome, ...(await noted(world, wake, at, date)) };
    // A run of an earlier playing may end here too. A run is shown when it ends, unless its execution failed.
    if (outcome.outcome === "run" || ended.length > 0)
      for (const header of await runsOf(world, profile, date)) {
        if (shown.has(header.runId) || (!failed && !isTerminal(header.state))) continue;
        shown.add(header.runId);
        yield runEvent(world, header, { alreadyDone: false, harnessMs, error: failed?.error });
      }
  }
  for (const header of await runsOf(world, profile, date))
    if (!shown.has(header.runId)) yield runEvent(world, header, { alreadyDone: false, harnessMs: 0 });
  if (isToday) {
    world.clock.set(now);
    yield { type: "now", at: now, score: (await loadScores(world.store, userId, date, date))[0] };
    return;
  }
  // A bedtime after midnight belongs to the next calendar date.
  world.clock.set(
    instantAt(profile.sleepTime > profile.wakeTime ? date : addDays(date, 1), profile.sleepTime, timeZone),
  );
  yield { type: "night", at: world.clock.now(), score: (await loadScores(world.store, userId, date, date))[0] };
}

/** How many earlier nights are used for the usual arrival of nights. */
const ARRIVALS = 14;

/**
 * Writes the habits of a person as if they had synced every day. So a date is always played in the same way, whichever
 * dates were played before.
 */
async function backfillHabits(world: World, { userId, timeZone }: Profile, date: LocalDate): Promise<void> {
  const days = await loadDays(world.store, userId, addDays(date, -ARRIVALS), addDays(date, -1));
  const arrivals = [...Map.groupBy(days, (day) => day.date)].flatMap(([on, rows]) => {
    const night = nightOf(rows);
    return night === undefined
      ? []
      : [{ date: on, minute: Math.floor(wallMinute(arrivalOf(night), night.offsetMinutes)) }];
  });
  const { turn } = await findPersonDay(world.store, userId, instantAt(date, "12:00", timeZone), timeZone);
  const habits: Habits = { turn, arrivals };
  await world.store.transact([{ op: "put", key: keys.habits(userId), body: habits }]);
}

/**
 * Returns the jobs of the person's day and the arrival of its night, in time order. Jobs of the calendar date may
 * belong to the day before, and jobs of the next date to this day. The upkeep follows the calendar date.
 */
async function agenda(world: World, profile: Profile, date: LocalDate): Promise<Moment[]> {
  const { userId } = profile;
  const moment = (at: number, job: WakeInput["job"], more: Partial<Job> & { settled?: boolean } = {}): Moment => ({
    at,
    wake: {
      userId,
      job,
      scheduledAt: new Date(at).toISOString(),
      ...(more.variant === undefined ? {} : { variant: more.variant }),
      ...(more.settled === undefined ? {} : { settled: more.settled }),
    },
  });
  const { timeZone, wakeTime } = profile;
  const days = await loadDays(world.store, userId, addDays(date, -1 - TURN_DAYS), addDays(date, 1));
  const moments = [-1, 0, 1].flatMap((shift) =>
    jobsOf(profile, addDays(date, shift))
      .filter(({ name, at }) => (name === "upkeep" ? shift === 0 : personDay(days, at, timeZone).date === date))
      .map((job) => moment(job.at, job.name, job)),
  );
  const rows = days.filter((day) => day.date === date);
  const night = nightOf(rows);
  // The night of a day without clock times arrives at the usual time of waking.
  const arrival = night ? arrivalOf(night) : instantAt(date, wakeTime, timeZone) + SYNC_AFTER_MS;
  if (rows.length > 0) moments.push(moment(arrival, "sync", { settled: true }));
  const taken = new Set(moments.map(({ at }) => at));
  const [from, to] = [instantAt(date, "00:00", timeZone), instantAt(addDays(date, 1), "00:00", timeZone)];
  for (const watch of await activeWatches(world.store, userId)) {
    const at = nextInstant(watch, from - 1, timeZone);
    if (at !== undefined && at < to && !taken.has(at)) moments.push(moment(at, "remind"));
  }
  return moments.sort((a, b) => a.at - b.at);
}

/** Returns when the data of a night arrives: shortly after the night ended. */
function arrivalOf(night: SleepEpisode): EpochMs {
  return night.end + SYNC_AFTER_MS;
}

/** Returns every run of a date so far, oldest first. */
async function runsOf(world: World, { userId }: Profile, date: LocalDate): Promise<RunHeader[]> {
  const headers: RunHeader[] = [];
  for await (const row of queryAll(world.store, keys.run.all(userId))) headers.push(RunHeader.parse(row.body));
  return headers.filter((run) => run.date === date).sort((a, b) => a.createdAt - b.createdAt);
}

async function runEvent(
  world: World,
  header: RunHeader,
  { alreadyDone, harnessMs, error }: Pick<RunEvent, "alreadyDone" | "harnessMs" | "error">,
): Promise<RunEvent> {
  return {
    type: "run",
    at: header.createdAt,
    header,
    steps: await loadSteps(world.store, header.userId, header.runId),
    said: await saidIn(world, header.userId, header.runId),
    alreadyDone,
    harnessMs,
    ...(error === undefined ? {} : { error }),
  };
}

/** Returns the reason that a patrol tick wrote into its log, or the summary of a night. */
async function noted(world: World, wake: WakeInput, at: number, date: LocalDate): Promise<{ reason?: string }> {
  if (wake.job === "upkeep") return nightIn(world, wake, date);
  if (wake.job !== "patrol") return {};
  const row = await world.store.get(keys.patrol(wake.userId, at));
  return typeof row?.body["reason"] === "string" ? { reason: row.body["reason"] } : {};
}

/** Describes in one line what the dream of a date did: sessions, claims, pages. */
async function nightIn(world: World, { userId }: WakeInput, date: LocalDate): Promise<{ reason?: string }> {
  const row = await world.store.get(keys.dream(userId, `dream-${date}`));
  if (!row) return {};
  const { phases } = Dream.parse(row.body);
  const { entries = 0, diaries = 0 } = phases.CONSOLIDATE?.counts ?? {};
  const { noted = 0, superseded = 0 } = phases.SCRIBE?.counts ?? {};
  const { pages = 0, wiki = 0 } = phases.PRECOMPUTE?.counts ?? {};
  const did = [
    entries > 0 ? `${count(entries, "session")} into ${count(diaries, "diary entry", "diary entries")}` : "",
    noted + superseded > 0 ? `${count(noted + superseded, "claim")} learned` : "",
    pages + wiki > 0 ? `${count(pages + wiki, "page")} written` : "",
  ].filter(Boolean);
  const failed = DREAM_PHASES.filter((phase) => phases[phase] === undefined || phases[phase]?.outcome === "refused");
  return {
    reason:
      [...did, ...failed.map((phase) => `${phase.toLowerCase()} left for tomorrow`)].join(" · ") || "nothing to do",
  };
}
