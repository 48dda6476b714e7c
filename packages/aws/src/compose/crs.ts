import type { Log, Ports } from "@waldo/core/ports";
import { clock } from "./environment.ts";
import { healthStore } from "./health-store.ts";

/**
 * Returns the ports of crs, which reads raw health and writes scores. This function has no agent, no model and no
 * channel (R7, R8).
 */
export function crsPorts(log: Log): Pick<Ports, "store" | "clock"> {
  return { store: healthStore(log), clock };
}
