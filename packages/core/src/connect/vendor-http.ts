/** Asks vendors over HTTP. What a vendor sends is bounded in size and time, so a broken one costs little. */
import type { VendorAnswer, VendorHttp } from "./vendor.ts";

const TIMEOUT_MS = 20_000;
/** A page of 25 records has some 50 kB. */
const MAX_BYTES = 2_000_000;

type VendorHttpOptions = {
  readonly fetch: typeof globalThis.fetch;
  /** Where every request goes instead of to the vendor's host. A test has the vendor on loopback. */
  readonly through?: string | undefined;
  /** For one request, from its start to the last byte of its answer. */
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
      // The reason would name the address, and some vendors have a token in it.
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
