import { Duration } from "aws-cdk-lib";
import { Effect, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Architecture, LoggingFormat, Runtime, Tracing } from "aws-cdk-lib/aws-lambda";
import { LogLevel, NodejsFunction, OutputFormat, SourceMapMode } from "aws-cdk-lib/aws-lambda-nodejs";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { acknowledgeWildcards } from "./acknowledge.ts";
import { inRepository } from "./config.ts";
import type { Operations } from "./operations.ts";

export type LambdaProps = {
  /** Its folder under `lambdas/`; also the service name in logs, traces and metrics. */
  readonly folder: string;
  readonly operations: Operations;
  readonly memoryMb: number;
  readonly timeout: Duration;
  readonly environment: Readonly<Record<string, string>>;
  /** Folders of the repository that the bundle carries beside its code. */
  readonly carries?: readonly string[];
  /** Where events go that could not be handled, for a function that is invoked asynchronously. */
  readonly deadLetterQueue?: Queue;
};

/** DEP0040: grammY's fetch loads Node's own punycode, and would write a warning into the log at each cold start. */
const NODE_OPTIONS = "--enable-source-maps --disable-warning=DEP0040";

/**
 * One function: a bundle of its handler, a role that may write its log and nothing else until told otherwise, and no
 * reserved concurrency (a reserve would take from the account's pool, and the lease already keeps one writer a person).
 */
export class Lambda extends Construct {
  /** The name its logs, traces and metrics carry. */
  readonly service: string;
  readonly role: Role;
  readonly fn: NodejsFunction;

  constructor(scope: Construct, id: string, props: LambdaProps) {
    super(scope, id);
    const { folder, operations, memoryMb, timeout, environment, carries = [], deadLetterQueue } = props;
    this.service = folder;
    const logGroup = operations.logGroup(this, "Log");
    this.role = new Role(this, "Role", {
      assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
      description: `Waldo: the ${folder} function`,
    });
    this.allow("WriteItsLog", ["logs:CreateLogStream", "logs:PutLogEvents"], [logGroup.logGroupArn]);
    this.fn = new NodejsFunction(this, "Function", {
      description: `Waldo: ${folder}`,
      entry: inRepository(`lambdas/${folder}/handler.ts`),
      projectRoot: inRepository("."),
      depsLockFilePath: inRepository("package-lock.json"),
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: memoryMb,
      timeout,
      role: this.role,
      tracing: Tracing.ACTIVE,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      environment: { NODE_OPTIONS, POWERTOOLS_SERVICE_NAME: folder, ...environment },
      ...(deadLetterQueue === undefined ? {} : { deadLetterQueue }),
      bundling: {
        format: OutputFormat.ESM,
        target: "node24",
        logLevel: LogLevel.WARNING,
        minify: true,
        sourceMap: true,
        sourceMapMode: SourceMapMode.DEFAULT,
        sourcesContent: false,
        // The SDK travels in the bundle: what was tested is what runs, and unused clients are shaken out.
        bundleAwsSDK: true,
        mainFields: ["module", "main"],
        // The X-Ray SDK and others are CommonJS and call `require`, which an ES module does not have.
        banner: 'import{createRequire}from"node:module";const require=createRequire(import.meta.url);',
        commandHooks: {
          beforeBundling: () => [],
          beforeInstall: () => [],
          afterBundling: (_from, to) => carries.map((name) => `cp -R "${inRepository(name)}" "${to}/${name}"`),
        },
      },
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

export const seconds = (n: number): Duration => Duration.seconds(n);
