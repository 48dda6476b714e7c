/** The HTTP API of the stack: Cognito for sign-in, API Gateway for the routes, and the functions behind them. */

import { API_ROOT, PARTITION, ROUTES, type Route } from "@waldo/contracts";
import { RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import {
  HttpApi,
  HttpMethod,
  HttpNoneAuthorizer,
  HttpStage,
  LogGroupLogDestination,
} from "aws-cdk-lib/aws-apigatewayv2";
import { HttpUserPoolAuthorizer } from "aws-cdk-lib/aws-apigatewayv2-authorizers";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import type { UserPool, UserPoolClient } from "aws-cdk-lib/aws-cognito";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import type { Data } from "./data.ts";
import { throughDynamo } from "./keys-through.ts";
import { Lambda, seconds } from "./lambda.ts";
import type { Logs } from "./logs.ts";
import type { Machines } from "./machines.ts";
import { pageClient, SCOPE, userPool } from "./people.ts";

/** A device syncs a few times a day. These limits bound a broken device, and the bill. */
const THROTTLE = { rateLimit: 50, burstLimit: 100 };

/** Why a route asks for no token. */
const UNSIGNED: Partial<Record<Route["who"], string>> = {
  public: "It says that the door is open, and nothing else.",
  hook: "The other service proves itself by a secret, which the function checks before it reads anything else.",
};

export type ApiProps = {
  readonly data: Data;
  readonly door: Lambda;
  readonly calendar: Lambda;
  readonly telegram: Lambda;
  readonly logs: Logs;
  readonly machines: Machines;
  /** Where people open the page. */
  readonly app: string;
};

/**
 * The API of a person: Cognito says who they are. ingest takes in what their devices send, calendar reads calendars, and
 * the door answers everything else, from their own rows.
 */
export class Api extends Construct {
  readonly ingest: Lambda;
  readonly userPool: UserPool;
  readonly client: UserPoolClient;
  readonly api: HttpApi;

  constructor(scope: Construct, id: string, { data, door, calendar, telegram, logs, machines, app }: ApiProps) {
    super(scope, id);
    this.ingest = new Lambda(this, "Ingest", {
      folder: "ingest",
      logs,
      // It validates and writes at most 62 days. Below 512 MB the SDK's start-up is slow.
      memoryMb: 512,
      // API Gateway gives up after 30 seconds.
      timeout: seconds(29),
      environment: {
        HEALTH_TABLE: data.healthTable.tableName,
        WAKE_MACHINE_ARN: machines.wake.stateMachineArn,
      },
    });
    this.writesRawHealth(data);
    this.approvalKey(door, telegram);
    this.ingest.allow("Wake", ["states:StartExecution"], [machines.wake.stateMachineArn]);

    this.userPool = userPool(this, app);
    this.client = pageClient(this.userPool, app);
    this.api = this.http(logs, { ingest: this.ingest, door, calendar, telegram });
  }

  /**
   * ingest writes raw rows and never reads one. Of the derived rows it reads and writes the time zone and the day's
   * count (R7).
   */
  private writesRawHealth({ healthTable, healthKey }: Data): void {
    const partitions = (prefix: string) => ({
      "ForAllValues:StringLike": { "dynamodb:LeadingKeys": [prefix] },
      Null: { "dynamodb:LeadingKeys": "false" },
    });
    const table = [healthTable.tableArn];
    this.ingest.allow("WriteRawHealth", ["dynamodb:UpdateItem"], table, partitions(PARTITION.raw("*")));
    const derived = ["dynamodb:GetItem", "dynamodb:UpdateItem"];
    this.ingest.allow("ZoneAndCount", derived, table, partitions(PARTITION.derived("*")));
    this.ingest.role.addToPolicy(throughDynamo("OpenHealth", healthKey, "write"));
  }

  /** The key behind the tokens of taps. It is random, and only what takes taps reads it. */
  private approvalKey(...takers: readonly Lambda[]): void {
    const key = new Secret(this, "ApprovalKey", {
      description: "Waldo: the key behind the tokens of taps",
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(key).acknowledge({
      id: "AwsSolutions-SMG4",
      reason:
        "A token lives five minutes and the key never leaves what takes taps; a new key would only spoil open taps.",
    });
    for (const taker of takers) {
      taker.fn.addEnvironment("APPROVAL_SECRET_ARN", key.secretArn);
      taker.allow("ReadApprovalKey", ["secretsmanager:GetSecretValue"], [key.secretArn]);
    }
  }

  private http(logs: Logs, functions: Record<Route["by"], Lambda>): HttpApi {
    const api = new HttpApi(this, "Http", {
      description: "Waldo",
      createDefaultStage: false,
      defaultAuthorizer: new HttpUserPoolAuthorizer("People", this.userPool, { userPoolClients: [this.client] }),
    });
    const integrations = {
      ingest: new HttpLambdaIntegration("Ingest", functions.ingest.fn),
      door: new HttpLambdaIntegration("Door", functions.door.fn),
      calendar: new HttpLambdaIntegration("Calendar", functions.calendar.fn),
      telegram: new HttpLambdaIntegration("Telegram", functions.telegram.fn),
    };
    for (const { method, path, by, who } of Object.values<Route>(ROUTES)) {
      const reason = UNSIGNED[who];
      const routes = api.addRoutes({
        path: `${API_ROOT}${path}`,
        methods: [HttpMethod[method]],
        integration: integrations[by],
        ...(reason === undefined
          ? { authorizationScopes: [SCOPE.scopeName] }
          : { authorizer: new HttpNoneAuthorizer() }),
      });
      if (reason === undefined) continue;
      for (const route of routes) Validations.of(route).acknowledge({ id: "AwsSolutions-APIG4", reason });
    }
    const name = `/aws/vendedlogs/apigateway/${Stack.of(this).stackName}-api`;
    new HttpStage(this, "Stage", {
      httpApi: api,
      stageName: "$default",
      autoDeploy: true,
      throttle: THROTTLE,
      accessLogSettings: {
        destination: new LogGroupLogDestination(logs.logGroup(this, "AccessLog", name)),
        // The log has no IP address and no query. Neither is needed to see what went wrong.
        format: AccessLogFormat.custom(
          JSON.stringify({
            requestId: "$context.requestId",
            time: "$context.requestTimeEpoch",
            route: "$context.routeKey",
            status: "$context.status",
            latencyMs: "$context.responseLatency",
            integrationStatus: "$context.integrationStatus",
            authorizerError: "$context.authorizer.error",
          }),
        ),
      },
    });
    return api;
  }
}
