import { Duration, Stack, Validations } from "aws-cdk-lib";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { ScheduleGroup } from "aws-cdk-lib/aws-scheduler";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import type { StateMachine } from "aws-cdk-lib/aws-stepfunctions";
import { Construct } from "constructs";

/** The frame for people's schedules: each is made at runtime, in this group, with this role and this queue. */
export class Schedules extends Construct {
  readonly group: ScheduleGroup;
  readonly role: Role;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, { patrolMachine }: { readonly patrolMachine: StateMachine }) {
    super(scope, id);
    const { account } = Stack.of(this);
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
  }
}
