/** Tests against a server on loopback that answers in the wire format, with faults. */
import { type Answer, ok, type ScriptedServer, startScriptedServer } from "@waldo/testkit/scripted-server";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openAiTranscriber } from "./transcriber.ts";

let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.stop());
beforeEach(() => server.reset());

const RECORDING = { bytes: new TextEncoder().encode("OggS and sound"), type: "audio/ogg", seconds: 3 };
const transcribe = (key?: string) =>
  openAiTranscriber({
    ...{ baseUrl: `${server.endpoint}/v1`, model: "whisper-1", fetch, timeoutMs: 300 },
    ...(key ? { key } : {}),
  }).transcribe(RECORDING);

describe("a recording", () => {
  it("goes out as a form with the model and a file whose name tells its format", async () => {
    server.script.push(ok({ text: " call Ana at six " }));
    expect(await transcribe("key-1")).toBe(" call Ana at six ");
    const [{ path, headers, body } = { path: "", headers: {}, body: "" }] = server.asked;
    expect([path, headers["authorization"]]).toEqual(["/v1/audio/transcriptions", "Bearer key-1"]);
    expect(headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    expect(body).toMatch(/name="model"\s+whisper-1/);
    expect(body).toMatch(/name="file"; filename="voice.ogg"\s+content-type: audio\/ogg\s+OggS and sound/i);
  });

  it.each<[string, Answer, string]>([
    ["a wrong key", { kind: "reply", status: 401, body: { error: { message: "no" } } }, "ModelRefused"],
    ["too many requests", { kind: "reply", status: 429, body: {} }, "ModelThrottled"],
    ["a server that fails", { kind: "reply", status: 500, body: "oops" }, "ModelUnavailable"],
    ["silence", { kind: "silence" }, "ModelTimeout"],
    ["an answer that is no transcription", ok({ choices: [] }), "ModelMalformed"],
    ["a page", ok("<html>"), "ModelMalformed"],
  ])("fails with its own error for %s", async (_, answer, name) => {
    server.script.push(answer);
    await expect(transcribe()).rejects.toMatchObject({ name });
  });
});
