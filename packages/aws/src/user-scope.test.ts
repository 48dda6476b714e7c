import { STSClient } from "@aws-sdk/client-sts";
import { keys } from "@waldo/contracts";
import { digest, personDigest } from "@waldo/core/digest";
import { type FaultProxy, startFaultProxy } from "@waldo/testkit/fault-proxy";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { userScope } from "./user-scope.ts";

const HOUR = 3_600_000;
const START = Date.now();

let sts: FaultProxy;
let dynamo: FaultProxy;
let client: STSClient;
let now: number;
let scope: ReturnType<typeof userScope>;

beforeEach(async () => {
  [sts, dynamo] = await Promise.all([startFaultProxy("http://127.0.0.1:9"), startFaultProxy("http://127.0.0.1:9")]);
  vi.stubEnv("AWS_REGION", "us-east-1");
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", dynamo.endpoint);
  now = START;
  const credentials = { accessKeyId: "function", secretAccessKey: "x" };
  client = new STSClient({ endpoint: sts.endpoint, region: "us-east-1", credentials, maxAttempts: 1 });
  scope = userScope({
    sts: client,
    roleArn: "arn:aws:iam::111122223333:role/user",
    tables: { agent: "agent", health: "health" },
    keyTable: "keys",
    bucket: "archive",
    clock: { now: () => now },
    clientConfig: {},
  });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  client.destroy();
  await Promise.all([sts.stop(), dynamo.stop()]);
});

function grant(accessKeyId: string, until: number) {
  const credentials = `<AccessKeyId>${accessKeyId}</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken><Expiration>${new Date(until).toISOString()}</Expiration>`;
  const body = `<AssumeRoleResponse><AssumeRoleResult><Credentials>${credentials}</Credentials></AssumeRoleResult></AssumeRoleResponse>`;
  sts.faults.push({ kind: "answer", status: 200, body });
}

async function read(userId: string): Promise<string> {
  dynamo.faults.push({ kind: "answer", status: 200, body: {} });
  await scope(userId).store.get(keys.profile(userId));
  return /Credential=(\w+)\//.exec(String(dynamo.seen.at(-1)?.headers.authorization))?.[1] ?? "";
}

test("a session is requested with the person's tag and name, used for the rows, and kept", async () => {
  grant("ASIAONE", START + HOUR);
  expect(await read("a")).toBe("ASIAONE");
  expect(await read("a")).toBe("ASIAONE");
  expect(sts.seen).toHaveLength(1);
  const asked = new URLSearchParams(sts.seen[0]?.body);
  expect(Object.fromEntries(asked)).toMatchObject({
    RoleArn: "arn:aws:iam::111122223333:role/user",
    RoleSessionName: `waldo-${personDigest("a")}`,
    "Tags.member.1.Key": "userId",
    "Tags.member.1.Value": "a",
    "Tags.member.2.Key": "userDigest",
    "Tags.member.2.Value": digest("a"),
    DurationSeconds: "3600",
  });
});

test("R12: another person has another session", async () => {
  grant("ASIAONE", START + HOUR);
  grant("ASIATWO", START + HOUR);
  expect([await read("a"), await read("b"), await read("a")]).toEqual(["ASIAONE", "ASIATWO", "ASIAONE"]);
});

test("calls at the same time share one session", async () => {
  grant("ASIAONE", START + HOUR);
  expect(await Promise.all([read("a"), read("a"), read("a")])).toEqual(["ASIAONE", "ASIAONE", "ASIAONE"]);
  expect(sts.seen).toHaveLength(1);
});

test("a session in its last five minutes is no longer used", async () => {
  grant("ASIAONE", START + 4 * 60_000);
  grant("ASIATWO", START + HOUR);
  expect([await read("a"), await read("a")]).toEqual(["ASIATWO", "ASIATWO"]);
  expect(sts.seen).toHaveLength(2);
});

test("a refused session is an error that names the role's policy, a failed one may be tried again, and neither is kept", async () => {
  const refuse = (code: string, status: number) =>
    sts.faults.push({
      kind: "answer",
      status,
      body: `<ErrorResponse><Error><Code>${code}</Code></Error></ErrorResponse>`,
    });
  refuse("AccessDenied", 403);
  await expect(read("a")).rejects.toMatchObject({
    name: "InvalidInput",
    message: expect.stringContaining("was denied"),
  });
  refuse("ServiceUnavailable", 503);
  await expect(read("a")).rejects.toMatchObject({ name: "StoreUnavailable" });
  dynamo.faults.length = 0;
  grant("ASIAONE", START + HOUR);
  expect(await read("a")).toBe("ASIAONE");
});

test("a hundred people are kept, and the one served longest ago is dropped first", async () => {
  const people = Array.from({ length: 101 }, (_, i) => `person-${i}`);
  const first = scope("person-0");
  for (const person of people.slice(0, 100)) scope(person);
  expect(scope("person-0")).toBe(first);
  scope("person-100");
  expect(scope("person-0")).toBe(first);
  const second = scope("person-1");
  expect(scope("person-1")).toBe(second);
});
