import type { ToolName } from "@waldo/contracts";
import { getContext } from "./get-context.ts";
import { getCrs } from "./get-crs.ts";
import { getHealth } from "./get-health.ts";
import { getMasterMetrics } from "./get-master-metrics.ts";
import type { Tool } from "./tool.ts";

/** Every tool this build has. A name of the ACL without an entry is answered `unavailable`. */
export const REGISTRY: Partial<Record<ToolName, Tool>> = {
  get_crs: getCrs as Tool,
  get_health: getHealth as Tool,
  get_master_metrics: getMasterMetrics as Tool,
  get_context: getContext as Tool,
};
