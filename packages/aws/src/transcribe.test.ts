/** Amazon Transcribe on loopback: HTTP/2 and signed event streams, as the service speaks them. */
import { createServer, type Http2Server, type ServerHttp2Stream } from "node:http2";
import type { AddressInfo } from "node:net";
import { EventStreamCodec } from "@smithy/core/event-streams";
import { VOICE } from "@waldo/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { amazonTranscriber } from "./transcribe.ts";

const codec = new EventStreamCodec(
  (bytes) => Buffer.from(bytes as Uint8Array).toString(),
  (text) => new Uint8Array(Buffer.from(text)),
);

/** What the server was sent, and what it answers. */
const seen: { headers: Record<string, unknown>; audio: Buffer[]; signed: boolean } = {
  headers: {},
  audio: [],
  signed: true,
};
let answer: (stream: ServerHttp2Stream) => void = () => {};
let server: Http2Server;
let endpoint = "";

/** Reads the messages of a stream: each holds a message of the service, which is empty at the end. */
function listen(stream: ServerHttp2Stream): void {
  let left: Buffer = Buffer.alloc(0);
  stream.on("data", (part: Buffer) => {
    left = Buffer.concat([left, part]);
    while (left.length >= 4 && left.length >= left.readUInt32BE(0)) {
      const size = left.readUInt32BE(0);
      const { headers, body } = codec.decode(left.subarray(0, size));
      left = left.subarray(size);
      seen.signed &&= headers[":chunk-signature"] !== undefined;
      if (body.length === 0) answer(stream);
      else seen.audio.push(Buffer.from(codec.decode(body).body));
    }
  });
}

function event(type: string, value: object): Uint8Array {
  const header = (text: string) => ({ type: "string", value: text }) as const;
  const headers = { ":message-type": "event", ":event-type": type, ":content-type": "application/json" };
  return codec.encode({
    headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, header(text)])),
    body: Buffer.from(JSON.stringify(value)),
  });
}
const result = (text: string, IsPartial: boolean) =>
  event("TranscriptEvent", { Transcript: { Results: [{ IsPartial, Alternatives: [{ Transcript: text }] }] } });

function say(...results: readonly Uint8Array[]) {
  answer = (stream) => {
    stream.respond({ ":status": 200, "content-type": "application/vnd.amazon.eventstream" });
    for (const one of results) stream.write(one);
    stream.end();
  };
}

