/** Tests what a client may ask of the API with a checked token. */
import { CONSENT_TEXTS, type DataQuestion, keys, SCHEDULE_NAMES } from "@waldo/contracts";
import { newProposal, proposalWrite } from "@waldo/core/approve/proposal";
import { noteByOwner } from "@waldo/core/memory/claims/inbox";
import { proposedAction } from "@waldo/core/tools/approval";
import { agreeing } from "@waldo/testkit/agreeing";
import { memoryArchive } from "@waldo/testkit/memory-archive";
import { beforeAll, describe, expect, test } from "vitest";
import { api, cloud, engine, introduce, modelThatLooksFirst, modelThatPlans, nights, store, TODAY } from "./stage.ts";

export function theApi(): void {
  describe("the API", engine.options, () => {
    const person = "at-the-door";
    beforeAll(() => store.transact([agreeing(person)]));

    test.each([
      ["no time zone", { days: nights(1), settled: true }, { headers: {} }],
      [
        "a zone that does not exist",
        { days: nights(1), settled: true },
        { headers: { "x-device-timezone": "Mars/Base" } },
      ],
      ["a body that is not JSON", "{", {}],
      ["no days", { days: [], settled: true }, {}],
      ["an unknown member", { days: nights(1), settled: true, admin: true }, {}],
    ])("%s is 400, and nothing is written", async (_, body, more) => {
      expect(await api("POST /v1/sync", person, body, more)).toMatchObject({ statusCode: 400 });
      expect((await store.query({ table: "health", pk: keys.timeZone(person).pk })).rows).toEqual([]);
    });

    test("values that no body has are set aside and not averaged in; a body in base64 is read too", async () => {
      const [night] = nights(1);
      const days = [{ ...night, metrics: { ...night?.metrics, restingHrBpm: 400 } }];
      const body = Buffer.from(JSON.stringify({ days, settled: false })).toString("base64");
      expect(await api("POST /v1/sync", person, body, { isBase64Encoded: true })).toMatchObject({ statusCode: 202 });
      await cloud.idle();
      const row = await store.get(keys.sourceDay(person, TODAY, "whoop"));
      expect(row?.body["metrics"]).not.toHaveProperty("restingHrBpm");
      expect(row?.body["rejected"]).toMatchObject([{ metric: "restingHrBpm", value: "400" }]);
    });

    test("there is no score for a stranger, for a date without one, or for a text that is not a date", async () => {
      expect(await api("GET /v1/form", "stranger")).toMatchObject({ statusCode: 409 });
      expect(await api("GET /v1/form?date=2020-01-01", "stranger")).toMatchObject({ statusCode: 404 });
      const at = (date: string) => api(`GET /v1/form?date=${date}`, person);
      expect(await at("2020-01-01")).toMatchObject({ statusCode: 404 });
      expect(await at("2020-02-30")).toMatchObject({ statusCode: 400 });
    });

    test("a subject that is not a user id is refused", async () => {
      expect(await api("GET /v1/form", "USER#x")).toMatchObject({
        statusCode: 500,
        body: expect.stringMatching(/^\{"error":"Unexpected","message":"[^"#]+"\}$/),
      });
    });
  });
}

export function theDoor(): void {
  describe("the door", engine.options, () => {
    const person = "8d3c5f7a-1b2c-4d5e-9f60-718293a4b5c6";
    const read = async (request: string, body?: unknown) => JSON.parse((await api(request, person, body)).body);

    test("a stranger makes a profile, and the wake that it starts makes the schedules", async () => {
      expect(await api("GET /v1/me", person)).toMatchObject({ statusCode: 409 });
      const zone = { timeZone: "Europe/Lisbon" };
      expect(await api("PUT /v1/zone", person, zone)).toMatchObject({ statusCode: 200, body: JSON.stringify(zone) });
      const profile = { ...zone, wakeTime: "06:30", sleepTime: "22:30" };
      expect(await api("PUT /v1/me", person, profile)).toMatchObject({ statusCode: 200 });
      expect(await cloud.idle()).toMatchObject([{ machine: "Waldo-wake", status: "SUCCEEDED" }]);
      const mine = [...cloud.schedules.keys()].filter((name) => name.startsWith(person));
      expect(mine.sort()).toEqual(
        SCHEDULE_NAMES.filter((name) => name !== "review")
          .map((name) => `${person}.${name}`)
          .sort(),
      );
      expect(await read("GET /v1/me")).toMatchObject({ ...profile, userId: person, autonomy: "L2" });
    });

    test("a device's days are refused until the person agrees, and once they took it back", async () => {
      const days = [{ date: "2026-10-30", source: "oura", metrics: { steps: 5000 }, sleeps: [] }];
      const sync = async () => {
        const { statusCode, body } = await api("POST /v1/sync", person, { days, settled: true });
        return [statusCode, JSON.parse(body).error];
      };
      expect(await sync()).toEqual([403, "ConsentNeeded"]);
      const [{ purpose, state, text }] = (await read("GET /v1/me/consents")).items;
      expect([purpose, state]).toEqual(["body", "open"]);
      const decide = (given: boolean) => read("PUT /v1/me/consents", { purpose, given, version: text.version });
      expect(await decide(true)).toMatchObject({ state: "given" });
      expect(await sync()).toEqual([202, undefined]);
      expect(await decide(false)).toMatchObject({ state: "declined" });
      expect(await sync()).toEqual([403, "ConsentNeeded"]);
      await cloud.idle();
    });

    test("a phone posts Apple Health with its key, which is taken back", async () => {
      const { header, token } = await read("POST /v1/wearables/apple/token", {});
      const data = [{ date: "2026-10-30 09:00:00 +0000", qty: 900, source: "Apple Watch" }];
      const posts = async () => {
        const body = { data: { metrics: [{ name: "step_count", units: "count", data }] } };
        const headers = { [header.toLowerCase()]: token };
        return api("POST /v1/hooks/apple", "nobody", body, { headers, requestContext: { requestId: "hook-1" } });
      };
      expect(await posts()).toMatchObject({ statusCode: 403, body: expect.stringContaining("ConsentNeeded") });
      const version = CONSENT_TEXTS.body.version;
      await read("PUT /v1/me/consents", { purpose: "body", given: true, version });
      expect(JSON.parse((await posts()).body)).toEqual({ dates: 1, samples: 0, passedOver: 0 });
      expect(await cloud.idle()).toMatchObject([{ machine: "Waldo-wake", status: "SUCCEEDED" }]);
      expect(await store.get(keys.sourceDay(person, "2026-10-30", "apple_watch"))).toMatchObject({
        body: { metrics: { steps: 900 } },
      });
      await read("DELETE /v1/wearables/apple/token");
      expect(await posts()).toMatchObject({ statusCode: 403, body: expect.stringContaining("Forbidden") });
    });

    test("a message is a run that answers it, and a task is the person's own", async () => {
      const { runId } = await read("POST /v1/messages", { text: "how am I doing?" });
      expect(await cloud.idle()).toMatchObject([{ machine: "Waldo-run", status: "SUCCEEDED", output: { runId } }]);
      const answer = await read(`GET /v1/runs/${runId}`);
      expect(answer).toMatchObject({ runId, state: "DONE", isOver: true });
      expect(answer.said).toHaveLength(1);
      const { items } = await read("GET /v1/messages");
      expect(items.map(({ from }: { from: string }) => from)).toEqual(["waldo", "owner"]);
      await read("POST /v1/tasks", { title: "pay the rent" });
      expect(await read("GET /v1/tasks")).toMatchObject({ items: [{ title: "pay the rent", status: "open" }] });
    });

    test("a tap reads the key behind its token, and does what the card showed", async () => {
      const action = proposedAction("write_task", { title: "call the bank" }, "Add a task", { tainted: [] });
      const proposal = newProposal(person, "run-x", [action], Date.now());
      await store.transact([proposalWrite(proposal)]);
      const screen = await read("POST /v1/taps", { data: `do:${proposal.proposalId}` });
      expect(screen.kind).toBe("screen");
      expect(await read("POST /v1/taps", { data: screen.buttons[0].data })).toMatchObject({ kind: "done" });
      expect((await read("GET /v1/tasks")).items).toHaveLength(2);
    });

    test("a browser is registered for pushes, and what only the operator chooses is shown", async () => {
      const { webKey, platforms } = await read("GET /v1/devices");
      expect([Buffer.from(webKey, "base64url").length, platforms]).toEqual([65, []]);
      const subscription = {
        endpoint: "https://updates.push.services.mozilla.com/wpush/v2/x",
        keys: { p256dh: webKey, auth: "A".repeat(22) },
      };
      const added = await read("POST /v1/devices", { kind: "web", name: "Firefox", subscription });
      expect(await read("GET /v1/devices")).toMatchObject({ items: [added] });
      expect(await read("GET /v1/me")).toMatchObject({ channels: { push: true } });
      expect(await read("GET /v1/model")).toMatchObject({ from: "deployment", changeable: false });
      expect(await api("PUT /v1/model", person, { what: "ollama" })).toMatchObject({ statusCode: 403 });
    });

    test("what is remembered is listed, found, corrected, forgotten and put back, in the role of the person", async () => {
      const { version } = CONSENT_TEXTS.memory;
      await read("PUT /v1/me/consents", { purpose: "memory", given: true, version });
      const ports = { store, archive: memoryArchive(), clock: { now: () => Date.now() } };
      const { patternId } = await noteByOwner(ports, person, { hall: "facts", claim: "Works at a school" });
      const decide = async (id: string, action: object) => {
        const { claim } = await read(`GET /v1/memory/${id}`);
        return read(`POST /v1/memory/${id}`, { revision: claim.revision, ...action });
      };
      const { live } = await decide(patternId, { action: "correct", claim: "Works at a library" });
      expect(live).toMatchObject({ claim: "Works at a library", origin: "owner" });
      expect((await read("GET /v1/memory/search?text=library")).items).toMatchObject([{ kind: "claim", claim: live }]);
      expect((await read("GET /v1/wiki/facts")).text).toContain("Works at a library.");
      expect(await decide(live.patternId, { action: "forget" })).toMatchObject({ closed: { state: "takenBack" } });
      expect((await read("GET /v1/memory")).items).toEqual([]);
      await decide(live.patternId, { action: "restore" });
      expect((await read("GET /v1/memory")).items).toMatchObject([{ claim: "Works at a library" }]);
      expect(await read("GET /v1/memory/night")).toEqual({ night: null });
      await store.transact([
        { op: "put", key: keys.design(person), body: { state: "promoted", changes: { k1: 1.5 }, parent: {} } },
      ]);
      const { inForce, step } = await read("GET /v1/memory/design");
      expect(inForce.numbers).toMatchObject([{ name: "k1", value: 1.5 }]);
      const back = await read("POST /v1/memory/design/back", { step: step.name });
      expect(back).toEqual({ inForce: { numbers: [] }, nights: [], results: [] });
      expect(await api(`GET /v1/memory/${patternId}`, "somebody-else")).toMatchObject({ statusCode: 404 });
      expect(cloud.refused).toEqual([]);
    });

    test("another person sees nothing of it, and an open route needs nobody", async () => {
      for (const path of ["/messages", "/tasks", "/proposals"])
        expect(JSON.parse((await api(`GET /v1${path}`, "somebody-else")).body)).toEqual({ items: [] });
      expect(await api("GET /v1/health", "somebody-else")).toMatchObject({ statusCode: 200 });
      expect(await api("GET /v1/nowhere", person)).toMatchObject({ statusCode: 404 });
    });
  });
}

export function handoffs(): void {
  describe("a task that is handed over", engine.options, () => {
    const person = "5b1f0c9e-6a7d-4e2b-8c3f-a4b5c6d7e8f9";
    const read = async (request: string, body?: unknown) => JSON.parse((await api(request, person, body)).body);
    const GOAL = "plan my week: remind me of the dentist";
    const states = async () => (await read("GET /v1/handoffs")).items.map(({ state }: { state: string }) => state);

    test("is a machine that a message begins: explored, planned, tapped, done, said, and taken back", async () => {
      await introduce(person);
      cloud.world.converse = modelThatPlans();
      const before = cloud.telegrams.length;
      await read("POST /v1/messages", { text: GOAL });
      const runs = await cloud.idle();
      // The message, the exploration and the plan. The exploration waited for the message's run.
      expect(new Set(runs.map(({ machine, status }) => `${machine} ${status}`))).toEqual(
        new Set(["Waldo-run SUCCEEDED"]),
      );
      expect(new Set(runs.map(({ input }) => input["runId"])).size).toBe(3);
      const [handoff] = (await read("GET /v1/handoffs")).items;
      expect(handoff).toMatchObject({ goal: GOAL, state: "WAIT", waitsFor: expect.stringMatching(/^p-/) });
      expect((await read("GET /v1/tasks")).items).toEqual([]);

      const screen = await read("POST /v1/taps", { data: `do:${handoff.waitsFor}` });
      expect(await read("POST /v1/taps", { data: screen.buttons[0].data })).toMatchObject({ text: "On it." });
      const [ended] = await cloud.idle();
      // R6: ids and small enums only.
      expect(ended).toMatchObject({ machine: "Waldo-handoff", status: "SUCCEEDED", name: handoff.handoffId });
      expect(ended?.input).toEqual({ userId: person, handoffId: handoff.handoffId });
      expect(ended?.output).toEqual({ userId: person, handoffId: handoff.handoffId, next: "DONE" });
      expect((await read("GET /v1/tasks")).items).toMatchObject([{ title: "call the dentist" }]);
      const done = "Done: Add the task “call the dentist”.";
      expect(cloud.telegrams.slice(before).filter(({ text }) => text === done)).toHaveLength(1);
      const now = Date.now();
      const { items } = await read(`GET /v1/log?from=${now - 3_600_000}&to=${now + 1000}`);
      expect(await read("POST /v1/taps", { data: items[0].undo[0].data })).toMatchObject({ text: "Undone." });
      expect(await states()).toEqual(["DONE"]);
    });

    test("is left alone after a no, and also when nothing answers a second tap", async () => {
      await read("POST /v1/handoffs", { goal: GOAL });
      await cloud.idle();
      const [{ waitsFor }] = (await read("GET /v1/handoffs")).items;
      await read("POST /v1/taps", { data: `no:${waitsFor}` });
      expect(await cloud.idle()).toMatchObject([{ machine: "Waldo-handoff", output: { next: "DECLINED" } }]);
      expect(await read("POST /v1/taps", { data: `do:${waitsFor}` })).toMatchObject({ kind: "notice" });
      expect(await states()).toEqual(["DECLINED", "DONE"]);
    });

    test("without a model ends and says once what it takes", async () => {
      cloud.world.converse = () => ({ refuse: "AccessDeniedException" });
      const before = cloud.telegrams.length;
      await read("POST /v1/handoffs", { goal: GOAL });
      expect((await cloud.idle()).at(-1)).toMatchObject({ machine: "Waldo-handoff", output: { next: "FAILED" } });
      cloud.world.converse = modelThatLooksFirst();
      expect(cloud.telegrams.slice(before).map(({ text }) => text)).toEqual([
        expect.stringContaining("takes a language model"),
      ]);
      expect(await states()).toEqual(["FAILED", "DECLINED", "DONE"]);
      expect(cloud.refused).toEqual([]);
    });
  });
}

const HRV: DataQuestion = {
  of: { rows: "days", metric: "hrv" },
  range: { span: "back", days: 0 },
  filters: [],
  aggregate: "value",
};

/** A person's own readings are answered to them alone, by a function that reaches nothing of the agent. */
export function ownReadings(): void {
  describe("own readings", engine.options, () => {
    test("a person's question is answered from their own raw rows, and another's reaches none of them", async () => {
      await introduce("asks");
      await introduce("asks-too");
      const days = nights(3);
      await store.transact(
        days.map((day) => ({ op: "put", key: keys.sourceDay("asks", day.date, day.source), body: day })),
      );
      const answered = async (sub: string, body: unknown = HRV) => {
        const { statusCode, body: text } = await api("POST /v1/readings/ask", sub, body);
        const { answer, shown: _, ...refused } = JSON.parse(text);
        return { statusCode, value: answer ?? refused };
      };
      expect(await answered("asks")).toEqual({
        statusCode: 200,
        value: {
          ...{ is: "number", value: days.at(-1)?.metrics.hrvRmssdMs, unit: "ms" },
          ...{ n: 1, nOf: "days", first: TODAY, last: TODAY, on: TODAY },
        },
      });
      expect(await answered("asks-too")).toEqual({
        ...{ statusCode: 200, value: { is: "none", why: "noDays", n: 0, nOf: "days" } },
      });
      expect(await answered("asks", { ...HRV, userId: "asks-too" })).toMatchObject({ statusCode: 400 });
      expect(await answered("")).toMatchObject({ statusCode: 401 });
      expect(cloud.functions.has("readings")).toBe(true);
    });
  });
}
