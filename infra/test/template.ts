/** The stack as CloudFormation would see it, synthesised once for a test file, and as AWS would see it, with names filled in. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { inRepository } from "../config.ts";
import { WaldoStack } from "../stack.ts";

export const ACCOUNT = "111122223333";
export const REGION = "us-east-1";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };
export type Resource = { readonly id: string; readonly type: string; readonly properties: JsonObject };

export type Synthesised = {
  /** Properties with references as CloudFormation has them. */
  readonly raw: readonly Resource[];
  /** Properties with every reference filled in, as after a deployment. */
  readonly deployed: readonly Resource[];
  /** The folder a function's code was staged in. */
  codeOf(fn: Resource): string;
  dispose(): void;
};

/** `bundle: false` leaves the code out, which takes most of the time. Throws what `cdk synth` would print, cdk-nag's findings included. */
export function synthesise({ bundle, waldo = {} }: { readonly bundle: boolean; readonly waldo?: object }): Synthesised {
  const outdir = mkdtempSync(join(tmpdir(), "waldo-synth-"));
  const { context } = JSON.parse(readFileSync(inRepository("cdk.json"), "utf8")) as { context: { waldo: object } };
  const app = new App({
    outdir,
    context: {
      ...context,
      waldo: { ...context.waldo, ...waldo },
      ...(bundle ? {} : { "aws:cdk:bundling-stacks": [] }),
    },
  });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  const stack = new WaldoStack(app, "Waldo");
  app.synth();
  const template = JSON.parse(readFileSync(join(outdir, `${stack.stackName}.template.json`), "utf8")) as {
    Resources: Record<string, { Type: string; Properties?: JsonObject }>;
  };
  const raw = Object.entries(template.Resources).map(([id, { Type: type, Properties: properties = {} }]) => ({
    id,
    type,
    properties,
  }));
  const names = new Map(raw.map((resource) => [resource.id, nameOf(resource)]));
  return {
    raw,
    deployed: raw.map((resource) => ({ ...resource, properties: fillIn(resource.properties, names) as JsonObject })),
    codeOf(fn) {
      const { Code } = fn.properties as { Code: { S3Key: string } };
      return join(outdir, `asset.${Code.S3Key.replace(".zip", "")}`);
    },
    dispose: () => rmSync(outdir, { recursive: true, force: true }),
  };
}

type Names = { readonly ref: string; readonly arn: string };

/** What `Ref` and `.Arn` of a resource would say, for the types whose answers policies and environments carry. */
function nameOf({ id, type, properties }: Resource): Names {
  const arn = (service: string, rest: string, account = ACCOUNT, region = REGION) =>
    `arn:aws:${service}:${region}:${account}:${rest}`;
  switch (type) {
    case "AWS::DynamoDB::Table":
      return { ref: id, arn: arn("dynamodb", `table/${id}`) };
    case "AWS::S3::Bucket":
      return { ref: id.toLowerCase(), arn: `arn:aws:s3:::${id.toLowerCase()}` };
    case "AWS::IAM::Role":
      return { ref: id, arn: arn("iam", `role/${id}`, ACCOUNT, "") };
    case "AWS::KMS::Key":
      return { ref: id, arn: arn("kms", `key/${id}`) };
    case "AWS::Lambda::Function":
      return { ref: id, arn: arn("lambda", `function:${id}`) };
    case "AWS::StepFunctions::StateMachine": {
      const machine = arn("states", `stateMachine:${String(properties["StateMachineName"])}`);
      return { ref: machine, arn: machine };
    }
    case "AWS::SQS::Queue":
      return { ref: `https://sqs.${REGION}.amazonaws.com/${ACCOUNT}/${id}`, arn: arn("sqs", id) };
    case "AWS::Logs::LogGroup":
      return { ref: id, arn: `${arn("logs", `log-group:${id}`)}:*` };
    case "AWS::SecretsManager::Secret":
      return { ref: arn("secretsmanager", `secret:${id}-abc123`), arn: arn("secretsmanager", `secret:${id}-abc123`) };
    default:
      return { ref: id, arn: arn("other", id) };
  }
}

const PSEUDO: Record<string, string> = {
  "AWS::AccountId": ACCOUNT,
  "AWS::Partition": "aws",
  "AWS::Region": REGION,
  "AWS::URLSuffix": "amazonaws.com",
  "AWS::StackName": "Waldo",
};

function fillIn(node: Json, names: ReadonlyMap<string, Names>): Json {
  if (Array.isArray(node)) return node.map((item) => fillIn(item, names));
  if (node === null || typeof node !== "object") return node;
  const [key, value] = Object.entries(node)[0] ?? [];
  if (key === "Ref" && typeof value === "string") return PSEUDO[value] ?? names.get(value)?.ref ?? `unknown:${value}`;
  if (key === "Fn::GetAtt" && Array.isArray(value)) {
    const [id, attribute] = value.map(String);
    return attribute === "Arn" ? (names.get(id ?? "")?.arn ?? `unknown:${id}`) : `${id}.${attribute}`;
  }
  if (key === "Fn::Join" && Array.isArray(value)) {
    const [separator, parts] = value;
    return (fillIn(parts ?? [], names) as string[]).join(String(separator));
  }
  return Object.fromEntries(Object.entries(node).map(([name, member]) => [name, fillIn(member, names)]));
}
