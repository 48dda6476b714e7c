/** The functions behind connected wearables, with the secrets of the clients and of stored tokens. */

import { API_ROOT, PARTITION } from "@waldo/contracts";
import { Duration, RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { type Config, machineName } from "./config.ts";
import type { Data } from "./data.ts";
import { usesDataKeys } from "./data-keys.ts";
import { throughDynamo } from "./keys-through.ts";
import { Lambda, seconds } from "./lambda.ts";
import { leading } from "./leading.ts";
import type { Logs } from "./logs.ts";

/** True when the deployment has a client at one vendor or more. */
export function canConnect({ wearables }: Pick<Config, "wearables">): boolean {
  return Object.keys(wearables).length > 0;
}

type WearablesProps = {
  readonly config: Config;
  readonly data: Data;
  readonly logs: Logs;
  /** The address at which people open the page. */
  readonly app: string;
};

/**
 * `connect` takes people to a vendor and back, `hook` takes what vendors say has changed, `fetcher` reads their clouds.
 * Only `connect`, `fetcher` and the function that erases a person reach tokens. Of these three, only `fetcher` writes
 * raw rows.
 */
export class Wearables extends Construct {
  readonly connect: Lambda;
  readonly hook: Lambda;
  readonly fetcher: Lambda;
  /** The secrets of the clients at the vendors, by vendor. */
  readonly keys: Secret;
  readonly deadLetters: Queue;
  private readonly data: Data;
  private readonly tokenKey: Secret;
  /** The variables that tell a function how to reach tokens. */
  private readonly tokens: Readonly<Record<string, string>>;

  constructor(scope: Construct, id: string, { config, data, logs, app }: WearablesProps) {
    super(scope, id);
    this.data = data;
    this.tokenKey = this.secret("TokenKey", "Waldo: the key behind stored tokens of vendors", {
      reason: "Every stored token is sealed with it: with a new key all people would have to connect again.",
    });
    this.keys = this.secret("Keys", "Waldo: the secrets of the clients at the vendors of wearables, by vendor", {
      template: "{}",
      reason: "The vendors issue these secrets in their dashboards. There is nothing a rotation function could call.",
    });
    const queued = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
    this.deadLetters = new Queue(this, "DeadLetters", { ...queued, retentionPeriod: Duration.days(14) });
    const fetchSeconds = 120;
    const queue = new Queue(this, "Pulls", {
      ...queued,
      // AWS recommends six times the time limit of the function.
      visibilityTimeout: seconds(6 * fetchSeconds),
      // After a day the polls have read what the lost message asked to read.
      retentionPeriod: Duration.days(1),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: 5 },
    });

    const health = { HEALTH_TABLE: data.healthTable.tableName, KEY_TABLE: data.keyTable.tableName };
    const pulls = { PULL_QUEUE_URL: queue.queueUrl, WEARABLE_SECRETS_ARN: this.keys.secretArn };
    const clients = Object.entries(config.wearables).map(([vendor, { clientId }]) => [vendor, clientId]);
    const tokens = {
      ...pulls,
      WEARABLE_CLIENTS: JSON.stringify(Object.fromEntries(clients)),
      SEAL_KEY_ARN: this.tokenKey.secretArn,
    };
    this.tokens = tokens;
    // Below 512 MB the SDK's start-up is slow.
    const usual = { logs, memoryMb: 512 };
    this.connect = new Lambda(this, "Connect", {
      ...{ folder: "connect", ...usual },
      // API Gateway gives up after 30 seconds.
      timeout: seconds(29),
      environment: { ...health, ...tokens, WEARABLE_RETURN: `${app}/connected` },
    });
    this.hook = new Lambda(this, "Hook", {
      ...{ folder: "hook", ...usual },
      // WHOOP waits this long for an answer.
      timeout: seconds(10),
      environment: { ...health, ...pulls },
    });
    const stack = Stack.of(this);
    // The machine calls this function, so its ARN is built from its name.
    const wake = stack.formatArn({ service: "states", resource: `stateMachine:${machineName(stack, "wake")}` });
    this.fetcher = new Lambda(this, "Fetcher", {
      ...{ folder: "fetcher", ...usual },
      // The task's limit in wake.asl.json.
      timeout: seconds(fetchSeconds),
      environment: {
        ...health,
        ...tokens,
        WAKE_MACHINE_ARN: wake,
        WEARABLE_HOOKS: `${app}${API_ROOT}/hooks`,
      },
    });
    this.fetcher.allow("Wake", ["states:StartExecution"], [wake]);
    // A vendor limits the requests of a client, not of a person, so only a few readings run at the same time.
    this.fetcher.fn.addEventSource(new SqsEventSource(queue, { batchSize: 1, maxConcurrency: 5 }));

    for (const one of [this.connect, this.hook, this.fetcher]) {
      one.allow("AskForReading", ["sqs:SendMessage"], [queue.queueArn]);
      one.allow("ReadClientSecrets", ["secretsmanager:GetSecretValue"], [this.keys.secretArn]);
      one.role.addToPolicy(throughDynamo("OpenHealth", data.healthKey, "write"));
    }
    // The hook writes its rows unsealed: they hold names and instants.
    for (const one of [this.connect, this.fetcher]) {
      one.allow("ReadTokenKey", ["secretsmanager:GetSecretValue"], [this.tokenKey.secretArn]);
      usesDataKeys(one, data, one === this.connect ? "make" : "find");
    }
    this.rows();
  }

  /** Lets a function tell the vendors that a person's connections have ended. */
  endsFor(one: Lambda): void {
    for (const [name, value] of Object.entries(this.tokens)) one.fn.addEnvironment(name, value);
    const arns = [this.keys.secretArn, this.tokenKey.secretArn];
    one.allow("EndConnections", ["secretsmanager:GetSecretValue"], arns);
  }

  /** Which rows of the health table each function reaches, by partition (R7). */
  private rows(): void {
    const [get, query, put, remove] = ["GetItem", "Query", "UpdateItem", "DeleteItem"];
    for (const one of [this.connect, this.hook, this.fetcher])
      this.reach(one, "SeeWhoIsGone", PARTITION.gone("*"), [get]);
    for (const one of [this.connect, this.fetcher]) this.reach(one, "AskConsent", PARTITION.consent("*"), [get]);
    this.reach(this.connect, "Connections", PARTITION.connect("*"), [get, put, remove]);
    this.reach(this.connect, "Links", PARTITION.vendor("*"), [get, put, remove]);
    this.reach(this.connect, "DueAndCount", PARTITION.derived("*"), [get, put, remove]);
    this.reach(this.hook, "Links", PARTITION.vendor("*"), [get]);
    this.reach(this.hook, "WhatChanged", PARTITION.hooked("*"), [put]);
    this.reach(this.fetcher, "Connections", PARTITION.connect("*"), [get, query, put]);
    this.reach(this.fetcher, "WhatChanged", PARTITION.hooked("*"), [query, remove]);
    this.reach(this.fetcher, "DueAndZone", PARTITION.derived("*"), [get, query, put, remove]);
    this.reach(this.fetcher, "WriteRawHealth", PARTITION.raw("*"), [put]);
  }

  private reach(one: Lambda, sid: string, partition: string, actions: readonly (string | undefined)[]): void {
    one.allow(
      sid,
      actions.map((action) => `dynamodb:${action}`),
      [this.data.healthTable.tableArn],
      leading([partition]),
    );
  }

  private secret(id: string, description: string, { reason, template }: { reason: string; template?: string }): Secret {
    const secret = new Secret(this, id, {
      description,
      generateSecretString:
        template === undefined
          ? { passwordLength: 64, excludePunctuation: true }
          : { secretStringTemplate: template, generateStringKey: "unused" },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(secret).acknowledge({ id: "AwsSolutions-SMG4", reason });
    return secret;
  }
}
