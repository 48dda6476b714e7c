/** The person's API: a device's days in, the score of a day out. The only writer of raw rows (R7). */
import { ingestPorts } from "@waldo/aws/compose";
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
  handle: (event) => (event.routeKey === "POST /sync" ? sync : form)(event, ingestPorts()),
  answerError,
});
