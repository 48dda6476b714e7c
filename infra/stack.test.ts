import { readFileSync } from "node:fs";
import { ATTRIBUTES } from "@waldo/aws/dynamo-tables";
import { COUNTED, METRIC_NAMESPACE } from "@waldo/aws/log";
import { DIGEST_TAG, USER_TAG } from "@waldo/aws/person-session";
import {
  API_ROOT,
  EndedExecution,
  OBJECT_ROOTS,
  PASSING_ROOTS,
  RETENTION_DAYS,
  ROUTES,
  type Route,
} from "@waldo/contracts";
import { LEASE_MS } from "@waldo/core/run/lease";
import { MAX_ATTEMPTS } from "@waldo/core/run/start";
import { beforeAll, describe, expect, test } from "vitest";
import { inRepository } from "./config.ts";
import { functionsOf, type JsonObject, type Resource, type Synthesised, synthesise } from "./test/template.ts";

type Task = { readonly Parameters?: JsonObject; readonly Resource?: string; readonly TimeoutSeconds?: number };
type Target = { InputTransformer: { InputPathsMap: Record<string, string>; InputTemplate: string } };

let stack: Synthesised;
const all = (type: string): Resource[] => stack.deployed.filter((resource) => resource.type === type);
const ours = (): Resource[] => functionsOf(stack.deployed);
/** Returns the properties of the only resource of a type. */
const only = (type: string): JsonObject => {
  const [first, ...more] = all(type);
  if (first === undefined || more.length > 0) throw new Error(`${more.length + 1} resources are ${type}`);
  return first.properties;
};
const asl = (name: string): JsonObject =>
  JSON.parse(readFileSync(inRepository(`statemachines/${name}.asl.json`), "utf8"));

beforeAll(async () => {
  // Throws on any finding of cdk-nag that is not acknowledged with a reason.
  stack = await synthesise({ bundle: false, waldo: NAMED, stands: true });
});

/** A deployment with everything that routes and machines name. */
const NAMED = { wearables: { whoop: { clientId: "client" } }, voiceLanguages: ["en-GB"] };

