/**
 * The areas that a run looked at. They travel with its diary entry and with what was noted in it, so that nobody reads
 * through a copy what they may not read itself (contexts/mcp/agents.ts).
 */
import { AREAS, type Area, TOOL_AREA, TOOL_EFFECT, ToolName, type ToolResult, type Trigger } from "@waldo/contracts";
import { bodyClaims } from "../safety/body/body-claims.ts";
import { sentencesOf } from "./claims/sentences.ts";
import { isAboutBody } from "./judge.ts";

/** The pages of get_context that are made of scores. */
const OF_BODY: readonly unknown[] = ["today.md", "baselines.md"];

/** Returns the areas that these results show. A call that failed or that changed something showed nothing. */
export function areasIn(results: readonly ToolResult[]): Area[] {
  const found = new Set<Area>();
  for (const result of results) {
    const tool = ToolName.safeParse(result.name).data;
    if (tool === undefined || !result.ok || TOOL_EFFECT[tool] !== "read") continue;
    found.add(TOOL_AREA[tool]);
    const file = tool === "get_context" ? (result.value as { file?: unknown } | null)?.file : undefined;
    if (OF_BODY.includes(file)) found.add("body");
    if (file === "goals.md") found.add("tasks");
    // The day is made of all of these.
    if (TOOL_AREA[tool] === "day") for (const one of ["calendar", "tasks"] as const) found.add(one);
  }
  return AREAS.filter((area) => found.has(area));
}

type Spoken = { readonly trigger: Trigger; readonly said: string; readonly results: readonly ToolResult[] };

/**
 * Returns the areas that a run has looked at or spoken of: those of its results, and the body when the answer speaks of
 * it. Everything that Waldo says unasked is about the body too, as on channels (run/answer.ts).
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
