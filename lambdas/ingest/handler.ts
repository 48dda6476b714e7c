/**
 * The API of a person: a device sends its days and says in which time zone it is, and a phone posts Apple Health. Besides
 * this function only the fetcher (fetcher.ts) and imports (import.ts) write raw rows (R7).
 */
import { type IngestPorts, ingestPorts } from "@waldo/aws/compose/ingest";
import { lambdaPipeline } from "@waldo/aws/lambda-pipeline";
import { APPLE_TOKEN } from "@waldo/contracts";
import { answerAppleHook } from "@waldo/core/health/take-apple";
import type { Ports } from "@waldo/core/ports";
import * as z from "zod";
import { type ApiAnswer, ApiEvent, answer, answerError, HookEvent, textOf } from "./api-event.ts";
import { sync, zone } from "./sync.ts";

export const handler = lambdaPipeline({
  input: z.discriminatedUnion("routeKey", [ApiEvent, HookEvent]),
  about: ({ requestContext }) => ({
    // The key tells which person's phone posts, so the person is known after the key is checked.
    userId: "authorizer" in requestContext ? requestContext.authorizer.jwt.claims.sub : undefined,
    correlationId: requestContext.requestId,
  }),
  handle(event, log) {
    const ports = ingestPorts(log);
    if (event.routeKey === "POST /v1/hooks/apple") return post(event, { ...ports, log });
    return (event.routeKey === "POST /v1/sync" ? sync : zone)(event, ports);
  },
  answerError,
});

async function post(event: HookEvent, ports: IngestPorts & Pick<Ports, "log">): Promise<ApiAnswer> {
  const sent = { token: event.headers[APPLE_TOKEN.toLowerCase()] ?? "", text: textOf(event) };
  const { status, body, retryAfter } = await answerAppleHook(ports, sent);
  return answer(status, body, retryAfter === undefined ? {} : { "retry-after": String(retryAfter) });
}
