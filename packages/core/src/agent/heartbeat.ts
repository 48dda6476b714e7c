// A background run asks a model once. The model answers with typed JSON. A heartbeat answers with a message, with
// nothing, or with how long Waldo need not look again; an ambient run answers with an orientation. Plain code makes the
// one tool call that comes before the question.

import { BeatReply, type ModelStep, OrientReply, type RunHeader, type ToolName, type Trigger } from "@waldo/contracts";
import type * as z from "zod";
import { NO_TOOLS, shapeOf } from "../models/shape/reply-shape.ts";
import type { Transcript } from "./transcript.ts";

/** Some models put code fences around JSON, or think before it. Any other text beside the JSON is refused. */
const FENCED = /^```(?:json)?\s*|(?<!\s)\s*```$/g;

/** Returns a reply parsed by its schema, or undefined when the reply does not match the schema. */
export function readTyped<Reply>(text: string, schema: z.ZodType<Reply>): Reply | undefined {
  const shape = shapeOf(text, { ...NO_TOOLS, typed: true });
  if (shape.is !== "answer") return undefined;
  try {
    return schema.safeParse(JSON.parse(shape.text.replaceAll(FENCED, ""))).data;
  } catch {
    return undefined;
  }
}

/** The tool that plain code calls before it asks a model. */
const LOOKS: Partial<Record<Trigger, ToolName>> = { heartbeat: "get_nudges", ambient: "get_orientation" };

/** A step that stands in the journal for the turn in which plain code called the tool. */
const lookWith = (name: ToolName): ModelStep => ({
  outcome: "replied",
  rung: "L1",
  model: "plain-code",
  text: "",
  calls: [{ id: "look-1", name, args: {} }],
  stop: "tool_use",
  usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
});

/** Returns the tool call that comes before the first question, or undefined when there is none. */
export function lookBefore({ trigger }: Pick<RunHeader, "trigger">, { turns }: Transcript): ModelStep | undefined {
  const name = LOOKS[trigger];
  return name !== undefined && turns.length === 0 ? lookWith(name) : undefined;
}

/** Reads the typed answer of a heartbeat. Returns undefined for anything else. */
export const readBeat = (text: string): BeatReply | undefined => readTyped(text, BeatReply);

/** Reads the typed answer of an ambient run. Returns undefined for anything else. */
export const readOrientation = (text: string): OrientReply | undefined => readTyped(text, OrientReply);

/** Writes a heartbeat answer in the form that a model would use. The offline composer calls it. */
export function beatText(message: string | undefined): string {
  return JSON.stringify(
    (message === undefined ? { action: "heartbeat_ok" } : { action: "message", message }) satisfies BeatReply,
  );
}
