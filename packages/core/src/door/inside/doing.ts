// Tells in one word what a run is doing now, for the page.
import {
  type Doing,
  ModelStep,
  type RunHeader,
  type StepRecord,
  TOOL_AREA,
  ToolName,
  ToolsStep,
} from "@waldo/contracts";

/** In these states the last step tells more than the state alone. */
const TELLING: readonly RunHeader["state"][] = ["LLM_CALLED", "TOOLS_DONE"];

/** Returns what a run is doing. `lastStep` reads its last step record; it is called only when that record tells more. */
export async function doingOf(
  { state, fence }: Pick<RunHeader, "state" | "fence">,
  lastStep: () => Promise<StepRecord | undefined>,
): Promise<Doing | undefined> {
  if (TELLING.includes(state)) return lookingAt(await lastStep());
  switch (state) {
    case "PENDING":
      return fence === 0 ? "waiting" : "reading";
    case "CONTEXT_BUILT":
      return "thinking";
    case "GATED":
    case "DELIVERED":
      return "sending";
    default:
      return undefined;
  }
}

/**
 * Returns the area of the first tool. The run shows this area until the model has read the results, because that takes
 * longest. Without a tool the answer is written and being checked.
 */
function lookingAt(step: StepRecord | undefined): Doing {
  const called = step && namesIn(step);
  if (called === undefined) return "thinking";
  const [first] = called;
  if (first === undefined) return "checking";
  const tool = ToolName.safeParse(first).data;
  return tool === undefined ? "thinking" : TOOL_AREA[tool];
}

function namesIn({ to, data }: StepRecord): string[] | undefined {
  if (to === "TOOLS_DONE") return ToolsStep.safeParse(data).data?.results.map(({ name }) => name);
  const model = ModelStep.safeParse(data).data;
  return model?.outcome === "replied" ? model.calls.map(({ name }) => name) : undefined;
}
