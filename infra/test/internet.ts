/** The names of a deployment on one port of loopback, by TLS, for a real browser that is told to find every host there. */
import { once } from "node:events";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { selfSigned } from "./certificate.ts";
import type { JsonObject, Resource } from "./template.ts";

export type Internet = {
  /** What a browser is started with. */
  readonly arguments: readonly string[];
  stop(): Promise<void>;
};

/** `endpoints`: where the server of each origin listens. `buckets`: those that a page sends files to, by origin. */
export async function startInternet(
  endpoints: Readonly<Record<string, string>>,
  buckets: Readonly<Record<string, Resource>>,
): Promise<Internet> {
  const server = createServer(selfSigned(), (incoming, outgoing) => {
    const origin = `https://${incoming.headers.host}`;
    const endpoint = endpoints[origin];
    if (endpoint === undefined) return outgoing.writeHead(502).end(`${origin} cannot be reached`);
    const bucket = buckets[origin];
    const shared = bucket === undefined ? {} : sharedWith(bucket, incoming);
    if (bucket !== undefined && incoming.method === "OPTIONS")
      return outgoing.writeHead(shared === undefined ? 403 : 200, shared).end();
    pass(incoming, outgoing, endpoint, shared ?? {});
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    arguments: [`--host-resolver-rules=MAP * 127.0.0.1:${port}`, "--ignore-certificate-errors"],
    async stop() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The headers of the two servers' own connection. */
const OWN = ["connection", "keep-alive", "transfer-encoding"];

function pass(incoming: IncomingMessage, outgoing: ServerResponse, endpoint: string, more: Record<string, string>) {
  const { method, url, headers } = incoming;
  const onward = request(`${endpoint}${url}`, { method, headers }, (answer) => {
    const kept = Object.entries(answer.headers).filter(([name]) => !OWN.includes(name));
    outgoing.writeHead(answer.statusCode ?? 502, { ...Object.fromEntries(kept), ...more });
    answer.pipe(outgoing);
  });
  onward.on("error", () => outgoing.destroy());
  outgoing.on("close", () => onward.destroy());
  incoming.pipe(onward);
}

type Rule = { readonly AllowedHeaders: string[]; readonly AllowedMethods: string[]; readonly AllowedOrigins: string[] };

/** Returns what S3 answers to a page of another origin by the rules of the bucket. Undefined: no rule fits. */
function sharedWith(
  { properties }: Resource,
  { method, headers }: IncomingMessage,
): Record<string, string> | undefined {
  const { CorsRules } = properties["CorsConfiguration"] as unknown as { CorsRules: Rule[] } & JsonObject;
  const { origin = "" } = headers;
  const wanted = headers["access-control-request-method"] ?? method ?? "";
  const named = String(headers["access-control-request-headers"] ?? "")
    .split(",")
    .filter((name) => name !== "");
  const rule = CorsRules.find(
    ({ AllowedHeaders, AllowedMethods, AllowedOrigins }) =>
      AllowedOrigins.some((one) => new RegExp(`^${one.replaceAll(".", "\\.").replaceAll("*", ".*")}$`).test(origin)) &&
      AllowedMethods.includes(wanted) &&
      named.every((name) => AllowedHeaders.includes(name.trim())),
  );
  if (rule === undefined) return undefined;
  return {
    "access-control-allow-origin": origin,
    "access-control-allow-methods": rule.AllowedMethods.join(", "),
    "access-control-allow-headers": rule.AllowedHeaders.join(", "),
    vary: "Origin",
  };
}
