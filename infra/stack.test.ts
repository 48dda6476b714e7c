import { readFileSync } from "node:fs";
import { ATTRIBUTES } from "@waldo/aws/dynamo-tables";
import { COUNTED, METRIC_NAMESPACE } from "@waldo/aws/log";
import { USER_TAG } from "@waldo/aws/user-scope";
import { EndedExecution } from "@waldo/contracts";
import { LEASE_MS } from "@waldo/core/run/lease";
import { beforeAll, describe, expect, test } from "vitest";
import { inRepository } from "./config.ts";
import { type JsonObject, type Resource, type Synthesised, synthesise } from "./test/template.ts";

type Target = { InputTransformer: { InputPathsMap: Record<string, string>; InputTemplate: string } };

let stack: Synthesised;
const all = (type: string): Resource[] => stack.deployed.filter((resource) => resource.type === type);
/** The properties of the only resource of a type. */
const only = (type: string): JsonObject => {
  const [first, ...more] = all(type);
  if (first === undefined || more.length > 0) throw new Error(`${more.length + 1} resources are ${type}`);
  return first.properties;
};
const asl = (name: string): JsonObject =>
  JSON.parse(readFileSync(inRepository(`statemachines/${name}.asl.json`), "utf8"));

beforeAll(async () => {
  // Throws on any finding of cdk-nag that is not acknowledged with a reason.
  stack = await synthesise({ bundle: false });
  stack.dispose();
});

