/** Sends requests to vendors over HTTP. An answer is limited in size and time, so a broken server does little harm. */
import type { VendorAnswer, VendorHttp } from "./vendor.ts";

const TIMEOUT_MS = 20_000;
/** A page of 25 records has some 50 kB. */
const MAX_BYTES = 2_000_000;

type VendorHttpOptions = {
  readonly fetch: typeof globalThis.fetch;
  /** The host to which every request goes instead of the vendor's. In a test it is a server on loopback. */
  readonly through?: string | undefined;
  /** The limit for one request, from its start to the last byte of the answer. */
  readonly timeoutMs?: number;
};

export function vendorHttp({ fetch, through, timeoutMs = TIMEOUT_MS }: VendorHttpOptions): VendorHttp {
  return async ({ method, url, headers = {}, form, json }) => {
    const asked = new URL(url);
    const target = through === undefined ? asked : new URL(`${asked.pathname}${asked.search}`, through);
    try {
      const response = await fetch(target, {
        ...{ method, redirect: "manual", signal: AbortSignal.timeout(timeoutMs) },
        headers: json === undefined ? headers : { ...headers, "content-type": "application/json" },
        ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      });
      return await answerOf(response);
    } catch {
      // The reason is not logged: it would contain the address, and with some vendors the address contains a token.
      return undefined;
    }
  };
}

async function answerOf(response: Response): Promise<VendorAnswer | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) return undefined;
    chunks.push(chunk);
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks));
  return { status: response.status, headers: Object.fromEntries(response.headers), text };
}
