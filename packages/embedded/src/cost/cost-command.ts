/** `waldo cost`: computes what each day would have cost on AWS, by part, from the rows of the meter. */
import { type LocalDate, type MeterRow, UserId, WaldoError } from "@waldo/contracts";
import { AS_IF_ON_AWS, type Bill, billOf, PARTS, total } from "@waldo/core/meter/bill";
import { DEFAULT_MODELS, PRICES_OF } from "@waldo/core/meter/prices";
import { meterRows } from "@waldo/core/meter/rows";
import { sum } from "@waldo/core/meter/tally";
import { openExisting } from "../home.ts";
import { OFFLINE_MODEL } from "../offline-composer.ts";
import type { Terminal } from "../terminal.ts";
import { typed } from "../typed.ts";

export type CostOptions = {
  readonly user: string;
  readonly home: string;
  readonly days: string;
  readonly json: boolean;
};

/** One date: dollars by part, and the counts they come from. */
export type CostDay = {
  readonly date: LocalDate;
  readonly bill: Bill;
  readonly total: number;
  readonly runs: number;
  readonly wakes: number;
};

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

/** Prints the bills. Throws `InvalidInput` when there are no rows, or when `--days` is not a number of days. */
export async function showCost(options: CostOptions, terminal: Terminal): Promise<void> {
  const count = Number(options.days);
  if (!Number.isSafeInteger(count) || count < 1)
    throw new WaldoError("InvalidInput", `--days ${options.days}: give a number of days, 1 or more`);
  const { print, c } = terminal;
  const home = openExisting(options.home, terminal);
  try {
    const rows: MeterRow[] = [];
    for await (const row of meterRows(home.store, typed(UserId, options.user, "--user"), "0000-01-01", "9999-12-31"))
      rows.push(row);
    const days = costDays(rows, count);
    const asked = sum(rows.filter(({ date }) => days.some((day) => day.date === date))).models;
    const offline = asked.some(({ model }) => model === OFFLINE_MODEL);
    if (options.json) return print(JSON.stringify({ prices: PRICES_OF, asIf: DEFAULT_MODELS, offline, days }, null, 2));
    if (days.length === 0) return print("nothing has been metered yet");
    const cell = (value: number) => value.toFixed(5).padStart(11);
    print(
      c.dim(
        `${"date".padEnd(11)}${PARTS.map((part) => part.padStart(11)).join("")}${"total".padStart(11)}  runs  wakes`,
      ),
    );
    for (const day of days)
      print(
        `${day.date.padEnd(11)}${PARTS.map((part) => cell(day.bill[part])).join("")}${c.bold(cell(day.total))}${String(day.runs).padStart(6)}${String(day.wakes).padStart(7)}`,
      );
    const mean = days.reduce((dollars, day) => dollars + day.total, 0) / days.length;
    print(
      `\n$${mean.toFixed(4)} a day on AWS: list prices of ${PRICES_OF.date}, ${PRICES_OF.region}, no free tier, storage not included`,
    );
    if (offline)
      print(c.dim(`The offline composer wrote, for nothing; its tokens are priced as ${DEFAULT_MODELS.primary}.`));
  } finally {
    home.store.close();
  }
}
