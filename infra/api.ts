/** The HTTP API of the stack: Cognito for sign-in, API Gateway for the routes, and the functions behind them. */

import { API_ROOT, MCP_PATH, MCP_OPEN_PATHS as OPEN_PATHS, PARTITION, ROUTES, type Route } from "@waldo/contracts";
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
import type { Config } from "./config.ts";
import type { Data } from "./data.ts";
import { usesDataKeys } from "./data-keys.ts";
import { throughDynamo } from "./keys-through.ts";
import { Lambda, seconds } from "./lambda.ts";
import { leading } from "./leading.ts";
import type { Logs } from "./logs.ts";
import type { Machines } from "./machines.ts";
import { agentClient, pageClient, SCOPE, signInAddress, userPool } from "./people.ts";

/** A device syncs a few times a day. These limits protect against a faulty device and a high bill. */
const THROTTLE = { rateLimit: 50, burstLimit: 100 };

/** Why a route asks for no token. */
const UNSIGNED: Partial<Record<Route["who"], string>> = {
  public: "It says that the door is open, and nothing else.",
  hook: "The caller proves itself by a secret, which the function checks before it does anything else. Where the secret is stored with a person, it reads that row first. A receipt names nobody.",
};

const pascalCase = (name: string) => `${name[0]?.toUpperCase()}${name.slice(1)}`;

/**
 * One permission lets every route of the API call the function. A permission for each route would overflow the
 * function's resource policy, which has 20,480 bytes, at some fifty routes (limits.test.ts). The routes themselves say
 * which function answers.
 */
function answeredBy(name: string, { fn }: Lambda): HttpLambdaIntegration {
  return new HttpLambdaIntegration(name, fn, { scopePermissionToRoute: false });
}

type ApiProps = {
  readonly data: Data;
  readonly door: Lambda;
  readonly calendar: Lambda;
  readonly telegram: Lambda;
  /** If it is absent, no recording is written down, and the API has no such route. */
  readonly voice: Lambda | undefined;
  /** If it is absent, no wearable can be connected, and the API has no such routes. */
  readonly connect: Lambda | undefined;
  readonly hook: Lambda | undefined;
  readonly privacy: Lambda;
  readonly imports: Lambda;
  readonly readings: Lambda;
  readonly logs: Logs;
  readonly machines: Machines;
  /** The agents of other makers, and the function that answers them. If it is absent, no such agent can ask. */
  readonly mcp: Lambda | undefined;
  readonly agents: Config["agents"];
  /** The address at which people open the page. */
  readonly app: string;
};

/**
 * The API of a person: Cognito says who they are. ingest takes in what their devices send, calendar reads calendars,
 * readings answers questions about their own days, and the door everything else, from their own rows. Other functions
 * handle connected wearables (wearables.ts).
 */
export class Api extends Construct {
  readonly ingest: Lambda;
  readonly userPool: UserPool;
  readonly client: UserPoolClient;
  readonly api: HttpApi;

  constructor(scope: Construct, id: string, { data, logs, machines, app, mcp, agents, ...functions }: ApiProps) {
    super(scope, id);
    this.ingest = new Lambda(this, "Ingest", {
      folder: "ingest",
      logs,
      // The function writes at most 62 days of a device. When a phone posts, the function parses 60,000 entries and
      // reads and writes 800 days. Below 512 MB the SDK's start-up is slow.
      memoryMb: 512,
      // API Gateway gives up after 30 seconds.
      timeout: seconds(29),
      environment: {
        HEALTH_TABLE: data.healthTable.tableName,
        KEY_TABLE: data.keyTable.tableName,
        WAKE_MACHINE_ARN: machines.wake.stateMachineArn,
      },
    });
    this.writesRawHealth(data);
    this.approvalKey(functions.door, functions.telegram);
    this.ingest.allow("Wake", ["states:StartExecution"], [machines.wake.stateMachineArn]);

    this.userPool = userPool(this, app);
    this.client = pageClient(this.userPool, app);
    this.api = this.http(logs, { ingest: this.ingest, machine: undefined, ...functions });
    if (mcp) this.answersAgents(mcp, agents);
  }

