/**
 * The API of a person: a device sends its days and reads the score of a day. No other function writes raw rows (R7).
 */
import { ingestPorts } from "@waldo/aws/compose/ingest";
import { lambdaPipeline } from "@waldo/aws/lambda-pipeline";
import { ApiEvent, answerError } from "./api-event.ts";
import { form } from "./form.ts";
import { sync } from "./sync.ts";

export const handler = lambdaPipeline({
  input: ApiEvent,
  about: ({ requestContext: { authorizer, requestId } }) => ({
    userId: authorizer.jwt.claims.sub,
    correlationId: requestId,
  }),
  handle: (event, log) => (event.routeKey === "POST /sync" ? sync : form)(event, ingestPorts(log)),
  answerError,
});
