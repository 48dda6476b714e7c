/** The alarms of the stack. Each one names a heading of docs/runbook.md, and a test checks that the heading exists. */

import { HEARTBEAT_MINUTES } from "@waldo/contracts";
import { Annotations, CfnOutput, Duration, Stack } from "aws-cdk-lib";
import {
  Alarm,
  AlarmStatusWidget,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
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
import type { Functions } from "./functions.ts";
import { Lambda } from "./lambda.ts";
import type { Logs } from "./logs.ts";
import type { Machines } from "./machines.ts";
import type { Schedules } from "./schedules.ts";
import type { Wearables } from "./wearables.ts";

type MonitoringProps = {
  readonly config: Config;
  readonly data: Data;
  readonly logs: Logs;
  readonly functions: Functions;
  readonly machines: Machines;
  readonly api: Api;
  readonly schedules: Schedules;
  readonly wearables?: Wearables;
};

/** critical: people get no answer or no Brief now. warning: it can wait until morning. */
type Severity = "critical" | "warning";

type Watch = {
  /** A heading of docs/runbook.md. */
  readonly heading: string;
  readonly severity: Severity;
  readonly metric: IMetric;
  /** The alarm fires at this value. */
  readonly threshold: number;
};

const FIVE_MINUTES = Duration.minutes(5);
const HOUR = Duration.hours(1);
const DAY = Duration.days(1);
const TWO_HEARTBEATS = Duration.minutes(2 * HEARTBEAT_MINUTES);

const pascalCase = (name: string) => name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** All alarms, sent to one topic. Each alarm names the section of the runbook that says what to do. */
export class Monitoring extends Construct {
  readonly topic: Topic;
  private readonly alarms: Alarm[] = [];

  constructor(scope: Construct, id: string, props: MonitoringProps) {
    super(scope, id);
    const { config, data, logs, functions, machines, api, schedules, wearables } = props;
    this.topic = new Topic(this, "Alarms", { masterKey: logs.key, enforceSSL: true });
    const { account, region, partition } = Stack.of(this);
    // A topic with its own policy loses the default policy, which let this account's alarms publish.
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
    else this.saysThatNobodyListens();

    // Retries and the reaper come before an execution fails, so even one failure is important.
    this.alarm("RunsFail", {
      heading: "Runs fail",
      severity: "critical",
      metric: failures(machines.run),
      threshold: 1,
    });
    // One lost tick does no harm, because the next comes in a quarter of an hour. Five lost ticks in fifteen minutes
    // are a fault.
    this.alarm("PatrolsFail", {
      heading: "Patrols fail",
      severity: "warning",
      metric: failures(machines.wake),
      threshold: 5,
    });
    // The machine retries its tasks and catches tasks that wait too long. So a failure means that a person got no
    // answer.
    this.alarm("HandoffsFail", {
      heading: "Handoffs fail",
      severity: "warning",
      metric: failures(machines.handoff),
      threshold: 1,
    });
    // The row of a review holds its state, and the next wake continues the review. So only a review that nobody ends in
    // time can fail here.
    this.alarm("ReviewsFail", {
      heading: "Reviews fail",
      severity: "warning",
      metric: failures(machines.review),
      threshold: 1,
    });
    // The phases of a night catch their own failures. The only case left is a night that was stopped or ran out of
    // time.
    this.alarm("DreamsFail", {
      heading: "Dreams fail",
      severity: "warning",
      metric: failures(machines.dream),
      threshold: 1,
    });
    // The state machine tries its steps for hours. When it fails, rows of an erased person are still stored.
    this.alarm("ErasuresFail", {
      heading: "Erasures fail",
      severity: "critical",
      metric: failures(machines.privacy),
      threshold: 1,
    });
    const refused = ours("DreamRefused", functions.scribe, HOUR);
    this.alarm("DreamsAreRefused", {
      heading: "Dreams are refused",
      severity: "warning",
      metric: refused,
      threshold: 1,
    });
    const full = ours("MemoryWatermark", functions.scribe, HOUR);
    this.alarm("MemoryIsFull", { heading: "Memory is full", severity: "warning", metric: full, threshold: 1 });
    const silent = ours("RunSilent", functions.agentStep, FIVE_MINUTES);
    this.alarm("RunsEndInSilence", {
      heading: "Runs end in silence",
      severity: "critical",
      metric: silent,
      threshold: 1,
    });
    // A model that denies access fails no run: templates answer instead. So the alarm counts the share of templates
    // among all turns of a model. Three turns a day come from one person, and a single turn at night is too few for a
    // share. The alarm over an hour finds a fault that affects many people sooner.
    const fallbacks = (period: Duration, least: number) => {
      const of = (name: string) => ours(name, functions.agentStep, period);
      return share(of("ModelFallback"), of("ModelTurn"), least, "turns without a model");
    };
    for (const [name, metric] of Object.entries({ Today: fallbacks(DAY, 3), Now: fallbacks(HOUR, 10) }))
      this.alarm(`ModelsDoNotAnswer${name}`, {
        heading: "Models do not answer",
        severity: "critical",
        metric,
        threshold: 0.5,
      });
    // Each person has their own breaker. Three in an hour are three people, or one person with a breaker that fails
    // every probe.
    const opened = ours("BreakerOpened", functions.agentStep, HOUR);
    this.alarm("BreakersOpen", { heading: "Breakers open", severity: "warning", metric: opened, threshold: 3 });
    this.alarm("PhasesFail", {
      heading: "Phases of the night fail",
      severity: "warning",
      metric: failedPhases(functions),
      threshold: 0.25,
    });
    const dead = ours("OutboxDead", functions.delivery, HOUR);
    this.alarm("MessagesDie", { heading: "Messages die", severity: "critical", metric: dead, threshold: 5 });
    const deadLetters = { Reaper: functions.deadLetters, Schedules: schedules.deadLetters };
    const pulls = wearables ? { Pulls: wearables.deadLetters } : {};
    for (const [name, queue] of Object.entries({ ...deadLetters, ...pulls })) {
      const metric = queue.metricApproximateNumberOfMessagesVisible({ period: FIVE_MINUTES, statistic: "Maximum" });
      this.alarm(`${name}DeadLetters`, { heading: "Dead letters", severity: "warning", metric, threshold: 1 });
    }
    const dropped = new Metric({
      namespace: "AWS/Scheduler",
      metricName: "InvocationDroppedCount",
      dimensionsMap: { ScheduleGroup: schedules.group.scheduleGroupName },
      statistic: "Sum",
      period: FIVE_MINUTES,
    });
    // At night Waldo wakes nobody, so silence alone means nothing. The alarm waits twice the time between two
    // heartbeats.
    const woken = new Metric({
      namespace: "AWS/Scheduler",
      metricName: "InvocationAttemptCount",
      dimensionsMap: { ScheduleGroup: schedules.group.scheduleGroupName },
      statistic: "Sum",
      period: TWO_HEARTBEATS,
    });
    const lived = machines.wake.metricSucceeded({ period: TWO_HEARTBEATS, statistic: "Sum" });
    this.alarm("HeartbeatsStop", {
      heading: "Heartbeats stop",
      severity: "critical",
      metric: new MathExpression({
        expression: "IF(FILL(woken, 0) > 0 AND FILL(lived, 0) == 0, 1, 0)",
        label: "wakes that were asked for, and none that succeeded",
        period: TWO_HEARTBEATS,
        usingMetrics: { woken, lived },
      }),
      threshold: 1,
    });
    this.alarm("WakesAreDropped", {
      heading: "Wakes are dropped",
      severity: "critical",
      metric: dropped,
      threshold: 1,
    });

    const { agentStep, delivery, scribe } = functions;
    // Watches every function that the stack has so far. This construct is made after all of them, so none is forgotten.
    const watched = Stack.of(this)
      .node.findAll()
      .filter((one) => one instanceof Lambda);
    for (const { service, fn } of watched) {
      const name = pascalCase(service);
      // Most errors are retried within a minute. Five errors are more than chance.
      const errors = fn.metricErrors({ period: FIVE_MINUTES });
      this.alarm(`${name}Errors`, { heading: "Function errors", severity: "critical", metric: errors, threshold: 5 });
      const throttles = fn.metricThrottles({ period: FIVE_MINUTES });
      this.alarm(`${name}Throttles`, {
        heading: "Function throttles",
        severity: "warning",
        metric: throttles,
        threshold: 1,
      });
    }
    const failed = new Metric({
      namespace: "AWS/ApiGateway",
      metricName: "5xx",
      dimensionsMap: { ApiId: api.api.apiId },
      statistic: "Sum",
      period: FIVE_MINUTES,
    });
    this.alarm("ApiFails", { heading: "The API fails", severity: "critical", metric: failed, threshold: 5 });
    const tables = { AgentTable: data.agentTable, HealthTable: data.healthTable, KeyTable: data.keyTable };
    for (const [name, table] of Object.entries(tables))
      this.alarm(`${name}Throttles`, {
        heading: "Table throttles",
        severity: "warning",
        metric: tableThrottles(table),
        threshold: 10,
      });
    this.dashboard({
      "Executions that did not succeed": [
        failures(machines.run),
        failures(machines.wake),
        failures(machines.dream),
        failures(machines.handoff),
        failures(machines.review),
      ],
      "Turns of a model, and turns without one": ["ModelTurn", "ModelFallback", "BreakerOpened"].map((name) =>
        ours(name, agentStep, HOUR),
      ),
      "Messages that may not have arrived": ["OutboxDead", "OutboxUnknown"].map((name) => ours(name, delivery, HOUR)),
      "Phases of the night": [agentStep, scribe].flatMap((fn) =>
        ["DreamPhase", "DreamPhaseFailed"].map((name) => ours(name, fn, HOUR)),
      ),
      "Errors of functions": watched.map(({ fn }) => fn.metricErrors({ period: FIVE_MINUTES })),
      "Refused by the tables": Object.values(tables).map(tableThrottles),
    });
  }

  /**
   * A deployment without a subscriber never shows an alarm to anybody, so the deployment and its outputs warn of this.
   */
  private saysThatNobodyListens(): void {
    Annotations.of(this).addWarningV2(
      "waldo:alarms",
      "no one receives the alarms: set waldo.alarmEmail in cdk.json, or subscribe to the topic of the output AlarmsReachNobody",
    );
    new CfnOutput(this, "AlarmsReachNobody", {
      value: this.topic.topicArn,
      description:
        "No one receives the alarms of this stack. Set waldo.alarmEmail in cdk.json, or subscribe to this topic.",
    }).overrideLogicalId("AlarmsReachNobody");
  }

  /** A dashboard for an operator: the alarms that ring first, then what people get, what models do, and what fails. */
  private dashboard(graphs: Readonly<Record<string, readonly IMetric[]>>): void {
    const { stackName } = Stack.of(this);
    new Dashboard(this, "Dashboard", {
      dashboardName: stackName,
      defaultInterval: Duration.days(1),
      widgets: [
        [new AlarmStatusWidget({ title: "Alarms", alarms: this.alarms, width: 24, height: 6 })],
        Object.entries(graphs).map(([title, left]) => new GraphWidget({ title, left: [...left], width: 8 })),
      ],
    });
  }

  private alarm(id: string, { heading, severity, metric, threshold }: Watch): void {
    const alarm = new Alarm(this, id, {
      alarmName: `${Stack.of(this).stackName}-${severity}-${id}`,
      alarmDescription: `[${severity}] ${heading}: docs/runbook.md#${heading.toLowerCase().replaceAll(" ", "-")}`,
      metric,
      threshold,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(this.topic));
    this.alarms.push(alarm);
  }
}

/** A metric of this system. Its namespace and names are those of packages/aws/src/log.ts; a test compares the two. */
function ours(metricName: string, { service }: Lambda, period: Duration): Metric {
  return new Metric({ namespace: "Waldo", metricName, dimensionsMap: { service }, statistic: "Sum", period });
}

/**
 * The share of `part` in `whole`, 0–1. It is 0 while `whole` is below `least`. A sum without events has no value, and
 * then the expression has none, so every term gets 0 in place of a missing value.
 */
function share(part: Metric, whole: Metric, least: number, label: string): MathExpression {
  return new MathExpression({
    expression: `IF(FILL(whole, 0) >= ${least}, FILL(part, 0) / FILL(whole, 0), 0)`,
    label,
    period: Duration.seconds(part.period.toSeconds()),
    usingMetrics: { part, whole },
  });
}

/** The nights of two people have twelve phases. One person's phase that fails four times causes no alarm. */
const LEAST_PHASES = 12;

function failedPhases({ agentStep, scribe }: Functions): MathExpression {
  const failed = "(FILL(failedA, 0) + FILL(failedS, 0))";
  const all = `(${failed} + FILL(doneA, 0) + FILL(doneS, 0))`;
  return new MathExpression({
    expression: `IF(${all} >= ${LEAST_PHASES}, ${failed} / ${all}, 0)`,
    label: "phases that failed",
    period: DAY,
    usingMetrics: {
      failedA: ours("DreamPhaseFailed", agentStep, DAY),
      failedS: ours("DreamPhaseFailed", scribe, DAY),
      doneA: ours("DreamPhase", agentStep, DAY),
      doneS: ours("DreamPhase", scribe, DAY),
    },
  });
}

function failures(machine: StateMachine): MathExpression {
  const period = FIVE_MINUTES;
  // Ids are unique on a graph.
  const of = machine.node.id.toLowerCase();
  return new MathExpression({
    expression: `FILL(${of}Failed, 0) + FILL(${of}TimedOut, 0) + FILL(${of}Aborted, 0)`,
    label: `${of}: executions that did not succeed`,
    period,
    usingMetrics: {
      [`${of}Failed`]: machine.metricFailed({ period }),
      [`${of}TimedOut`]: machine.metricTimedOut({ period }),
      [`${of}Aborted`]: machine.metricAborted({ period }),
    },
  });
}

function tableThrottles({ tableName, node }: Table): MathExpression {
  const of = node.id.toLowerCase();
  const events = (metricName: string) =>
    new Metric({
      namespace: "AWS/DynamoDB",
      metricName,
      dimensionsMap: { TableName: tableName },
      statistic: "Sum",
      period: FIVE_MINUTES,
    });
  return new MathExpression({
    expression: `FILL(${of}Reads, 0) + FILL(${of}Writes, 0)`,
    label: `${of}: throttled requests`,
    period: FIVE_MINUTES,
    usingMetrics: { [`${of}Reads`]: events("ReadThrottleEvents"), [`${of}Writes`]: events("WriteThrottleEvents") },
  });
}
