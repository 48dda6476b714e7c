/** The real SDK client, with its retries on, against a server on loopback that speaks SNS's query protocol. */
import { SNSClient } from "@aws-sdk/client-sns";
import type { ChannelMessage } from "@waldo/contracts";
import { type Answer, ok, type ScriptedServer, startScriptedServer } from "@waldo/testkit/scripted-server";
import { snsAnswer, snsError, snsParameters } from "@waldo/testkit/wire-sns";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { snsPush } from "./sns-push.ts";
import { registerEndpoint } from "./sns-push-endpoint.ts";

const ENDPOINT = "arn:aws:sns:eu-west-1:1:endpoint/APNS/waldo/0f1e";
const APPLICATION = "arn:aws:sns:eu-west-1:1:app/APNS/waldo";

let server: ScriptedServer;
let client: SNSClient;
beforeAll(async () => {
  server = await startScriptedServer();
  client = connect(server.endpoint);
});
afterAll(async () => {
  client.destroy();
  await server.stop();
});
beforeEach(() => server.reset());

function connect(endpoint: string): SNSClient {
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  return new SNSClient({ endpoint, credentials, region: "eu-west-1", maxAttempts: 3 });
}

type PushMessage = Extract<ChannelMessage, { channel: "push" }>;
const push = (over: Partial<PushMessage> = {}): PushMessage => ({
  channel: "push",
  title: "A moment for you",
  body: 'You\'re "flagging" & that is fine. 👟',
  collapseId: "day-2026-10-30",
  ...over,
});

const send = (message: ChannelMessage = push(), timeoutMs = 5_000) =>
  snsPush({ client, timeoutMs }).send(ENDPOINT, message, "key");

describe("a push", () => {
  it("is published to the endpoint in the platforms' own payloads", async () => {
    server.script.push(snsAnswer("Publish", { MessageId: "message-1" }));
    expect(await send()).toEqual({ outcome: "sent", receipt: "message-1" });
    const parameters = snsParameters(server.asked[0]);
    expect(parameters).toMatchObject({ Action: "Publish", TargetArn: ENDPOINT, MessageStructure: "json" });
    const payload = JSON.parse(parameters["Message"] ?? "");
    const { title, body, collapseId } = push();
    expect(payload.default).toBe(body);
    expect(JSON.parse(payload.APNS)).toEqual({ aps: { alert: { title, body } } });
    expect(payload.APNS_SANDBOX).toBe(payload.APNS);
    expect(JSON.parse(payload.GCM)).toEqual({
      fcmV1Message: {
        message: {
          notification: { title, body },
          android: { collapse_key: collapseId, notification: { tag: collapseId } },
        },
      },
    });
    expect(attributes()).toEqual({
      "AWS.SNS.MOBILE.APNS.PUSH_TYPE": "alert",
      "AWS.SNS.MOBILE.APNS.COLLAPSE_ID": collapseId,
    });
  });

  it("without a collapse id replaces no other push", async () => {
    server.script.push(snsAnswer("Publish", { MessageId: "message-1" }));
    await send(push({ collapseId: "" }));
    expect(attributes()).toEqual({ "AWS.SNS.MOBILE.APNS.PUSH_TYPE": "alert" });
    expect(server.asked[0]?.body).not.toContain("collapse_key");
  });

  it("has a collapse id of at most 64 bytes, without half a character", async () => {
    server.script.push(snsAnswer("Publish", { MessageId: "message-1" }));
    await send(push({ collapseId: `x${"é".repeat(40)}` }));
    expect(attributes()["AWS.SNS.MOBILE.APNS.COLLAPSE_ID"]).toBe(`x${"é".repeat(31)}`);
  });

  it("of another channel is not sent", async () => {
    expect(await send({ channel: "telegram", text: "Steady." })).toMatchObject({ outcome: "dead" });
    expect(server.asked).toEqual([]);
  });

  function attributes(): Record<string, string> {
    const parameters = snsParameters(server.asked[0]);
    const found: Record<string, string> = {};
    for (let i = 1; `MessageAttributes.entry.${i}.Name` in parameters; i++) {
      const name = parameters[`MessageAttributes.entry.${i}.Name`] ?? "";
      found[name] = parameters[`MessageAttributes.entry.${i}.Value.StringValue`] ?? "";
    }
    return found;
  }
});

