/** An HTTP server that answers from a script, for tests of adapters. */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { LocalServer } from "./local-server.ts";
import { readBody, serveLoopback } from "./loopback.ts";

/** What happens to one request after it has arrived completely. An object is sent as JSON, a text as it is. */
export type Answer =
  | {
      readonly kind: "reply";
      readonly status: number;
      readonly body: object | string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Half of the body is sent, then the connection breaks. */
  | { readonly kind: "cut"; readonly body: object | string }
  /** The connection breaks before anything is sent, so the client cannot know whether the request was carried out. */
  | { readonly kind: "lose-answer" }
  /** Nothing is ever sent, and the connection stays open. */
  | { readonly kind: "silence" }
  /** Half of the body is sent, and the connection stays open. */
  | { readonly kind: "stall"; readonly body: object | string };

export type Asked = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  /** The body as it arrived. */
  readonly bytes: Buffer;
};

export type ScriptedServer = LocalServer & {
  /** The requests as they arrived, oldest first. */
  readonly asked: Asked[];
  /** One answer per request, taken from the front. A request beyond the script gets status 599. */
  readonly script: Answer[];
  /** Forgets the requests and the rest of the script. */
  reset(): void;
};

export const ok = (body: object | string): Answer => ({ kind: "reply", status: 200, body });

/** A server on loopback that answers exactly as the script says, in the wire format of the script. */
export async function startScriptedServer(version: "http1" | "http2" = "http1"): Promise<ScriptedServer> {
  const asked: Asked[] = [];
  const script: Answer[] = [];
  const server = await serveLoopback((incoming, outgoing) => {
    readBody(incoming)
      .then((bytes) => {
        const { method = "", url: path = "", headers } = incoming;
        asked.push({ method, path, headers, body: bytes.toString(), bytes });
        give(script.shift() ?? { kind: "reply", status: 599, body: "the script is over" }, incoming, outgoing);
      })
      .catch(() => incoming.socket.destroy());
  }, version);
  const reset = () => {
    asked.length = 0;
    script.length = 0;
  };
  return { ...server, asked, script, reset };
}

function give(answer: Answer, incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (answer.kind === "silence") return;
  if (answer.kind === "lose-answer") {
    incoming.socket.destroy();
    return;
  }
  const body = typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body);
  const type = { "content-type": typeof answer.body === "string" ? "text/html" : "application/json" };
  if (answer.kind === "reply") {
    outgoing.writeHead(answer.status, { ...type, ...answer.headers }).end(body);
    return;
  }
  outgoing.writeHead(200, { ...type, "content-length": Buffer.byteLength(body) });
  outgoing.write(body.slice(0, body.length / 2), () => {
    if (answer.kind === "cut") incoming.socket.destroy();
  });
}
