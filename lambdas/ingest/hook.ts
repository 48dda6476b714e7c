/**
 * The hooks of vendors. The function checks a hook, stores it and answers it; the fetcher does the work. This function
 * reaches no token and no health data: it finds the person behind a vendor's user, and stores that something changed.
 */
import { clientSecret, hookPorts } from "@waldo/aws/compose/wearables";
import { lambdaPipeline } from "@waldo/aws/lambda-pipeline";
import { HookChallenge, ROUTES, VendorName } from "@waldo/contracts";
import { answerChallenge, takeHook } from "@waldo/core/connect/hooks";
import { VENDOR } from "@waldo/core/connect/vendors";
import type { Log } from "@waldo/core/ports";
import * as z from "zod";
import { type ApiAnswer, answer, answerError, refuse } from "./api-event.ts";

/** An event of API Gateway's HTTP API (payload 2.0), which passes header names in lower case. */
const HookEvent = z.object({
  pathParameters: z.object({ vendor: z.string() }),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.string().default(""),
  isBase64Encoded: z.boolean().default(false),
  queryStringParameters: z.record(z.string(), z.string()).default({}),
  requestContext: z.object({
    requestId: z.string().min(1),
    http: z.object({ method: z.string() }).default({ method: "POST" }),
  }),
});

async function take(event: z.infer<typeof HookEvent>, log: Log): Promise<ApiAnswer> {
  const vendor = VendorName.safeParse(event.pathParameters.vendor).data;
  if (vendor === undefined) return refuse({ error: "NotFound", message: "there is no such vendor" });
  const secret = await clientSecret(vendor);
  if (event.requestContext.http.method === ROUTES.wearableChallenge.method) {
    const asked = HookChallenge.safeParse(event.queryStringParameters).data;
    const back = asked && answerChallenge(VENDOR[vendor], secret, asked);
    return back
      ? answer(ROUTES.wearableChallenge.status, back)
      : refuse({ error: "NotSignedIn", message: "this is not from the vendor" });
  }
  const body = event.isBase64Encoded ? Buffer.from(event.body, "base64").toString() : event.body;
  if (Buffer.byteLength(body) > ROUTES.wearableHook.maxBytes)
    return refuse({ error: "TooLarge", message: "no hook is as large as this" });
  const delivery = { headers: event.headers, body };
  const isTaken = await takeHook(hookPorts(log), VENDOR[vendor], secret, delivery);
  return isTaken
    ? answer(ROUTES.wearableHook.status, {})
    : refuse({ error: "NotSignedIn", message: "this is not from the vendor, or not from now" });
}

export const handler = lambdaPipeline({
  input: HookEvent,
  // The person behind a hook is known only after the hook is read.
  about: ({ requestContext }) => ({ userId: undefined, correlationId: requestContext.requestId }),
  handle: take,
  answerError,
});
