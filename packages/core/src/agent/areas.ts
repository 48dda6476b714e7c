/**
 * Finds the areas that a run looked at. They are stored with the run's diary entry and with every note that the run
 * made. An agent that may not read an area must not read it through such a copy (contexts/mcp/agents.ts).
 */
import { AREAS, type Area, TOOL_AREA, TOOL_EFFECT, ToolName, type ToolResult, type Trigger } from "@waldo/contracts";
import { bodyClaims } from "../safety/body/body-claims.ts";
import { sentencesOf } from "./claims/sentences.ts";
import { isAboutBody } from "./judge.ts";

/** The pages of get_context that are made from scores. */
const OF_BODY: readonly unknown[] = ["today.md", "baselines.md"];

/** Returns the areas that these results show. A failed call and a call that changed something show no area. */
export function areasIn(results: readonly ToolResult[]): Area[] {
  const found = new Set<Area>();
  for (const result of results) {
    const tool = ToolName.safeParse(result.name).data;
    if (tool === undefined || !result.ok || TOOL_EFFECT[tool] !== "read") continue;
    found.add(TOOL_AREA[tool]);
    const file = tool === "get_context" ? (result.value as { file?: unknown } | null)?.file : undefined;
    if (OF_BODY.includes(file)) found.add("body");
    if (file === "goals.md") found.add("tasks");
    // The page of the day holds something of each of these areas.
    if (TOOL_AREA[tool] === "day") for (const one of ["calendar", "tasks"] as const) found.add(one);
  }
  return AREAS.filter((area) => found.has(area));
}

type Spoken = { readonly trigger: Trigger; readonly said: string; readonly results: readonly ToolResult[] };

/**
 * Returns the areas that a run has looked at or spoken of: the areas of its results, and the body when the answer
 * speaks of the body. Every message that Waldo sends unasked counts as a message about the body, as on channels
 * (run/answer.ts).
 */
export function areasOf({ trigger, said, results }: Spoken): Area[] {
  const seen = areasIn(results);
  const isOfBody =
    trigger !== "user_message" ||
    sentencesOf(said).some(
      ({ text }) => isAboutBody(text, results) || bodyClaims(text).some(({ kind }) => kind !== "number"),
    );
  return AREAS.filter((area) => seen.includes(area) || (area === "body" && isOfBody));
}
