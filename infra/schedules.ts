import { Duration, Stack, Validations } from "aws-cdk-lib";
import { Policy, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { ScheduleGroup } from "aws-cdk-lib/aws-scheduler";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import type { StateMachine } from "aws-cdk-lib/aws-stepfunctions";
import { Construct } from "constructs";
import { acknowledgeWildcards } from "./acknowledge.ts";
import type { Lambda } from "./lambda.ts";

/** The frame for people's schedules: each is made at runtime, in this group, with this role and this queue. */
export class Schedules extends Construct {
  readonly group: ScheduleGroup;
  readonly role: Role;
  readonly deadLetters: Queue;

  constructor(
    scope: Construct,
    id: string,
    { patrolMachine, agentStep }: { readonly patrolMachine: StateMachine; readonly agentStep: Lambda },
  ) {
    super(scope, id);
    const stack = Stack.of(this);
    const { account } = stack;
    this.group = new ScheduleGroup(this, "Group", {});
    this.deadLetters = new Queue(this, "DeadLetters", {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    Validations.of(this.deadLetters).acknowledge({
      id: "AwsSolutions-SQS3",
      reason: "It is the dead-letter queue of the schedules, which are made at runtime.",
    });
    this.role = new Role(this, "Role", {
      // Only for schedules of this group: another account's, or another group's, cannot borrow the role.
      assumedBy: new ServicePrincipal("scheduler.amazonaws.com", {
        conditions: {
          StringEquals: { "aws:SourceAccount": account, "aws:SourceArn": this.group.scheduleGroupArn },
        },
      }),
      description: "Waldo: wakes people's agents on schedule",
    });
    const allow = (sid: string, action: string, resource: string) =>
      this.role.addToPolicy(new PolicyStatement({ sid, actions: [action], resources: [resource] }));
    allow("Wake", "states:StartExecution", patrolMachine.stateMachineArn);
    allow("KeepWhatFailed", "sqs:SendMessage", this.deadLetters.queueArn);
    this.isKeptBy(agentStep, stack);
  }

  /** The agent step moves a person's schedules when the person moves; it hands this role to the scheduler, and no other. */
  private isKeptBy({ fn, role }: Lambda, stack: Stack): void {
    const group = this.group.scheduleGroupName;
    const schedules = stack.formatArn({ service: "scheduler", resource: "schedule", resourceName: `${group}/*` });
    // A policy of its own: the function waits for its role's first one, which must not wait for this group.
    const policy = new Policy(this, "KeepSchedules", { roles: [role] });
    policy.addStatements(
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
    );
    const seen = `arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule/${group}/*`;
    acknowledgeWildcards(policy, [seen], "People's schedules are made at runtime, in this group.");
    fn.addEnvironment("SCHEDULE_GROUP", group);
    fn.addEnvironment("SCHEDULE_ROLE_ARN", this.role.roleArn);
    fn.addEnvironment("SCHEDULE_DLQ_ARN", this.deadLetters.queueArn);
  }
}
