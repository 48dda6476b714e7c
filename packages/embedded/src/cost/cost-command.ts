/** `waldo cost`: what each day would have cost on AWS, by part, from the rows of the meter (core/meter/bill.ts). */
import { UserId, WaldoError } from "@waldo/contracts";
import { OFFLINE_MODEL } from "@waldo/core/agent/transcript";
import { costOf, PARTS } from "@waldo/core/meter/bill";
import { openExisting } from "../home.ts";
import type { Terminal } from "../terminal.ts";
import { typed } from "../typed.ts";

export type CostOptions = {
  readonly user: string;
  readonly home: string;
  readonly days: string;
  readonly json: boolean;
};

/** Prints the bills. Throws `InvalidInput` when there are no rows, or when `--days` is not a number of days. */
export async function showCost(options: CostOptions, terminal: Terminal): Promise<void> {
  const count = Number(options.days);
  if (!Number.isSafeInteger(count) || count < 1)
    throw new WaldoError("InvalidInput", `--days ${options.days}: give a number of days, 1 or more`);
  const { print, c } = terminal;
  const home = openExisting(options.home, terminal);
  try {
    const cost = await costOf(home.store, typed(UserId, options.user, "--user"), count);
    const { prices, asIf, unpriced, days } = cost;
    if (options.json) return print(JSON.stringify(cost, null, 2));
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
      `\n$${mean.toFixed(4)} a day on AWS: list prices of ${prices.date}, ${prices.region}, no free tier, storage not included`,
    );
    if (unpriced.includes(OFFLINE_MODEL))
      print(c.dim(`The offline composer wrote, for nothing; its tokens are priced as ${asIf.primary}.`));
  } finally {
    home.store.close();
  }
}
