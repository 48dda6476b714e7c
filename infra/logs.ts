/** The log groups, and the key of logs and alarms. */

import { Duration, RemovalPolicy, Stack } from "aws-cdk-lib";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Key } from "aws-cdk-lib/aws-kms";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";

/** The logs and alarms of the system. They have their own key and stay for one month. */
export class Logs extends Construct {
  readonly key: Key;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const { region, account, partition } = Stack.of(this);
    this.key = new Key(this, "Key", {
      description: "Waldo: logs and alarm messages",
      enableKeyRotation: true,
      pendingWindow: Duration.days(30),
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.key.addToResourcePolicy(
      new PolicyStatement({
        sid: "LogsOfThisAccount",
        principals: [new ServicePrincipal(`logs.${region}.amazonaws.com`)],
        actions: [
          "kms:Encrypt",
          "kms:Decrypt",
          "kms:ReEncryptFrom",
          "kms:ReEncryptTo",
          "kms:GenerateDataKey",
          "kms:DescribeKey",
        ],
        // In a key policy `*` means the key itself.
        resources: ["*"],
        conditions: {
          ArnLike: { "kms:EncryptionContext:aws:logs:arn": `arn:${partition}:logs:${region}:${account}:log-group:*` },
        },
      }),
    );
    this.key.addToResourcePolicy(
      new PolicyStatement({
        // CloudWatch itself asks KMS before it publishes. If KMS refused, the alarms would be lost silently. The policy
        // of the topic says which account's alarms may publish.
        sid: "Alarms",
        principals: [new ServicePrincipal("cloudwatch.amazonaws.com")],
        actions: ["kms:Decrypt", "kms:GenerateDataKey"],
        resources: ["*"],
      }),
    );
  }

  /**
   * Lines carry ids, states and counts. A month is enough to find a fault, and it limits what remains after an erasure.
   */
  logGroup(scope: Construct, id: string, logGroupName?: string): LogGroup {
    return new LogGroup(scope, id, {
      ...(logGroupName === undefined ? {} : { logGroupName }),
      retention: RetentionDays.ONE_MONTH,
      encryptionKey: this.key,
      removalPolicy: RemovalPolicy.DESTROY,
    });
  }
}
