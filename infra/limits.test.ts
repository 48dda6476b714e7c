/**
 * Tests what a service refuses and no emulator, linter or rule of cdk-nag knows: every limit that the template can grow
 * into. It is held against the stack as `cdk.json` has it, and with everything switched on. A test fails at four
 * fifths, so that there is room for the change that sees it. References count as long as names of a deployment can get.
 */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { EVERYTHING } from "./test/everything.ts";
import { type Json, type JsonObject, type Resource, type Synthesised, synthesise } from "./test/template.ts";

const SPENT = 0.8;

/** A thing that has a limit, and how much of it there is. */
type Measured = readonly [name: string, size: number];
type Limit = {
  readonly what: string;
  readonly most: number;
  /** The page of AWS that says so, below docs.aws.amazon.com. */
  readonly source: string;
  readonly of: (stack: Deployed) => readonly Measured[];
};
type Deployed = {
  readonly template: JsonObject;
  readonly bytes: number;
  readonly all: readonly Resource[];
  readonly codeOf: Synthesised["codeOf"];
};

const text = (value: Json | undefined): string => (typeof value === "string" ? value : JSON.stringify(value ?? ""));
const bytes = (value: Json | undefined): number => (value === undefined ? 0 : Buffer.byteLength(text(value)));
const count = (value: Json | undefined): number =>
  Array.isArray(value) ? value.length : value !== null && typeof value === "object" ? Object.keys(value).length : 0;
