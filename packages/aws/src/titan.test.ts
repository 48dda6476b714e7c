/** The real SDK client against a server on loopback that answers InvokeModel as Titan does. */
import type { BedrockRuntimeClient } from "@aws-sdk/client-bedrock-runtime";
import { ok, type ScriptedServer, startScriptedServer } from "@waldo/testkit/scripted-server";
import { awsJsonError } from "@waldo/testkit/wire-models";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bedrockClient } from "./bedrock-client.ts";
import { titanEmbedder } from "./titan.ts";

const MODEL = "amazon.titan-embed-text-v2:0";
let server: ScriptedServer;
let client: BedrockRuntimeClient;
beforeAll(async () => {
  server = await startScriptedServer("http2");
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  client = bedrockClient({ endpoint: server.endpoint, credentials, region: "eu-west-1", maxAttempts: 1 });
});
afterAll(async () => {
  client.destroy();
  await server.stop();
});
beforeEach(() => server.reset());

const vector = (first: number) => [first, ...Array(255).fill(0)];

describe("titanEmbedder", () => {
  it("asks for one small unit vector per text and returns them in order", async () => {
    for (const first of [1, 0.5]) server.script.push(ok({ embedding: vector(first), inputTextTokenCount: 3 }));
    const vectors = await titanEmbedder({ client, model: MODEL }).embed(["likes tea"]);
    expect(vectors.map(([first]) => first)).toEqual([1]);
    const [asked] = server.asked;
    expect(asked?.path).toBe(`/model/${encodeURIComponent(MODEL)}/invoke`);
    expect(JSON.parse(asked?.body ?? "")).toEqual({ inputText: "likes tea", dimensions: 256, normalize: true });
  });

  it("throws model errors by name: throttled, refused, and an answer that is not a vector", async () => {
    const embed = () => titanEmbedder({ client, model: MODEL }).embed(["x"]);
    server.script.push(awsJsonError(429, "ThrottlingException", "slow down"));
    await expect(embed()).rejects.toMatchObject({ name: "ModelThrottled" });
    server.script.push(awsJsonError(403, "AccessDeniedException", "no"));
    await expect(embed()).rejects.toMatchObject({ name: "ModelRefused" });
    server.script.push(ok({ embedding: [1, 2, 3] }));
    await expect(embed()).rejects.toMatchObject({ name: "ModelMalformed" });
  });
});
