import { VOICE } from "@waldo/contracts";
import { describe, expect, it } from "vitest";
import { testWorld } from "../../../embedded/test/world.ts";
import { decideConsent } from "../person/consents.ts";
import type { Recording, Transcriber } from "../ports.ts";
import { application } from "./application.ts";
import { voiceHandlers } from "./voice.ts";

const SECONDS = 20;
const recording = (seconds: number) => new Uint8Array(VOICE.headerBytes + VOICE.bytesPerSecond * seconds);

async function ears(transcriber?: Transcriber) {
  const world = await testWorld();
  const logged: string[] = [];
  const log = (_: unknown, event: string, fields: unknown) => void logged.push(`${event} ${JSON.stringify(fields)}`);
  const ports = { ...world, log, voiceSeconds: SECONDS, ...(transcriber ? { transcriber } : {}) };
  const app = application(voiceHandlers, { who: () => "me", ports: () => ports, log });
  return {
    ...{ world, logged },
    async send(bytes: Uint8Array<ArrayBuffer>) {
      const headers = { "content-length": String(bytes.length) };
      const request = { method: "POST", body: bytes, headers };
      const answer = await app.request("http://waldo.test/v1/voice", request);
      return [answer.status, await answer.json()] as const;
    },
  };
}

describe("a recording", () => {
  it("comes back as plain words, and nothing of it is stored or logged", async () => {
    const got: Recording[] = [];
    const { send, world, logged } = await ears({
      transcribe: async (one) => `\u0000 ${got.push(one) && "how was my night?"} \n`,
    });
    const rows = async () => JSON.stringify(await world.store.query({ table: "agent", pk: "USER#me" }));
    const before = await rows();
    expect(await send(recording(2))).toEqual([200, { text: "how was my night?" }]);
    expect(got).toMatchObject([{ type: "audio/wav", seconds: 2 }]);
    expect(got[0]?.bytes).toEqual(recording(2));
    expect([(await rows()).includes("night?"), before.includes("night?"), logged]).toEqual([false, false, []]);
  });

  it("that is too long is not heard", async () => {
    const { send } = await ears({ transcribe: () => Promise.reject(new Error("it was heard")) });
    expect(await send(recording(SECONDS + 2))).toMatchObject([413, { error: "TooLarge" }]);
  });

  it("goes to no outside service before the person agrees to one", async () => {
    const { send, world } = await ears({ outside: true, transcribe: async () => "words" });
    await decideConsent(world, "me", { purpose: "model", given: false });
    expect(await send(recording(1))).toMatchObject([403, { error: "ConsentNeeded", consent: { purpose: "model" } }]);
    await decideConsent(world, "me", { purpose: "model", given: true });
    expect(await send(recording(1))).toEqual([200, { text: "words" }]);
  });

  it("that cannot be written down is said without what the service said", async () => {
    const { send, logged } = await ears({ transcribe: () => Promise.reject(new Error("ana said things")) });
    expect(await send(recording(1))).toMatchObject([503, { error: "Unavailable" }]);
    expect(logged).toEqual(['voice.unheard {"error":"Error"}']);
    expect(await (await ears()).send(recording(1))).toMatchObject([503, { error: "Unavailable" }]);
  });
});
