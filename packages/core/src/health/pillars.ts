/** Computes all pillars of one day. crs.ts calls it. A pillar without enough data is absent. */
import type { EpochMs, Pillar } from "@waldo/contracts";
import { cassPillar, rhrtsPillar, rrsPillar } from "./autonomic.ts";
import { circadianPillar } from "./circadian.ts";
import type { Scored } from "./curve.ts";
import { motionPillar } from "./motion.ts";
import { sleepPillar } from "./sleep.ts";
import type { DayRow, Timeline } from "./timeline.ts";

export type PillarScores = Partial<Record<Pillar, Scored>>;

/** Returns each pillar at `at` on the day of `row`. A pillar is absent when there is not enough data. */
const PILLAR_READINGS: Record<Pillar, (timeline: Timeline, row: DayRow, at: EpochMs) => Scored | undefined> = {
  sleep: sleepPillar,
  cass: cassPillar,
  rhrts: rhrtsPillar,
  rrs: rrsPillar,
  circadian: circadianPillar,
  motion: motionPillar,
};

export function scorePillars(timeline: Timeline, row: DayRow, at: EpochMs): PillarScores {
  const scores: PillarScores = {};
  for (const [pillar, read] of Object.entries(PILLAR_READINGS) as [Pillar, (typeof PILLAR_READINGS)[Pillar]][]) {
    const scored = read(timeline, row, at);
    if (scored !== undefined) scores[pillar] = scored;
  }
  return scores;
}
