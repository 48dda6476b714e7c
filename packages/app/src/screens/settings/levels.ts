import type { Autonomy } from "@waldo/contracts";

/** The levels of autonomy, the lowest first. */
export const AUTONOMY_LEVELS: readonly Autonomy[] = ["L1", "L2", "L3"];
