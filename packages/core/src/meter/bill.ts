/**
 * Turns counts into dollars. Durations are modelled and not measured, so that a virtual clock and a real one give the
 * same bill. The duration of a function is what it waits for (calls of the store, the archive, the model) plus its own
 * work.
 */
import { BILL_PARTS, type Metered, type ModelCount } from "@waldo/contracts";
import { DEFAULT_MODELS, PRICES, type TokenPrice, tokenPrice } from "./prices.ts";

/** Memory of each function in GB, as in infra/run.ts and infra/api.ts. A test holds them equal. */
export const FUNCTION_GB = { agentSteps: 1, deliveries: 0.5, scribes: 1, senses: 1, ingests: 0.5 } as const;
const FUNCTIONS = ["agentSteps", "deliveries", "scribes", "senses", "ingests"] as const;

/**
 * Assumed milliseconds, not measured on AWS. `work`: own CPU of one invocation, about three times what bench:run
 * measures on one core here, because a 1 GB function has 0.58 of a core. `storeCall`, `archiveCall`: usual first-byte
 * times within a region. `firstToken`, `outputToken`: a small model on Bedrock, 100 tokens a second. `express`: the
 * machine's own share.
 */
export const DURATION_MS = {
  work: 30,
  storeCall: 6,
  archiveCall: 25,
  firstToken: 600,
  outputToken: 10,
  send: 200,
  express: 50,
} as const;

/** Bytes of log: the platform's own lines of an invocation, and one line of ours with its Powertools envelope. */
const LOG_BYTES = { invocation: 700, line: 450 } as const;
/**
 * There is one trace for each execution, with its functions in it, and one for each request of the API. X-Ray records
 * the first of each second and 5% of the others. One person makes so few that all are recorded.
 */
const TRACED = ["standardRuns", "expressRuns", "ingests"] as const;
/** DynamoDB asks KMS once for each table and session within five minutes: crs for one table, the agent step for two. */
const KEY_REQUESTS = { wake: 3, run: 2 } as const;

/** An invocation reads its person's data key and looks for a tombstone, unless its process did so within five minutes. */
const DATA_KEY_READS = 2;

export const PARTS = BILL_PARTS;
export type Part = (typeof PARTS)[number];
/** Dollars by part. */
export type Bill = Readonly<Record<Part, number>>;

export type BillOptions = {
  /**
   * Prices for tokens that no list has a price for, such as those of the offline composer. Default: they cost nothing.
   */
  readonly models?: Readonly<Record<ModelCount["tier"], string>>;
};

/**
 * Returns what the counted work costs on AWS at list prices, by part. Storage is not included, because it is charged by
 * the month.
 */
export function billOf({ counts, models }: Metered, options: BillOptions = {}): Bill {
  const n = (counter: keyof typeof counts) => counts[counter] ?? 0;
  const invocations = FUNCTIONS.reduce((total, name) => total + n(name), 0);
  const gbSeconds = computeGbSeconds({ counts, models });
  const waitMs = n("storeCalls") * DURATION_MS.storeCall;
  const expressSeconds = n("expressRuns") * ((DURATION_MS.express + 2 * DURATION_MS.work) / 1000) + waitMs / 1000;
  const logBytes = invocations * LOG_BYTES.invocation + n("logLines") * LOG_BYTES.line;
  const keyRequests = n("expressRuns") * KEY_REQUESTS.wake + n("standardRuns") * KEY_REQUESTS.run;
  return {
    model: models.reduce((total, count) => total + tokenDollars(count, options), 0),
    store: (n("readUnits") + invocations * DATA_KEY_READS) * PRICES.readUnit + n("writeUnits") * PRICES.writeUnit,
    machines:
      n("transitions") * PRICES.transition +
      n("expressRuns") * PRICES.expressRun +
      (n("expressRuns") > 0 ? expressSeconds * (64 / 1024) * PRICES.expressGbSecond : 0),
    compute: invocations * PRICES.invocation + gbSeconds * PRICES.gbSecond,
    schedules: n("schedules") * PRICES.schedule,
    messages: n("pushes") * PRICES.push + n("ingests") * PRICES.apiRequest,
    archive: n("archiveReads") * PRICES.archiveRead + n("archiveWrites") * PRICES.archiveWrite,
    operations:
      (logBytes / 1e9) * PRICES.logGb +
      TRACED.reduce((all, one) => all + n(one), 0) * PRICES.trace +
      keyRequests * PRICES.keyRequest,
  };
}

/**
 * Returns the GB-seconds of all functions: own work by function, and waits at the memory of the function that waits
 * most.
 */
export function computeGbSeconds({ counts, models }: Metered): number {
  const own = FUNCTIONS.reduce((total, name) => total + (counts[name] ?? 0) * FUNCTION_GB[name] * DURATION_MS.work, 0);
  const modelMs = models.reduce(
    (total, { calls, output }) => total + calls * DURATION_MS.firstToken + output * DURATION_MS.outputToken,
    0,
  );
  const waits =
    (counts.storeCalls ?? 0) * DURATION_MS.storeCall +
    ((counts.archiveReads ?? 0) + (counts.archiveWrites ?? 0)) * DURATION_MS.archiveCall +
    modelMs;
  const sends = ((counts.pushes ?? 0) + (counts.telegrams ?? 0)) * DURATION_MS.send * FUNCTION_GB.deliveries;
  return (own + waits * FUNCTION_GB.agentSteps + sends) / 1000;
}

/** Returns what tokens cost in dollars. Input excludes tokens read from the cache or written to it. */
export function tokenDollars(count: ModelCount, { models }: BillOptions = {}): number {
  const price = tokenPrice(count.model) ?? (models && tokenPrice(models[count.tier]));
  return price === undefined ? 0 : dollarsOf(count, price);
}

function dollarsOf({ input, output, cacheRead, cacheWrite }: ModelCount, price: TokenPrice): number {
  return input * price.input + output * price.output + cacheRead * price.cacheRead + cacheWrite * price.cacheWrite;
}

export function total(bill: Bill): number {
  return PARTS.reduce((dollars, part) => dollars + bill[part], 0);
}

export function addBills(a: Bill, b: Bill): Bill {
  return Object.fromEntries(PARTS.map((part) => [part, a[part] + b[part]])) as Record<Part, number>;
}

export const NO_BILL: Bill = Object.fromEntries(PARTS.map((part) => [part, 0])) as Record<Part, number>;

/** The options for a bill of offline work, priced as if the default models had answered. */
export const AS_IF_ON_AWS: BillOptions = { models: DEFAULT_MODELS };