  /**
   * ingest writes raw rows. It reads back only the rows that it joins with a post of a phone, each by its key, and it
   * cannot list rows. It reads and writes these derived rows: the time zone, the day's count, and which days of a
   * vendor's cloud it wrote over. It reads first whether the person agrees (R7).
   */
  private writesRawHealth(data: Data): void {
    const { healthTable, healthKey } = data;
    const table = [healthTable.tableArn];
    const rows = ["dynamodb:GetItem", "dynamodb:UpdateItem"];
    this.ingest.allow("WriteRawHealth", rows, table, leading([PARTITION.raw("*")]));
    this.ingest.allow("ZoneAndCount", rows, table, leading([PARTITION.derived("*")]));
    this.ingest.allow("AskConsent", ["dynamodb:GetItem"], table, leading([PARTITION.consent("*")]));
    this.ingest.allow("SeeWhoIsGone", ["dynamodb:GetItem"], table, leading([PARTITION.gone("*")]));
    this.ingest.role.addToPolicy(throughDynamo("OpenHealth", healthKey, "write"));
    usesDataKeys(this.ingest, data, "make");
  }

  /** The key behind the tokens of taps. The key is random, and only functions that take taps read it. */
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

  /**
   * Each agent has its own client at Cognito, so its token says which agent it is. Tokens of the page are not accepted
   * here. The route that tells an agent where to sign in needs no token.
   */
  private answersAgents(mcp: Lambda, agents: Config["agents"]): void {
    const clients = Object.entries(agents).map(([name, callbacks = []]) => ({
      ...{ name, callbacks, client: agentClient(this.userPool, name, callbacks) },
    }));
    const integration = answeredBy("Mcp", mcp);
    const authorizer = new HttpUserPoolAuthorizer("Agents", this.userPool, {
      userPoolClients: clients.map(({ client }) => client),
    });
    const { POST, GET, DELETE } = HttpMethod;
    this.api.addRoutes({
      ...{ path: MCP_PATH, methods: [POST, GET, DELETE], integration, authorizer },
      authorizationScopes: [SCOPE.scopeName],
    });
    for (const [method, paths] of [
      [GET, OPEN_PATHS.GET],
      [POST, OPEN_PATHS.POST],
    ] as const)
      for (const path of paths)
        for (const route of this.api.addRoutes({
          ...{ path, methods: [method], integration, authorizer: new HttpNoneAuthorizer() },
        }))
          Validations.of(route).acknowledge({
            id: "AwsSolutions-APIG4",
            reason: "It tells an agent where to sign in. It holds nothing of a person.",
          });
    mcp.fn.addEnvironment("SIGN_IN", signInAddress(this.userPool));
    mcp.fn.addEnvironment(
      "AGENT_CLIENTS",
      Stack.of(this).toJsonString(
        Object.fromEntries(
          clients.map(({ name, callbacks, client }) => [name, { clientId: client.userPoolClientId, callbacks }]),
        ),
      ),
    );
  }

  private http(logs: Logs, functions: Readonly<Record<Route["by"], Lambda | undefined>>): HttpApi {
    const api = new HttpApi(this, "Http", {
      description: "Waldo",
      createDefaultStage: false,
      defaultAuthorizer: new HttpUserPoolAuthorizer("People", this.userPool, { userPoolClients: [this.client] }),
    });
    const integrations = new Map(
      Object.entries(functions).flatMap(([by, lambda]) => (lambda ? [[by, answeredBy(pascalCase(by), lambda)]] : [])),
    );
    for (const { method, path, by, who } of Object.values<Route>(ROUTES)) {
      const reason = UNSIGNED[who];
      const integration = integrations.get(by);
      if (integration === undefined) continue;
      const routes = api.addRoutes({
        path: `${API_ROOT}${path}`,
        methods: [HttpMethod[method]],
        integration,
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
        // The log has no IP address and no query, because neither is needed to find a fault.
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
