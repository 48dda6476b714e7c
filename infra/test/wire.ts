/** HTTP servers on loopback that speak the SDK's protocols and ask IAM about each request. */
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";

export type WireRequest = {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
  /** The key that signed the request. */
  readonly accessKeyId: string;
};
export type WireAnswer = {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
};
export type Server = { readonly endpoint: string; stop(): Promise<void> };

export async function serve(answer: (request: WireRequest) => Promise<WireAnswer>): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    const reply = ({ status = 200, headers = {}, body = "" }: WireAnswer) => {
      outgoing.writeHead(status, { "x-amzn-requestid": "local", ...headers });
      outgoing.end(body);
    };
    read(incoming)
      .then(answer)
      .then(reply, (error: unknown) => reply({ status: 500, body: String(error) }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    async stop() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function read(incoming: IncomingMessage): Promise<WireRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { method = "GET", headers } = incoming;
  const url = new URL(incoming.url ?? "/", "http://local");
  const inAddress = url.searchParams.get("X-Amz-Credential")?.split("/")[0];
  const accessKeyId = inAddress ?? /Credential=([^/]+)\//.exec(String(headers.authorization))?.[1] ?? "";
  return {
    method,
    url,
    headers,
    body: Buffer.concat(chunks),
    accessKeyId,
  };
}

export const json = (value: object, status = 200): WireAnswer => ({
  status,
  headers: { "content-type": "application/x-amz-json-1.0" },
  body: JSON.stringify(value),
});

export const jsonError = (type: string, message: string, status = 400): WireAnswer => ({
  ...json({ __type: type, message }, status),
  headers: { "content-type": "application/x-amz-json-1.0", "x-amzn-errortype": type },
});

export const xml = (body: string, status = 200): WireAnswer => ({
  status,
  headers: { "content-type": "application/xml" },
  body: `<?xml version="1.0" encoding="UTF-8"?>${body}`,
});
