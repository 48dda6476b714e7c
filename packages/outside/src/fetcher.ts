/**
 * Reads an address that a person gave. It can only reach the public internet:
 *
 *   the address     https without a name or password in it, on a port for https
 * its host        resolved once; each of its addresses must be public unicast
 * the connection goes to a checked address; no name is resolved again (DNS rebinding)
 *   a redirect      the same checks again, at most three times
 *   the answer      at most 10 MB, as it arrives and after decompression; 20 seconds in all
 *
 * It sends no cookie and no credentials, takes no proxy from the environment, and never logs the address.
 */

import { lookup as resolve } from "node:dns/promises";
import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type { FetchRefusal } from "@waldo/contracts";
import type { Fetched, Fetcher, Validators } from "@waldo/core/ports";
import { isPublicAddress } from "./public-address.ts";

const MAX_REDIRECTS = 3;
const MAX_BYTES = 10 * 1024 * 1024;
const TIMEOUT_MS = 20_000;
const REDIRECTS: readonly (number | undefined)[] = [301, 302, 303, 307, 308];

/** Decides which addresses may be reached. Only a test replaces it, to reach its own server. No setting can. */
type Reach = {
  readonly schemes: readonly string[];
  readonly mayUsePort: (port: number) => boolean;
  readonly isPublic: (address: string) => boolean;
};

export const PUBLIC_INTERNET: Reach = {
  schemes: ["https:"],
  mayUsePort: (port) => port === 443 || port === 8443,
  isPublic: isPublicAddress,
};

type Resolved = { readonly address: string; readonly family: number };

export type FetcherOptions = {
  readonly reach?: Reach;
  /** The only allowed hosts. A redirect to another host is refused. If this is absent, all hosts are allowed. */
  readonly hosts?: readonly string[];
  /** Returns all addresses of a host. The default asks the system. */
  readonly lookup?: (host: string) => Promise<readonly Resolved[]>;
  /** Milliseconds for everything: names, connections, redirects and the body. */
  readonly timeoutMs?: number;
};

class Refused extends Error {
  readonly why: FetchRefusal;
  constructor(why: FetchRefusal) {
    super(why);
    this.why = why;
  }
}

export function publicFetcher({
  reach = PUBLIC_INTERNET,
  hosts,
  lookup = (host) => resolve(host, { all: true }),
  timeoutMs = TIMEOUT_MS,
}: FetcherOptions = {}): Fetcher {
  return {
    async fetch(address, known = {}) {
      const deadline = AbortSignal.timeout(timeoutMs);
      try {
        let url = checkedUrl(address, undefined, reach);
        for (let redirects = 0; ; redirects++) {
          if (hosts && !hosts.includes(url.hostname)) throw new Refused("redirects");
          const addresses = await before(deadline, checkedAddresses(url, reach, lookup));
          const response = await ask(url, addresses, known, deadline);
          const { location } = response.headers;
          if (!REDIRECTS.includes(response.statusCode) || location === undefined)
            return await answerOf(response, deadline);
          response.destroy();
          if (redirects === MAX_REDIRECTS) throw new Refused("redirects");
          url = checkedUrl(location, url, reach);
        }
      } catch (error) {
        return { outcome: "refused", why: whyOf(error, deadline) };
      }
    },
  };
}

function checkedUrl(address: string, base: URL | undefined, { schemes, mayUsePort }: Reach): URL {
  // The parser also turns unusual forms of an IPv4 address (octal, hex, short, one number) into the usual one.
  const url = URL.parse(address.trim().replace(/^webcals?:/i, "https:"), base?.href);
  if (url === null || !schemes.includes(url.protocol) || url.username !== "" || url.password !== "")
    throw new Refused("address");
  const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
  if (!mayUsePort(port)) throw new Refused("port");
  return url;
}

/** The host without the brackets of IPv6 and without the dot that ends a full name. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

/**
 * Returns the addresses of the host. If one of them is not public, all are refused, because no normal host has both
 * kinds.
 */
async function checkedAddresses(
  url: URL,
  { isPublic }: Reach,
  lookup: NonNullable<FetcherOptions["lookup"]>,
): Promise<readonly Resolved[]> {
  const host = hostOf(url);
  const family = isIP(host);
  const addresses = family === 0 ? await lookup(host) : [{ address: host, family }];
  if (addresses.length === 0) throw new Refused("unreachable");
  if (!addresses.every(({ address }) => isPublic(address))) throw new Refused("not_public");
  return addresses;
}

async function ask(
  url: URL,
  addresses: readonly Resolved[],
  { etag, lastModified }: Validators,
  deadline: AbortSignal,
): Promise<IncomingMessage> {
  const host = hostOf(url);
  const options = {
    // A new connection is used: a kept-alive one was checked for another request.
    agent: false,
    lookup: answering(addresses),
    signal: deadline,
    headers: {
      accept: "text/calendar, */*;q=0.1",
      "accept-encoding": "gzip",
      "user-agent": "Waldo",
      ...(etag === undefined ? {} : { "if-none-match": etag }),
      ...(lastModified === undefined ? {} : { "if-modified-since": lastModified }),
    },
  };
  const request =
    url.protocol === "https:"
      ? https.request(url, { ...options, rejectUnauthorized: true, ...(isIP(host) ? {} : { servername: host }) })
      : http.request(url, options);
  // An error before the answer rejects `once`. A later error reaches the code that reads the body.
  request.on("error", () => {});
  request.end();
  const [response]: IncomingMessage[] = await once(request, "response");
  if (response === undefined) throw new Refused("unreachable");
  return response;
}

/** Returns a resolver that always answers with these addresses. */
function answering(addresses: readonly Resolved[]): LookupFunction {
  return (_host, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, [...addresses]);
    else if (first) callback(null, first.address, first.family);
  };
}

async function answerOf(response: IncomingMessage, deadline: AbortSignal): Promise<Fetched> {
  const { statusCode: status = 0, headers } = response;
  const { etag, "last-modified": lastModified } = headers;
  const validators = { ...(etag ? { etag } : {}), ...(lastModified ? { lastModified } : {}) };
  if (status === 200) return { outcome: "answered", status, bytes: await bodyOf(response, deadline), ...validators };
  response.destroy();
  return { outcome: "answered", status, bytes: new Uint8Array(), ...validators };
}

async function bodyOf(response: IncomingMessage, signal: AbortSignal): Promise<Uint8Array> {
  const encoding = (response.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  const chunks: Uint8Array[] = [];
  const kept = new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  if (encoding === "identity") await pipeline(response, bounded, kept, { signal });
  else if (encoding === "gzip" || encoding === "x-gzip")
    await pipeline(response, bounded, createGunzip(), bounded, kept, { signal });
  else {
    response.destroy();
    throw new Refused("encoding");
  }
  return Buffer.concat(chunks);
}

async function* bounded(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Refused("too_large");
    yield chunk;
  }
}

/** Waits until a deadline for work that cannot be cancelled. */
function before<T>(deadline: AbortSignal, work: Promise<T>): Promise<T> {
  const passed = once(deadline, "abort").then(() => Promise.reject(new Refused("too_slow")));
  return Promise.race([work, passed]);
}

function whyOf(error: unknown, deadline: AbortSignal): FetchRefusal {
  if (error instanceof Refused) return error.why;
  if (deadline.aborted) return "too_slow";
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code.startsWith("Z_")) return "encoding";
  return /CERT|ISSUER|SIGNATURE/.test(code) ? "certificate" : "unreachable";
}
