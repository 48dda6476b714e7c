/**
 * The API of a person: a device sends its days and says in which time zone it is. No other function writes raw rows (R7).
 */
import { ingestPorts } from "@waldo/aws/compose/ingest";
import { lambdaPipeline } from "@waldo/aws/lambda-pipeline";
import { ApiEvent, answerError } from "./api-event.ts";
import { sync, zone } from "./sync.ts";

export const handler = lambdaPipeline({
  input: ApiEvent,
  about: ({ requestContext: { authorizer, requestId } }) => ({
    userId: authorizer.jwt.claims.sub,
    correlationId: requestId,
  }),
  handle: (event, log) => (event.routeKey === "POST /v1/sync" ? sync : zone)(event, ingestPorts(log)),
  answerError,
});
