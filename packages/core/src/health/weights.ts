/** How much each pillar counts in Form and in Recovery. The weights of one score add up to 1. */
import type { Pillar } from "@waldo/contracts";

/** The locked formula (docs/sources.md, Form and Recovery). */
export const FORM_WEIGHTS = { sleep: 0.5, cass: 0.35, circadian: 0.075, motion: 0.075 } as const satisfies Partial<
  Record<Pillar, number>
>;
export const RECOVERY_WEIGHTS = { sleep: 0.5, cass: 0.25, rhrts: 0.15, rrs: 0.1 } as const satisfies Partial<
  Record<Pillar, number>
>;