beforeAll(async () => {
  server = createServer().on("stream", (stream, headers) => {
    seen.headers = headers;
    listen(stream);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((done) => server.close(done)));
beforeEach(() => Object.assign(seen, { headers: {}, audio: [], signed: true }));

const RECORDING = { bytes: new Uint8Array(1000).map((_, i) => i % 251), type: "audio/ogg", seconds: 2 };

function transcriber(languages: readonly string[], pauses: number[] = []) {
  const credentials = { accessKeyId: "key", secretAccessKey: "secret" };
  return amazonTranscriber({
    client: { endpoint, region: "eu-central-1", credentials, maxAttempts: 1 },
    languages,
    pause: async (ms) => void pauses.push(ms),
  });
}

describe("a recording", () => {
  it.each([0, -3, 1])(
    "that says it lasts %s seconds goes out whole, in pieces no larger than a quarter of a second can be",
    async (seconds) => {
      say(result("words", false));
      const bytes = new Uint8Array(100_000).map((_, i) => i % 251);
      expect(await transcriber(["en-US"]).transcribe({ ...RECORDING, bytes, seconds })).toBe("words");
      expect(Math.max(...seen.audio.map(({ length }) => length))).toBeLessThanOrEqual(16_000);
      expect(Buffer.concat(seen.audio)).toEqual(Buffer.from(bytes));
    },
  );

  it("goes out whole, as fast as it was spoken, and comes back as its settled words", async () => {
    say(result("How am", true), result("How am I doing?", false), result("And tomorrow?", false));
    const pauses: number[] = [];
    expect(await transcriber(["en-GB"], pauses).transcribe(RECORDING)).toBe("How am I doing? And tomorrow?");
    expect(Buffer.concat(seen.audio).equals(RECORDING.bytes)).toBe(true);
    expect(seen.signed).toBe(true);
    // Eight pieces of a quarter of a second, and no wait before the first.
    expect([seen.audio.length, pauses]).toEqual([8, Array.from({ length: 7 }, () => 250)]);
    expect(seen.headers).toMatchObject({
      ":path": "/stream-transcription",
      "x-amzn-transcribe-language-code": "en-GB",
      "x-amzn-transcribe-media-encoding": "ogg-opus",
      "x-amzn-transcribe-sample-rate": "48000",
    });
  });

  it("of the page goes out as its samples, without the head of the file", async () => {
    say(result("How am I doing?", false));
    const samples = new Uint8Array(32_000).map((_, i) => i % 251);
    const bytes = Buffer.concat([Buffer.from("RIFF".padEnd(VOICE.headerBytes)), samples]);
    expect(await transcriber(["en-GB"]).transcribe({ bytes, type: VOICE.type, seconds: 1 })).toBe("How am I doing?");
    expect(Buffer.concat(seen.audio).equals(samples)).toBe(true);
    // A piece is a quarter of a second.
    expect(seen.audio.map(({ length }) => length)).toEqual([8000, 8000, 8000, 8000]);
    expect(seen.headers).toMatchObject({
      "x-amzn-transcribe-media-encoding": "pcm",
      "x-amzn-transcribe-sample-rate": "16000",
    });
    const noWav = transcriber(["en-GB"]).transcribe({ bytes: samples, type: VOICE.type, seconds: 1 });
    await expect(noWav).rejects.toMatchObject({ name: "InvalidInput" });
  });

  it.each([3.1, 0.7])("of the page that lasts %s seconds goes out in whole samples", async (seconds) => {
    say(result("How am I doing?", false));
    const samples = new Uint8Array(seconds * VOICE.samplesPerSecond * 2).map((_, i) => i % 251);
    const bytes = Buffer.concat([Buffer.from("RIFF".padEnd(VOICE.headerBytes)), samples]);
    await transcriber(["en-GB"]).transcribe({ bytes, type: VOICE.type, seconds });
    expect(seen.audio.filter(({ length }) => length % 2 === 1)).toEqual([]);
    expect(Buffer.concat(seen.audio).equals(samples)).toBe(true);
  });

  it("in one of several languages has the service find out which", async () => {
    say(result("Wie geht es mir?", false));
    expect(await transcriber(["en-GB", "de-DE"]).transcribe(RECORDING)).toBe("Wie geht es mir?");
    expect(seen.headers).toMatchObject({
      "x-amzn-transcribe-identify-language": "true",
      "x-amzn-transcribe-language-options": "en-GB,de-DE",
    });
  });

  it("without words is an empty text, and of another type is refused before anything is sent", async () => {
    say();
    expect(await transcriber(["en-GB"]).transcribe(RECORDING)).toBe("");
    seen.headers = {};
    const other = { ...RECORDING, type: "audio/mpeg" };
    await expect(transcriber(["en-GB"]).transcribe(other)).rejects.toMatchObject({ name: "InvalidInput" });
    expect(seen.headers).toEqual({});
  });

  it("that the service refuses is an error by name, without its words", async () => {
    answer = (stream) => {
      stream.respond({ ":status": 400, "content-type": "application/json", "x-amzn-errortype": "BadRequestException" });
      stream.end(JSON.stringify({ Message: "the audio of ana@example.com cannot be decoded" }));
    };
    const refused = await transcriber(["en-GB"])
      .transcribe(RECORDING)
      .catch((error: Error) => error);
    expect(refused).toMatchObject({ name: "StoreUnavailable" });
    expect(String(refused)).not.toContain("ana@");
  });
});
