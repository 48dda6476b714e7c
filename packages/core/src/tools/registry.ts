import { TOOL_PERMISSIONS, type Trigger } from "@waldo/contracts";
import type { ToolSpec } from "../ports.ts";
import { executeAction } from "./execute-action.ts";
import { getContext } from "./get-context.ts";
import { getCrs } from "./get-crs.ts";
import { getHealth } from "./get-health.ts";
import { getMasterMetrics } from "./get-master-metrics.ts";
import { getTasks } from "./get-tasks.ts";
import { proposeAction } from "./propose-action.ts";
import type { Registry, Tool } from "./tool.ts";
import { updateTask } from "./update-task.ts";
import { writeTask } from "./write-task.ts";

/** Every tool this build has. A name of the ACL without an entry is answered `unavailable`. */
export const REGISTRY: Registry = {
  get_crs: getCrs as Tool,
  get_health: getHealth as Tool,
  get_master_metrics: getMasterMetrics as Tool,
  get_context: getContext as Tool,
  get_tasks: getTasks as Tool,
  write_task: writeTask as Tool,
  update_task: updateTask as Tool,
  propose_action: proposeAction as Tool,
  execute_action: executeAction as Tool,
};

/** The tools a trigger may use and this build has, in the order of the ACL. */
export function toolsFor(trigger: Trigger): ToolSpec[] {
  return TOOL_PERMISSIONS[trigger].flatMap((name) => {
    const tool = REGISTRY[name];
    return tool ? [{ name, description: tool.description, schema: tool.schema }] : [];
  });
}
