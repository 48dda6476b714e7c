/**
 * The MCP server over Streamable HTTP, without sessions: each request stands alone, so any process can answer it. Who asks
 * is decided outside, by a key or by a checked token.
 */
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { MCP_PATH } from "@waldo/contracts";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { mcpServer } from "./server.ts";
import type { Asking } from "./tool.ts";

/** The largest message: a context at its longest, in four bytes a sign, with room around it. */
export const MCP_BYTES = 256 * 1024;

export type McpDoor = {
  /** Returns who asks. Undefined: the request carries nothing that opens. */
  readonly who: (c: Context) => Promise<Asking | undefined>;
  /** Where a client learns how to sign in, for the answer 401. Absent: it needs a key of the person. */
  readonly metadata?: string;
  /** Whether an answer may be a stream, in which a long call tells how far it is. */
  readonly streams: boolean;
};

const refusal = (code: number, message: string) => ({ jsonrpc: "2.0", id: null, error: { code, message } });

export function mcpDoor({ who, metadata, streams }: McpDoor): Hono {
  const app = new Hono();
  const limit = bodyLimit({
    maxSize: MCP_BYTES,
    onError: (c) => c.json(refusal(-32600, `a message may have ${MCP_BYTES} bytes`), 413),
  });
  app.post(MCP_PATH, limit, async (c) => {
    const asking = await who(c);
    if (asking === undefined) {
      const challenge = metadata === undefined ? "Bearer" : `Bearer resource_metadata="${metadata}"`;
      const what = metadata === undefined ? "send the key of this agent as a bearer token" : "sign in first";
      return c.json(refusal(-32001, what), 401, { "www-authenticate": challenge });
    }
    // The protocol has no batches since 2025-06-18, and one of a hundred messages would ask for a hundred answers.
    const parsedBody: unknown = await c.req.json().catch(() => undefined);
    if (parsedBody === undefined) return c.json(refusal(-32700, "the body is not JSON"), 400);
    if (Array.isArray(parsedBody)) return c.json(refusal(-32600, "send one message of JSON-RPC in each request"), 400);
    const server = mcpServer(async () => asking);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !streams });
    await server.connect(transport);
    return transport.handleRequest(c.req.raw, { parsedBody });
  });
  // Without sessions there is no stream to listen to and nothing to end.
  app.on(["GET", "DELETE"], MCP_PATH, (c) =>
    c.json(refusal(-32000, "this server keeps no session: use POST"), 405, { allow: "POST" }),
  );
  return app;
}
