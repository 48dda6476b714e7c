import { MOST_VOICE_SECONDS } from "@waldo/contracts";
import { describe, expect, test } from "vitest";
import { deployed, functionsIn, READS, role, roles, tagsOf, WRITES } from "./test/deployed.ts";
import { isAllowed, mayAssume, type Principal, type Role, rolesOf } from "./test/iam.ts";
import { type Json, synthesise } from "./test/template.ts";

describe("least privilege", () => {
  /** Actions for which AWS offers no narrower resource. */
  const NAMELESS = new Set([
    "transcribe:StartStreamTranscription",
    "scheduler:ListSchedules",
    "sns:DeleteEndpoint",
    "xray:PutTraceSegments",
    "xray:PutTelemetryRecords",
    "xray:GetSamplingRules",
    "xray:GetSamplingTargets",
    "logs:CreateLogDelivery",
    "logs:GetLogDelivery",
    "logs:UpdateLogDelivery",
    "logs:DeleteLogDelivery",
    "logs:ListLogDeliveries",
    "logs:PutResourcePolicy",
    "logs:DescribeResourcePolicies",
    "logs:DescribeLogGroups",
  ]);
  const list = (value: Json | undefined): string[] => [value ?? []].flat().map(String);
  type Statement = { Effect: string; Action?: Json; NotAction?: Json; Resource?: Json; NotResource?: Json };
  const statementsOf = (policy: Json) => (policy as unknown as { Statement: Statement[] }).Statement;

  test("what asks servers that people name holds nothing else: no secret, no machine, no model", async () => {
    const actions = role("Calendar").policies.flatMap(({ policy }) =>
      statementsOf(policy).flatMap(({ Action }) => list(Action)),
    );
    expect(actions.sort()).toEqual([
      ...["logs:CreateLogStream", "logs:PutLogEvents", "sts:AssumeRole", "sts:TagSession"],
      ...["xray:PutTelemetryRecords", "xray:PutTraceSegments"],
    ]);
  });

  test("no action has a wildcard, and no resource is * unless AWS has no name for it", () => {
    for (const { id, policies } of roles)
      for (const statement of policies.flatMap(({ policy }) => statementsOf(policy))) {
        expect(statement.Effect).toBe("Allow");
        expect(statement.NotAction ?? statement.NotResource).toBeUndefined();
        for (const action of list(statement.Action)) {
          expect(action, id).not.toContain("*");
          if (list(statement.Resource).includes("*")) expect([...NAMELESS], `${id} ${action}`).toContain(action);
        }
      }
  });

  test("no role has a managed policy", () => {
    for (const { id, properties } of deployed.filter(({ type }) => type === "AWS::IAM::Role"))
      expect(properties["ManagedPolicyArns"], id).toBeUndefined();
  });

  test.each([
    ["TelegramToken", ["Delivery", "Telegram"]],
    ["TelegramHook", ["Telegram"]],
    ["ApprovalKey", ["Door", "Telegram"]],
  ])("the secret %s is read by %j alone", async (name, readers) => {
    const secret = deployed.find(({ type, id }) => type === "AWS::SecretsManager::Secret" && id.includes(name));
    const arn = `arn:aws:secretsmanager:us-east-1:111122223333:secret:${secret?.id}-abc123`;
    for (const one of roles)
      expect(await isAllowed({ role: one }, "secretsmanager:GetSecretValue", arn), one.id).toBe(
        readers.some((reader) => one === role(reader)),
      );
  });

  test("the webhook may have voices written down, and go on later, where languages are named", async () => {
    const stack = await synthesise({ bundle: false, waldo: { voiceLanguages: ["en-GB", "de-DE"] } });
    const fn = stack.deployed.find(({ properties }) => properties["Description"] === "Waldo: telegram");
    const arn = `arn:aws:lambda:us-east-1:111122223333:function:${fn?.id}`;
    for (const one of rolesOf(stack.deployed)) {
      const isWebhook = one.id.includes("Telegram");
      expect(await isAllowed({ role: one }, "lambda:InvokeFunction", arn), one.id).toBe(isWebhook);
      const hears = isWebhook || /^FunctionsVoiceRole/.test(one.id);
      expect(await isAllowed({ role: one }, "transcribe:StartStreamTranscription", "*"), one.id).toBe(hears);
    }
    // Five minutes of speech, and the time to begin and to answer.
    expect(fn?.properties["Timeout"]).toBeGreaterThanOrEqual(MOST_VOICE_SECONDS + 30);
    for (const one of roles)
      expect(await isAllowed({ role: one }, "transcribe:StartStreamTranscription", "*"), one.id).toBe(false);
  });

  test("one function reaches out where something is connected: it has the keys, and no row of anybody", async () => {
    const connections = { mcp: { notes: { url: "https://notes.test/mcp", tools: ["add"] } } };
    const stack = await synthesise({ bundle: false, waldo: { connections } });
    const all = rolesOf(stack.deployed);
    const reach = all.find(({ id }) => /^ReachRole[0-9A-F]{8}$/.test(id));
    const own = reach?.policies.flatMap(({ policy }) => statementsOf(policy)) ?? [];
    expect(own.flatMap(({ Action }) => list(Action)).sort()).toEqual([
      ...["logs:CreateLogStream", "logs:PutLogEvents", "secretsmanager:GetSecretValue"],
      ...["xray:PutTelemetryRecords", "xray:PutTraceSegments"],
    ]);
    const fn = stack.deployed.find(({ type, id }) => type === "AWS::Lambda::Function" && id.startsWith("Reach"));
    const arn = `arn:aws:lambda:us-east-1:111122223333:function:${fn?.id}`;
    const callers: string[] = [];
    for (const one of all)
      if (await isAllowed({ role: one }, "lambda:InvokeFunction", arn)) callers.push(one.id.replace(/Role.*/, ""));
    expect(callers.sort()).toEqual(["FunctionsAgentStep", "FunctionsDoor", "FunctionsTelegram"]);
    const plain = functionsIn(deployed).filter((description) => description === "Waldo: reach");
    expect([plain, functionsIn(stack.deployed).includes("Waldo: reach")]).toEqual([[], true]);
  });

  test("each machine can be started by the right functions only", async () => {
    const starters = async (machine: string, action = "states:StartExecution") => {
      const may: string[] = [];
      for (const one of roles) {
        const arn = `arn:aws:states:us-east-1:111122223333:stateMachine:${machine}`;
        if (await isAllowed({ role: one }, action, arn)) may.push(one.id.replace(/Role.*/, ""));
      }
      return may.sort();
    };
    expect(await starters("Waldo-run")).toEqual([
      "FunctionsAgentStep",
      "FunctionsDoor",
      "FunctionsScribe",
      "FunctionsTelegram",
    ]);
    expect(await starters("Waldo-dream")).toEqual(["FunctionsAgentStep"]);
    expect(await starters("Waldo-handoff")).toEqual(["FunctionsAgentStep", "FunctionsDoor", "FunctionsTelegram"]);
    expect(await starters("Waldo-review")).toEqual(["FunctionsAgentStep", "FunctionsDoor", "FunctionsTelegram"]);
    expect(await starters("Waldo-wake")).toEqual([
      "ApiIngest",
      "FunctionsDoor",
      "FunctionsTelegram",
      "Imports",
      "Schedules",
    ]);
    expect(await starters("anything-else")).toEqual([]);
    const tellers = ["FunctionsAgentStep", "FunctionsDoor", "FunctionsScribe", "FunctionsTelegram"];
    expect(await starters("Waldo-handoff", "states:SendTaskSuccess")).toEqual(tellers);
    expect(await starters("Waldo-review", "states:SendTaskSuccess")).toEqual(tellers);
    expect(await starters("Waldo-run", "states:SendTaskSuccess")).toEqual([]);
  });

  test("schedules are managed by a session of one person, those of that person alone, and deleted by an erasure", async () => {
    const group = String(deployed.find(({ type }) => type === "AWS::Scheduler::ScheduleGroup")?.properties["Name"]);
    const arn = (name: string, of = group) => `arn:aws:scheduler:us-east-1:111122223333:schedule/${of}/${name}`;
    const keeping = (userId: string): Principal => ({ role: role("SchedulesScope"), tags: tagsOf(userId) });
    for (const action of ["CreateSchedule", "UpdateSchedule", "DeleteSchedule"]) {
      const may = (principal: Principal, schedule: string) => isAllowed(principal, `scheduler:${action}`, schedule);
      for (const name of ["me.morning", "me.r-0123456789ab"]) expect(await may(keeping("me"), arn(name))).toBe(true);
      for (const name of ["you.morning", "me-too.morning", "mex.morning", "me"])
        expect(await may(keeping("me"), arn(name)), `${action} ${name}`).toBe(false);
      for (const trick of ["*", "m*", "?e", ""])
        expect(await may(keeping(trick), arn("me.morning")), trick).toBe(false);
      expect(await may(keeping("me"), arn("me.morning", "default"))).toBe(false);
      for (const one of roles) {
        const ends = one === role("^Privacy") && action === "DeleteSchedule";
        expect(await may({ role: one }, arn("me.morning")), one.id).toBe(ends);
        expect(await may({ role: one }, arn("me.morning", "default")), one.id).toBe(false);
      }
    }
  });

  test("that session is opened by the agent step alone, and it alone passes the role of schedules, only to the scheduler", async () => {
    const schedules = role("Schedules");
    const to = (service: string) => ({ "iam:PassedToService": service });
    for (const one of roles) {
      const keeps = one === role("SchedulesScope");
      const opens = one === role("AgentStep");
      expect(await mayAssume({ role: one }, role("SchedulesScope"), tagsOf("me")), one.id).toBe(opens);
      const hands = (what: Role, service: string) => isAllowed({ role: one }, "iam:PassRole", what.arn, to(service));
      expect(await hands(schedules, "scheduler.amazonaws.com"), one.id).toBe(keeps);
      expect(await hands(schedules, "lambda.amazonaws.com"), one.id).toBe(false);
      expect(await hands(role("Crs"), "scheduler.amazonaws.com"), one.id).toBe(false);
    }
    expect(await mayAssume({ role: role("AgentStep") }, role("SchedulesScope"), {})).toBe(false);
  });

  test("an embedding model may be called where one is configured, and only by the agent step", async () => {
    const model = "amazon.titan-embed-text-v2:0";
    const arn = `arn:aws:bedrock:us-east-1::foundation-model/${model}`;
    const stack = await synthesise({ bundle: false, waldo: { embeddings: model } });
    const callers: string[] = [];
    for (const one of rolesOf(stack.deployed))
      if (await isAllowed({ role: one }, "bedrock:InvokeModel", arn)) callers.push(one.id.replace(/Role.*/, ""));
    expect(callers).toEqual(["FunctionsAgentStep"]);
    for (const one of roles) expect(await isAllowed({ role: one }, "bedrock:InvokeModel", arn), one.id).toBe(false);
  });

  test("wearables: tokens, raw rows, links and what changed are each reached by the functions that need them", async () => {
    const stack = await synthesise({ bundle: false, waldo: { wearables: { whoop: { clientId: "id" } } } });
    const all = rolesOf(stack.deployed);
    const table = `arn:aws:dynamodb:us-east-1:111122223333:table/${stack.deployed.find(({ id }) => id.startsWith("DataHealthTable"))?.id}`;
    const mayDo = async (one: Role, partition: string) => {
      const allowed: string[] = [];
      for (const action of [...READS, ...WRITES]) {
        const context = action === "Scan" ? {} : { "dynamodb:LeadingKeys": [partition] };
        if (await isAllowed({ role: one }, `dynamodb:${action}`, table, context as never)) allowed.push(action);
      }
      return allowed;
    };
    const secret = (name: string) =>
      stack.deployed.find(({ type, id }) => type === "AWS::SecretsManager::Secret" && id.startsWith(name));
    const readers = async (name: string) => {
      const arn = `arn:aws:secretsmanager:us-east-1:111122223333:secret:${secret(name)?.id}-abc123`;
      const found: string[] = [];
      for (const one of all)
        if (await isAllowed({ role: one }, "secretsmanager:GetSecretValue", arn))
          found.push(one.id.replace(/Role.*/, ""));
      return found;
    };
    const reached = async (partition: string) => {
      const found: Record<string, string[]> = {};
      for (const one of all) {
        const actions = await mayDo(one, partition);
        if (actions.length > 0) found[one.id.replace(/Role.*/, "")] = actions;
      }
      return found;
    };
    // The session of a whole person is tagged, so it is not reached here (see "everything of one person").
    expect(await reached("CONNECT#a")).toEqual({
      WearablesConnect: ["GetItem", "UpdateItem", "DeleteItem"],
      WearablesFetcher: ["GetItem", "Query", "UpdateItem"],
    });
    expect(await reached("VENDOR#whoop")).toEqual({
      WearablesConnect: ["GetItem", "UpdateItem", "DeleteItem"],
      WearablesHook: ["GetItem"],
    });
    expect(await reached("HOOKED#a")).toEqual({
      WearablesHook: ["UpdateItem"],
      WearablesFetcher: ["Query", "DeleteItem"],
    });
    expect(await reached("RAW#a")).toEqual({
      FunctionsCrs: ["Query", "UpdateItem", "DeleteItem"],
      WearablesFetcher: ["UpdateItem"],
      ApiIngest: ["GetItem", "UpdateItem"],
    });
    // The privacy function tells the vendors that a person is gone.
    const ends = ["WearablesConnect", "WearablesFetcher", "Privacy"];
    expect((await readers("WearablesTokenKey")).sort()).toEqual(ends.sort());
    expect((await readers("WearablesKeys")).sort()).toEqual([...ends, "WearablesHook"].sort());
  });

  test("push goes to endpoints of the configured applications only", async () => {
    const app = "arn:aws:sns:us-east-1:111122223333:app/APNS/waldo";
    const stack = await synthesise({ bundle: false, waldo: { pushApplications: [app] } });
    const deployed = rolesOf(stack.deployed);
    const mayOf = (name: string) =>
      (deployed.find(({ id }) => id.startsWith(`Functions${name}Role`))?.policies ?? [])
        .flatMap(({ policy }) => statementsOf(policy))
        .filter(({ Action }) => String(Action).startsWith("sns:"))
        .map(({ Action, Resource }) => [Action, Resource]);
    const endpoints = `${app.replace(":app/", ":endpoint/")}/*`;
    expect(mayOf("Delivery")).toEqual([["sns:Publish", endpoints]]);
    expect(mayOf("Door")).toEqual([
      ["sns:CreatePlatformEndpoint", app],
      ["sns:SetEndpointAttributes", endpoints],
    ]);
    for (const name of ["Delivery", "Door"]) expect(JSON.stringify(role(name).policies)).not.toContain("sns:");
  });
});