describe("functions", () => {
  test("there are five, on Node 24 and arm64, traced, logging as JSON", () => {
    expect(all("AWS::Lambda::Function").map(({ properties }) => properties["Description"])).toEqual(
      ["agent-step", "delivery", "scribe", "crs", "ingest"].map((name) => `Waldo: ${name}`),
    );
    for (const { properties } of all("AWS::Lambda::Function"))
      expect(properties).toMatchObject({
        Runtime: "nodejs24.x",
        Architectures: ["arm64"],
        TracingConfig: { Mode: "Active" },
        LoggingConfig: { LogFormat: "JSON" },
      });
  });

  test("none outlives the task that calls it, and an agent step never outlives half its lease", () => {
    const timeouts = Object.fromEntries(
      all("AWS::Lambda::Function").map(({ properties }) => [properties["Description"], properties["Timeout"]]),
    );
    expect(timeouts).toEqual({
      "Waldo: agent-step": 300,
      "Waldo: delivery": 120,
      "Waldo: scribe": 120,
      "Waldo: crs": 60,
      "Waldo: ingest": 29,
    });
    const states = (asl("run")["States"] ?? {}) as Record<string, { Parameters?: JsonObject; TimeoutSeconds?: number }>;
    for (const { Parameters, TimeoutSeconds } of Object.values(states)) {
      if (Parameters === undefined) continue;
      const name = { AgentStep: "agent-step", Delivery: "delivery", Scribe: "scribe" }[
        /\{(\w+)FunctionArn/.exec(String(Parameters["FunctionName"]))?.[1] ?? ""
      ];
      expect(timeouts[`Waldo: ${name}`]).toBe(TimeoutSeconds);
    }
    expect(300_000).toBeLessThanOrEqual(LEASE_MS / 2);
  });

  test("none carries a secret in its environment", () => {
    for (const { properties } of all("AWS::Lambda::Function"))
      expect(JSON.stringify(properties["Environment"])).not.toMatch(/resolve:secretsmanager|TOKEN/);
  });
});

describe("data", () => {
  test("two tables as the store adapter expects them, each under its own rotating key, with backups, kept for good", () => {
    const tables = all("AWS::DynamoDB::Table");
    expect(tables).toHaveLength(2);
    for (const { properties } of tables)
      expect(properties).toMatchObject({
        KeySchema: [
          { AttributeName: ATTRIBUTES.pk, KeyType: "HASH" },
          { AttributeName: ATTRIBUTES.sk, KeyType: "RANGE" },
        ],
        BillingMode: "PAY_PER_REQUEST",
        TimeToLiveSpecification: { AttributeName: ATTRIBUTES.expiry, Enabled: true },
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        SSESpecification: { SSEEnabled: true, SSEType: "KMS" },
        DeletionProtectionEnabled: true,
      });
    const keys = tables.map(({ properties }) => (properties["SSESpecification"] as JsonObject)["KMSMasterKeyId"]);
    expect(new Set(keys).size).toBe(2);
    for (const { properties } of all("AWS::KMS::Key")) expect(properties["EnableKeyRotation"]).toBe(true);
  });

  test("nothing in the archive survives its deletion: no versions, and nothing of it is public or unencrypted", () => {
    const archive = all("AWS::S3::Bucket").find(({ id }) => id.startsWith("DataArchive"));
    expect(archive?.properties["VersioningConfiguration"]).toBeUndefined();
    for (const { properties } of all("AWS::S3::Bucket")) {
      const every = {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      };
      expect(properties["PublicAccessBlockConfiguration"]).toEqual(every);
      expect(properties["BucketEncryption"]).toBeDefined();
    }
  });

  test("every log group is encrypted with our key and forgets after a month", () => {
    expect(all("AWS::Logs::LogGroup").length).toBeGreaterThanOrEqual(8);
    for (const { id, properties } of all("AWS::Logs::LogGroup")) {
      expect(properties["RetentionInDays"], id).toBe(30);
      expect(properties["KmsKeyId"], id).toMatch(/key\/Operations/);
    }
  });
});

describe("state machines", () => {
  test.each(["run", "patrol", "dream"])(
    "the %s machine is its file, with function ARNs for the placeholders",
    (name) => {
      const machine = all("AWS::StepFunctions::StateMachine").find(
        ({ properties }) => properties["StateMachineName"] === `Waldo-${name}`,
      );
      const definition = String(machine?.properties["DefinitionString"]);
      expect(JSON.parse(definition)).toEqual(asl(name));

      const placeholders = [...new Set([...definition.matchAll(/\$\{(\w+)\}/g)].map(([, key]) => key))].sort();
      const given = (machine?.properties["DefinitionSubstitutions"] ?? {}) as Record<string, string>;
      expect(Object.keys(given).sort()).toEqual(placeholders);
      const functions = all("AWS::Lambda::Function").map(
        ({ id }) => `arn:aws:lambda:us-east-1:111122223333:function:${id}`,
      );
      for (const arn of Object.values(given)) expect(functions).toContain(arn);
    },
  );

  test("logs and traces without what passes through (R6 makes that ids, and still)", () => {
    for (const { properties } of all("AWS::StepFunctions::StateMachine"))
      expect(properties).toMatchObject({
        LoggingConfiguration: { Level: "ERROR", IncludeExecutionData: false },
        TracingConfiguration: { Enabled: true },
      });
  });

  test("executions that die go to the agent step with their input and nothing else", () => {
    const rule = only("AWS::Events::Rule");
    expect(rule["EventPattern"]).toEqual({
      source: ["aws.states"],
      "detail-type": ["Step Functions Execution Status Change"],
      detail: {
        stateMachineArn: ["arn:aws:states:us-east-1:111122223333:stateMachine:Waldo-run"],
        status: ["FAILED", "TIMED_OUT", "ABORTED"],
      },
    });
    expect(rule["Targets"]).toMatchObject([{ DeadLetterConfig: {} }]);
    const [{ InputTransformer: transformer }] = rule["Targets"] as unknown as [Target];
    const { InputPathsMap, InputTemplate } = transformer;
    expect(Object.values(InputPathsMap)).toEqual(["$.detail.input"]);
    const [variable = ""] = Object.keys(InputPathsMap);
    // EventBridge puts a string into a template as a JSON string.
    const input = JSON.stringify(JSON.stringify({ userId: "a", runId: "run-1" }));
    const event = JSON.parse(String(InputTemplate).replace(`<${variable}>`, input));
    expect(EndedExecution.parse(event)).toEqual({ endedInput: { userId: "a", runId: "run-1" } });
  });
});

describe("the API", () => {
  test("every route asks for a token of the user pool", () => {
    const routes = all("AWS::ApiGatewayV2::Route").map(({ properties }) => properties);
    expect(routes.map(({ RouteKey }) => RouteKey).sort()).toEqual(["GET /form", "POST /sync"]);
    for (const { AuthorizationType, AuthorizerId } of routes) {
      expect(AuthorizationType).toBe("JWT");
      expect(AuthorizerId).toBeDefined();
    }
    expect(only("AWS::ApiGatewayV2::Authorizer")).toMatchObject({
      AuthorizerType: "JWT",
      IdentitySource: ["$request.header.Authorization"],
    });
  });

  test("is throttled and logged, without addresses or queries", () => {
    const stage = only("AWS::ApiGatewayV2::Stage");
    expect(stage["DefaultRouteSettings"]).toEqual({ ThrottlingBurstLimit: 100, ThrottlingRateLimit: 50 });
    const { Format } = stage["AccessLogSettings"] as { Format: string };
    expect(Format).not.toMatch(/sourceIp|\.path|queryString|claims/);
  });

  test("passwords are long, a second factor is on offer, nobody signs up uninvited", () => {
    expect(only("AWS::Cognito::UserPool")).toMatchObject({
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
      EnabledMfas: ["SOFTWARE_TOKEN_MFA"],
      MfaConfiguration: "OPTIONAL",
      Policies: { PasswordPolicy: { MinimumLength: 12 } },
      DeletionProtection: "ACTIVE",
    });
  });
});

describe("alarms", () => {
  test("each names a heading of the runbook, and each heading has an alarm", () => {
    const anchors = readFileSync(inRepository("docs/runbook.md"), "utf8")
      .split("\n")
      .filter((line) => line.startsWith("## "))
      .map((line) => line.slice(3).toLowerCase().replaceAll(" ", "-"));
    const linked = all("AWS::CloudWatch::Alarm").map(({ id, properties }) => {
      const [, anchor] = /docs\/runbook\.md#([\w-]+)$/.exec(String(properties["AlarmDescription"])) ?? [];
      expect(anchors, id).toContain(anchor);
      expect(properties["AlarmActions"], id).toHaveLength(1);
      return anchor;
    });
    expect([...new Set(linked)].sort()).toEqual([...anchors].sort());
  });

  test("are heard: CloudWatch may publish to the topic, over TLS, and use the key it is encrypted with", () => {
    const statements = (policy: unknown) => (policy as { Statement: JsonObject[] }).Statement;
    const cloudwatch = { Principal: { Service: "cloudwatch.amazonaws.com" }, Effect: "Allow" };
    const { PolicyDocument } = only("AWS::SNS::TopicPolicy");
    expect(statements(PolicyDocument)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...cloudwatch, Action: "sns:Publish" }),
        expect.objectContaining({ Effect: "Deny", Condition: { Bool: { "aws:SecureTransport": "false" } } }),
      ]),
    );
    const key = all("AWS::KMS::Key").find(({ id }) => String(only("AWS::SNS::Topic")["KmsMasterKeyId"]).endsWith(id));
    expect(statements(key?.properties["KeyPolicy"])).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...cloudwatch, Action: ["kms:Decrypt", "kms:GenerateDataKey"] }),
      ]),
    );
  });

  test("the metrics of ours that they watch are metrics that the functions emit", () => {
    const watched = all("AWS::CloudWatch::Alarm").filter(
      ({ properties }) => properties["Namespace"] === METRIC_NAMESPACE,
    );
    expect(watched.length).toBeGreaterThan(0);
    const services = all("AWS::Lambda::Function").map(
      ({ properties }) => (properties["Environment"] as { Variables: JsonObject }).Variables["POWERTOOLS_SERVICE_NAME"],
    );
    for (const { properties } of watched) {
      expect(COUNTED.map(({ metric }) => metric)).toContain(properties["MetricName"]);
      const [dimension] = properties["Dimensions"] as { Name: string; Value: string }[];
      expect(dimension?.Name).toBe("service");
      expect(services).toContain(dimension?.Value);
    }
  });
});

