/**
 * Imports the exports of wearables. A request gets the address for the file and the progress; the file is read later,
 * outside of the request. The function works for one person at a time, and reaches that person's health rows and
 * uploads. It calls no model and no channel (R7, R8).
 */
import { type ApiEvent, apiDoor } from "@waldo/aws/api-door";
import { importOnAws, importPorts } from "@waldo/aws/compose/imports";
import { lambdaPipeline } from "@waldo/aws/lambda-pipeline";
import { IdempotencyKey, UserId } from "@waldo/contracts";
import { application } from "@waldo/core/door/application";
import { importHandlers } from "@waldo/core/door/body";
import * as z from "zod";

const answer = apiDoor((who, log) =>
  application(importHandlers, { who, ports: (userId) => importPorts(userId, log), log, only: "imports" }),
);

const Work = z.strictObject({ importOf: UserId, id: IdempotencyKey });
type Work = z.infer<typeof Work>;

const work = lambdaPipeline({
  input: Work,
  about: ({ importOf, id }) => ({ userId: importOf, correlationId: id }),
  handle: ({ importOf, id }, log) => importOnAws(importOf, id, log),
});

type Asked = ApiEvent | Work;
type Context = Parameters<typeof work>[1];
const isRequest = (event: Asked): event is ApiEvent => "requestContext" in event;

/** Handles a request of API Gateway, or an import that the function sent to itself. */
export const handler = (event: Asked, context: Context) =>
  isRequest(event) ? answer(event, context) : work(event, context);
