/**
 * The export of a person, and the steps of an erasure. Only this function deletes the data that no run may delete, and
 * it reads raw rows to export them. It calls no model and no channel (R7, R8).
 */
import { type ApiEvent, apiDoor } from "@waldo/aws/api-door";
import { erasurePorts, exportOnAws, privacyHookPorts, privacyPorts } from "@waldo/aws/compose/privacy";
import { lambdaPipeline } from "@waldo/aws/lambda-pipeline";
import { ErasureTask, UserId } from "@waldo/contracts";
import { application } from "@waldo/core/door/application";
import { privacyHandlers, privacyHooks } from "@waldo/core/door/person";
import { Hono } from "hono";
import * as z from "zod";

const answer = apiDoor((who, log) =>
  new Hono()
    .route("/", privacyHooks(privacyHookPorts(log)))
    .route("/", application(privacyHandlers, { who, ports: (userId) => privacyPorts(userId, log), log })),
);

const Work = z.union([ErasureTask, z.strictObject({ exportOf: UserId })]);
type Work = z.infer<typeof Work>;

const work = lambdaPipeline({
  input: Work,
  about: (task) =>
    "exportOf" in task
      ? { userId: task.exportOf, correlationId: "export" }
      : { userId: task.userId, correlationId: `erasure-${task.step}` },
  async handle(task, log) {
    if ("exportOf" in task) return exportOnAws(task.exportOf, log);
    const { erasureTask } = await import("@waldo/core/privacy/erase");
    return erasureTask(await erasurePorts(task.userId, log), task);
  },
});

type Asked = ApiEvent | Work;
type Context = Parameters<typeof work>[1];
const isRequest = (event: Asked): event is ApiEvent => "requestContext" in event;

/** Handles a request of API Gateway, a step of the erasure machine, or an export that the function sent to itself. */
export const handler = (event: Asked, context: Context) =>
  isRequest(event) ? answer(event, context) : work(event, context);