describe("the outcome of a push", () => {
  it.each([
    ["a disabled endpoint", snsError(400, "EndpointDisabled", "Endpoint is disabled")],
    ["an endpoint that was deleted", snsError(404, "NotFound", "Endpoint does not exist")],
    [
      "an endpoint SNS does not know",
      snsError(
        400,
        "InvalidParameter",
        "Invalid parameter: TargetArn Reason: No endpoint found for the target arn specified",
      ),
    ],
  ])("%s: dead, and the channel pauses", async (_, answer) => {
    server.script.push(answer);
    expect(await send()).toMatchObject({ outcome: "dead", pauseChannel: true });
  });

  it.each([
    ["a message SNS does not take", snsError(400, "InvalidParameter", "Invalid parameter: Message too long")],
    ["another refusal", snsError(400, "ValidationError", "No.")],
  ])("%s: this message is dead, the channel is not", async (_, answer) => {
    server.script.push(answer);
    expect(await send()).toMatchObject({ outcome: "dead", pauseChannel: false });
  });

  it.each([
    ["throttled", snsError(400, "Throttled", "Rate exceeded")],
    ["throttled by another name", snsError(400, "Throttling", "Rate exceeded")],
    ["platform credentials expired", snsError(400, "PlatformApplicationDisabled", "Platform application is disabled")],
    ["not allowed", snsError(403, "AuthorizationError", "Not authorized")],
    ["wrong credentials", snsError(403, "InvalidClientTokenId", "The security token is invalid")],
  ])("%s: it did not arrive, and may be tried again", async (_, answer) => {
    server.script.push(answer);
    expect(await send()).toMatchObject({ outcome: "retry" });
  });

  it.each([
    ["a 500", snsError(500, "InternalError", "Oh.")],
    ["a gateway's page", { kind: "reply", status: 503, body: "<html>busy</html>" }],
    ["a lost answer", { kind: "lose-answer" }],
    ["an answer cut in half", { kind: "cut", body: "<PublishResponse><PublishResult>" }],
    ["an answer that is not XML", ok("hello")],
  ] as const)("%s: the outcome is unknown, and it is not sent again", async (_, answer) => {
    // If the SDK repeated the request by itself, it would take the second answer and the push would arrive twice.
    server.script.push(answer as Answer, snsAnswer("Publish", { MessageId: "message-2" }));
    expect(await send()).toMatchObject({ outcome: "unknown" });
    expect(server.asked).toHaveLength(1);
  });

  it("no answer: the outcome is unknown", async () => {
    server.script.push({ kind: "silence" });
    expect(await send(push(), 50)).toMatchObject({ outcome: "unknown" });
    expect(server.asked).toHaveLength(1);
  });

  it("no server: it certainly did not arrive", async () => {
    const gone = await startScriptedServer();
    await gone.stop();
    const lost = connect(gone.endpoint);
    expect(await snsPush({ client: lost }).send(ENDPOINT, push(), "key")).toMatchObject({
      outcome: "retry",
      reason: expect.stringContaining("ECONNREFUSED"),
    });
    lost.destroy();
  });

  it("gives the reason without the service's own words", async () => {
    server.script.push(snsError(400, "InvalidParameter", "TargetArn secret-token"));
    const outcome = await send();
    expect(outcome).toMatchObject({
      reason: "SNS Publish failed (InvalidParameterException, HTTP 400)",
    });
  });
});

describe("registering a device", () => {
  const device = { applicationArn: APPLICATION, token: "device-token", userData: "me" };
  const register = () => registerEndpoint(client, device);

  it("returns its endpoint, enabled", async () => {
    server.script.push(
      snsAnswer("CreatePlatformEndpoint", { EndpointArn: ENDPOINT }),
      snsAnswer("SetEndpointAttributes"),
    );
    expect(await register()).toBe(ENDPOINT);
    expect(snsParameters(server.asked[0])).toMatchObject({
      Action: "CreatePlatformEndpoint",
      PlatformApplicationArn: APPLICATION,
      Token: "device-token",
      CustomUserData: "me",
    });
    const set = Object.values(snsParameters(server.asked[1]));
    expect(set).toEqual(expect.arrayContaining([ENDPOINT, "Enabled", "true", "Token", "device-token"]));
  });

  it("takes over an endpoint whose token is registered with other attributes", async () => {
    const message = `Invalid parameter: Token Reason: Endpoint ${ENDPOINT} already exists with the same Token, but different attributes.`;
    server.script.push(snsError(400, "InvalidParameter", message), snsAnswer("SetEndpointAttributes"));
    expect(await register()).toBe(ENDPOINT);
    expect(snsParameters(server.asked[1])).toMatchObject({ Action: "SetEndpointAttributes", EndpointArn: ENDPOINT });
    expect(Object.values(snsParameters(server.asked[1]))).toEqual(expect.arrayContaining(["CustomUserData", "me"]));
  });

  it.each([
    [
      "InvalidInput",
      snsError(400, "InvalidParameter", "Invalid parameter: Token Reason: iOS device-token is not a hex string"),
    ],
    ["InvalidInput", snsError(400, "PlatformApplicationDisabled", "disabled")],
    ["InvalidInput", snsError(403, "AuthorizationError", "Not authorized for device-token")],
    ["InvalidInput", snsError(404, "NotFound", "PlatformApplication does not exist")],
    ["StoreUnavailable", snsAnswer("CreatePlatformEndpoint")],
  ] as const)("%s, and the token is not in the message", async (name, answer) => {
    server.script.push(answer);
    const error = await register().catch((why: unknown) => why);
    expect(error).toMatchObject({ name });
    expect(String(error)).not.toContain("device-token");
  });

  it("is repeated by the SDK after a broken connection: two registrations are one", async () => {
    server.script.push(
      { kind: "lose-answer" },
      snsAnswer("CreatePlatformEndpoint", { EndpointArn: ENDPOINT }),
      snsAnswer("SetEndpointAttributes"),
    );
    expect(await register()).toBe(ENDPOINT);
  });

  it("with no server is StoreUnavailable", async () => {
    const gone = await startScriptedServer();
    await gone.stop();
    const lost = new SNSClient({
      endpoint: gone.endpoint,
      region: "eu-west-1",
      maxAttempts: 1,
      credentials: { accessKeyId: "a", secretAccessKey: "b" },
    });
    await expect(registerEndpoint(lost, device)).rejects.toMatchObject({ name: "StoreUnavailable", next: "retry" });
    lost.destroy();
  });
});
