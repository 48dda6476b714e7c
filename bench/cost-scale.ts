/**
 * Computes one person's bill for many people, and which limit of AWS or Telegram they reach first. All people here live
 * in one time zone and wake at 07:00, which is worse than any real country. Only the jitter of their schedules spreads
 * them; it is taken from `scheduleOf` for ten thousand ids. Rates are computed second by second and pass through a
 * token bucket.
 */
import { scheduleOf } from "@waldo/core/cadence/schedule";
import { PRICES } from "@waldo/core/meter/prices";
import { PERSON } from "@waldo/testkit/synthetic-person";

/**
 * The default quotas in us-east-1, and where they were read. All can be raised except Telegram's and that of a DynamoDB
 * partition. Step Functions' bucket is from memory of its service-quotas page, which could not be opened here.
 */
const QUOTAS = {
  /** docs.aws.amazon.com/scheduler/latest/UserGuide/scheduler-quotas.html: invocations per second. */
  schedulerPerSecond: 1_000,
  /** docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html: StartExecution of Standard machines. */
  startExecution: { perSecond: 300, burst: 1_300 },
  /** Lambda: concurrent executions of an account. A new account has fewer until it asks for more. */
  lambdaConcurrency: 1_000,
  /** core.telegram.org/bots/faq: messages per second for one bot, without paid broadcasts. */
  telegramPerSecond: 30,
  /** DynamoDB: write units per second of one partition key, and of a table on demand. */
  partitionWrites: 1_000,
  tableWrites: 40_000,
} as const;

/** The monthly cost of a deployment of any size: two customer keys, eighteen alarms, one secret. */
const FIXED_MONTHLY = 2 * PRICES.keyMonth + 18 * PRICES.alarmMonth + PRICES.secretMonth;
/**
 * The assumed cold start of a 1 GB function with this bundle, in seconds. It is billed like any other second since
 * 2025-08-01.
 */
const COLD_START_S = 1.2;

const SAMPLE = 10_000;
const ids = Array.from({ length: SAMPLE }, (_, i) => `person-${i}`);

/** Returns the firings of a cadence in each minute of the hour from 07:00, as shares of all people. */
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

type Bucket = { readonly perSecond: number; readonly burst: number };
type Drained = { readonly peak: number; readonly longestWaitS: number };

/** Passes arrivals per second through a bucket. What does not pass waits for its turn. */
function pour(arrivals: readonly number[], { perSecond, burst }: Bucket): Drained {
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

/**
 * Returns the arrivals per second of `people` over an hour. A firing comes at any time within its minute, because
 * Scheduler is precise to 60 s.
 */
function arrivals(shares: ReadonlyMap<number, number>, people: number): number[] {
  return Array.from({ length: 3600 }, (_, second) => ((shares.get(Math.floor(second / 60)) ?? 0) * people) / 60);
}

type Load = {
  /** The write units of a morning Brief's run; `runSeconds` are the seconds that a function works for it. */
  readonly runWrites: number;
  readonly runSeconds: number;
  readonly wakesPerDay: number;
  readonly dollarsPerDay: number;
};

type LimitRow = {
  readonly limit: string;
  readonly peak: number;
  readonly quota: number;
  /** How many seconds the last caller waits. Undefined if callers are refused instead. */
  readonly waitS?: number;
  readonly meets: boolean;
  /** How many people the present quota can carry, and by which factor it must grow for these people. */
  readonly carries: number;
  readonly factor: number;
  /** The same figure if all people woke at exactly 07:00:00. */
  readonly withoutJitter: number;
};

type Scale = {
  readonly people: number;
  readonly dollarsPerDay: number;
  readonly dollarsPerPerson: number;
  readonly coldPerDay: number;
  readonly limits: readonly LimitRow[];
  /** The limit that is reached first when the number of people grows, whether or not these people reach it. */
  readonly first: LimitRow;
};

/** Returns the bill and the limits for that many people, all of whom wake at 07:00. */
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
  // All people fire within one minute: a schedule without jitter, at Scheduler's own precision.
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
    // A person's run writes to that person's partition, at the very most all of it within one second.
    row("DynamoDB, one partition: write units/s", load.runWrites, QUOTAS.partitionWrites, load.runWrites),
  ];
  // With few people every wake finds the functions cold. From some hundred people on there is always a warm one.
  const cold = Math.max(0, 1 - people / 300);
  const coldPerDay = people * cold * load.wakesPerDay * 2 * COLD_START_S * PRICES.gbSecond;
  const dollars = people * load.dollarsPerDay + FIXED_MONTHLY / 30 + coldPerDay;
  const first = limits.reduce((a, b) => (b.carries < a.carries ? b : a));
  return { people, dollarsPerDay: dollars, dollarsPerPerson: dollars / people, coldPerDay, limits, first };
}
