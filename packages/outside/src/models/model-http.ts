/**
 * Posts a request to a model's server over HTTP and reads the JSON of its answer. The adapters of each wire format call
 * it, so this one table applies to all of them:
 *
 * 400, 401, 403, 404, 402 and a spent quota   ModelRefused      a repeated request would fail too
 *   429                                          ModelThrottled    after one pause the server named, if it is short
 * 408, or no answer in time                   ModelTimeout
 *   5xx, no connection, one that breaks          ModelUnavailable
 *   anything that is not JSON                    ModelMalformed
 */
import { WaldoError } from "@waldo/contracts";

/**
 * A small model on a laptop's processor takes a minute or more to read a prompt. Two of these timeouts fit into a run's
 * task.
 */
const DEFAULT_TIMEOUT_MS = 120_000;
/**
 * The longest pause for which the code waits when a server asks for one. With a longer pause, the reduced prompt or the
 * template answers sooner.
 */
export const MAX_PAUSE_MS = 20_000;

export type HttpOptions = {
  /** The address up to and including the version, such as http://127.0.0.1:11434/v1. */
  readonly baseUrl: string;
  readonly key?: string;
  readonly fetch: typeof globalThis.fetch;
  /** The limit for one request, from its start to the last byte of its answer. */
  readonly timeoutMs?: number;
  /** Waits for a short `Retry-After`. If this is absent, a throttled request fails at once. */
  readonly sleep?: (ms: number) => Promise<unknown>;
};

type Post = (body: object, model: string) => Promise<unknown>;

/**
 * Returns a function that posts a body to `path` below the address. It sends an object as JSON and a form unchanged.
 * The model's name is used in error messages only.
 */
export function poster(options: HttpOptions, path: string, ownHeaders: Readonly<Record<string, string>>): Post {
  const { timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const endpoint = endpointOf(options.baseUrl, path);

  async function post(body: string | FormData): Promise<Answer> {
    try {
      // The type of a form names its boundary, and fetch sets it.
      const headers = { ...(typeof body === "string" ? { "content-type": "application/json" } : {}), ...ownHeaders };
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await options.fetch(endpoint.url, { method: "POST", headers, body, signal });
      return { status: response.status, headers: response.headers, text: await response.text() };
    } catch (error) {
      throw unreached(error, endpoint.shown, timeoutMs);
    }
  }

  return async (request, model) => {
    const body = request instanceof FormData ? request : JSON.stringify(request);
    let answer = await post(body);
    const pauseMs = answer.status === 429 ? retryAfterMs(answer.headers) : undefined;
    if (options.sleep && pauseMs !== undefined && pauseMs <= MAX_PAUSE_MS) {
      await options.sleep(pauseMs);
      answer = await post(body);
    }
    if (answer.status < 200 || answer.status > 299) throw refused(answer, endpoint.shown, model);
    return parse(answer.text, endpoint.shown);
  };
}

type Answer = { readonly status: number; readonly headers: Headers; readonly text: string };

function endpointOf(baseUrl: string, path: string): { url: string; shown: string } {
  const url = URL.parse(baseUrl);
  if (!url?.protocol.startsWith("http") || url.username || url.password)
    throw new WaldoError(
      "InvalidInput",
      "the model's address must be a plain http or https URL such as http://127.0.0.1:11434/v1",
    );
  url.pathname = `${url.pathname.replace(/\/{1,4}$/, "")}/${path}`;
  // Messages show only the origin, because some addresses have a key in their query.
  return { url: url.href, shown: url.origin };
}

function parse(text: string, server: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = `the model's reply from ${server} is not JSON: the address usually ends in /v1`;
    throw new WaldoError("ModelMalformed", message, { cause });
  }
}

function unreached(error: unknown, server: string, timeoutMs: number): WaldoError {
  const name = error instanceof Error ? error.name : "";
  if (name === "TimeoutError" || name === "AbortError")
    return new WaldoError("ModelTimeout", `${server} did not answer within ${timeoutMs} ms`, { cause: error });
  const code = codeOf(error);
  const never = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"];
  const message = never.includes(code)
    ? `no answer at ${server} (${code}): ${isHere(server) ? "is Ollama, or whatever serves the model, running there?" : "check the address, and that this machine is online"}`
    : `the connection to ${server} broke (${code}): try again`;
  return new WaldoError("ModelUnavailable", message, { cause: error });
}

function isHere(server: string): boolean {
  return /^https?:\/\/(127\.|localhost\b|\[::1\])/.test(server);
}

/**
 * Returns the error code of a failed fetch. fetch puts it into the cause: one error, or one for each address it tried.
 */
function codeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause)
    if ("code" in at && typeof at.code === "string") return at.code;
  return "no reason given";
}

function refused({ status, headers, text }: Answer, server: string, model: string): WaldoError {
  const code = errorCode(text);
  const what = `${server} answered ${status}${code === undefined ? "" : ` (${code})`}`;
  if (status === 429 && code !== "insufficient_quota") {
    const pauseMs = retryAfterMs(headers);
    const wait = pauseMs === undefined ? "" : `, and asks for a pause of ${Math.ceil(pauseMs / 1000)} s`;
    return new WaldoError("ModelThrottled", `${what}: too many requests${wait}`);
  }
  if (status === 408 || status === 504) return new WaldoError("ModelTimeout", `${what}: the model took too long`);
  if (status >= 500) return new WaldoError("ModelUnavailable", `${what}: try again`);
  return new WaldoError(
    "ModelRefused",
    `${what}: ${ADVICE[status] ?? "the request itself is refused"} (model ${model})`,
  );
}

const ADVICE: Partial<Record<number, string>> = {
  401: "check the key",
  402: "the account has no credit",
  403: "the key may not use this model",
  404: "check that the address ends in /v1 and that the server has this model",
  429: "the account has no credit",
};

/**
 * Returns the provider's own short code, if it has one. The provider's message is left out, because it may quote the
 * prompt.
 */
function errorCode(text: string): string | undefined {
  try {
    const { error } = JSON.parse(text) as { error?: { code?: unknown; type?: unknown } };
    return [error?.code, error?.type]
      .map(String)
      .find((code) => /^[a-z][\w.-]{2,59}$/.test(code) && code !== "undefined");
  } catch {
    return undefined;
  }
}

/** Returns `Retry-After` in milliseconds. The header has seconds, or a date that is compared with the server's own. */
function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get("retry-after")?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const ms = Date.parse(value) - Date.parse(headers.get("date") ?? "");
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
