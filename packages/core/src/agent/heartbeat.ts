// Runs in the background ask a model once, and its answer is typed JSON. A heartbeat answers with a message, with
// nothing, or with how long there is nothing to look at; an ambient run answers with an orientation. Plain code makes
// the one look that comes before the question.

import { BeatReply, type ModelStep, OrientReply, type RunHeader, type ToolName, type Trigger } from "@waldo/contracts";
import type * as z from "zod";
import { NO_TOOLS, shapeOf } from "../models/shape/reply-shape.ts";
import type { Transcript } from "./transcript.ts";

/** Some models put a line of code fences around JSON, or think first. Anything else beside it is refused. */
const FENCED = /^```(?:json)?\s*|(?<!\s)\s*```$/g;

/** Returns a reply as its schema reads it. Returns undefined when the reply is not what was asked for. */
export function readTyped<Reply>(text: string, schema: z.ZodType<Reply>): Reply | undefined {
  const shape = shapeOf(text, { ...NO_TOOLS, typed: true });
  if (shape.is !== "answer") return undefined;
  try {
    return schema.safeParse(JSON.parse(shape.text.replaceAll(FENCED, ""))).data;
  } catch {
    return undefined;
  }
}

/** The tool with which plain code looks, before a model is asked. */
const LOOKS: Partial<Record<Trigger, ToolName>> = { heartbeat: "get_nudges", ambient: "get_orientation" };

/** Stands for the turn in which plain code looks. */
const lookWith = (name: ToolName): ModelStep => ({
  outcome: "replied",
  rung: "L1",
  model: "plain-code",
  text: "",
  calls: [{ id: "look-1", name, args: {} }],
  stop: "tool_use",
  usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
});

/** Returns the look that comes before the first question, or undefined where there is none. */
export function lookBefore({ trigger }: Pick<RunHeader, "trigger">, { turns }: Transcript): ModelStep | undefined {
  const name = LOOKS[trigger];
  return name !== undefined && turns.length === 0 ? lookWith(name) : undefined;
}

/** Reads the typed answer of a heartbeat. Returns undefined for anything else. */
export const readBeat = (text: string): BeatReply | undefined => readTyped(text, BeatReply);

/** Reads the typed answer of an ambient run. Returns undefined for anything else. */
export const readOrientation = (text: string): OrientReply | undefined => readTyped(text, OrientReply);

/** Writes an answer as a model would: what the offline composer says of a heartbeat. */
export function beatText(message: string | undefined): string {
  return JSON.stringify(
    (message === undefined ? { action: "heartbeat_ok" } : { action: "message", message }) satisfies BeatReply,
  );
}
