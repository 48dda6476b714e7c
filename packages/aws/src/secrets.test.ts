import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { startFaultProxy } from "@waldo/testkit/fault-proxy";
import { expect, test } from "vitest";
import { botToken, SECRET_TTL_MS, secretReader } from "./secrets.ts";

const answer = (SecretString: string) => ({ kind: "answer", status: 200, body: { SecretString } }) as const;

test("a secret is read once within its time and again after it, and a failed read is not remembered", async () => {
  const service = await startFaultProxy("http://127.0.0.1:9");
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  const client = new SecretsManagerClient({
    endpoint: service.endpoint,
    region: "us-east-1",
    credentials,
    maxAttempts: 1,
  });
  let now = 0;
  const read = secretReader({ client, clock: { now: () => now } });
  service.faults.push(
    { kind: "answer", status: 400, body: { __type: "AccessDeniedException" } },
    answer("one"),
    answer("two"),
  );

  await expect(read("arn:secret")).rejects.toMatchObject({ name: "InvalidInput" });
  expect(await read("arn:secret")).toBe("one");
  now = SECRET_TTL_MS - 1;
  expect(await read("arn:secret")).toBe("one");
  now = SECRET_TTL_MS;
  expect(await read("arn:secret")).toBe("two");
  expect(service.seen).toHaveLength(3);
  client.destroy();
  await service.stop();
});

test("only a text in the form of a bot token is one", () => {
  expect(botToken(" 123456789:AAE-abcdefghijklmnopqrstuvwxyz_012345\n")).toBe(
    "123456789:AAE-abcdefghijklmnopqrstuvwxyz_012345",
  );
  for (const value of ["", "dG8Yd:kq", "password", "123456789:short", ":AAEabcdefghijklmnopqrstuvwxyz"])
    expect(botToken(value), value).toBeUndefined();
});

test("a secret of several tokens gives each bot its own", () => {
  const token = "123456789:AAE-abcdefghijklmnopqrstuvwxyz_012345";
  const secret = JSON.stringify({ one_bot: token, two_bot: "soon" });
  expect(botToken(secret, "one_bot")).toBe(token);
  for (const other of ["two_bot", "three_bot", "toString", undefined]) expect(botToken(secret, other)).toBeUndefined();
  expect(botToken("{ broken", "one_bot")).toBeUndefined();
  expect(botToken(token, "any_bot")).toBe(token);
});
