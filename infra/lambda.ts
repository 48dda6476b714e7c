/** The construct that every Lambda function of the stack is made with. */

import { cpSync, existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { bundledUnderstanding, learnedFile } from "@waldo/outside/bundled-intents";
import { Duration, type Size, Stack, Stage } from "aws-cdk-lib";
import { Effect, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  Tracing,
} from "aws-cdk-lib/aws-lambda";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { acknowledgeWildcards } from "./acknowledge.ts";
import { bundle, type FunctionName, SOURCE_MAPS, sourceOf } from "./bundle.ts";
import { inRepository } from "./config.ts";
import { keptBundle } from "./kept-bundles.ts";
import type { Logs } from "./logs.ts";

type LambdaProps = {
  /** The function's name (bundle.ts), which is also the service name in logs, traces and metrics. */
  readonly folder: FunctionName;
  readonly logs: Logs;
  readonly memoryMb: number;
  readonly timeout: Duration;
  readonly environment: Readonly<Record<string, string>>;
  /** How much the function may write on its own disk. If it is absent, 512 MB. */
  readonly temporary?: Size;
  /** Folders of the repository that the bundle carries beside its code. */
  readonly carries?: readonly string[];
  /** The queue for events that a function could not handle, for a function that is invoked asynchronously. */
  readonly deadLetterQueue?: Queue;
};

/**
 * One function: a bundle of its handler, and a role that may write its log and nothing else until `allow` is called. It
 * has no reserved concurrency: a reserve would take from the account's pool, and the lease already keeps one writer per
 * person.
 */
export class Lambda extends Construct {
  /** The name in the function's logs, traces and metrics. */
  readonly service: string;
  readonly role: Role;
  readonly fn: LambdaFunction;

  constructor(scope: Construct, id: string, props: LambdaProps) {
    super(scope, id);
    const { folder, logs, memoryMb, timeout, environment, carries = [], deadLetterQueue, temporary } = props;
    this.service = folder;
    const logGroup = logs.logGroup(this, "Log");
    this.role = new Role(this, "Role", {
      assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
      description: `Waldo: the ${folder} function`,
    });
    this.allow("WriteItsLog", ["logs:CreateLogStream", "logs:PutLogEvents"], [logGroup.logGroupArn]);
    this.fn = new LambdaFunction(this, "Function", {
      description: `Waldo: ${folder}`,
      code: codeOf(this, folder, carries),
      handler: "index.handler",
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: memoryMb,
      timeout,
      role: this.role,
      // Lambda's own segments, without the SDK of X-Ray: docs/decisions/0012.
      tracing: Tracing.ACTIVE,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      environment: { POWERTOOLS_SERVICE_NAME: folder, ...environment },
      ...(deadLetterQueue === undefined ? {} : { deadLetterQueue }),
      ...(temporary === undefined ? {} : { ephemeralStorageSize: temporary }),
    });
    acknowledgeWildcards(this.role, ["*"], "xray:PutTraceSegments and xray:PutTelemetryRecords name no resource.");
  }

  /** Adds one statement to the role. */
  allow(
    sid: string,
    actions: string[],
    resources: string[],
    conditions?: Record<string, Record<string, unknown>>,
  ): void {
    const effect = Effect.ALLOW;
    this.role.addToPolicy(
      new PolicyStatement({ sid, effect, actions, resources, ...(conditions === undefined ? {} : { conditions }) }),
    );
  }
}

/**
 * The code is built into the folder of the assembly itself, so two syntheses at the same time do not collide. Tests and
 * `npm run check` ask for the bundles that were built of the same sources before.
 */
function codeOf(scope: Construct, name: FunctionName, carries: readonly string[]): Code {
  // When CDK asks for a stack without its code, it accepts any folder in its place.
  if (!Stack.of(scope).bundlingRequired) return Code.fromAsset(dirname(inRepository(sourceOf(name))));
  const folder = join(Stage.of(scope)?.outdir ?? "cdk.out", "bundles", name);
  const make = scope.node.tryGetContext("waldo:kept") === "yes" ? keptBundle : bundle;
  make(name, folder);
  for (const carried of carries) cpSync(inRepository(carried), join(folder, basename(carried)), { recursive: true });
  if (carries.includes(INTENTS)) carryLearned(join(folder, basename(INTENTS)));
  return Code.fromAsset(folder, { exclude: [SOURCE_MAPS] });
}

const INTENTS = "data/intents";

/** Learning from the intents takes a function many seconds. So it is done here once, for all syntheses. */
function carryLearned(folder: string): void {
  const learned = learnedFile(folder, inRepository("node_modules/.cache/waldo"));
  if (existsSync(learned)) cpSync(learned, join(folder, basename(learned)));
  bundledUnderstanding(folder, folder);
}

export const seconds = (n: number): Duration => Duration.seconds(n);
