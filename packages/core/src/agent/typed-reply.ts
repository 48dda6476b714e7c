/** Reads what a model was asked to answer in JSON. */
import type * as z from "zod";
import { NO_TOOLS, shapeOf } from "../models/shape/reply-shape.ts";

/** Some models put a line of code fences around JSON, or think first. Anything else beside it is refused. */
const FENCED = /^```(?:json)?\s*|(?<!\s)\s*```$/g;

/** Returns a reply as its schema reads it. Undefined: it is not what was asked for. */
export function readTyped<Reply>(text: string, schema: z.ZodType<Reply>): Reply | undefined {
  const shape = shapeOf(text, { ...NO_TOOLS, typed: true });
  if (shape.is !== "answer") return undefined;
  try {
    return schema.safeParse(JSON.parse(shape.text.replaceAll(FENCED, ""))).data;
  } catch {
    return undefined;
  }
}
