import { SFNClient } from "@aws-sdk/client-sfn";
import { type FaultProxy, startFaultProxy } from "@waldo/testkit/fault-proxy";
import { afterEach, beforeEach, expect, test } from "vitest";
import { completeTask, startExecution } from "./start-execution.ts";

const RUN = "arn:aws:states:us-east-1:111122223333:stateMachine:run";
const STARTED = { kind: "answer", status: 200, body: { executionArn: "arn", startDate: 1 } } as const;
const refusal = (type: string, status = 400) => ({ kind: "answer", status, body: { __type: type } }) as const;

let service: FaultProxy;
let client: SFNClient;

beforeEach(async () => {
  service = await startFaultProxy("http://127.0.0.1:9");
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  client = new SFNClient({ endpoint: service.endpoint, region: "us-east-1", credentials, maxAttempts: 2 });
});
afterEach(async () => {
  client.destroy();
  await service.stop();
});

const startRun = () => startExecution(client, RUN, "run-1", { userId: "a", runId: "run-1" });
const bodies = () => service.seen.map(({ body }) => JSON.parse(body));

test("a run is started by its name, with its ids as input", async () => {
  service.faults.push(STARTED);
  await startRun();
  expect(bodies()).toEqual([{ stateMachineArn: RUN, name: "run-1", input: '{"userId":"a","runId":"run-1"}' }]);
});

test("R5: a name that was used before is success", async () => {
  service.faults.push(refusal("ExecutionAlreadyExists"));
  await startRun();
  expect(service.seen).toHaveLength(1);
});

test("a start whose answer was lost is repeated under the same name", async () => {
  service.faults.push(refusal("InternalFailure", 500), STARTED);
  await startRun();
  expect(bodies().map(({ name }) => name)).toEqual(["run-1", "run-1"]);
});

test.each([
  ["ThrottlingException", 400, "StoreUnavailable"],
  ["ServiceUnavailable", 503, "StoreUnavailable"],
  ["InvalidName", 400, "InvalidInput"],
  ["StateMachineDoesNotExist", 400, "InvalidInput"],
  ["AccessDeniedException", 400, "InvalidInput"],
])("%s (%i) is %s", async (type, status, name) => {
  service.faults.push(refusal(type, status), refusal(type, status));
  await expect(startRun()).rejects.toMatchObject({ name, cause: expect.any(Error) });
});

const answer = () => completeTask(client, "a+b/1=", { userId: "a", next: "ACT" });

test("a state that waits is answered by its token", async () => {
  service.faults.push({ kind: "answer", status: 200, body: {} });
  await answer();
  expect(bodies()).toEqual([{ taskToken: "a+b/1=", output: '{"userId":"a","next":"ACT"}' }]);
});

test.each(["TaskDoesNotExist", "TaskTimedOut", "InvalidToken"])(
  "an answer that nobody waits for is no error: %s",
  async (type) => {
    service.faults.push(refusal(type));
    await answer();
  },
);

test.each([
  ["ThrottlingException", "StoreUnavailable"],
  ["InvalidOutput", "InvalidInput"],
  ["AccessDeniedException", "InvalidInput"],
])("an answer that meets %s is %s", async (type, name) => {
  service.faults.push(refusal(type), refusal(type));
  await expect(answer()).rejects.toMatchObject({ name, cause: expect.any(Error) });
});
