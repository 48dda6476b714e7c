import { Duration, Stack } from "aws-cdk-lib";
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Metric,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import type { Table } from "aws-cdk-lib/aws-dynamodb";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { StateMachine } from "aws-cdk-lib/aws-stepfunctions";
import { Construct } from "constructs";
import type { Api } from "./api.ts";
import type { Config } from "./config.ts";
import type { Data } from "./data.ts";
import type { Lambda } from "./lambda.ts";
import type { Operations } from "./operations.ts";
import type { Run } from "./run.ts";
import type { Schedules } from "./schedules.ts";

export type MonitoringProps = {
  readonly config: Config;
  readonly data: Data;
  readonly operations: Operations;
  readonly run: Run;
  readonly api: Api;
  readonly schedules: Schedules;
};

type Watch = {
  /** A heading of docs/runbook.md. */
  readonly heading: string;
  readonly metric: IMetric;
  /** The alarm rings at this value. */
  readonly threshold: number;
};

const FIVE_MINUTES = Duration.minutes(5);
const HOUR = Duration.hours(1);

/** Every alarm, all to one topic, each naming the page of the runbook that says what to do. */
export class Monitoring extends Construct {
  private readonly topic: Topic;

  constructor(scope: Construct, id: string, props: MonitoringProps) {
    super(scope, id);
    const { config, data, operations, run, api, schedules } = props;
    this.topic = new Topic(this, "Alarms", { masterKey: operations.key, enforceSSL: true });
    const { account, region, partition } = Stack.of(this);
    // A topic with a policy of its own has lost the default one, which let this account's alarms in.
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        sid: "AlarmsOfThisAccount",
        principals: [new ServicePrincipal("cloudwatch.amazonaws.com")],
        actions: ["sns:Publish"],
        resources: [this.topic.topicArn],
        conditions: {
          StringEquals: { "aws:SourceAccount": account },
          ArnLike: { "aws:SourceArn": `arn:${partition}:cloudwatch:${region}:${account}:alarm:*` },
        },
      }),
    );
    if (config.alarmEmail !== undefined) this.topic.addSubscription(new EmailSubscription(config.alarmEmail));

    // Retries and the reaper stand between an error and a failed execution, so a single one means something.
    this.alarm("RunsFail", { heading: "Runs fail", metric: failures(run.runMachine), threshold: 1 });
    // A lost tick costs nothing, another comes in a quarter of an hour; five in as many minutes is a fault.
    this.alarm("PatrolsFail", { heading: "Patrols fail", metric: failures(run.patrolMachine), threshold: 5 });
    // Its phases catch their own failures; what is left is a night that was stopped or ran out of time.
    this.alarm("DreamsFail", { heading: "Dreams fail", metric: failures(run.dreamMachine), threshold: 1 });
    const refused = ours("DreamRefused", run.scribe, HOUR);
    this.alarm("DreamsAreRefused", { heading: "Dreams are refused", metric: refused, threshold: 1 });
    const full = ours("MemoryWatermark", run.scribe, HOUR);
    this.alarm("MemoryIsFull", { heading: "Memory is full", metric: full, threshold: 1 });
    const silent = ours("RunSilent", run.agentStep, FIVE_MINUTES);
    this.alarm("RunsEndInSilence", { heading: "Runs end in silence", metric: silent, threshold: 1 });
    // People block bots; that is one dead row each. Five in an hour is the channel.
    const dead = ours("OutboxDead", run.delivery, HOUR);
    this.alarm("MessagesDie", { heading: "Messages die", metric: dead, threshold: 5 });
    for (const [name, queue] of Object.entries({ Reaper: run.deadLetters, Schedules: schedules.deadLetters })) {
      const metric = queue.metricApproximateNumberOfMessagesVisible({ period: FIVE_MINUTES, statistic: "Maximum" });
      this.alarm(`${name}DeadLetters`, { heading: "Dead letters", metric, threshold: 1 });
    }
    const dropped = new Metric({
      namespace: "AWS/Scheduler",
      metricName: "InvocationDroppedCount",
      dimensionsMap: { ScheduleGroup: schedules.group.scheduleGroupName },
      statistic: "Sum",
      period: FIVE_MINUTES,
    });
    this.alarm("WakesAreDropped", { heading: "Wakes are dropped", metric: dropped, threshold: 1 });

    const { agentStep, delivery, scribe, crs } = run;
    const functions: Record<string, Lambda> = { AgentStep: agentStep, Delivery: delivery, Scribe: scribe, Crs: crs };
    for (const [name, { fn }] of Object.entries({ ...functions, Ingest: api.ingest })) {
      // Most errors are retried within the minute; five are not chance.
      const errors = fn.metricErrors({ period: FIVE_MINUTES });
      this.alarm(`${name}Errors`, { heading: "Function errors", metric: errors, threshold: 5 });
      const throttles = fn.metricThrottles({ period: FIVE_MINUTES });
      this.alarm(`${name}Throttles`, { heading: "Function throttles", metric: throttles, threshold: 1 });
    }
    const failed = new Metric({
      namespace: "AWS/ApiGateway",
      metricName: "5xx",
      dimensionsMap: { ApiId: api.api.apiId },
      statistic: "Sum",
      period: FIVE_MINUTES,
    });
    this.alarm("ApiFails", { heading: "The API fails", metric: failed, threshold: 5 });
    for (const [name, table] of Object.entries({ AgentTable: data.agentTable, HealthTable: data.healthTable }))
      this.alarm(`${name}Throttles`, { heading: "Table throttles", metric: tableThrottles(table), threshold: 10 });
  }

  private alarm(id: string, { heading, metric, threshold }: Watch): void {
    const alarm = new Alarm(this, id, {
      alarmDescription: `${heading}: docs/runbook.md#${heading.toLowerCase().replaceAll(" ", "-")}`,
      metric,
      threshold,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(this.topic));
  }
}

/** A metric of our own. Namespace and names are those of packages/aws/src/log.ts; a test holds the two together. */
function ours(metricName: string, { service }: Lambda, period: Duration): Metric {
  return new Metric({ namespace: "Waldo", metricName, dimensionsMap: { service }, statistic: "Sum", period });
}

function failures(machine: StateMachine): MathExpression {
  const period = FIVE_MINUTES;
  return new MathExpression({
    expression: "failed + timedOut + aborted",
    label: "executions that did not succeed",
    period,
    usingMetrics: {
      failed: machine.metricFailed({ period }),
      timedOut: machine.metricTimedOut({ period }),
      aborted: machine.metricAborted({ period }),
    },
  });
}

function tableThrottles({ tableName }: Table): MathExpression {
  const events = (metricName: string) =>
    new Metric({
      namespace: "AWS/DynamoDB",
      metricName,
      dimensionsMap: { TableName: tableName },
      statistic: "Sum",
      period: FIVE_MINUTES,
    });
  return new MathExpression({
    expression: "reads + writes",
    label: "throttled requests",
    period: FIVE_MINUTES,
    usingMetrics: { reads: events("ReadThrottleEvents"), writes: events("WriteThrottleEvents") },
  });
}
