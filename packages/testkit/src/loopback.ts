/** Starts HTTP servers inside the test process. */

import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createHttp2Server, type Http2Server, type ServerHttp2Session } from "node:http2";
import type { LocalServer } from "./local-server.ts";

type Handler = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/**
 * Serves on a free port of loopback, with HTTP/1.1 or HTTP/2 without encryption. `stop` closes the connections that are
 * left.
 */
export async function serveLoopback(handler: Handler, version: "http1" | "http2" = "http1"): Promise<LocalServer> {
  const { server, breakConnections } = version === "http1" ? http1(handler) : http2(handler);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    async stop() {
      const closed = once(server, "close");
      server.close();
      breakConnections();
      await closed;
    },
  };
}

/** Serves on a free port of loopback what a function of web requests answers. Requests name the endpoint as their host. */
export function serveRequests(answer: (request: Request) => Promise<Response>): Promise<LocalServer> {
  return serveLoopback((incoming, outgoing) => {
    const reply = async () => {
      const { method = "GET", url = "/", headers } = incoming;
      const body = await readBody(incoming);
      const request = new Request(new URL(url, `http://${headers.host}`), {
        method,
        headers: Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]),
        ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
      });
      const response = await answer(request);
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.end(new Uint8Array(await response.arrayBuffer()));
    };
    reply().catch((error: unknown) => outgoing.writeHead(500).end(String(error)));
  });
}

function http1(handler: Handler) {
  const server = createServer(handler);
  return { server, breakConnections: () => server.closeAllConnections() };
}

function http2(handler: Handler) {
  // Node's compatibility layer passes objects of the same shape.
  const server: Http2Server = createHttp2Server(handler as unknown as Parameters<typeof createHttp2Server>[1]);
  const sessions = new Set<ServerHttp2Session>();
  server.on("session", (session) => {
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
  });
  return {
    server,
    breakConnections: () => {
      for (const session of sessions) session.destroy();
    },
  };
}

export async function readBody(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