describe("functions", () => {
  test("each is on Node 24 and arm64, traced, logging as JSON", () => {
    expect(ours().map(({ properties }) => properties["Description"])).toEqual(
      [
        ...["agent-step", "delivery", "scribe", "crs", "door", "calendar", "telegram", "voice"],
        ...["connect", "hook", "fetcher", "privacy", "imports", "readings", "ingest"],
      ].map((name) => `Waldo: ${name}`),
    );
    for (const { properties } of ours())
      expect(properties).toMatchObject({
        Runtime: "nodejs24.x",
        Architectures: ["arm64"],
        TracingConfig: { Mode: "Active" },
        LoggingConfig: { LogFormat: "JSON" },
      });
  });

  test("each may run as long as every task that calls it, and an agent step never longer than half its lease", () => {
    const timeouts = Object.fromEntries(
      ours().map(({ properties }) => [properties["Description"], properties["Timeout"]]),
    );
    expect(timeouts).toEqual({
      "Waldo: agent-step": 300,
      "Waldo: delivery": 120,
      "Waldo: scribe": 120,
      "Waldo: crs": 60,
      "Waldo: ingest": 29,
      "Waldo: door": 29,
      "Waldo: calendar": 120,
      "Waldo: telegram": 360,
      "Waldo: voice": 29,
      "Waldo: connect": 29,
      "Waldo: hook": 10,
      "Waldo: fetcher": 120,
      "Waldo: privacy": 900,
      "Waldo: imports": 900,
      "Waldo: readings": 29,
    });
    for (const machine of ["run", "wake", "dream", "handoff", "review", "privacy"]) {
      const states = Object.entries((asl(machine)["States"] ?? {}) as Record<string, Task>);
      for (const [state, { Parameters, Resource, TimeoutSeconds }] of states) {
        // A state that waits for a person or a run waits longer than its function works.
        if (Parameters === undefined || Resource?.endsWith(".waitForTaskToken")) continue;
        const [, folder = ""] = /\{(\w+)FunctionArn/.exec(String(Parameters["FunctionName"])) ?? [];
        const name = folder.replace(/(?<=[a-z])[A-Z]/, (letter) => `-${letter}`).toLowerCase();
        // When the task gave up first, its retry would run beside the invocation that it gave up.
        expect(timeouts[`Waldo: ${name}`], `${machine} ${state}`).toBe(TimeoutSeconds);
      }
    }
    // Express allows five minutes, and its log says nothing of one that took longer.
    expect(asl("wake")["TimeoutSeconds"]).toBeLessThanOrEqual(300);
    expect(300_000).toBeLessThanOrEqual(LEASE_MS / 2);
  });

  test("none carries a secret in its environment", () => {
    for (const { properties } of ours())
      expect(JSON.stringify(properties["Environment"])).not.toMatch(/resolve:secretsmanager|TOKEN/);
  });
});

describe("data", () => {
  test("three tables as the store adapter expects them, those with content under a rotating key of their own, all kept for good", () => {
    const tables = all("AWS::DynamoDB::Table");
    expect(tables).toHaveLength(3);
    for (const { id, properties } of tables) {
      const isOfKeys = id.startsWith("DataKeyTable");
      // A backup of the data keys brings back what an erasure destroyed, so it is short. And no key expires.
      expect(properties["PointInTimeRecoverySpecification"]).toEqual({
        PointInTimeRecoveryEnabled: true,
        RecoveryPeriodInDays: isOfKeys ? 1 : 7,
      });
      const expires = { AttributeName: ATTRIBUTES.expiry, Enabled: true };
      expect(properties["TimeToLiveSpecification"]).toEqual(isOfKeys ? undefined : expires);
      expect(properties).toMatchObject({
        KeySchema: [
          { AttributeName: ATTRIBUTES.pk, KeyType: "HASH" },
          { AttributeName: ATTRIBUTES.sk, KeyType: "RANGE" },
        ],
        BillingMode: "PAY_PER_REQUEST",
        ...(isOfKeys ? {} : { SSESpecification: { SSEEnabled: true, SSEType: "KMS" } }),
        DeletionProtectionEnabled: true,
      });
    }
    const keys = tables.flatMap(({ properties }) => {
      const encryption = properties["SSESpecification"] as JsonObject | undefined;
      return encryption ? [encryption["KMSMasterKeyId"]] : [];
    });
    expect(new Set(keys).size).toBe(2);
    for (const { properties } of all("AWS::KMS::Key")) expect(properties["EnableKeyRotation"]).toBe(true);
  });

  test("the archive keeps what a mistake overwrote or deleted, for a time that is set for every root", () => {
    const archive = all("AWS::S3::Bucket").find(({ id }) => id.startsWith("DataArchive"));
    expect(archive?.properties["VersioningConfiguration"]).toEqual({ Status: "Enabled" });
    const { Rules = [] } = (archive?.properties["LifecycleConfiguration"] ?? {}) as { Rules?: JsonObject[] };
    const days = Object.fromEntries(
      Rules.flatMap(({ Prefix, NoncurrentVersionExpiration: old }) =>
        Prefix === undefined ? [] : [[Prefix, (old as { NoncurrentDays: number }).NoncurrentDays]],
      ),
    );
    expect(Object.keys(days).sort()).toEqual([...OBJECT_ROOTS, ...PASSING_ROOTS].map((root) => `${root}/`).sort());
    // The rows have backups for a week, and after it the archive is the only copy.
    expect(days["archive/"]).toBeGreaterThanOrEqual(30);
    for (const root of PASSING_ROOTS)
      expect(Rules.find(({ Prefix }) => Prefix === `${root}/`)).toMatchObject({
        ExpirationInDays: RETENTION_DAYS[root],
        NoncurrentVersionExpiration: { NoncurrentDays: RETENTION_DAYS[root] },
      });
  });

  test("the archive takes a file from the page of this deployment, and lets a page read nothing", async () => {
    const rulesOf = (deployed: readonly Resource[]) =>
      deployed
        .filter(({ type }) => type === "AWS::S3::Bucket")
        .flatMap(
          ({ properties }) => (properties["CorsConfiguration"] as { CorsRules?: JsonObject[] })?.CorsRules ?? [],
        );
    const rule = { AllowedMethods: ["PUT"], AllowedHeaders: ["content-type", "x-amz-checksum-crc32"] };
    expect(rulesOf(stack.deployed)).toEqual([{ ...rule, AllowedOrigins: ["https://*.cloudfront.net"] }]);
    const domain = { name: "waldo.example.com", certificateArn: "arn:aws:acm:us-east-1:111122223333:certificate/a1b2" };
    const own = await synthesise({ bundle: false, waldo: { domain } });
    expect(rulesOf(own.deployed)).toEqual([{ ...rule, AllowedOrigins: ["https://waldo.example.com"] }]);
  });

  test("nothing that ages out by itself stays longer than the receipt of an erasure says, and no data above 30 days", () => {
    const { executionHistory, ...data } = RETENTION_DAYS;
    for (const [what, days] of Object.entries(data)) expect(days, what).toBeLessThanOrEqual(30);
    // Step Functions keeps ids of executions that long, and no data of theirs.
    expect(executionHistory).toBe(90);
    const days = (node: unknown): number[] =>
      Object.entries((node ?? {}) as Record<string, unknown>).flatMap(([key, value]) =>
        /^(ExpirationInDays|NoncurrentDays|RecoveryPeriodInDays)$/.test(key)
          ? [Number(value)]
          : typeof value === "object"
            ? days(value)
            : [],
      );
    for (const { id, properties } of [...all("AWS::S3::Bucket"), ...all("AWS::DynamoDB::Table")])
      for (const kept of days(properties)) expect(kept, id).toBeLessThanOrEqual(30);
    for (const { id, properties } of all("AWS::Logs::LogGroup"))
      expect(Number(properties["RetentionInDays"]), id).toBeLessThanOrEqual(RETENTION_DAYS.logs);
    for (const { id, properties } of all("AWS::SQS::Queue"))
      expect(Number(properties["MessageRetentionPeriod"]) / 86_400, id).toBeLessThanOrEqual(RETENTION_DAYS.deadLetters);
  });

  test("no object is public or unencrypted", () => {
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

  test("every log group is encrypted with our key and is kept for a month", () => {
    expect(all("AWS::Logs::LogGroup").length).toBeGreaterThanOrEqual(8);
    for (const { id, properties } of all("AWS::Logs::LogGroup")) {
      expect(properties["RetentionInDays"], id).toBe(30);
      expect(properties["KmsKeyId"], id).toMatch(/key\/Logs/);
    }
  });
});

describe("state machines", () => {
  test.each(["run", "wake", "dream", "handoff", "review"])(
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
      const functions = ours().map(({ id }) => `arn:aws:lambda:us-east-1:111122223333:function:${id}`);
      for (const arn of Object.values(given)) expect(functions).toContain(arn);
    },
  );

  test("where no wearable can be connected, nothing of it is deployed, and the wake ends without it", async () => {
    const without = await synthesise({ bundle: false, waldo: { voiceLanguages: NAMED.voiceLanguages } });
    expect(without.deployed.filter(({ id }) => id.startsWith("Wearables"))).toEqual([]);
    const wake = without.deployed.find(({ properties }) => properties["StateMachineName"] === "Waldo-wake");
    const { States } = JSON.parse(String(wake?.properties["DefinitionString"]));
    expect(Object.keys(States)).not.toContain("PULL");
    expect(States["WEARABLES"]).toMatchObject({ Choices: [{ Next: "ENDED" }], Default: "ENDED" });
    const routes = without.deployed.filter(({ type }) => type === "AWS::ApiGatewayV2::Route");
    expect(routes.length).toBe(all("AWS::ApiGatewayV2::Route").length - 6);
  });

  test("log and trace without the payload (which R6 limits to ids anyway)", () => {
    for (const { properties } of all("AWS::StepFunctions::StateMachine"))
      expect(properties).toMatchObject({
        // The console shows executions of an Express machine only from its log, so that log is complete.
        LoggingConfiguration: {
          Level: properties["StateMachineType"] === "EXPRESS" ? "ALL" : "ERROR",
          IncludeExecutionData: false,
        },
        TracingConfiguration: { Enabled: true },
      });
  });

  test("dead executions go to the agent step with their input and nothing else", () => {
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
    // A target without the template would carry the input as an object.
    expect(EndedExecution.parse({ endedInput: JSON.parse(JSON.parse(input)) })).toEqual(EndedExecution.parse(event));
    for (const wrong of ["", "{", "1", {}, [], { userId: "a" }, { userId: "a", runId: "run-1", more: 1 }])
      expect(EndedExecution.safeParse({ endedInput: wrong }).success, JSON.stringify(wrong)).toBe(false);
  });

  test("the reaper waits longer before each new execution, and never as long as its function may run", () => {
    const agentStep = ours().find(({ id }) => id.startsWith("FunctionsAgentStep"));
    const { Variables = {} } = (agentStep?.properties["Environment"] ?? {}) as { Variables?: Record<string, string> };
    const pauses = String(Variables["REAPER_PAUSE_SECONDS"]).split(",").map(Number);
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    expect(new Set(pauses).size).toBe(MAX_ATTEMPTS);
    expect(pauses.at(-1)).toBeLessThan(Number(agentStep?.properties["Timeout"]) / 2);
  });
});

describe("the API", () => {
  test("every route of contracts is there but that of files, and each that is a person's asks for a token of the user pool", () => {
    const routes = all("AWS::ApiGatewayV2::Route").map(({ properties }) => properties);
    const answered = Object.values<Route>(ROUTES).filter(({ by }) => by !== "machine");
    const declared = answered.map(({ method, path }) => `${method} ${API_ROOT}${path}`);
    expect(routes.map(({ RouteKey }) => RouteKey).sort()).toEqual(declared.sort());
    const open = Object.values<Route>(ROUTES).filter(({ who }) => who !== "person");
    for (const { AuthorizationType, AuthorizerId, RouteKey } of routes) {
      const isOpen = open.some(({ method, path }) => RouteKey === `${method} ${API_ROOT}${path}`);
      expect([RouteKey, AuthorizationType]).toEqual([RouteKey, isOpen ? "NONE" : "JWT"]);
      expect(AuthorizerId === undefined).toBe(isOpen);
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

  test("passwords are long, a second factor is offered, and no person can sign up without an invitation", () => {
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
  test("every function is watched for errors and throttles", () => {
    for (const metric of ["Errors", "Throttles"]) {
      const watched = all("AWS::CloudWatch::Alarm").flatMap(({ properties }) =>
        properties["MetricName"] === metric && properties["Namespace"] === "AWS/Lambda"
          ? (properties["Dimensions"] as { Value: string }[]).map(({ Value }) => Value)
          : [],
      );
      // CDK's own function works during a deployment only, and its failure is the deployment's.
      expect(watched.sort()).toEqual(
        ours()
          .map(({ id }) => id)
          .sort(),
      );
    }
  });

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

  test("reach the operator: CloudWatch may publish to the topic, over TLS, and use the key it is encrypted with", () => {
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

  type Query = { Expression?: string; Id: string; MetricStat?: { Metric: JsonObject } };
  const queriesOf = ({ properties }: Resource) => (properties["Metrics"] ?? []) as unknown as Query[];

  test("the metrics of ours that they watch are metrics that the functions emit", () => {
    const metrics = all("AWS::CloudWatch::Alarm").flatMap((alarm) => [
      alarm.properties,
      ...queriesOf(alarm).flatMap(({ MetricStat }) => (MetricStat === undefined ? [] : [MetricStat.Metric])),
    ]);
    const watched = metrics.filter(({ Namespace }) => Namespace === METRIC_NAMESPACE);
    expect(watched.length).toBeGreaterThan(10);
    const services = ours().map(
      ({ properties }) => (properties["Environment"] as { Variables: JsonObject }).Variables["POWERTOOLS_SERVICE_NAME"],
    );
    for (const { MetricName, Dimensions } of watched) {
      expect(COUNTED.map(({ metric }) => metric)).toContain(MetricName);
      const [dimension] = Dimensions as { Name: string; Value: string }[];
      expect(dimension?.Name).toBe("service");
      expect(services).toContain(dimension?.Value);
    }
  });

  test("no expression is empty because one of its terms is: each is filled, on the dashboard too", () => {
    const [{ DashboardBody: board } = { DashboardBody: "" }] = all("AWS::CloudWatch::Dashboard").map(
      ({ properties }) => properties,
    );
    const onBoard = [...JSON.stringify(board).matchAll(/expression\W+(.*?)\\+"/g)].map(
      ([, expression = ""]) => expression,
    );
    const inAlarms = all("AWS::CloudWatch::Alarm").flatMap((alarm) => {
      const terms = queriesOf(alarm).flatMap(({ Id, MetricStat }) => (MetricStat === undefined ? [] : [Id]));
      return queriesOf(alarm).flatMap(({ Expression }) => (Expression === undefined ? [] : [{ Expression, terms }]));
    });
    expect(inAlarms.length).toBeGreaterThanOrEqual(8);
    for (const { Expression, terms } of inAlarms)
      for (const term of terms) {
        const bare = Expression.replaceAll(new RegExp(`FILL\\(${term}, 0\\)`, "g"), "");
        expect(bare, Expression).not.toMatch(new RegExp(`\\b${term}\\b`));
      }
    expect(onBoard.length).toBeGreaterThan(3);
    for (const expression of onBoard) expect(expression).toMatch(/^(?:IF\()?\(*FILL\(/);
  });

  test("a share needs a least number, so that one of one rings nothing", () => {
    const shares = all("AWS::CloudWatch::Alarm").flatMap((alarm) =>
      queriesOf(alarm).flatMap(({ Expression = "" }) => (Expression.includes("/") ? [Expression] : [])),
    );
    expect(shares.length).toBeGreaterThanOrEqual(3);
    for (const one of shares) expect(Number(/^IF\(.* >= (\d+), /.exec(one)?.[1]), one).toBeGreaterThanOrEqual(3);
  });

  test("each says how urgent it is: in its name, its description and the runbook", () => {
    const runbook = readFileSync(inRepository("docs/runbook.md"), "utf8");
    for (const { id, properties } of all("AWS::CloudWatch::Alarm")) {
      const [, severity, heading] =
        /^\[(critical|warning)\] (.+): docs/.exec(String(properties["AlarmDescription"])) ?? [];
      expect(String(properties["AlarmName"]), id).toMatch(new RegExp(`^Waldo-${severity}-\\w+$`));
      expect(runbook, id).toContain(`## ${heading}\n\n*${severity}.*`);
    }
  });

  test("stand on one dashboard, all of them", () => {
    const body = JSON.stringify(only("AWS::CloudWatch::Dashboard")["DashboardBody"]);
    for (const { id } of all("AWS::CloudWatch::Alarm")) expect(body).toContain(id);
  });

  test("that reach nobody are announced: a warning and an output, until someone receives them", async () => {
    expect(stack.said).toContain("no one receives the alarms");
    expect(Object.keys(stack.outputs)).toContain("AlarmsReachNobody");
    const heard = await synthesise({ bundle: false, waldo: { alarmEmail: "ops@example.com" } });
    expect(heard.said).not.toContain("no one receives the alarms");
    expect(Object.keys(heard.outputs)).not.toContain("AlarmsReachNobody");
    expect(heard.deployed.filter(({ type }) => type === "AWS::SNS::Subscription")).toHaveLength(1);
  });
});

test("in a region that is known the stack is as complete, with the models of that region", async () => {
  expect(stack.said).toContain("the region is not known");
  const made = await synthesise({ bundle: false, region: "eu-central-1", waldo: NAMED });
  expect(made.said).not.toContain("the region is not known");
  const agentStep = made.deployed.find(({ properties }) => properties["Description"] === "Waldo: agent-step");
  const { Variables = {} } = (agentStep?.properties["Environment"] ?? {}) as { Variables?: Record<string, string> };
  expect(Variables["MODEL_PRIMARY"]).toMatch(/^eu\./);
  expect(made.deployed.map(({ id }) => id)).toEqual(stack.deployed.map(({ id }) => id));
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
  const agentStep = ours().find(({ id }) => id.startsWith("FunctionsAgentStep"));
  const environment = agentStep?.properties["Environment"] as { Variables: JsonObject } | undefined;
  const arn = "arn:aws";
  expect(environment?.Variables).toMatchObject({
    SCHEDULE_GROUP: only("AWS::Scheduler::ScheduleGroup")["Name"],
    SCHEDULE_SCOPE_ARN: expect.stringMatching(new RegExp(`^${arn}:iam::111122223333:role/SchedulesScopeRole`)),
    SCHEDULE_ROLE_ARN: expect.stringMatching(new RegExp(`^${arn}:iam::111122223333:role/SchedulesRole`)),
    SCHEDULE_DLQ_ARN: expect.stringMatching(new RegExp(`^${arn}:sqs:us-east-1:111122223333:SchedulesDeadLetters`)),
    WAKE_MACHINE_ARN: `${arn}:states:us-east-1:111122223333:stateMachine:Waldo-wake`,
  });
});

test("the session tags are the same on both sides", () => {
  const trust = JSON.stringify(all("AWS::IAM::Role").find(({ id }) => id.includes("UserScope"))?.properties);
  for (const tag of [USER_TAG, DIGEST_TAG]) expect(trust).toContain(`aws:RequestTag/${tag}`);
});

test("removing the stack removes its schedules, so that none fires at a stack that is gone and the next may be made", () => {
  const group = stack.kept.get(only("AWS::Scheduler::ScheduleGroup")["Name"] as string);
  expect(group).toBe(false);
});
