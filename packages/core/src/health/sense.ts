/**
 * The first half of a wake: it turns raw health data into the score of the day. The crs function runs only this part,
 * and it is the only part of a wake that reads raw rows (R7). It touches no row of the agent.
 */
import { EVENT_DROP, keys, type Live, type SensedWake, type WakeInput } from "@waldo/contracts";
import { accumulator, meteredStore } from "../meter/metered.ts";
import type { Ports } from "../ports.ts";
import { localDate } from "../time.ts";
import { sniffNow } from "./intraday.ts";
import { findScore, loadTimeZone, refreshScore, scoreNow } from "./ledger.ts";

type SensePorts = Pick<Ports, "store" | "clock">;

/**
 * Brings the score up to date. A patrol tick only looks at it. Every other wake stores the score of the day. The result
 * carries the counts of the work, so the second half of the wake can write them down.
 */
export async function sense(ports: SensePorts, input: WakeInput): Promise<SensedWake> {
  const tally = accumulator(input.spent);
  const date = await look({ ...ports, store: meteredStore(ports.store, tally) }, input);
  return { ...input, date, spent: tally.spent() };
}

async function look(ports: SensePorts, { userId, job, scheduledAt, settled = false }: WakeInput): Promise<string> {
  const timeZone = await loadTimeZone(ports.store, userId);
  const date = localDate(Date.parse(scheduledAt), timeZone);
  if (job !== "patrol") {
    await refreshScore(ports, userId, { date, timeZone, settled });
    return date;
  }
  const before = await findScore(ports.store, userId, date);
  const { form } = await scoreNow(ports, userId, { date, timeZone, settled: true, basis: before?.basis });
  const stored = before?.form;
  // When Form fell so far that the person would be told, the score is stored, so that the Brief reads the same value.
  if (form !== undefined && stored !== undefined && stored - form >= EVENT_DROP)
    await refreshScore(ports, userId, { date, timeZone, settled: false });
  const live: Live = { date, ...(form === undefined ? {} : { form }), ...(await sniffNow(ports, userId, date)) };
  await ports.store.transact([{ op: "put", key: keys.live(userId), body: live }]);
  return date;
}
