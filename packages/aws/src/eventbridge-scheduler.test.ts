/** The real SDK client, with its retries on, against a server on loopback that speaks Scheduler's REST protocol. */
import { SchedulerClient } from "@aws-sdk/client-scheduler";
import { SCHEDULE_NAMES, WakeInput } from "@waldo/contracts";
import { scheduleOf } from "@waldo/core/cadence/schedule";
import { type Answer, ok, type ScriptedServer, startScriptedServer } from "@waldo/testkit/scripted-server";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventbridgeScheduler } from "./eventbridge-scheduler.ts";

const GROUP = "Waldo-people";
const PATROL = "arn:aws:states:eu-west-1:111122223333:stateMachine:Waldo-wake";
const ROLE = "arn:aws:iam::111122223333:role/Waldo-schedules";
const DLQ = "arn:aws:sqs:eu-west-1:111122223333:Waldo-wakes";
const DONE = ok({ ScheduleArn: "arn:aws:scheduler:eu-west-1:111122223333:schedule/Waldo-people/me.x" });
const GONE = ok({});
const refusal = (type: string, status: number): Answer => ({
  kind: "reply",
  status,
  body: { Message: type },
  headers: { "x-amzn-errortype": type },
});

let server: ScriptedServer;
let client: SchedulerClient;
beforeAll(async () => {
  server = await startScriptedServer();
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  client = new SchedulerClient({ endpoint: server.endpoint, credentials, region: "eu-west-1", maxAttempts: 2 });
});
afterAll(async () => {
  client.destroy();
  await server.stop();
});
beforeEach(() => server.reset());

const schedules = () =>
  eventbridgeScheduler({
    client: () => client,
    group: GROUP,
    wakeMachineArn: PATROL,
    roleArn: ROLE,
    deadLetterArn: DLQ,
  });
const rows = scheduleOf(PERSON);
/** The names of which the person has no row. */
const others = SCHEDULE_NAMES.filter((name) => rows.every((row) => row.name !== name));
/** The answers to all of them: a schedule for each row, and none for the others. */
const answers = () => [...rows.map(() => DONE), ...others.map(() => GONE)];
const asked = () => server.asked.map(({ method, path }) => `${method} ${path.split("?")[0]}`);
const bodies = () => server.asked.flatMap(({ body }) => (body === "" ? [] : [JSON.parse(body)]));

describe("a person's schedules", () => {
  it("are one for each cadence, in the group, each starting the wake machine with its own wake", async () => {
    server.script.push(...answers());
    await schedules().apply("me", rows);
    expect(asked()).toEqual([
      ...rows.map(({ name }) => `POST /schedules/me.${name}`),
      ...others.map((name) => `DELETE /schedules/me.${name}`),
    ]);
    for (const [i, body] of bodies().entries()) {
      const row = rows[i];
      expect(body).toMatchObject({
        GroupName: GROUP,
        ScheduleExpressionTimezone: "Europe/London",
        FlexibleTimeWindow: { Mode: "OFF" },
        State: "ENABLED",
        Target: { Arn: PATROL, RoleArn: ROLE, DeadLetterConfig: { Arn: DLQ } },
      });
      // The text that the service writes into the placeholder completes the wake. It is the same in every repeat of a
      // firing.
      const fired = body.Target.Input.replace("<aws.scheduler.scheduled-time>", "2026-10-30T07:03:00Z");
      expect(WakeInput.parse(JSON.parse(fired))).toMatchObject({ userId: "me", job: row?.job });
      expect(body.Target.RetryPolicy.MaximumEventAgeInSeconds).toBeLessThanOrEqual(86_400);
      expect(body.Target.RetryPolicy.MaximumEventAgeInSeconds * 1000).toBeLessThanOrEqual(row?.maxAgeMs ?? 0);
    }
  });

  it("give their times in the service's own cron: a day of the month or of the week, never both", async () => {
    server.script.push(...answers());
    await schedules().apply("me", rows);
    const crons = new Map(bodies().map((body, i) => [rows[i]?.name, body.ScheduleExpression]));
    expect(crons.get("morning")).toMatch(/^cron\(\d 7 \* \* \? \*\)$/);
    expect(crons.get("weekly")).toMatch(/^cron\(\d 18 \? \* FRI \*\)$/);
    expect(crons.get("evening")).toMatch(/^cron\(\d 18 \? \* MON,TUE,WED,THU,SAT,SUN \*\)$/);
    expect(crons.get("patrol")).toMatch(/^cron\(\d+,\d+,\d+,\d+ 7-22 \* \* \? \*\)$/);
  });

  it("are brought up to date when they exist", async () => {
    const [row] = rows;
    server.script.push(refusal("ConflictException", 409), DONE, ...SCHEDULE_NAMES.map(() => GONE));
    await schedules().apply("me", row ? [row] : []);
    expect(asked().slice(0, 2)).toEqual(["POST /schedules/me.upkeep", "PUT /schedules/me.upkeep"]);
    const [created, updated] = bodies();
    expect({ ...updated, ClientToken: "" }).toEqual({ ...created, ClientToken: "" });
  });

  it("are removed when they are no longer wanted; one that is not there is no error", async () => {
    const [row] = rows;
    server.script.push(DONE, refusal("ResourceNotFoundException", 404), ...SCHEDULE_NAMES.map(() => GONE));
    await schedules().apply("me", row ? [row] : []);
    expect(asked().slice(1)).toEqual(
      SCHEDULE_NAMES.filter((name) => name !== "upkeep").map((name) => `DELETE /schedules/me.${name}`),
    );
    server.reset();
    server.script.push(...SCHEDULE_NAMES.map(() => GONE));
    await schedules().remove("me");
    expect(asked()).toEqual(SCHEDULE_NAMES.map((name) => `DELETE /schedules/me.${name}`));
  });

  it("a create whose answer was lost is repeated under the same token, so it makes one schedule", async () => {
    server.script.push({ kind: "lose-answer" }, ...answers());
    await schedules().apply("me", rows);
    const [first, again] = bodies();
    expect(again.ClientToken).toBe(first.ClientToken);
  });

  it.each([
    ["ThrottlingException", 429, "StoreUnavailable"],
    ["InternalServerException", 500, "StoreUnavailable"],
    ["ServiceQuotaExceededException", 402, "StoreUnavailable"],
    ["ValidationException", 400, "InvalidInput"],
    ["AccessDeniedException", 403, "InvalidInput"],
  ])("%s (%i) is %s", async (type, status, name) => {
    server.script.push(refusal(type, status), refusal(type, status));
    await expect(schedules().apply("me", rows)).rejects.toMatchObject({ name, cause: expect.any(Error) });
  });
});

