/** The function that imports exports of wearables, and the role that it assumes for this. */

import { keyPartition, PARTITION } from "@waldo/contracts";
import { Stack } from "aws-cdk-lib";
import { Policy, PolicyStatement, type Role } from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import { acknowledgeWildcards } from "./acknowledge.ts";
import type { Data } from "./data.ts";
import { throughDynamo, throughS3 } from "./keys-through.ts";
import { Lambda, seconds } from "./lambda.ts";
import { leading } from "./leading.ts";
import type { Logs } from "./logs.ts";
import type { Machines } from "./machines.ts";
import { sessionRole, TAGGED_DIGEST, TAGGED_USER } from "./user-scope.ts";

type ImportsProps = { readonly data: Data; readonly logs: Logs; readonly machines: Machines };

/**
 * Only this function reads a file that a person uploads. The function compares the nights with the stored ones, so it
 * reads raw health. For that it assumes a role whose tag says whose rows and uploads the session reaches (R7, R12).
 */
export class Imports extends Construct {
  readonly lambda: Lambda;

  constructor(scope: Construct, id: string, { data, logs, machines }: ImportsProps) {
    super(scope, id);
    const wake = machines.wake.stateMachineArn;
    this.lambda = new Lambda(this, "Imports", {
      folder: "imports",
      logs,
      // Unpacking and parsing take CPU, and CPU comes with memory. The function holds only a few megabytes of the file
      // at a time.
      memoryMb: 1769,
      // The longest time that Lambda allows. An import that is cut off starts again from the beginning, up to two more
      // times.
      timeout: seconds(900),
      environment: {
        HEALTH_TABLE: data.healthTable.tableName,
        ARCHIVE_BUCKET: data.archive.bucketName,
        KEY_TABLE: data.keyTable.tableName,
        WAKE_MACHINE_ARN: wake,
      },
    });
    this.lambda.allow("Wake", ["states:StartExecution"], [wake]);
    this.session(data);
    // A separate policy, because the function waits for the first policy of its role.
    new Policy(this, "GoOnLater", { roles: [this.lambda.role] }).addStatements(
      new PolicyStatement({
        sid: "GoOnLater",
        actions: ["lambda:InvokeFunction"],
        resources: [this.lambda.fn.functionArn],
      }),
    );
  }

  /**
   * The role of one import reaches the health rows and the uploads of the person in the tag, and nothing of the agent.
   */
  private session({ healthTable, keyTable, archive, agentKey, healthKey }: Data): void {
    const role: Role = sessionRole(this, "ScopeRole", {
      functions: [this.lambda],
      description: "Waldo: what an import of one person reaches, the person named by a session tag",
    });
    const allow = (sid: string, actions: string[], resources: string[], conditions: Record<string, object> = {}) =>
      role.addToPolicy(new PolicyStatement({ sid, actions, resources, conditions }));
    const table = [healthTable.tableArn];
    const rows = ["dynamodb:GetItem", "dynamodb:Query", "dynamodb:UpdateItem"];
    allow("OwnHealth", rows, table, leading([PARTITION.raw(TAGGED_USER), PARTITION.derived(TAGGED_USER)]));
    allow("AskConsent", ["dynamodb:GetItem"], table, leading([PARTITION.consent(TAGGED_USER)]));
    allow("SeeWhoIsGone", ["dynamodb:GetItem"], table, leading([PARTITION.gone("*")]));
    const keys = ["dynamodb:GetItem", "dynamodb:UpdateItem"];
    allow("OwnDataKey", keys, [keyTable.tableArn], leading([keyPartition(TAGGED_DIGEST)]));
    const prefix = `uploads/${TAGGED_USER}/*`;
    // The session signs the address to which a client sends a file, so the address allows only what the session may
    // write.
    const objects = ["s3:GetObject", "s3:PutObject", "s3:DeleteObject", "s3:DeleteObjectVersion"];
    allow("OwnUploads", objects, [archive.arnForObjects(prefix)]);
    const listed = { StringLike: { "s3:prefix": prefix } };
    allow("ListOwnUploads", ["s3:ListBucket", "s3:ListBucketVersions"], [archive.bucketArn], listed);
    role.addToPolicy(throughDynamo("OpenHealth", healthKey, "write"));
    role.addToPolicy(throughS3("OpenUploads", agentKey));
    const bucket = Stack.of(this).getLogicalId(archive.node.defaultChild as never);
    acknowledgeWildcards(
      role,
      [`<${bucket}.Arn>/uploads/<aws:PrincipalTag/userId>/*`],
      "Everything below one person's prefix is that person's; the tag in the prefix says whose.",
    );
  }
}
