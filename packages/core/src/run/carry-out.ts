/**
 * Carries out tool calls of a run, and tells what else must know of them. It hangs on the results and not on who asked:
 * a model, or the template that speaks where no model answers.
 */
import { HandoffId, type RunHeader, type ToolCall, type ToolName, type ToolResult } from "@waldo/contracts";
import * as z from "zod";
import type { Transcript } from "../agent/transcript.ts";
import { runCalls } from "../agent/turn.ts";
import { tryReminderTimes } from "../cadence/reminder-times.ts";
import type { Ports } from "../ports.ts";

/** The tools that may set, move or end a reminder. */
const SETS_TIMES: readonly string[] = ["watch", "cancel_watch", "undo_last"] satisfies ToolName[];

export async function carryOut(
  ports: Ports,
  header: RunHeader,
  calls: readonly ToolCall[],
  transcript: Transcript,
): Promise<ToolResult[]> {
  const results = await runCalls(ports, header, calls, transcript);
  if (results.some(({ name }) => SETS_TIMES.includes(name))) await tryReminderTimes(ports, header.userId);
  await startHandedOver(ports, header, results);
  return results;
}

/**
 * Starts the machine of each task that was handed over. A step that runs again finds the same tasks and starts the same
 * executions. The phases wait in the person's queue until this run is over.
 */
async function startHandedOver(ports: Ports, { userId }: RunHeader, results: readonly ToolResult[]): Promise<void> {
  for (const result of results) {
    const given = result.ok && result.name === "hand_over" ? HandedOver.safeParse(result.value).data : undefined;
    if (given) await ports.machines.startHandoff(given.handoffId, { userId, handoffId: given.handoffId });
  }
}

const HandedOver = z.object({ handoffId: HandoffId });
