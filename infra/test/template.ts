/** The stack as it would be deployed: the synthesised template, with every reference filled in. */
import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inRepository } from "../config.ts";
import type { Done, Job } from "./synthesiser.ts";

export const ACCOUNT = "111122223333";
export const REGION = "us-east-1";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };
export type Resource = {
  readonly id: string;
  readonly type: string;
  readonly properties: JsonObject;
  /** The ids of the resources that must exist before this one. */
  readonly dependsOn: readonly string[];
};

export type Synthesised = {
  readonly deployed: readonly Resource[];
  /** Which resources stay when the stack is removed, by the `Name` of the resource or its id. */
  readonly kept: ReadonlyMap<string, boolean>;
  /** Whether CDK protects the stack against deletion. */
  readonly isProtected: boolean;
  /** The template as text, as it was written. */
  readonly template: string;
  /** The values of the stack's outputs, by their id. */
  readonly outputs: Readonly<Record<string, Json>>;
  /** The warnings of the synthesis. */
  readonly said: string;
  /** Returns the folder in which a function's code was staged. */
  codeOf(fn: Resource): string;
  /** The folder that becomes the archive of this name in CDK's bucket. */
  staged(key: string): string;
};

type Options = {
  readonly bundle: boolean;
  readonly waldo?: object;
  /** The region that the CDK CLI found in the account's settings. */
  readonly region?: string;
  /**
   * Whether CDK checks the template against the rules of CloudFormation, which takes half of the time. `cdk synth` does
   * this, and one test does it for everything that can be configured. cdk-nag always runs.
   */
  readonly validated?: boolean;
  /** Whether the stack was deployed before, as `waldo aws deploy` tells it. */
  readonly stands?: boolean;
};

const known = new Map<string, Promise<Synthesised>>();

/**
 * Synthesises the app as the CDK CLI does, with the context of `cdk.json`: in another process (synthesiser.ts), and once
 * for all who ask for the same. `bundle: false` leaves the code out, which takes most of the time. Throws what the app
 * printed, with the findings of cdk-nag.
 */
export function synthesise(options: Options): Promise<Synthesised> {
  const name = JSON.stringify(options);
  const made = known.get(name) ?? synthesised(options);
  known.set(name, made);
  return made;
}

let synthesiser: ChildProcess | undefined;
let jobs = 0;

