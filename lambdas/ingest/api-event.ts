/** Reads the requests of the API and writes its answers. A request that does not fit is answered with 400. */

import {
  ConsentNeeded,
  consentRefusal,
  DOOR_ERRORS,
  type DoorError,
  isError,
  UserId,
  WaldoError,
} from "@waldo/contracts";
import * as z from "zod";

/**
 * The part of an API Gateway HTTP API event (payload 2.0) that ingest reads. The authorizer has checked the token;
 * `sub` is the id of the person.
 */
export const ApiEvent = z.object({
  routeKey: z.enum(["POST /v1/sync", "PUT /v1/zone"]),
  /** API Gateway passes header names in lower case. */
  headers: z.record(z.string(), z.string()).default({}),
  body: z.string().default(""),
  isBase64Encoded: z.boolean().default(false),
  requestContext: z.object({
    requestId: z.string().min(1),
    authorizer: z.object({ jwt: z.object({ claims: z.object({ sub: UserId }) }) }),
  }),
});
export type ApiEvent = z.infer<typeof ApiEvent>;

export type ApiAnswer = {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** The event of a hook. API Gateway has checked nothing. The key in a header proves the sender. */
export const HookEvent = ApiEvent.extend({
  routeKey: z.literal("POST /v1/hooks/apple"),
  requestContext: z.object({ requestId: z.string().min(1) }),
});
export type HookEvent = z.infer<typeof HookEvent>;

/** Builds an answer. The answer carries `no-store`, because the answers of this API are health data of a person. */
export function answer(statusCode: number, body: object, headers: Readonly<Record<string, string>> = {}): ApiAnswer {
  const always = { "content-type": "application/json", "cache-control": "no-store" };
  return { statusCode, headers: { ...always, ...headers }, body: JSON.stringify(body) };
}

/** Answers an error behind the API, as the door does: the reason goes to the log, not to the client. */
export function answerError(error: Error): ApiAnswer {
  const retry = error instanceof WaldoError && error.next === "retry";
  return retry
    ? refuse({ error: "Unavailable", message: "the store is busy: ask again in a moment" }, { "retry-after": "2" })
    : refuse({ error: "Unexpected", message: "something went wrong here; it is in the log" });
}

/** Answers with an error of the contract, under its status. */
export function refuse(refusal: DoorError, headers: Readonly<Record<string, string>> = {}): ApiAnswer {
  return answer(DOOR_ERRORS[refusal.error], refusal, headers);
}

/**
 * Reads the client's part of a request, then acts on it. `InvalidInput` is the client's fault and becomes a 400. A
 * missing consent becomes a 403 that names the consent.
 */
export async function onRequest<T>(read: () => T, act: (request: T) => Promise<ApiAnswer>): Promise<ApiAnswer> {
  try {
    return await act(read());
  } catch (error) {
    if (error instanceof ConsentNeeded) return refuse(consentRefusal(error));
    if (!isError(error, "InvalidInput")) throw error;
    return refuse({ error: "InvalidInput", message: error.message });
  }
}

/** Returns a part of a request that a client wrote. Throws `InvalidInput` with the places where it is wrong. */
export function parseRequest<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues.map(({ path, code }) => `${path.map(String).join(".") || "body"} (${code})`);
  throw new WaldoError("InvalidInput", `the request is wrong at ${where.slice(0, 5).join(", ")}`);
}

export function textOf({ body, isBase64Encoded }: Pick<ApiEvent, "body" | "isBase64Encoded">): string {
  return isBase64Encoded ? Buffer.from(body, "base64").toString() : body;
}

export function readJson(event: ApiEvent): unknown {
  try {
    return JSON.parse(textOf(event));
  } catch (cause) {
    throw new WaldoError("InvalidInput", "the body is not JSON", { cause });
  }
}