const at = (value: Json | undefined, ...path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((one, name) => (one as JsonObject | undefined)?.[name], value);

/** Measures one property of each resource of a type. */
const each =
  (type: string, measure: (properties: JsonObject) => number) =>
  ({ all }: Deployed): Measured[] =>
    all.filter((one) => one.type === type).map(({ id, properties }) => [id, measure(properties)]);
/** Measures the resources of a type that share an owner, together. */
const together =
  (type: string, ownersOf: (properties: JsonObject) => Json | undefined, measure: (one: Resource) => number) =>
  ({ all }: Deployed): Measured[] => {
    const sums = new Map<string, number>();
    for (const one of all.filter((found) => found.type === type))
      for (const owner of [ownersOf(one.properties) ?? []].flat())
        sums.set(text(owner), (sums.get(text(owner)) ?? 0) + measure(one));
    return [...sums];
  };
const one = (): number => 1;

/** The statement that Lambda writes for a permission. */
function statement({ id, properties: { Action, FunctionName, Principal, SourceArn, SourceAccount } }: Resource) {
  const Condition = {
    ...(SourceAccount ? { StringEquals: { "AWS:SourceAccount": SourceAccount } } : {}),
    ArnLike: { "AWS:SourceArn": SourceArn ?? "" },
  };
  const said = { Sid: id, Effect: "Allow", Principal: { Service: Principal ?? "" }, Action: Action ?? "" };
  return bytes({ ...said, Resource: FunctionName ?? "", Condition }) + 1;
}

/** Widgets of a dashboard, with the metrics and alarms that they draw. */
function widgets({ DashboardBody }: JsonObject): { metrics: number }[] {
  const body = JSON.parse(text(DashboardBody)) as { widgets: { properties: JsonObject }[] };
  return body.widgets.map(({ properties }) => ({ metrics: count(properties["metrics"]) }));
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
}

const PAGES = {
  stack: "AWSCloudFormation/latest/UserGuide/cloudformation-limits.html",
  lambda: "lambda/latest/dg/gettingstarted-limits.html",
  createFunction: "lambda/latest/api/API_CreateFunction.html",
  iam: "IAM/latest/UserGuide/reference_iam-quotas.html",
  http: "apigateway/latest/developerguide/http-api-quotas.html",
  states: "step-functions/latest/dg/service-quotas.html",
  events: "eventbridge/latest/userguide/eb-quota.html",
  watch: "AmazonCloudWatch/latest/monitoring/cloudwatch_limits.html",
  alarm: "AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html",
  key: "kms/latest/developerguide/resource-limits.html",
  createKey: "kms/latest/APIReference/API_CreateKey.html",
  bucket: "AmazonS3/latest/userguide/bucket-policies.html",
  lifecycle: "AmazonS3/latest/userguide/object-lifecycle-mgmt.html",
  cors: "AmazonS3/latest/userguide/cors.html",
  queue: "AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-policies.html",
  topic: "general/latest/gr/sns.html",
  secret: "secretsmanager/latest/userguide/reference_limits.html",
  log: "AmazonCloudWatchLogs/latest/APIReference/API_CreateLogGroup.html",
  group: "scheduler/latest/APIReference/API_CreateScheduleGroup.html",
  people: "cognito/latest/developerguide/quotas.html",
  invitation: "cognito-user-identity-pools/latest/APIReference/API_MessageTemplateType.html",
  domain: "cognito-user-identity-pools/latest/APIReference/API_CreateUserPoolDomain.html",
  edge: "AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html",
  comment: "cloudfront/latest/APIReference/API_DistributionConfig.html",
};

const ROLE = "AWS::IAM::Role";
const FUNCTION = "AWS::Lambda::Function";
const ALARM = "AWS::CloudWatch::Alarm";
const RULE = "AWS::Events::Rule";
const DISTRIBUTION = "AWS::CloudFront::Distribution";
const CLIENT = "AWS::Cognito::UserPoolClient";
const pool = ({ UserPoolId }: JsonObject) => UserPoolId;
const api = ({ ApiId }: JsonObject) => ApiId;
const kB = 1024;

/** `[what, most, page, measure]` */
const TABLE: readonly (readonly [string, number, keyof typeof PAGES, Limit["of"]])[] = [
  ["resources of a stack", 500, "stack", ({ all }) => [["stack", all.length]]],
  ["bytes of a template", 1_000_000, "stack", (stack) => [["template", stack.bytes]]],
  ["outputs", 200, "stack", ({ template }) => [["template", count(template["Outputs"])]]],
  ["parameters", 200, "stack", ({ template }) => [["template", count(template["Parameters"])]]],
  ["mappings", 200, "stack", ({ template }) => [["template", count(template["Mappings"])]]],
  ["bytes of a stack's description", 1024, "stack", ({ template }) => [["stack", bytes(template["Description"])]]],

  [
    "bytes of a function's resource policy",
    20 * kB,
    "lambda",
    // What is around the statements: {"Version":"2012-10-17","Id":"default","Statement":[]}
    (stack) =>
      together(
        "AWS::Lambda::Permission",
        (one) => one["FunctionName"],
        statement,
      )(stack).map(([id, sum]) => [id, sum + 60]),
  ],
  [
    "bytes of a function's variables",
    4 * kB,
    "lambda",
    each(FUNCTION, (one) =>
      bytes(
        Object.entries(at(one, "Environment", "Variables") ?? {})
          .flat()
          .join(""),
      ),
    ),
  ],
  ["layers of a function", 5, "lambda", each(FUNCTION, ({ Layers }) => count(Layers))],
  [
    "bytes of a function's code, unzipped",
    250 * kB * kB,
    "lambda",
    ({ all, codeOf }) =>
      all
        .filter(({ type, properties }) => type === FUNCTION && text(properties["Description"]).includes("Waldo: "))
        .map((fn) => [fn.id, sizeOf(codeOf(fn))]),
  ],
  ["characters of a function's description", 256, "createFunction", each(FUNCTION, (one) => bytes(one["Description"]))],

  [
    "characters of a role's inline policies",
    10_240,
    "iam",
    together(
      "AWS::IAM::Policy",
      ({ Roles }) => Roles,
      ({ properties }) => bytes(properties["PolicyDocument"]),
    ),
  ],
  ["characters of a trust policy", 2_048, "iam", each(ROLE, (one) => bytes(one["AssumeRolePolicyDocument"]))],
  ["managed policies of a role", 10, "iam", each(ROLE, ({ ManagedPolicyArns }) => count(ManagedPolicyArns))],
  ["characters of a role's description", 1_000, "iam", each(ROLE, (one) => bytes(one["Description"]))],

  ["routes of an API", 300, "http", together("AWS::ApiGatewayV2::Route", api, one)],
  ["integrations of an API", 300, "http", together("AWS::ApiGatewayV2::Integration", api, one)],
  ["authorizers of an API", 10, "http", together("AWS::ApiGatewayV2::Authorizer", api, one)],
  ["stages of an API", 10, "http", together("AWS::ApiGatewayV2::Stage", api, one)],
  [
    "audiences of an authorizer",
    50,
    "http",
    each("AWS::ApiGatewayV2::Authorizer", (one) => count(at(one, "JwtConfiguration", "Audience"))),
  ],
  ["scopes of a route", 10, "http", each("AWS::ApiGatewayV2::Route", (one) => count(one["AuthorizationScopes"]))],
  [
    "bytes of the format of an access log",
    3 * kB,
    "http",
    each("AWS::ApiGatewayV2::Stage", (one) => bytes(at(one, "AccessLogSettings", "Format"))),
  ],

  [
    "bytes of a state machine's definition",
    kB * kB,
    "states",
    each("AWS::StepFunctions::StateMachine", (one) => bytes(one["DefinitionString"])),
  ],
  [
    "characters of a state machine's name",
    80,
    "states",
    each("AWS::StepFunctions::StateMachine", (one) => bytes(one["StateMachineName"])),
  ],

  ["targets of a rule", 5, "events", each(RULE, ({ Targets }) => count(Targets))],
  ["characters of an event pattern", 2_048, "events", each(RULE, (one) => bytes(one["EventPattern"]))],
  ["characters of a rule's description", 512, "events", each(RULE, (one) => bytes(one["Description"]))],
  [
    "characters of a schedule group's name",
    64,
    "group",
    each("AWS::Scheduler::ScheduleGroup", (one) => bytes(one["Name"])),
  ],

  ["actions of an alarm", 5, "watch", each(ALARM, ({ AlarmActions }) => count(AlarmActions))],
  ["metrics of an alarm", 10, "watch", each(ALARM, ({ Metrics }) => count(Metrics))],
  ["characters of an alarm's description", 1_024, "alarm", each(ALARM, (one) => bytes(one["AlarmDescription"]))],
  ["characters of an alarm's name", 255, "alarm", each(ALARM, (one) => bytes(one["AlarmName"]))],
  ["widgets of a dashboard", 500, "watch", each("AWS::CloudWatch::Dashboard", (one) => widgets(one).length)],
  [
    "metrics of a widget",
    500,
    "watch",
    each("AWS::CloudWatch::Dashboard", (one) => Math.max(...widgets(one).map(({ metrics }) => metrics))),
  ],
  [
    "metrics of a dashboard",
    2_500,
    "watch",
    each("AWS::CloudWatch::Dashboard", (one) => widgets(one).reduce((sum, { metrics }) => sum + metrics, 0)),
  ],

  ["bytes of a key's policy", 32 * kB, "key", each("AWS::KMS::Key", (one) => bytes(one["KeyPolicy"]))],
  ["characters of a key's description", 8_192, "createKey", each("AWS::KMS::Key", (one) => bytes(one["Description"]))],
  [
    "bytes of a bucket's policy",
    20 * kB,
    "bucket",
    each("AWS::S3::BucketPolicy", (one) => bytes(one["PolicyDocument"])),
  ],
  [
    "rules of a bucket's life cycle",
    1_000,
    "lifecycle",
    each("AWS::S3::Bucket", (one) => count(at(one, "LifecycleConfiguration", "Rules"))),
  ],
  [
    "CORS rules of a bucket",
    100,
    "cors",
    each("AWS::S3::Bucket", (one) => count(at(one, "CorsConfiguration", "CorsRules"))),
  ],
  ["bytes of a queue's policy", 8_192, "queue", each("AWS::SQS::QueuePolicy", (one) => bytes(one["PolicyDocument"]))],
  [
    "statements of a queue's policy",
    20,
    "queue",
    each("AWS::SQS::QueuePolicy", (one) => count(at(one, "PolicyDocument", "Statement"))),
  ],
  ["bytes of a topic's policy", 30 * kB, "topic", each("AWS::SNS::TopicPolicy", (one) => bytes(one["PolicyDocument"]))],
  ["characters of a secret's name", 512, "secret", each("AWS::SecretsManager::Secret", (one) => bytes(one["Name"]))],
  [
    "characters of a secret's description",
    2_048,
    "secret",
    each("AWS::SecretsManager::Secret", (one) => bytes(one["Description"])),
  ],
  ["characters of a log group's name", 512, "log", each("AWS::Logs::LogGroup", (one) => bytes(one["LogGroupName"]))],

  ["clients of a user pool", 1_000, "people", together(CLIENT, pool, one)],
  ["addresses to return to after a sign-in", 100, "people", each(CLIENT, ({ CallbackURLs }) => count(CallbackURLs))],
  ["addresses to return to after a sign-out", 100, "people", each(CLIENT, ({ LogoutURLs }) => count(LogoutURLs))],
  ["characters of a sign-in domain", 63, "domain", each("AWS::Cognito::UserPoolDomain", (one) => bytes(one["Domain"]))],
  [
    "characters of an invitation's subject",
    140,
    "invitation",
    each("AWS::Cognito::UserPool", (one) =>
      bytes(at(one, "AdminCreateUserConfig", "InviteMessageTemplate", "EmailSubject")),
    ),
  ],
  [
    "characters of an invitation",
    20_000,
    "invitation",
    each("AWS::Cognito::UserPool", (one) =>
      bytes(at(one, "AdminCreateUserConfig", "InviteMessageTemplate", "EmailMessage")),
    ),
  ],

  ["cache behaviors", 75, "edge", each(DISTRIBUTION, (one) => count(at(one, "DistributionConfig", "CacheBehaviors")))],
  ["origins", 100, "edge", each(DISTRIBUTION, (one) => count(at(one, "DistributionConfig", "Origins")))],
  [
    "characters of a comment",
    128,
    "comment",
    each(DISTRIBUTION, (one) => bytes(at(one, "DistributionConfig", "Comment"))),
  ],
  [
    "bytes of a function at the edge",
    10 * kB,
    "edge",
    each("AWS::CloudFront::Function", (one) => bytes(one["FunctionCode"])),
  ],
  [
    "characters of a content security policy",
    1_783,
    "edge",
    each("AWS::CloudFront::ResponseHeadersPolicy", (one) =>
      bytes(
        at(
          ...([one, "ResponseHeadersPolicyConfig", "SecurityHeadersConfig"] as const),
          ...(["ContentSecurityPolicy", "ContentSecurityPolicy"] as const),
        ),
      ),
    ),
  ],
];

/** CloudFormation makes a name of the stack, the logical id and up to 13 random characters. */
function asDeployed(stack: Synthesised): Deployed {
  const ids = new Map(stack.deployed.flatMap(({ id }) => [[id, id] as const, [id.toLowerCase(), id] as const]));
  const long = (value: string) =>
    value
      .replaceAll("us-east-1", "ap-southeast-1")
      .replaceAll(/[A-Za-z][A-Za-z0-9]+/g, (word) => (ids.has(word) ? `Waldo-${word}-0123456789ABC` : word));
  const all = JSON.parse(long(JSON.stringify(stack.deployed))) as Resource[];
  const template = JSON.parse(stack.template) as JsonObject;
  const codeOf = (fn: Resource) => stack.codeOf(fn);
  return { template, bytes: Buffer.byteLength(stack.template), all, codeOf };
}

describe.each([
  ["as cdk.json has it", {}],
  ["with everything", EVERYTHING],
])("%s", (_, waldo) => {
  let made: Synthesised;
  let stack: Deployed;
  beforeAll(async () => {
    made = await synthesise({ bundle: waldo === EVERYTHING, waldo });
    stack = asDeployed(made);
  });

  test.each(TABLE)("%s: of %i at most four fifths", (what, most, page, of) => {
    const measured = of(stack);
    expect(measured.length, `there are no ${what}`).toBeGreaterThan(0);
    const over = measured.filter(([, size]) => size > most * SPENT);
    expect(over, `docs.aws.amazon.com/${PAGES[page]}`).toEqual([]);
  });
});
