import { z } from "zod";
import type { JsonObject } from "../ports.ts";
import type { ReadTool, WriteTool } from "./tool.ts";

/** The JSON schema is derived from the zod schema, so that the two cannot differ. */
function schemaOf(args: z.ZodType): JsonObject {
  const { $schema: _, ...schema } = z.toJSONSchema(args, { io: "input" });
  return schema as unknown as JsonObject;
}

export function defineRead<Args>(tool: Omit<ReadTool<Args>, "schema">): ReadTool<Args> {
  return { ...tool, schema: schemaOf(tool.args) };
}

export function defineWrite<Args>(tool: Omit<WriteTool<Args>, "schema">): WriteTool<Args> {
  return { ...tool, schema: schemaOf(tool.args) };
}
