/** What a person's days would have cost on AWS. The command `waldo cost` and the route show the same. */
import { type CostView, keys, MeterRow, type UserId } from "@waldo/contracts";
import type { Store } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { AS_IF_ON_AWS, billOf, total } from "./bill.ts";
import { DEFAULT_MODELS, PRICES_OF, tokenPrice } from "./prices.ts";
import { sum } from "./tally.ts";

export type CostDay = CostView["days"][number];

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
