import * as z from "zod";
import { defineWrite } from "../define.ts";
import { externalJson } from "../outgoing.ts";
import { clip } from "../result-size.ts";
import { ToolFailure } from "../tool.ts";

const MAX_ARGS_CHARS = 2000;
const ANSWER_CHARS = 600;
const Name = z.string().regex(/^[a-zA-Z0-9_.-]{1,64}$/, "a name is 1-64 letters, digits, _, . or -");

/**
 * Calls a tool of an MCP server that this system was told of. This system can neither undo nor inspect what the call
 * does there. So the call needs a tap at every level and is sent at most once.
 */
export const callMcpTool = defineWrite({
  name: "call_mcp_tool",
  description: "Call a tool of a connected MCP server. The person is asked first, and it is done at most once.",
  args: z.strictObject({
    server: Name,
    tool: Name,
    args: z
      .record(z.string().max(100), z.json())
      .refine((args) => JSON.stringify(args).length <= MAX_ARGS_CHARS, "the arguments are too long"),
  }),
  title: ({ server, tool }) => `Call ${tool} on ${server}`,
  egress: ({ server }) => server,
  leaves: ["args"],
  async plan(_args, { mcp }) {
    if (!mcp) throw new ToolFailure("unavailable", "no MCP server is connected here");
    return { value: {}, writes: [] };
  },
  async perform({ server, tool, args }, { mcp }) {
    if (!mcp) throw new ToolFailure("unavailable", "no MCP server is connected here");
    const answer = await mcp.call(server, tool, externalJson(args));
    return { answer: clip(typeof answer === "string" ? answer : JSON.stringify(answer), ANSWER_CHARS) };
  },
});
