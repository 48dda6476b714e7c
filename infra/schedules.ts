/** The schedule group, its role and its queue, and the right of the agent step to manage one person's schedules in it. */

import { RETENTION_DAYS, schedulesBegin } from "@waldo/contracts";
import { Duration, RemovalPolicy, Stack, Token, Validations } from "aws-cdk-lib";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { ScheduleGroup } from "aws-cdk-lib/aws-scheduler";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import type { StateMachine } from "aws-cdk-lib/aws-stepfunctions";
import { Construct } from "constructs";
import { acknowledgeWildcards } from "./acknowledge.ts";
import type { Lambda } from "./lambda.ts";
import { sessionRole, TAGGED_USER } from "./user-scope.ts";

/**
 * The frame for people's schedules. The agent step creates each schedule at run time, in this group, with this role and
 * this queue.
 */
export class Schedules extends Construct {
  readonly group: ScheduleGroup;
  readonly role: Role;
  readonly deadLetters: Queue;

  constructor(
    scope: Construct,
    id: string,
    { wakeMachine, agentStep }: { readonly wakeMachine: StateMachine; readonly agentStep: Lambda },
  ) {
    super(scope, id);
    const stack = Stack.of(this);
    const { account } = stack;
    // CDK would keep the group. Its schedules would continue to fire at a machine that no longer exists, and its name
    // would block the next deployment. The tables stay, and a person's next wake makes the schedules again.
    this.group = new ScheduleGroup(this, "Group", { removalPolicy: RemovalPolicy.DESTROY });
    this.deadLetters = new Queue(this, "DeadLetters", {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(RETENTION_DAYS.deadLetters),
    });
    Validations.of(this.deadLetters).acknowledge({
      id: "AwsSolutions-SQS3",
      reason: "It is the dead-letter queue of the schedules, which are made at runtime.",
    });
    this.role = new Role(this, "Role", {
      // Only schedules of this group may use the role. Another account's or another group's schedule cannot.
      assumedBy: new ServicePrincipal("scheduler.amazonaws.com", {
        conditions: {
          StringEquals: { "aws:SourceAccount": account, "aws:SourceArn": this.group.scheduleGroupArn },
        },
      }),
      description: "Waldo: wakes people's agents on schedule",
    });
    const allow = (sid: string, action: string, resource: string) =>
      this.role.addToPolicy(new PolicyStatement({ sid, actions: [action], resources: [resource] }));
    allow("Wake", "states:StartExecution", wakeMachine.stateMachineArn);
    allow("KeepWhatFailed", "sqs:SendMessage", this.deadLetters.queueArn);
    this.isKeptBy(agentStep, stack);
  }

  /**
   * The agent step moves a person's schedules when the person moves. The agent step itself has no right to any
   * schedule. For each person it assumes a role with a tag, and the role reaches only the schedules whose names begin
   * with the id in that tag (R12). That session passes the role of the schedules, and no other, to the scheduler.
   */
  private isKeptBy(agentStep: Lambda, stack: Stack): void {
    const { fn } = agentStep;
    const group = this.group.scheduleGroupName;
    const resourceName = `${group}/${schedulesBegin(TAGGED_USER)}*`;
    const schedules = stack.formatArn({ service: "scheduler", resource: "schedule", resourceName });
    const session = sessionRole(this, "ScopeRole", {
      functions: [agentStep],
      description: "Waldo: the schedules of one person, the person named by a session tag",
      told: ["SCHEDULE_SCOPE_ARN", "KeepOnePersonsSchedules"],
    });
    for (const statement of [
      new PolicyStatement({
        sid: "KeepSchedules",
        actions: ["scheduler:CreateSchedule", "scheduler:UpdateSchedule", "scheduler:DeleteSchedule"],
        resources: [schedules],
      }),
      new PolicyStatement({
        sid: "HandOverTheRole",
        actions: ["iam:PassRole"],
        resources: [this.role.roleArn],
        conditions: { StringEquals: { "iam:PassedToService": "scheduler.amazonaws.com" } },
      }),
    ])
      session.addToPolicy(statement);
    const named = (value: string, name: string) => (Token.isUnresolved(value) ? `<AWS::${name}>` : value);
    const [partition, region] = [named(stack.partition, "Partition"), named(stack.region, "Region")];
    const account = named(stack.account, "AccountId");
    const seen = `arn:${partition}:scheduler:${region}:${account}:schedule/${group}/<aws:PrincipalTag/userId>.*`;
    acknowledgeWildcards(
      session,
      [seen],
      "One person's schedules are made at runtime; the tag in the name says whose.",
    );
    fn.addEnvironment("SCHEDULE_GROUP", group);
    fn.addEnvironment("SCHEDULE_ROLE_ARN", this.role.roleArn);
    fn.addEnvironment("SCHEDULE_DLQ_ARN", this.deadLetters.queueArn);
  }
}
