/** Reads what a model was asked to answer in JSON. */
import type * as z from "zod";

/** Some models put a line of code fences around JSON. Anything else beside it is refused. */
const FENCED = /^```(?:json)?\s*|(?<!\s)\s*```$/g;

/** Returns a reply as its schema reads it. Undefined: it is not what was asked for. */
export function readTyped<Reply>(text: string, schema: z.ZodType<Reply>): Reply | undefined {
  try {
    return schema.safeParse(JSON.parse(text.trim().replaceAll(FENCED, ""))).data;
  } catch {
    return undefined;
  }
}
