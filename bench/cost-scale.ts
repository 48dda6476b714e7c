/**
 * One person's bill for many, and where AWS or Telegram says no first. Everyone here lives in one zone and wakes at
 * 07:00, which is worse than any country: what spreads them is the jitter of their schedules alone, taken from
 * `scheduleOf` for ten thousand ids. Rates are computed second by second and poured through a token bucket.
 */
import { scheduleOf } from "@waldo/core/cadence/schedule";
import { PRICES } from "@waldo/core/meter/prices";
import { PERSON } from "@waldo/testkit/synthetic-person";

/**
 * Quotas, default, us-east-1, and where they were read. Adjustable but for Telegram's and DynamoDB's partition.
 * Step Functions' bucket is from its service-quotas page as remembered, which could not be opened here.
 */
export const QUOTAS = {
  /** docs.aws.amazon.com/scheduler/latest/UserGuide/scheduler-quotas.html: invocations a second. */
  schedulerPerSecond: 1_000,
  /** docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html: StartExecution of Standard machines. */
  startExecution: { perSecond: 300, burst: 1_300 },
  /** Lambda, concurrent executions of an account; a new one has fewer until asked. */
  lambdaConcurrency: 1_000,
  /** core.telegram.org/bots/faq: messages a second for one bot, without paid broadcasts. */
  telegramPerSecond: 30,
  /** DynamoDB: write units a second of one partition key, and of a table on demand. */
  partitionWrites: 1_000,
  tableWrites: 40_000,
} as const;

/** Monthly, for a deployment of any size: two customer keys, eighteen alarms, one secret. */
const FIXED_MONTHLY = 2 * PRICES.keyMonth + 18 * PRICES.alarmMonth + PRICES.secretMonth;
/** A cold start of a 1 GB function with this bundle, stated: billed like any other second since 2025-08-01. */
const COLD_START_S = 1.2;

const SAMPLE = 10_000;
const ids = Array.from({ length: SAMPLE }, (_, i) => `person-${i}`);

/** Firings of a cadence in each minute of the hour from 07:00, as shares of all people. */
function minuteShares(name: "morning" | "patrol"): Map<number, number> {
  const shares = new Map<number, number>();
  for (const userId of ids)
    for (const row of scheduleOf({ ...PERSON, userId, wakeTime: "07:00", sleepTime: "23:00" })) {
      if (row.name !== name) continue;
      for (const minute of row.hours.includes(7) ? row.minutes : [])
        shares.set(minute, (shares.get(minute) ?? 0) + 1 / SAMPLE);
    }
  return shares;
}

export type Bucket = { readonly perSecond: number; readonly burst: number };
export type Drained = { readonly peak: number; readonly longestWaitS: number };

/** Pours arrivals a second through a bucket; what does not pass waits its turn. */
export function pour(arrivals: readonly number[], { perSecond, burst }: Bucket): Drained {
  let tokens = burst;
  let waiting = 0;
  let longest = 0;
  for (const arriving of arrivals) {
    tokens = Math.min(burst, tokens + perSecond);
    waiting += arriving;
    const passed = Math.min(waiting, tokens);
    waiting -= passed;
    tokens -= passed;
    longest = Math.max(longest, waiting / perSecond);
  }
  return { peak: Math.max(0, ...arrivals), longestWaitS: longest };
}

/** Arrivals a second of `people` over an hour. Within its minute a firing comes anywhere: Scheduler is precise to 60 s. */
function arrivals(shares: ReadonlyMap<number, number>, people: number): number[] {
  return Array.from({ length: 3600 }, (_, second) => ((shares.get(Math.floor(second / 60)) ?? 0) * people) / 60);
}

export type Load = {
  /** Messages of the morning Brief, write units of its run, and seconds a function works for it. */
  readonly runWrites: number;
  readonly runSeconds: number;
  readonly wakesPerDay: number;
  readonly dollarsPerDay: number;
};

export type LimitRow = {
  readonly limit: string;
  readonly peak: number;
  readonly quota: number;
  /** Seconds the last one waits; undefined where a caller is refused instead. */
  readonly waitS?: number;
  readonly meets: boolean;
  /** How many people the quota carries as it is, and by how much it must grow for these. */
  readonly carries: number;
  readonly factor: number;
  /** What it would be with everyone at 07:00:00 sharp. */
  readonly withoutJitter: number;
};

export type Scale = {
  readonly people: number;
  readonly dollarsPerDay: number;
  readonly dollarsPerPerson: number;
  readonly coldPerDay: number;
  readonly limits: readonly LimitRow[];
  /** The limit that comes first as people become more, whether or not these meet it. */
  readonly first: LimitRow;
};

/** The bill and the limits for that many people, all of whom wake at 07:00. */
export function scaleTo(people: number, load: Load): Scale {
  const briefs = arrivals(minuteShares("morning"), people);
  const patrols = arrivals(minuteShares("patrol"), people);
  const wakes = briefs.map((n, second) => n + (patrols[second] ?? 0));
  const peakBriefs = Math.max(...briefs);
  const row = (limit: string, peak: number, quota: number, withoutJitter: number, waitS?: number): LimitRow => ({
    limit,
    peak,
    quota,
    withoutJitter,
    meets: peak <= quota,
    carries: limit.includes("one partition") ? Number.POSITIVE_INFINITY : Math.floor((people * quota) / peak),
    factor: Math.max(1, Math.ceil(peak / quota)),
    ...(waitS === undefined ? {} : { waitS }),
  });
  const telegram = pour(briefs, { perSecond: QUOTAS.telegramPerSecond, burst: QUOTAS.telegramPerSecond });
  const starts = pour(briefs, QUOTAS.startExecution);
  const fired = pour(wakes, { perSecond: QUOTAS.schedulerPerSecond, burst: QUOTAS.schedulerPerSecond });
  // Everybody in one minute: what a schedule without jitter comes to, at Scheduler's own precision.
  const sharp = people / 60;
  const limits = [
    row("Telegram, one bot: messages/s", telegram.peak, QUOTAS.telegramPerSecond, sharp, telegram.longestWaitS),
    row("Step Functions: StartExecution/s", starts.peak, QUOTAS.startExecution.perSecond, sharp, starts.longestWaitS),
    row(
      "Lambda: concurrent executions",
      peakBriefs * load.runSeconds,
      QUOTAS.lambdaConcurrency,
      sharp * load.runSeconds,
    ),
    row("EventBridge Scheduler: invocations/s", fired.peak, QUOTAS.schedulerPerSecond, 2 * sharp, fired.longestWaitS),
    row("DynamoDB, a table: write units/s", peakBriefs * load.runWrites, QUOTAS.tableWrites, sharp * load.runWrites),
    // A person's run writes to that person's partition; at the very most all of it within one second.
    row("DynamoDB, one partition: write units/s", load.runWrites, QUOTAS.partitionWrites, load.runWrites),
  ];
  // With few people every wake finds the functions cold; from some hundred on there is always a warm one.
  const cold = Math.max(0, 1 - people / 300);
  const coldPerDay = people * cold * load.wakesPerDay * 2 * COLD_START_S * PRICES.gbSecond;
  const dollars = people * load.dollarsPerDay + FIXED_MONTHLY / 30 + coldPerDay;
  const first = limits.reduce((a, b) => (b.carries < a.carries ? b : a));
  return { people, dollarsPerDay: dollars, dollarsPerPerson: dollars / people, coldPerDay, limits, first };
}
