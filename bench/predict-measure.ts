/** What a played history says of each way of ranking: means over days, and how sure a difference is. */
import { TOP } from "@waldo/core/contexts/learning";
import { seeded } from "@waldo/testkit/synthetic-person";
import { type JudgedDay, RANKERS } from "./predict-play.ts";
import { PEERS } from "./predict-rankers.ts";

const RESAMPLES = 2000;
const SEED = 20;
/** Days that follow each other are alike, so they are drawn in blocks of so many. */
const BLOCK_DAYS = 7;

/** Hits in the first ten of what could be hit there: of ten, where more were needed. From 0 to 1. */
export function hitAtTen(day: JudgedDay, ranker: string): number {
  return (day.hits[ranker] ?? 0) / Math.min(TOP, day.needed);
}

/** Hits in the first ten of all that was needed. From 0 to 1. */
export function recallAtTen(day: JudgedDay, ranker: string): number {
  return (day.hits[ranker] ?? 0) / day.needed;
}

export type RankerFigures = {
  readonly ranker: string;
  readonly hit: number;
  readonly recall: number;
  /** How much higher its hit@10 is than that of the best simple peer, with the 95 % interval. */
  readonly difference: number;
  readonly low: number;
  readonly high: number;
};
export type Figures = {
  readonly days: number;
  /** The simple peer that did best on these very days. That favours the peers. */
  readonly bestPeer: string;
  readonly rankers: readonly RankerFigures[];
};

/** Returns the figures of some days. */
export function figuresOf(days: readonly JudgedDay[]): Figures {
  const mean = (of: (day: JudgedDay) => number) => meanOf(days.map(of));
  const simple = PEERS.filter(({ isSimple }) => isSimple).map(({ name }) => ({
    name,
    hit: mean((day) => hitAtTen(day, name)),
  }));
  const bestPeer = simple.reduce((best, one) => (one.hit > best.hit ? one : best)).name;
  const rankers = RANKERS.map((ranker): RankerFigures => {
    const differences = days.map((day) => hitAtTen(day, ranker) - hitAtTen(day, bestPeer));
    const [low, high] = intervalOfMean(differences);
    return {
      ranker,
      hit: mean((day) => hitAtTen(day, ranker)),
      recall: mean((day) => recallAtTen(day, ranker)),
      difference: meanOf(differences),
      low,
      high,
    };
  });
  return { days: days.length, bestPeer, rankers };
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns the 95 % interval of a mean by a bootstrap of blocks (Künsch 1989), the last block followed by the first. */
export function intervalOfMean(values: readonly number[]): [low: number, high: number] {
  const n = values.length;
  if (n === 0) return [0, 0];
  const random = seeded(SEED);
  const block = Math.min(BLOCK_DAYS, n);
  const means = Array.from({ length: RESAMPLES }, () => {
    let sum = 0;
    for (let drawn = 0; drawn < n; ) {
      const start = Math.floor(random() * n);
      for (let i = 0; i < block && drawn < n; i++, drawn++) sum += values[(start + i) % n] ?? 0;
    }
    return sum / n;
  }).sort((a, b) => a - b);
  const at = (share: number) => means[Math.round(share * (RESAMPLES - 1))] ?? 0;
  return [at(0.025), at(0.975)];
}

/** Which word says how a ranker did beside the best simple peer. */
export function verdictOf({ low, high }: Pick<RankerFigures, "low" | "high">): "better" | "worse" | "no difference" {
  if (low > 0) return "better";
  return high < 0 ? "worse" : "no difference";
}
