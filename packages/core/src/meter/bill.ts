// Computes what a person's days would have cost on AWS. The command `waldo cost` and the route show the same. Durations
// are modelled and not measured, so that a virtual clock and a real one give the same bill. The duration of a function
// is its waiting time (for the store, the archive, the model) plus its own work.
//
// Prices are AWS list prices: US dollars, us-east-1, on demand, without free tiers, discounts or taxes. They were
// looked up on 2026-11-22. The price pages themselves could not be opened, so each figure says where it was read.
// `page`: the service's own price page has shown it for years, and several public copies repeat it. `copy`: read in one
// or more public copies (LiteLLM's price file and others), which agree unless the line says otherwise. Check the
// figures against https://calculator.aws before a decision depends on a cent.

import {
  BILL_PARTS,
  type CostView,
  keys,
  type Metered,
  MeterRow,
  type ModelCount,
  type UserId,
} from "@waldo/contracts";
import type { Store } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { DEFAULT_MODELS, PRICES, PRICES_OF, type TokenPrice, tokenPrice } from "./prices.ts";
import { sum } from "./tally.ts";

/** The memory of each function in GB. A test compares the values with infra/functions.ts. */
export const FUNCTION_GB = { agentSteps: 1, deliveries: 0.5, scribes: 1, senses: 1, ingests: 0.5 } as const;
const FUNCTIONS = ["agentSteps", "deliveries", "scribes", "senses", "ingests"] as const;

/**
 * Assumed milliseconds, not measured on AWS. `work`: CPU time of one invocation. It is about three times the value that
 * bench:run measures on one core here, because a 1 GB function has 0.58 of a core. `storeCall`, `archiveCall`: usual
 * first-byte times within a region. `firstToken`, `outputToken`: a small model on Bedrock, 100 tokens a second.
 * `express`: the machine's own share.
 */
const DURATION_MS = {
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
 * the first of each second and 5% of the others. One person causes so few traces that all are recorded.
 */
const TRACED = ["standardRuns", "expressRuns", "ingests"] as const;
/** DynamoDB calls KMS once per table and session within five minutes: crs for one table, the agent step for two. */
const KEY_REQUESTS = { wake: 3, run: 2 } as const;

/**
 * An invocation reads its person's data key and looks for a tombstone, unless its process has done so within five
 * minutes.
 */
const DATA_KEY_READS = 2;

export const PARTS = BILL_PARTS;
type Part = (typeof PARTS)[number];
/** Dollars by part. */
type Bill = Readonly<Record<Part, number>>;

type BillOptions = {
  /** Prices for tokens of models without a list price, such as the offline composer. Default: they cost nothing. */
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
 * Returns the GB-seconds of all functions: their own work by function, and the waiting time with the memory of the
 * function that waits most.
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

/** Returns the price of tokens in dollars. Input excludes tokens that were read from the cache or written to it. */
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

/** The options for a bill of offline work, priced as if the default models had answered. */
export const AS_IF_ON_AWS: BillOptions = { models: DEFAULT_MODELS };

type CostDay = CostView["days"][number];

/** Returns the bills of the last `count` dates that have meter rows, oldest first. */
export function costDays(rows: readonly MeterRow[], count: number): CostDay[] {
  return [...Map.groupBy(rows, ({ date }) => date)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(-count)
    .map(([date, ofDay]) => {
      const bill = billOf(sum(ofDay), AS_IF_ON_AWS);
      const of = (kind: MeterRow["kind"]) => ofDay.filter((row) => row.kind === kind).length;
      return { date, bill, total: total(bill), runs: of("run"), wakes: of("wake") };
    });
}

/** Returns the bills of the last `count` dates that were metered. It reads the rows of those dates and one row more. */
export async function costOf(store: Store, userId: UserId, count: number): Promise<CostView> {
  const rows: MeterRow[] = [];
  const dates = new Set<string>();
  for await (const { body } of queryAll(store, { ...keys.meter.all(userId), descending: true })) {
    const row = MeterRow.parse(body);
    dates.add(row.date);
    if (dates.size > count) break;
    rows.push(row);
  }
  const { models } = sum(rows);
  return {
    prices: PRICES_OF,
    asIf: DEFAULT_MODELS,
    unpriced: [...new Set(models.map(({ model }) => model))].filter((model) => tokenPrice(model) === undefined),
    days: costDays(rows, count),
  };
}