describe("a time zone that is an offset", () => {
  const at = async (timeZone: string) => {
    server.script.push(...answers());
    await schedules().apply("me", scheduleOf({ ...PERSON, timeZone }));
    return bodies()[0].ScheduleExpressionTimezone;
  };
  it("in a row of an earlier release becomes a name that has it", async () => {
    expect(await at("+02:00")).toBe("Etc/GMT-2");
    server.reset();
    expect(await at("-11:00")).toBe("Etc/GMT+11");
    server.reset();
    expect(await at("+05:30")).toBe("Asia/Kolkata");
  });
});

describe("a reminder's schedule", () => {
  const NOW = Date.parse("2026-10-30T12:00:20Z");
  const alarms = () =>
    eventbridgeScheduler({
      ...{ client: () => client, group: GROUP, wakeMachineArn: PATROL, roleArn: ROLE, deadLetterArn: DLQ },
      now: () => NOW,
    }).reminders;
  const ID = "0123456789ab";

  it("fires once at its minute, wakes the person for it, and deletes itself", async () => {
    server.script.push(DONE);
    await alarms().set("me", ID, Date.parse("2026-10-31T03:12:00Z"));
    expect(asked()).toEqual([`POST /schedules/me.r-${ID}`]);
    const [body] = bodies();
    expect(body).toMatchObject({
      GroupName: GROUP,
      ScheduleExpression: "at(2026-10-31T03:12:00)",
      ScheduleExpressionTimezone: "UTC",
      ActionAfterCompletion: "DELETE",
      FlexibleTimeWindow: { Mode: "OFF" },
      Target: { Arn: PATROL, RoleArn: ROLE, DeadLetterConfig: { Arn: DLQ } },
    });
    const fired = body.Target.Input.replace("<aws.scheduler.scheduled-time>", "2026-10-31T03:12:00Z");
    expect(WakeInput.parse(JSON.parse(fired))).toMatchObject({ userId: "me", job: "remind" });
  });

  it("is never before its instant and never in the past", async () => {
    server.script.push(DONE, DONE);
    await alarms().set("me", ID, NOW + 61_000);
    await alarms().set("me", ID, NOW - 1);
    expect(bodies().map((body) => body.ScheduleExpression)).toEqual([
      "at(2026-10-30T12:02:00)",
      "at(2026-10-30T12:01:00)",
    ]);
  });

  it("set twice is one, and dropped twice is gone", async () => {
    server.script.push(refusal("ConflictException", 409), DONE, GONE, refusal("ResourceNotFoundException", 404));
    await alarms().set("me", ID, NOW);
    await alarms().drop("me", ID);
    await alarms().drop("me", ID);
    const path = `/schedules/me.r-${ID}`;
    expect(asked()).toEqual([`POST ${path}`, `PUT ${path}`, `DELETE ${path}`, `DELETE ${path}`]);
  });

  it("has a name that the service takes, for the longest user id", () => {
    expect(`${"u".repeat(40)}.r-${ID}`.length).toBeLessThanOrEqual(64);
    for (const name of SCHEDULE_NAMES) expect(name.startsWith("r-")).toBe(false);
  });
});
