// Stores intraday readings and reduces them to one number: stress, 0–1. It compares heart rate and HRV with the
// person's own values at rest, and ignores readings taken while moving (docs/sources.md, The Fetch). Stress is a
// heuristic of this project, not a clinical scale. It only decides whether a moment is a candidate for the Fetch, which
// runs in shadow mode until it is proven. The raw readings are kept for two days, and no code passes them on (R7).
import {
  type EpochMs,
  IntradaySample,
  keys,
  type Live,
  type LocalDate,
  SAMPLE_HOURS,
  SampleBlock,
  type SourceDay,
  type UserId,
} from "@waldo/contracts";
import * as z from "zod";
import { digest } from "../digest.ts";
import { MAX_TRANSACTION_WRITES, type Ports, type Store, type Write } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { addDays, HOUR_MS, MINUTE_MS } from "../time.ts";
import { loadDays } from "./ledger.ts";
import { median } from "./statistics.ts";

/** Stress at or above this for {@link SUSTAINED_MINUTES} makes the moment a candidate (docs/sources.md, The Fetch). */
export const STRESS_HIGH = 0.6;
export const SUSTAINED_MINUTES = 10;
/**
 * Two readings that are further apart than this belong to two stretches. A stretch ends when its last reading is older
 * than this.
 */
const GAP_MS = 5 * MINUTE_MS;
/** Stress is looked at over this time before the latest reading, while that one is not older than this. */
const SNIFF_MS = HOUR_MS;
/** A rise of this share above the resting heart rate counts as full stress. */
const FULL_RISE = 0.5;
/** Weight of the heart rate when HRV was measured too. */
const HEART_WEIGHT = 0.6;
/** A spike is a heart rate that is above rest by this share of it, without movement, for {@link SPIKE_MINUTES}. */
const SPIKE_RISE = 0.6;
const SPIKE_MINUTES = 5;

type Rest = { readonly heartRateBpm: number; readonly hrvRmssdMs?: number };

/**
 * Returns the person's own values at rest: the medians of the given days. Returns undefined without a resting heart
 * rate.
 */
export function restOf(days: readonly SourceDay[]): Rest | undefined {
  const values = (metric: "restingHrBpm" | "hrvRmssdMs") => days.flatMap(({ metrics }) => metrics[metric] ?? []);
  const heart = values("restingHrBpm");
  const hrv = values("hrvRmssdMs");
  const [heartRateBpm, hrvRmssdMs] = [median(heart), median(hrv)];
  if (heartRateBpm === undefined) return undefined;
  return { heartRateBpm, ...(hrvRmssdMs === undefined ? {} : { hrvRmssdMs }) };
}

/** Returns the stress of one reading, 0–1. */
export function stressOf({ heartRateBpm, hrvRmssdMs }: IntradaySample, rest: Rest): number {
  const heart = clamp((heartRateBpm / rest.heartRateBpm - 1) / FULL_RISE);
  if (hrvRmssdMs === undefined || rest.hrvRmssdMs === undefined) return heart;
  return HEART_WEIGHT * heart + (1 - HEART_WEIGHT) * clamp(1 - hrvRmssdMs / rest.hrvRmssdMs);
}

const clamp = (x: number) => Math.min(1, Math.max(0, x));

/**
 * Returns the stress of the hour that the readings show, which ends with the latest one: the longest stretch in which it
 * was high. Without a high reading it is the stress of the latest one. A device sends its readings when it can, so that
 * hour may have ended up to an hour ago; returns nothing when it is longer ago. Movement ends a stretch, because a high
 * rate after exercise is recovery. A spike is only one of now.
 */
export function sniff(samples: readonly IntradaySample[], rest: Rest, now: number): Pick<Live, "stress" | "spike"> {
  const known = samples.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at);
  const last = known.at(-1);
  if (!last || now - last.at > SNIFF_MS) return {};
  const ordered = known.filter(({ at }) => at >= last.at - SNIFF_MS);
  const high = longestHigh(ordered, rest);
  const level = high?.level ?? (last.moving ? 0 : stressOf(last, rest));
  const stress = { level: Math.round(level * 100) / 100, minutes: high?.minutes ?? 0 };
  const raised = heldFor(ordered, ({ heartRateBpm }) => heartRateBpm >= rest.heartRateBpm * (1 + SPIKE_RISE));
  return { stress, ...(raised >= SPIKE_MINUTES && now - last.at <= GAP_MS ? { spike: true } : {}) };
}

/** Returns the longest stretch of high stress, and the lowest stress of its readings. */
function longestHigh(ordered: readonly IntradaySample[], rest: Rest): Live["stress"] {
  let longest: Live["stress"];
  let start: IntradaySample | undefined;
  let [before, least] = [0, 1];
  for (const sample of ordered) {
    const level = stressOf(sample, rest);
    // What was before a movement is over.
    if (sample.moving) longest = undefined;
    if (sample.moving || level < STRESS_HIGH) start = undefined;
    else {
      if (start === undefined || sample.at - before > GAP_MS) [start, least] = [sample, 1];
      least = Math.min(least, level);
      const minutes = (sample.at - start.at) / MINUTE_MS;
      if (longest === undefined || minutes >= longest.minutes) longest = { level: least, minutes };
    }
    before = sample.at;
  }
  return longest;
}

/** Returns the minutes from the first to the last reading of the current stretch. */
function heldFor(ordered: readonly IntradaySample[], holds: (sample: IntradaySample) => boolean): number {
  const end = ordered.at(-1);
  if (!end) return 0;
  let start: number | undefined;
  let next = end.at;
  for (const sample of ordered.toReversed()) {
    if (sample.moving || !holds(sample) || next - sample.at > GAP_MS) break;
    start = sample.at;
    next = sample.at;
  }
  return start === undefined ? 0 : (end.at - start) / MINUTE_MS;
}

/**
 * The readings of this time are one row. A device sends at least one a minute, and a row costs the same for one reading
 * as for a dozen.
 */
export const BLOCK_MS = 20 * MINUTE_MS;

/**
 * Stores intraday readings for a limited time, and returns how many. The role that writes raw rows may not read them,
 * so nothing is merged here. The readings give the row its name, so the same readings sent twice are the same row. A
 * window that overlaps an earlier one adds rows for the parts that differ. The code that reads them counts each reading
 * once.
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

/**
 * Returns the readings ordered by time, one for each instant. If two have the same instant, the later in the list
 * counts.
 */
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

/**
 * A row of a block, or of a single reading as an earlier release wrote it. Rows of the second form are gone after two
 * days.
 */
const Stored = z.union([SampleBlock, IntradaySample.transform((one): SampleBlock => ({ samples: [one] }))]);

/** How many days define rest. */
const REST_DAYS = 28;

/** Returns the stress of the hour that the latest readings show. Returns nothing when there are no recent readings. */
export async function sniffNow(
  ports: Pick<Ports, "store" | "clock">,
  userId: UserId,
  date: LocalDate,
): Promise<Pick<Live, "stress" | "spike">> {
  const now = ports.clock.now();
  const samples = await loadSamples(ports.store, userId, now - 2 * SNIFF_MS, now + 1);
  if (samples.length === 0) return {};
  const rest = restOf(await loadDays(ports.store, userId, addDays(date, -REST_DAYS), date));
  return rest ? sniff(samples, rest, now) : {};
}
