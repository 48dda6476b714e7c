/**
 * The MCP server of `waldo serve`: Streamable HTTP on 127.0.0.1. An agent sends the key that the person has created for
 * it.
 */

import { agentOfKey } from "@waldo/contexts/mcp/agents";
import { mcpDoor } from "@waldo/contexts/mcp/server";
import type { UserId } from "@waldo/contracts";
import type { DoorPorts } from "@waldo/core/door/handlers";
import type { Hono } from "hono";
import { type Afterwards, askingOf } from "./asking.ts";

const BEARER = /^Bearer ([\w.-]{1,200})$/;

export function servedMcp(ports: DoorPorts, userId: UserId, summarises: boolean, after: Afterwards): Hono {
  return mcpDoor({
    streams: true,
    async who({ req }) {
      const key = BEARER.exec(req.header("authorization") ?? "")?.[1];
      const agent = key === undefined ? undefined : await agentOfKey(ports, userId, key);
      return agent && askingOf(ports, userId, { agent, summarises, after });
    },
  });
}
