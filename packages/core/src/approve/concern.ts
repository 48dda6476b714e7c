// How a message and the tap screen show the row that an action changes, and the words of other people in it.
import type { ProposedAction, TaintedPart } from "@waldo/contracts";
import * as z from "zod";
import { REGISTRY } from "../tools/registry.ts";

const SHOWN_CHARS = 300;

/**
 * Returns the text of the row that an action changes, cut to a length that the message and the tap screen can both
 * show.
 */
export function clippedConcern(text: string): string {
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
}

/** Said when no argument is from outside, but the idea for the action may be. */
export const AFTER_OUTSIDE = "I had read other people's text before I came to this.";

/** Returns the lines that show other people's words in an action. Each line has at most `most` characters of them. */
export function othersWords({ tool, tainted }: Pick<ProposedAction, "tool" | "tainted">, most: number): string[] {
  return tainted
    .filter((part) => !isFixed(tool, part))
    .map(({ text }) => `in somebody else's words: “${text.length > most ? `${text.slice(0, most)}…` : text}”`);
}

/** A date, a time or a moment in a notation that only tools use. */
const MOMENT = /^(?:\d{4}-\d{2}-\d{2}(?:T[\d:.]{4,15}(?:Z|[+-]\d{2}:\d{2})?)?|\d{2}:\d{2})$/;

/** An id has no space and at least one digit. So the word "evil" is not an id. */
const ID = /^(?=\D{0,80}\d)[\w-]{6,80}$/;

function isFixed(tool: ProposedAction["tool"], { path, text }: TaintedPart): boolean {
  if (MOMENT.test(text)) return true;
  const schema = schemaAt(REGISTRY[tool]?.args, path);
  if (schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral) return schema.safeParse(text).success;
  // If the schema has a pattern, or the tool names the argument as an id, the text is an id and not a sentence.
  const isId = schema instanceof z.ZodString && (schema.format === "regex" || /^args\.\w{1,30}Id$/.test(path));
  return isId && ID.test(text);
}

/** Returns the schema of the argument at a path of `leavesOf`: args.tags[1].name. */
function schemaAt(args: z.ZodType | undefined, path: string): unknown {
  let schema: unknown = args;
  for (const step of path.split(/[.[]/).slice(1)) {
    schema = bare(schema);
    if (schema instanceof z.ZodArray) schema = schema.element;
    else if (schema instanceof z.ZodObject) schema = schema.shape[step];
    else return undefined;
  }
  return bare(schema);
}

function bare(schema: unknown): unknown {
  let inner = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault)
    inner = inner.unwrap();
  return inner;
}
