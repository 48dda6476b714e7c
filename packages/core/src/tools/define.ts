import { z } from "zod";
import type { JsonObject } from "../ports.ts";
import type { Tool } from "./tool.ts";

/** A tool whose JSON schema is derived from its zod schema, so that the two cannot differ. */
export function defineTool<Args>(tool: Omit<Tool<Args>, "schema">): Tool<Args> {
  const { $schema: _, ...schema } = z.toJSONSchema(tool.args, { io: "input" });
  return { ...tool, schema: schema as unknown as JsonObject };
}