test("schedules may wake, and nothing else; another account's cannot borrow their role", () => {
  const role = all("AWS::IAM::Role").find(({ id }) => id.startsWith("Schedules"));
  expect(role?.properties["AssumeRolePolicyDocument"]).toMatchObject({
    Statement: [
      {
        Principal: { Service: "scheduler.amazonaws.com" },
        Condition: { StringEquals: { "aws:SourceAccount": "111122223333" } },
      },
    ],
  });
});

test("the agent step is told the group, the role and the queue that the schedules it makes must name", () => {
  const agentStep = all("AWS::Lambda::Function").find(({ id }) => id.startsWith("RunAgentStep"));
  const environment = agentStep?.properties["Environment"] as { Variables: JsonObject } | undefined;
  const arn = "arn:aws";
  expect(environment?.Variables).toMatchObject({
    SCHEDULE_GROUP: only("AWS::Scheduler::ScheduleGroup")["Name"],
    SCHEDULE_ROLE_ARN: expect.stringMatching(new RegExp(`^${arn}:iam::111122223333:role/SchedulesRole`)),
    SCHEDULE_DLQ_ARN: expect.stringMatching(new RegExp(`^${arn}:sqs:us-east-1:111122223333:SchedulesDeadLetters`)),
    PATROL_MACHINE_ARN: `${arn}:states:us-east-1:111122223333:stateMachine:Waldo-patrol`,
  });
});

test("the session tag is the same on both sides", () => {
  const trust = JSON.stringify(all("AWS::IAM::Role").find(({ id }) => id.includes("UserScope"))?.properties);
  expect(trust).toContain(`aws:RequestTag/${USER_TAG}`);
});

test("a configuration that is none is refused in one line", async () => {
  await expect(synthesise({ bundle: false, waldo: { pushApplications: ["nonsense"] } })).rejects.toThrow(
    "Error: the CDK context is wrong: waldo.pushApplications.0",
  );
});
