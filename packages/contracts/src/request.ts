/**
 * Makes the request of a route. This code needs only the method and the path of a route and no schema, so that a page
 * stays small.
 */
import type { DoorError } from "./errors.ts";
import type { RouteName, Sends } from "./routes.ts";

export const API_ROOT = "/v1";

/**
 * The header with the name of a request, so that a request that is sent twice is carried out once. The value becomes
 * the run's nonce.
 */
export const IDEMPOTENCY_KEY = "idempotency-key";

/** The door refused a request. `message` tells what happened and what to do. */
export class DoorFailure extends Error {
  override readonly name = "DoorFailure";
  readonly error: DoorError["error"];
  readonly conflict: DoorError["conflict"];
  constructor({ error, message, conflict }: DoorError) {
    super(message);
    this.error = error;
    this.conflict = conflict;
  }
}

export type Sent<N extends RouteName> = Partial<Sends<N>> & { readonly key?: string };

/** Returns the request of a route. `key` is the idempotency key. */
export function requestOf<N extends RouteName>(
  { method, path }: { readonly method: string; readonly path: string },
  origin: string,
  { params, query, body, key }: Sent<N>,
): Request {
  const filled = Object.entries<unknown>({ ...params }).reduce<string>(
    (left, [part, value]) => left.replace(`{${part}}`, encodeURIComponent(String(value))),
    path,
  );
  const url = new URL(`${API_ROOT}${filled}`, origin);
  for (const [part, value] of Object.entries<unknown>({ ...query }))
    if (value !== undefined) url.searchParams.set(part, String(value));
  const isFile = body instanceof Blob;
  const type = isFile ? "application/octet-stream" : "application/json";
  const headers = { "content-type": type, ...(key === undefined ? {} : { [IDEMPOTENCY_KEY]: key }) };
  const isBare = method === "GET" || (method === "DELETE" && body === undefined);
  return new Request(url, {
    method,
    headers,
    ...(isBare ? {} : { body: isFile ? body : JSON.stringify(body ?? {}) }),
  });
}
