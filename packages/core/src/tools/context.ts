import type { Ports } from "../ports.ts";
import { REGISTRY } from "./registry.ts";
import type { ToolContext } from "./tool.ts";

type ToolPorts = Pick<Ports, "store" | "archive" | "clock" | "egress" | "embedder" | "web" | "mcp">;

/**
 * Returns what tools may know and use in one piece of work. Code gives `about`, from the header of a run or from an
 * approved proposal.
 */
export function toolContext(
  { store, archive, clock, egress = [], embedder, web, mcp }: ToolPorts,
  about: Pick<
    ToolContext,
    "userId" | "runId" | "trigger" | "date" | "autonomy" | "heard" | "understood" | "changing" | "wanted"
  >,
): ToolContext {
  return {
    ...about,
    now: clock.now(),
    egress,
    store,
    archive,
    ...(embedder ? { embedder } : {}),
    ...(web ? { web } : {}),
    ...(mcp ? { mcp } : {}),
    registry: REGISTRY,
  };
}
