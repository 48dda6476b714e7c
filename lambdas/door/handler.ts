/**
 * The door on AWS: API Gateway has checked the token, and this function answers with the person's own rows, through the
 * role of that person. It calls no model and no channel, and reads no raw health (R7, R8).
 */
import { doorPorts } from "@waldo/aws/compose/door";
import { lambdaPipeline } from "@waldo/aws/lambda-pipeline";
import { DOOR_ERRORS, type Route, UserId } from "@waldo/contracts";
import { door } from "@waldo/core/door/door";
import type { Log } from "@waldo/core/ports";
import { handle as onLambda } from "hono/aws-lambda";
import * as z from "zod";

/**
 * An event of API Gateway's HTTP API (payload 2.0). Hono reads the rest of it. A public route has no authorizer.
 */
const DoorEvent = z.looseObject({
  requestContext: z.looseObject({
    requestId: z.string().min(1),
    authorizer: z.looseObject({ jwt: z.looseObject({ claims: z.looseObject({ sub: UserId }) }) }).optional(),
  }),
});
type DoorEvent = z.infer<typeof DoorEvent>;

type Answer = { readonly statusCode: number; readonly body: string };
type Hosted = { readonly event: DoorEvent };

const signedIn = ({ requestContext }: DoorEvent) => requestContext.authorizer?.jwt.claims.sub;

const BY: Route["by"] = "door";

async function answer(event: DoorEvent, log: Log): Promise<Answer> {
  const who = ({ env }: { readonly env: unknown }) => signedIn((env as Hosted).event);
  const app = door({ who, ports: (userId) => doorPorts(userId, log), log, only: BY });
  return onLambda(app)(event as never) as Promise<Answer>;
}

export const handler = lambdaPipeline({
  input: DoorEvent,
  about: (event) => ({ userId: signedIn(event), correlationId: event.requestContext.requestId }),
  handle: answer,
  answerError: () => ({
    statusCode: DOOR_ERRORS.Unexpected,
    body: JSON.stringify({ error: "Unexpected", message: "something went wrong here; it is in the log" }),
  }),
});
