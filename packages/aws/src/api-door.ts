/**
 * Routes of the API behind API Gateway, as a Lambda handler: the authorizer has checked the token, and the function
 * answers with the person's own rows.
 */
import { DOOR_ERRORS, UserId } from "@waldo/contracts";
import type { Log } from "@waldo/core/ports";
import type { Context, Hono } from "hono";
import { handle as onLambda } from "hono/aws-lambda";
import * as z from "zod";
import { lambdaPipeline } from "./lambda-pipeline.ts";

/**
 * An event of API Gateway's HTTP API (payload 2.0). Hono reads the rest of the event. A public route has no authorizer.
 */
const ApiEvent = z.looseObject({
  requestContext: z.looseObject({
    requestId: z.string().min(1),
    domainName: z.string().optional(),
    authorizer: z.looseObject({ jwt: z.looseObject({ claims: z.looseObject({ sub: UserId }) }) }).optional(),
  }),
});
export type ApiEvent = z.infer<typeof ApiEvent>;

type Answer = { readonly statusCode: number; readonly body: string };
type Hosted = { readonly event: ApiEvent };

const signedIn = ({ requestContext }: ApiEvent) => requestContext.authorizer?.jwt.claims.sub;

/** Returns the handler. `open` makes the application of one request; it gets who asks, the log, and the API's own host. */
export function apiDoor(open: (who: (request: Context) => UserId | undefined, log: Log, host?: string) => Hono) {
  const who = ({ env }: { readonly env: unknown }) => signedIn((env as Hosted).event);
  return lambdaPipeline({
    input: ApiEvent,
    about: (event) => ({ userId: signedIn(event), correlationId: event.requestContext.requestId }),
    handle: (event, log) =>
      onLambda(open(who, log, event.requestContext.domainName))(event as never) as Promise<Answer>,
    answerError: () => ({
      statusCode: DOOR_ERRORS.Unexpected,
      body: JSON.stringify({ error: "Unexpected", message: "something went wrong here; it is in the log" }),
    }),
  });
}
