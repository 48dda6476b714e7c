/**
 * A heartbeat asks a model once whether to speak. So plain code makes the one look that there is before it, and the answer
 * is typed: a message, nothing, or for how long there is nothing to look at.
 */
import { BeatReply, type ModelStep, type RunHeader } from "@waldo/contracts";
import type { Transcript } from "./transcript.ts";

/** Stands for the turn in which plain code looks. */
const LOOK: ModelStep = {
  outcome: "replied",
  rung: "L1",
  model: "plain-code",
  text: "",
  calls: [{ id: "look-1", name: "get_nudges", args: {} }],
  stop: "tool_use",
  usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
};

/** The look that comes before the first question, or undefined where there is none. */
export function lookBefore({ trigger }: Pick<RunHeader, "trigger">, { turns }: Transcript): ModelStep | undefined {
  return trigger === "heartbeat" && turns.length === 0 ? LOOK : undefined;
}

const FENCED = /^```(?:json)?\s*|(?<!\s)\s*```$/g;

/** Reads the typed answer. Returns undefined for anything else. */
export function readBeat(text: string): BeatReply | undefined {
  try {
    return BeatReply.safeParse(JSON.parse(text.trim().replaceAll(FENCED, ""))).data;
  } catch {
    return undefined;
  }
}

/** Writes an answer as a model would: what the offline composer says of a heartbeat. */
export function beatText(message: string | undefined): string {
  return JSON.stringify(
    (message === undefined ? { action: "heartbeat_ok" } : { action: "message", message }) satisfies BeatReply,
  );
}
