/** Tests wakes on AWS: the morning, the night, failures, and a reminder at its minute. */
import {
  DREAM_PHASES,
  Dream,
  INGEST_PER_DAY,
  keys,
  MemoryHead,
  MeterRow,
  SCHEDULE_NAMES,
  ToldScore,
} from "@waldo/contracts";
import { localDate, localTime, MINUTE_MS } from "@waldo/core/time";
import { describe, expect, test } from "vitest";
import type { FunctionError } from "../test/function-process.ts";
import {
  api,
  CHAT,
  cloud,
  engine,
  introduce,
  journal,
  modelThatCalls,
  modelThatLooksFirst,
  nights,
  SAID,
  store,
  TODAY,
  wake,
  ZONE,
} from "./stage.ts";

export function fromSyncToBrief(): void {
  describe("from a sync to a Brief", engine.options, () => {
    const person = "0f8fad5b-d9cb-469f-a165-70867728950e";
    let first: Awaited<ReturnType<typeof cloud.idle>> = [];

    test("a sync is taken in, scored, and can be read back", async () => {
      await introduce(person);
      const answer = await api("POST /v1/sync", person, { days: nights(20), settled: true });
      expect(answer).toMatchObject({ statusCode: 202, body: JSON.stringify({ dates: 20 }) });
      // The tests run at noon. Waldo has said nothing today, so the data of the night start the morning Brief.
      first = await cloud.idle();
      expect(first).toMatchObject([
        { machine: "Waldo-wake", status: "SUCCEEDED", output: { userId: person, outcome: "run" } },
        { machine: "Waldo-run", status: "SUCCEEDED", output: { next: "DONE" } },
      ]);
      // The first sync tells where the person is. From then on EventBridge Scheduler wakes them.
      expect([...cloud.schedules.keys()].sort()).toEqual(
        SCHEDULE_NAMES.filter((name) => name !== "review")
          .map((name) => `${person}.${name}`)
          .sort(),
      );
      const form = await api("GET /v1/form", person);
      expect(form).toMatchObject({ statusCode: 200, headers: { "cache-control": "no-store" } });
      const score = ToldScore.parse(JSON.parse(form.body));
      expect(score).toMatchObject({ date: TODAY, status: "final" });
      expect(score.form).toBeGreaterThan(0);
    });

    test("what the sync used is in the person's ledger, and a day that is full is answered 429", async () => {
      const { rows } = await store.query(keys.meter.all(person));
      const sync = rows.map(({ body }) => MeterRow.parse(body)).find(({ counts }) => counts.ingests === 1);
      expect(sync?.counts).toMatchObject({ sourceDays: 20, ingestBytes: expect.any(Number) });
      const date = new Date().toISOString().slice(0, 10);
      const count = await store.get(keys.ingested(person, date));
      expect(count?.body).toMatchObject({ requests: 1, entries: 20 });
      const full = { ...count?.body, requests: INGEST_PER_DAY.requests };
      await store.transact([{ op: "put", key: keys.ingested(person, date), body: full }]);
      const refused = await api("POST /v1/sync", person, { days: nights(1), settled: true });
      await store.transact([{ op: "put", key: keys.ingested(person, date), body: { ...count?.body } }]);
      expect(refused).toMatchObject({ statusCode: 429, headers: { "retry-after": expect.stringMatching(/^\d+$/) } });
      expect(await cloud.idle()).toEqual([]);
    });

    test("a wake becomes a run, is ticked through to DONE, and is said once, also when its schedule fires later", async () => {
      const [, run] = first;
      wake(person, "brief", "morning");
      expect((await cloud.idle()).map(({ machine }) => machine)).toEqual(["Waldo-wake"]);
      expect(Object.keys(run?.input ?? {}).sort()).toEqual(["runId", "userId"]);
      expect(Object.keys(run?.output ?? {}).sort()).toEqual(["next", "runId", "userId"]);

      const { header, path, outbox } = await journal(person, String(run?.input["runId"]));
      expect(header).toMatchObject({ state: "DONE", rung: "L1", iterations: 2 });
      expect(path).toBe("CONTEXT_BUILT LLM_CALLED TOOLS_DONE LLM_CALLED TOOLS_DONE GATED DELIVERED DONE");
      expect(outbox).toMatchObject([
        { channel: "in_app", state: "sent" },
        { channel: "telegram", state: "sent", receipt: "1" },
      ]);
      expect(cloud.telegrams).toEqual([{ chat: CHAT, text: SAID }]);
    });

    test("R6: a wake carries ids and small enums only, and so do its results", async () => {
      wake(person, "patrol");
      const [woken] = await cloud.idle();
      expect(Object.keys(woken?.input ?? {}).sort()).toEqual(["job", "scheduledAt", "userId"]);
      expect(woken?.output).toEqual({ userId: person, outcome: "nothing" });
    });

    test("a night consolidates, settles what was noted, and leaves pages and an index behind", async () => {
      const note = { kind: "note", hall: "facts", claim: "Has a boat", conditions: "", origin: "agent" } as const;
      const body = { ...note, trust: "provisional", at: Date.now(), source: "run-x" };
      await store.transact([{ op: "put", key: keys.inbox(person, body.at, "0123456789ab"), body }]);
      wake(person, "upkeep");
      const [woken, dream] = await cloud.idle();
      expect(woken).toMatchObject({ machine: "Waldo-wake", output: { outcome: "dream" } });
      expect(dream).toMatchObject({ machine: "Waldo-dream", status: "SUCCEEDED" });
      expect(Object.keys(dream?.input ?? {}).sort()).toEqual(["dreamId", "userId"]);
      const { phases } = Dream.parse((await store.get(keys.dream(person, String(dream?.input["dreamId"]))))?.body);
      expect(DREAM_PHASES.map((phase) => [phase, phases[phase]?.outcome])).toEqual(
        DREAM_PHASES.map((phase) => [phase, "done"]),
      );
      const { segment, live } = MemoryHead.parse((await store.get(keys.memory(person)))?.body);
      expect({ segment, live }).toEqual({ segment: expect.stringMatching(`^index/${person}/`), live: 1 });
    });

    test("R7, R12: only ingest and crs touched raw rows, and only the person's session touched agent rows", () => {
      const roles = (partition: RegExp) =>
        [
          ...new Set(cloud.touched.filter((one) => partition.test(one.partition)).map(({ role }) => role.slice(0, -8))),
        ].sort();
      expect(roles(/^RAW#/)).toEqual(["ApiIngestRole", "FunctionsCrsRole"]);
      expect(roles(/^USER#/)).toEqual(["FunctionsUserScopeRole"]);
      expect(cloud.refused).toEqual([]);
    });
  });
}

export function whenThingsBreak(): void {
  describe("when things break", engine.options, () => {
    const person = "broken-model";

    test("no model: the template speaks from the same tools (L3)", async () => {
      await introduce(person);
      cloud.world.converse = () => ({ refuse: "ThrottlingException" });
      const before = cloud.telegrams.length;
      await api("POST /v1/sync", person, { days: nights(20), settled: true });
      const run = (await cloud.idle()).find(({ machine }) => machine === "Waldo-run");
      cloud.world.converse = modelThatLooksFirst();
      expect((await journal(person, String(run?.input["runId"]))).header).toMatchObject({ state: "DONE", rung: "L3" });
      expect(cloud.telegrams.slice(before).map(({ text }) => text)).toEqual([
        expect.stringMatching(/a (strong|normal|low|very low) day/i),
      ]);
    });

    test("the reaper gives a dead execution a new one a few times; then the sweep goes on, and the person hears once", async () => {
      const other = "reaped";
      await introduce(other);
      const before = cloud.telegrams.length;
      // A warm process remembers the token for a while.
      await cloud.restart("delivery");
      cloud.world.secretsDown = true;
      await api("POST /v1/sync", other, { days: nights(20), settled: true });
      const dead = (await cloud.idle()).filter(({ machine }) => machine === "Waldo-run");
      const runId = String(dead[0]?.input["runId"]);
      expect(dead.map(({ name }) => name)).toEqual([
        runId,
        ...["r2", "r3", "r4", "r5", "r6"].map((n) => `${runId}-${n}`),
      ]);
      expect(new Set(dead.map(({ status, error }) => `${status} ${error}`))).toEqual(new Set(["FAILED InvalidInput"]));
      expect((await journal(other, runId)).header.state).toBe("GATED");

      // The lease expires, the cause is repaired, and the person's next wake runs.
      cloud.world.secretsDown = false;
      const { body } = (await store.get(keys.lease(other))) ?? { body: {} };
      await store.transact([{ op: "put", key: keys.lease(other), body: { ...body, expiresAt: 0 } }]);
      wake(other, "patrol");
      expect(await cloud.idle()).toMatchObject([
        { status: "SUCCEEDED" },
        { name: `${runId}-r7`, output: { next: "DONE" } },
      ]);
      expect(cloud.telegrams.slice(before)).toHaveLength(1);
    });

    test("the agent step leaves an unsent row to delivery, which sends it at the next wake", async () => {
      const other = "late-row";
      await introduce(other);
      cloud.world.telegramDown = true;
      await api("POST /v1/sync", other, { days: nights(20), settled: true });
      const run = (await cloud.idle()).find(({ machine }) => machine === "Waldo-run");
      const runId = String(run?.input["runId"]);
      const telegramRow = async () =>
        (await journal(other, runId)).outbox.find(({ channel }) => channel === "telegram");
      expect(await telegramRow()).toMatchObject({ state: "failed", attempt: 1 });

      // The pause of the row is over. The agent step has no channel and must not settle the row; the machine gives it to
      // delivery.
      cloud.world.telegramDown = false;
      const key = keys.outbox(other, runId, 1);
      await store.transact([{ op: "put", key, body: { ...(await telegramRow()), notBefore: 0 } }]);
      wake(other, "patrol");
      await cloud.idle();
      expect(await telegramRow()).toMatchObject({ state: "sent", attempt: 2 });
    });

    test("an operator pauses a person: a Brief does not come, and afterwards one text lists what came due", async () => {
      const other = "paused";
      await introduce(other);
      await api("POST /v1/sync", other, { days: nights(20), settled: true });
      await cloud.idle();
      await cloud.invoke("agent-step", { userId: other, operate: "pause" });
      const at = Date.now() - 3 * 24 * 3_600_000;
      const lease = (await store.get(keys.lease(other)))?.body ?? {};
      const watch = {
        watchId: "0123456789ab",
        text: "call the dentist",
        when: { on: "time", at: at + 60_000 },
        state: "active",
        firesLeft: 1,
        fired: 0,
        cooldownMs: 0,
        createdAt: at,
        expiresAt: at + 60_000,
      };
      await store.transact([
        { op: "put", key: keys.lease(other), body: { ...lease, pausedAt: at } },
        { op: "put", key: keys.watch(other, watch.watchId), body: watch },
      ]);
      const before = cloud.telegrams.length;
      wake(other, "brief", "morning");
      expect(await cloud.idle()).toMatchObject([{ status: "SUCCEEDED", output: { outcome: "paused" } }]);
      expect(await cloud.invoke("agent-step", { userId: other, operate: "resume" })).toEqual({ wasPaused: true });
      wake(other, "patrol");
      await cloud.idle();
      // At the hour of this test, a Brief may come as well.
      const told = cloud.telegrams.slice(before).filter(({ text }) => text.includes("dentist"));
      expect(told.map(({ text }) => text)).toEqual([
        expect.stringMatching(/^I was paused from .*You had asked me to remind you:\n• .*: call the dentist$/s),
      ]);
    });

    test("an error leaves a function under its literal name, and an unforeseen one without its message", async () => {
      const fails = async (folder: string, event: unknown) => {
        const error = (await cloud.invoke(folder, event).catch((thrown: unknown) => thrown)) as FunctionError;
        return [error.name, error.message];
      };
      expect(await fails("agent-step", { userId: "nobody", runId: "run-none" })).toEqual([
        "UnknownRun",
        "there is no run run-none",
      ]);
      expect(
        await fails("crs", { userId: "never-synced", job: "patrol", scheduledAt: new Date().toISOString() }),
      ).toEqual(["InvalidInput", expect.stringContaining("no time zone yet")]);
      const [name, message] = await fails("scribe", { userId: "A secret name", runId: "run-1" });
      expect(name).toBe("InvalidInput");
      expect(message).toMatch(/^not what this function takes: .*\((invalid_union|invalid_format)\)$/);
      expect(message).not.toContain("secret");

      // The schema accepts this time zone but no calendar knows it, so the code meets an error that it did not foresee.
      await store.transact([
        { op: "put", key: keys.profile("odd"), body: { ...ODD, userId: "odd", timeZone: "words of a person" } },
      ]);
      const [odd, withheld] = await fails("agent-step", { ...PATROL, userId: "odd" });
      expect([odd, withheld]).toEqual(["RangeError", expect.stringContaining("withheld")]);
    });
  });
}

const ODD = { wakeTime: "07:00", sleepTime: "23:00", autonomy: "L2", channels: {} };
const PATROL = { job: "patrol", scheduledAt: "2026-10-30T12:00:00Z", date: "2026-10-30" };

export function reminders(): void {
  describe("a reminder that is asked for", engine.options, () => {
    const person = "1c2d3e4f-5a6b-4c7d-8e9f-0a1b2c3d4e5f";

    test("has a one-time schedule from then on, fires by it, and a cancelled one has none after the door's wake", async () => {
      await introduce(person);
      await api("PUT /v1/zone", person, { timeZone: ZONE });
      const at = Date.now() + 90 * MINUTE_MS;
      const [date, time] = [localDate(at, ZONE), localTime(at, ZONE)];
      cloud.world.converse = modelThatCalls("watch", { text: "stretch", date, time });
      await api("POST /v1/messages", person, { text: `remind me at ${time} to stretch` });
      await cloud.idle();
      cloud.world.converse = modelThatLooksFirst();
      const { items } = JSON.parse((await api("GET /v1/reminders", person)).body);
      expect(items).toHaveLength(1);
      const name = `${person}.r-${items[0].watchId}`;
      expect(cloud.schedules.get(name)).toMatchObject({
        ScheduleExpression: `at(${new Date(items[0].at).toISOString().slice(0, 19)})`,
        ActionAfterCompletion: "DELETE",
      });
      expect((await api(`DELETE /v1/reminders/${items[0].watchId}`, person)).statusCode).toBe(200);
      const woken = await cloud.idle();
      expect(woken).toMatchObject([{ machine: "Waldo-wake", input: { job: "remind" }, status: "SUCCEEDED" }]);
      expect(cloud.schedules.has(name)).toBe(false);
    });
  });
}
