/** Tests the functions that reach servers outside: calendars that people subscribe to, and the web for tools. */
import { CONSENT_TEXTS, keys, VOICE, VOICE_SECONDS_ON_AWS } from "@waldo/contracts";
import { describe, expect, test } from "vitest";
import { api, cloud, engine, introduce, modelThatCalls, modelThatLooksFirst, store, wake } from "./stage.ts";

export function calendars(): void {
  describe("a calendar", engine.options, () => {
    const person = "5d6a1c9e-7b1f-4c52-8f0e-4a598a552d0d";
    const ADDRESS = "https://127.0.0.1/private-0123456789/basic.ics";
    const read = async (request: string, body?: unknown) => JSON.parse((await api(request, person, body)).body);

    test("is taken in from a file, and its events are the person's", async () => {
      await introduce(person);
      expect(await api("PUT /v1/zone", person, { timeZone: "Europe/Lisbon" })).toMatchObject({ statusCode: 200 });
      await cloud.idle();
      const start = new Date(Date.now() + 3_600_000).toISOString().replaceAll(/[-:]|\.\d+/g, "");
      const event = ["BEGIN:VEVENT", "UID:1", `DTSTART:${start}`, "DURATION:PT1H", "SUMMARY:Piano", "END:VEVENT"];
      const text = ["BEGIN:VCALENDAR", "VERSION:2.0", ...event, "END:VCALENDAR", ""].join("\r\n");
      expect(await read("POST /v1/calendar/files", { name: "home.ics", text })).toMatchObject({ added: 1 });
      const now = Date.now();
      const { items } = await read(`GET /v1/calendar?from=${now}&to=${now + 86_400_000}`);
      expect(items).toMatchObject([{ title: "Piano" }]);
    });

    test("of a private network is not subscribed to", async () => {
      const refused = await api("POST /v1/calendars", person, { address: ADDRESS });
      expect(refused).toMatchObject({ statusCode: 400, body: expect.stringContaining("private network") });
      expect(refused.body).not.toContain("0123456789");
      expect(await read("GET /v1/calendars")).toEqual({ items: [] });
    });

    test("that is due is read by the wake that finds it due, and by no wake before its time", async () => {
      const subscription = { state: "active", id: "0123456789ab", address: ADDRESS, name: "Work" };
      const body = { ...subscription, failures: 0, dueAt: Date.now() - 1, addedAt: Date.now() - 2 };
      await store.transact([{ op: "put", key: keys.subscription(person, 0), body }]);
      wake(person, "patrol");
      expect(await cloud.idle()).toMatchObject([{ machine: "Waldo-wake", status: "SUCCEEDED" }]);
      const { items } = await read("GET /v1/calendars");
      expect(items).toMatchObject([{ name: "Work", failures: 1, fault: "not_public" }]);
      const before = cloud.logs().split("calendar.refreshed").length;
      wake(person, "patrol");
      await cloud.idle();
      expect(cloud.logs().split("calendar.refreshed")).toHaveLength(before);
      const { id } = items[0];
      const gone = await api(`DELETE /v1/calendars/${id}`, person);
      expect(gone).toMatchObject({ statusCode: 200 });
      expect(await read("GET /v1/calendars")).toEqual({ items: [] });
    });
  });
}

export function voices(): void {
  describe("a voice note of the page", engine.options, () => {
    test("needs the consent to a model, is never longer than a request may take, and is not kept", async () => {
      const person = "1f0e5d6a-7b1f-4c52-9e77-4a598a552d0d";
      await introduce(person);
      const read = async (request: string, body?: unknown) => JSON.parse((await api(request, person, body)).body);
      expect(await read("GET /v1/me")).toMatchObject({ voiceSeconds: VOICE_SECONDS_ON_AWS });
      const send = async (seconds: number) => {
        const sound = Buffer.alloc(VOICE.bytesPerSecond * seconds);
        const wav = Buffer.concat([Buffer.from("RIFF".padEnd(VOICE.headerBytes)), sound]);
        const more = { isBase64Encoded: true, headers: { "content-length": String(wav.length) } };
        const { statusCode, body } = await api("POST /v1/voice", person, wav.toString("base64"), more);
        return [statusCode, JSON.parse(body).error];
      };
      const agree = (given: boolean) =>
        read("PUT /v1/me/consents", { purpose: "model", given, version: CONSENT_TEXTS.model.version });
      await agree(false);
      expect(await send(1)).toEqual([403, "ConsentNeeded"]);
      await agree(true);
      expect(await send(VOICE_SECONDS_ON_AWS + 2)).toEqual([413, "TooLarge"]);
      // Transcribe is not part of this cloud.
      expect(await send(1)).toEqual([503, "Unavailable"]);
    });
  });
}

export function theWeb(): void {
  describe("the web", engine.options, () => {
    test("is asked by the one function that may, and its silence is told to the model", async () => {
      const person = "8a552d0d-6a1c-4e77-9b1f-8c526f0e4a59";
      await introduce(person);
      const seen: string[] = [];
      const searches = modelThatCalls(
        "web_search",
        { query: "opening hours of the museum" },
        "I could not look it up.",
      );
      cloud.world.converse = (request) => {
        seen.push(JSON.stringify(request["messages"]));
        return searches(request);
      };
      const text = "search the web for the opening hours of the museum";
      const { runId } = JSON.parse((await api("POST /v1/messages", person, { text })).body);
      expect(await cloud.idle()).toMatchObject([{ machine: "Waldo-run", status: "SUCCEEDED" }]);
      expect(JSON.parse((await api(`GET /v1/runs/${runId}`, person)).body).said).toEqual(["I could not look it up."]);
      expect(seen.at(-1)).toContain("the web did not answer");
      expect(cloud.logs().includes("reach.done")).toBe(true);
      // A secret that somebody has damaged by hand also gets an answer, and the log says what is wrong.
      cloud.world.connectionKeys = "not the keys";
      await cloud.restart("reach");
      await api("POST /v1/messages", person, { text });
      expect(await cloud.idle()).toMatchObject([{ machine: "Waldo-run", status: "SUCCEEDED" }]);
      expect(cloud.logs().includes("reach.no-keys")).toBe(true);
      cloud.world.converse = modelThatLooksFirst();
    });
  });
}