/** Runs one job. The child process starts with the first job, and ends with the process that asks. */
async function done(variables: Job["variables"]): Promise<Done> {
  synthesiser ??= fork(inRepository("infra/test/synthesiser.ts"), {
    // CDK is much code. Node keeps it compiled for the next process.
    env: { ...process.env, NODE_COMPILE_CACHE: inRepository("node_modules/.cache/compiled") },
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const asked = synthesiser;
  const id = jobs++;
  const { promise, resolve, reject } = Promise.withResolvers<Done>();
  const take = (answer: Done) => answer.id === id && resolve(answer);
  const end = (code: number | null) => reject(new Error(`the synthesiser ended with ${code}`));
  asked.on("message", take).on("exit", end);
  asked.send({ id, variables } satisfies Job);
  asked.ref();
  asked.channel?.ref();
  try {
    return await promise;
  } finally {
    asked.off("message", take).off("exit", end);
    // A reader that has what it asked for may end without a word.
    asked.unref();
    asked.channel?.unref();
  }
}

async function synthesised(options: Options): Promise<Synthesised> {
  const outdir = mkdtempSync(join(tmpdir(), "waldo-synth-"));
  const { context } = JSON.parse(readFileSync(inRepository("cdk.json"), "utf8")) as { context: { waldo: object } };
  const chosen = {
    ...context,
    waldo: { ...context.waldo, ...options.waldo },
    "waldo:kept": "yes",
    ...(options.bundle ? {} : { "aws:cdk:bundling-stacks": [] }),
    ...(options.stands === true ? { "waldo:stands": "yes" } : {}),
  };
  const { said, failed } = await done({
    CDK_OUTDIR: outdir,
    CDK_CONTEXT_JSON: JSON.stringify(chosen),
    CDK_DEFAULT_REGION: options.region ?? null,
    CDK_VALIDATION: options.validated === true ? null : "false",
  });
  if (failed) throw new Error(said);
  const written = readFileSync(join(outdir, "Waldo.template.json"), "utf8");
  const template = JSON.parse(written) as {
    Resources: Record<string, Written>;
    Outputs?: Record<string, { Value: Json }>;
  };
  const raw = Object.entries(template.Resources).map(([id, { Type, Properties = {}, DependsOn = [] }]) => ({
    ...{ id, type: Type, properties: Properties },
    dependsOn: [DependsOn].flat(),
  }));
  const names = new Map(raw.map((resource) => [resource.id, nameOf(resource)]));
  const staged = (key: string) => join(outdir, `asset.${key.replace(".zip", "")}`);
  const { artifacts } = JSON.parse(readFileSync(join(outdir, "manifest.json"), "utf8"));
  return {
    isProtected: artifacts.Waldo.properties.terminationProtection === true,
    template: written,
    deployed: raw.map((resource) => ({ ...resource, properties: fillIn(resource.properties, names) as JsonObject })),
    kept: new Map(
      Object.entries(template.Resources).map(([id, { Properties = {}, DeletionPolicy }]) => [
        String(Properties["Name"] ?? id),
        DeletionPolicy?.startsWith("Retain") === true,
      ]),
    ),
    outputs: Object.fromEntries(
      Object.entries(template.Outputs ?? {}).map(([id, { Value }]) => [id, fillIn(Value, names)]),
    ),
    said: said + readFileSync(join(outdir, "Waldo.metadata.json"), "utf8"),
    codeOf(fn) {
      const { Code } = fn.properties as { Code: { S3Key: string } };
      return staged(Code.S3Key);
    },
    staged,
  };
}

/** A resource in the form of the template. */
type Written = {
  readonly Type: string;
  readonly Properties?: JsonObject;
  readonly DeletionPolicy?: string;
  readonly DependsOn?: string | string[];
};

/** Returns our own functions. CDK adds another one, which uploads the page. */
export function functionsOf(deployed: readonly Resource[]): Resource[] {
  return deployed.filter(
    ({ type, properties }) =>
      type === "AWS::Lambda::Function" && String(properties["Description"] ?? "").startsWith("Waldo: "),
  );
}

/** The names of a resource. Other attributes than these are filled in as `<id>.<attribute>`. */
type Names = { readonly ref: string; readonly arn: string; readonly attributes?: Readonly<Record<string, string>> };

/** The values of `Ref` and attributes of a resource, for the types whose values the tests look at. */
function nameOf({ id, type, properties }: Resource): Names {
  const arn = (service: string, rest: string, account = ACCOUNT, region = REGION) =>
    `arn:aws:${service}:${region}:${account}:${rest}`;
  switch (type) {
    case "AWS::DynamoDB::Table":
      return { ref: id, arn: arn("dynamodb", `table/${id}`) };
    case "AWS::S3::Bucket": {
      const bucket = id.toLowerCase();
      const attributes = { RegionalDomainName: `${bucket}.s3.${REGION}.amazonaws.com` };
      return { ref: bucket, arn: `arn:aws:s3:::${bucket}`, attributes };
    }
    case "AWS::CloudFront::Distribution": {
      const attributes = { DomainName: `d${id.slice(-8).toLowerCase()}.cloudfront.net` };
      return { ref: id, arn: `arn:aws:cloudfront::${ACCOUNT}:distribution/${id}`, attributes };
    }
    case "AWS::Cognito::UserPool":
      return { ref: id, arn: arn("cognito-idp", `userpool/${id}`) };
    case "AWS::ApiGatewayV2::Api":
      return { ref: id.toLowerCase(), arn: arn("apigateway", id) };
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
  "AWS::StackId": `arn:aws:cloudformation:${REGION}:${ACCOUNT}:stack/Waldo/5f0c7d3e-9a1b-4c2d-8e3f-0123456789ab`,
};

function fillIn(node: Json, names: ReadonlyMap<string, Names>): Json {
  if (Array.isArray(node)) return node.map((item) => fillIn(item, names));
  if (node === null || typeof node !== "object") return node;
  const [key, value] = Object.entries(node)[0] ?? [];
  if (key === "Ref" && typeof value === "string") return PSEUDO[value] ?? names.get(value)?.ref ?? `unknown:${value}`;
  if (key === "Fn::GetAtt" && Array.isArray(value)) {
    const [id, attribute] = value.map(String);
    const { arn = `unknown:${id}`, attributes = {} } = names.get(id ?? "") ?? {};
    return attribute === "Arn" ? arn : (attributes[attribute ?? ""] ?? `${id}.${attribute}`);
  }
  if (key === "Fn::Sub" && typeof value === "string")
    return value.replaceAll(/\$\{([\w:]+)\}/g, (whole, name: string) => PSEUDO[name] ?? whole);
  if (key === "Fn::Split" && Array.isArray(value)) {
    const [separator, text = null] = value;
    return String(fillIn(text, names)).split(String(separator));
  }
  if (key === "Fn::Select" && Array.isArray(value)) {
    const [index, list = null] = value;
    return (fillIn(list, names) as Json[])[Number(index)] ?? null;
  }
  if (key === "Fn::Join" && Array.isArray(value)) {
    const [separator, parts] = value;
    return (fillIn(parts ?? [], names) as string[]).join(String(separator));
  }
  return Object.fromEntries(Object.entries(node).map(([name, member]) => [name, fillIn(member, names)]));
}
