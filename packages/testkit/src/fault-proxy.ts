/** A proxy between a client and a server that makes planned faults, for tests of retries. */

import { once } from "node:events";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import type { LocalServer } from "./local-server.ts";
import { readBody, serveLoopback } from "./loopback.ts";

/** What to do with one request instead of passing it on and back. */
export type Fault =
  /** The server carries the request out, but the answer never arrives. */
  | { readonly kind: "lose-answer" }
  /** The server never sees the request. The proxy sends this answer: an object as JSON, a text as it is. */
  | { readonly kind: "answer"; readonly status: number; readonly body: object | string };

type SeenRequest = { readonly headers: IncomingMessage["headers"]; readonly body: string };

export type FaultProxy = LocalServer & {
  /** The requests as they arrived, oldest first. */
  readonly seen: SeenRequest[];
  /** The faults for the next requests, one each; undefined lets a request pass. Used faults are removed. */
  readonly faults: (Fault | undefined)[];
};

/** An HTTP proxy on loopback that makes exactly the faults it is told to make. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const seen: SeenRequest[] = [];
  const faults: (Fault | undefined)[] = [];
  const server = await serveLoopback((incoming, outgoing) => {
    readBody(incoming)
      .then(async (body) => {
        seen.push({ headers: incoming.headers, body: body.toString() });
        const fault = faults.shift();
        if (fault?.kind === "answer") {
          const { status, body: instead } = fault;
          return answer(outgoing, status, typeof instead === "string" ? instead : JSON.stringify(instead));
        }
        const passed = await pass(target, incoming, body);
        if (fault?.kind === "lose-answer") incoming.socket.destroy();
        else answer(outgoing, passed.status, passed.body, passed.headers);
      })
      .catch(() => incoming.socket.destroy());
  });
  return { ...server, seen, faults };
}

async function pass(target: string, incoming: IncomingMessage, body: Buffer) {
  const { method, url, headers } = incoming;
  const onward = request(new URL(url ?? "/", target), { ...(method && { method }), headers });
  onward.end(body);
  const [response] = (await once(onward, "response")) as [IncomingMessage];
  return { status: response.statusCode ?? 500, headers: response.headers, body: await readBody(response) };
}

function answer(to: ServerResponse, status: number, body: string | Buffer, headers: IncomingMessage["headers"] = {}) {
  to.writeHead(status, headers).end(body);
}
