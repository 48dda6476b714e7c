/**
 * Tests what an update must not lose. CloudFormation knows a resource by its logical id: one that is renamed, or
 * changed in a property that is fixed at creation, is made anew and empty beside the old one. `stateful.json` is the
 * list of what is deployed. A line may be added. Change or remove one only together with a migration of what it holds.
 */
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { inRepository } from "./config.ts";
import { EVERYTHING } from "./test/everything.ts";
import { type Json, type JsonObject, type Synthesised, synthesise } from "./test/template.ts";

/** The types that hold something, and their properties that only a new resource can have otherwise. */
const FIXED: Readonly<Record<string, readonly string[]>> = {
  "AWS::DynamoDB::Table": ["TableName", "KeySchema", "AttributeDefinitions"],
  "AWS::KMS::Key": ["KeySpec", "KeyUsage", "MultiRegion"],
  "AWS::S3::Bucket": ["BucketName"],
  "AWS::Cognito::UserPool": [
    "UserPoolName",
    "UsernameAttributes",
    "AliasAttributes",
    "UsernameConfiguration",
    "Schema",
  ],
  "AWS::Cognito::UserPoolClient": ["GenerateSecret"],
  "AWS::Cognito::UserPoolDomain": ["Domain"],
  "AWS::SecretsManager::Secret": ["Name"],
  "AWS::Scheduler::ScheduleGroup": ["Name"],
  "AWS::SQS::Queue": ["QueueName", "FifoQueue"],
};
/** These hold what cannot be had again. The key of the logs goes with them. */
const DATA = ["AWS::DynamoDB::Table", "AWS::KMS::Key", "AWS::S3::Bucket", "AWS::Cognito::UserPool"];

type Written = {
  readonly Type: string;
  readonly Properties?: JsonObject;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
};
const resources = ({ template }: Synthesised) =>
  Object.entries((JSON.parse(template) as { Resources: Record<string, Written> }).Resources);

function stateful({ deployed }: Synthesised): Record<string, Json> {
  return Object.fromEntries(
    deployed.flatMap(({ id, type, properties }) => {
      const set = FIXED[type]?.flatMap((name) => (name in properties ? [[name, properties[name]]] : []));
      return set === undefined ? [] : [[id, { Type: type, ...Object.fromEntries(set) }]];
    }),
  );
}

let [first, later]: Synthesised[] = [];
beforeAll(async () => {
  // Each agent has a client of its own, named by cdk.json.
  const options = { bundle: false, waldo: { ...EVERYTHING, agents: {} } };
  [first, later] = await Promise.all([synthesise(options), synthesise({ ...options, stands: true })]);
});

test("an update keeps every resource that holds something", () => {
  const known = JSON.parse(readFileSync(inRepository("infra/stateful.json"), "utf8"));
  for (const stack of [first, later]) expect(stateful(stack as Synthesised)).toEqual(known);
});

test("what holds data stays when the stack is removed or a resource replaced, and goes with a creation that failed", () => {
  const held = resources(first as Synthesised).filter(
    ([id, { Type }]) => DATA.includes(Type) && !id.startsWith("Logs"),
  );
  expect(held).toHaveLength(9);
  for (const [id, { DeletionPolicy, UpdateReplacePolicy }] of held) {
    // The bucket of the page's files is not empty when a creation fails late, and S3 removes no such bucket.
    const kept = id.startsWith("FrontFiles") ? "Retain" : "RetainExceptOnCreate";
    expect([id, DeletionPolicy, UpdateReplacePolicy]).toEqual([id, kept, "Retain"]);
  }
});

test("until the stack stands nothing is protected, so that a creation that failed can be taken back; then all is", () => {
  for (const [stack, isProtected] of [[first, false] as const, [later, true] as const]) {
    expect(stack?.isProtected).toBe(isProtected);
    const all = resources(stack as Synthesised).map(([, one]) => one);
    for (const { Properties = {} } of all.filter(({ Type }) => Type === "AWS::DynamoDB::Table"))
      expect(Properties["DeletionProtectionEnabled"] ?? false).toBe(isProtected);
    for (const { Properties = {} } of all.filter(({ Type }) => Type === "AWS::Cognito::UserPool"))
      expect(Properties["DeletionProtection"] === "ACTIVE").toBe(isProtected);
  }
});
