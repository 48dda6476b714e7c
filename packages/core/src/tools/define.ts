/** Makes a tool from its parts and adds the JSON schema of its arguments. Every file of the catalogue uses it. */

import * as z from "zod";
import type { JsonObject } from "../ports.ts";
import type { ActTool, ReadTool, WriteTool } from "./tool.ts";

/** Derives the JSON schema from the zod schema, so that the two cannot differ. */
function schemaOf(args: z.ZodType): JsonObject {
  const { $schema: _, ...schema } = z.toJSONSchema(args, { io: "input" });
  return JSON.parse(JSON.stringify(schema));
}

export function defineRead<Args, Value extends object>(
  tool: Omit<ReadTool<Args, Value>, "schema">,
): ReadTool<Args, Value> {
  return { ...tool, schema: schemaOf(tool.args) };
}

export function defineWrite<Args>(tool: Omit<WriteTool<Args>, "schema">): WriteTool<Args> {
  return { ...tool, schema: schemaOf(tool.args) };
}

export function defineAct<Args>(tool: Omit<ActTool<Args>, "schema">): ActTool<Args> {
  return { ...tool, schema: schemaOf(tool.args) };
}
