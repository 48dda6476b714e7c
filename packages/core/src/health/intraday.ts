/** Intraday readings: raw, kept for two days, and read only to say one scalar of them (R7). */
import { IntradaySample, keys, type Live, type LocalDate, SAMPLE_HOURS, type UserId } from "@waldo/contracts";
import { MAX_TRANSACTION_WRITES, type Ports, type Write } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { addDays, HOUR_MS } from "../time.ts";
import { loadDays } from "./ledger.ts";
import { restOf, sniff } from "./stress.ts";

/** Keeps intraday readings for as long as they may live. Sent twice they are the same rows. */
export async function saveSamples(
  ports: Pick<Ports, "store" | "clock">,
  userId: UserId,
  samples: readonly IntradaySample[],
): Promise<number> {
  const oldest = ports.clock.now() - SAMPLE_HOURS * HOUR_MS;
  const writes = [...new Map(samples.map((sample) => [sample.at, sample])).values()]
    .filter(({ at }) => at >= oldest)
    .map((sample): Write => {
      const expiresAt = sample.at + SAMPLE_HOURS * HOUR_MS;
      return { op: "put", key: keys.sample(userId, sample.at), body: sample, expiresAt };
    });
  for (let i = 0; i < writes.length; i += MAX_TRANSACTION_WRITES)
    await ports.store.transact(writes.slice(i, i + MAX_TRANSACTION_WRITES));
  return writes.length;
}

/** How far back the stress sniff looks, and how many days say what rest is. */
const SNIFF_MS = HOUR_MS;
const REST_DAYS = 28;

/** What the readings of the last hour say, as a scalar; nothing where there are none. */
export async function sniffNow(
  ports: Pick<Ports, "store" | "clock">,
  userId: UserId,
  date: LocalDate,
): Promise<Pick<Live, "stress" | "spike">> {
  const now = ports.clock.now();
  const { table, pk, sk } = keys.sample(userId, now - SNIFF_MS);
  const samples: IntradaySample[] = [];
  for await (const row of queryAll(ports.store, { table, pk, from: sk, to: keys.sample(userId, now + 1).sk }))
    samples.push(IntradaySample.parse(row.body));
  if (samples.length === 0) return {};
  const rest = restOf(await loadDays(ports.store, userId, addDays(date, -REST_DAYS), date));
  return rest ? sniff(samples, rest, now) : {};
}
