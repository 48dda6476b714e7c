/**
 * Stores intraday readings and reduces them to one scalar. The readings are raw, stay for two days, and no code passes
 * them on (R7).
 */
import {
  type EpochMs,
  IntradaySample,
  keys,
  type Live,
  type LocalDate,
  SAMPLE_HOURS,
  SampleBlock,
  type UserId,
} from "@waldo/contracts";
import * as z from "zod";
import { digest } from "../digest.ts";
import { MAX_TRANSACTION_WRITES, type Ports, type Store, type Write } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { addDays, HOUR_MS, MINUTE_MS } from "../time.ts";
import { loadDays } from "./ledger.ts";
import { restOf, sniff } from "./stress.ts";

/**
 * Readings of this many minutes are one row. A device sends one a minute or more, and a row costs the same for one as for
 * a dozen.
 */
export const BLOCK_MS = 20 * MINUTE_MS;

/**
 * Stores intraday readings until their time is over, and returns how many. The role that writes raw rows may not read
 * them, so nothing is merged here: a row is named by its readings. The same readings sent twice are the same row. A
 * window that overlaps an earlier one adds a row for each part that differs, and the reader counts a reading once.
 */
export async function saveSamples(
  ports: Pick<Ports, "store" | "clock">,
  userId: UserId,
  samples: readonly IntradaySample[],
): Promise<number> {
  const oldest = ports.clock.now() - SAMPLE_HOURS * HOUR_MS;
  const kept = onceEach(samples).filter(({ at }) => at >= oldest);
  const blocks = Map.groupBy(kept, ({ at }) => at - (at % BLOCK_MS));
  const writes = [...blocks].map(([from, inside]): Write => {
    const body: SampleBlock = { samples: inside };
    const expiresAt = from + BLOCK_MS + SAMPLE_HOURS * HOUR_MS;
    return { op: "put", key: keys.sample(userId, from, digest(JSON.stringify(inside)).slice(0, 16)), body, expiresAt };
  });
  for (let i = 0; i < writes.length; i += MAX_TRANSACTION_WRITES)
    await ports.store.transact(writes.slice(i, i + MAX_TRANSACTION_WRITES));
  return kept.length;
}

/** Returns the readings in the order of time, one for each instant. Of two, the later in the list counts. */
function onceEach(samples: readonly IntradaySample[]): IntradaySample[] {
  return [...new Map(samples.map((sample) => [sample.at, sample])).values()].sort((a, b) => a.at - b.at);
}

/** Returns the readings between two instants (`to` is excluded), each once, in the order of time. */
export async function loadSamples(
  store: Store,
  userId: UserId,
  from: EpochMs,
  to: EpochMs,
): Promise<readonly IntradaySample[]> {
  const found: IntradaySample[] = [];
  for await (const row of queryAll(store, keys.sample.between(userId, [Math.max(0, from - BLOCK_MS)], [to])))
    found.push(...Stored.parse(row.body).samples);
  return onceEach(found).filter(({ at }) => at >= from && at < to);
}

/** A row of a block, or of a single reading as an earlier release wrote it. Those are gone after two days. */
const Stored = z.union([SampleBlock, IntradaySample.transform((one): SampleBlock => ({ samples: [one] }))]);

/** How far back the stress computation looks, and how many days define rest. */
const SNIFF_MS = HOUR_MS;
const REST_DAYS = 28;

/** Returns what the readings of the last hour say, as a scalar. It returns nothing when there are none. */
export async function sniffNow(
  ports: Pick<Ports, "store" | "clock">,
  userId: UserId,
  date: LocalDate,
): Promise<Pick<Live, "stress" | "spike">> {
  const now = ports.clock.now();
  const samples = await loadSamples(ports.store, userId, now - SNIFF_MS, now + 1);
  if (samples.length === 0) return {};
  const rest = restOf(await loadDays(ports.store, userId, addDays(date, -REST_DAYS), date));
  return rest ? sniff(samples, rest, now) : {};
}
