/** The function that answers a person about their own readings, and the role that it assumes for this. */

import { keyPartition, PARTITION } from "@waldo/contracts";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import type { Data } from "./data.ts";
import { throughDynamo } from "./keys-through.ts";
import { Lambda, seconds } from "./lambda.ts";
import { leading } from "./leading.ts";
import type { Logs } from "./logs.ts";
import { sessionRole, TAGGED_DIGEST, TAGGED_USER } from "./user-scope.ts";

/**
 * Only the signed-in person reaches this function, and only for their own rows: the tag of the session says whose they
 * are. It reads health, raw and derived, and has no model, no channel, no secret and no table of the agent (R7, R8, R12).
 */
export class Readings extends Construct {
  readonly lambda: Lambda;

  constructor(scope: Construct, id: string, { data, logs }: { readonly data: Data; readonly logs: Logs }) {
    super(scope, id);
    const { healthTable, healthKey, keyTable, archive } = data;
    this.lambda = new Lambda(this, "Readings", {
      folder: "readings",
      logs,
      // The function reads the days of three years. Below 512 MB the SDK's start-up is slow.
      memoryMb: 512,
      // API Gateway gives up after 30 seconds.
      timeout: seconds(29),
      environment: {
        HEALTH_TABLE: healthTable.tableName,
        KEY_TABLE: keyTable.tableName,
        ARCHIVE_BUCKET: archive.bucketName,
      },
    });
    const role = sessionRole(this, "ScopeRole", {
      functions: [this.lambda],
      description: "Waldo: the readings of one person, the person named by a session tag",
    });
    const allow = (sid: string, actions: string[], resources: string[], conditions: Record<string, object>) =>
      role.addToPolicy(new PolicyStatement({ sid, actions, resources, conditions }));
    const table = [healthTable.tableArn];
    const reads = ["dynamodb:GetItem", "dynamodb:Query"];
    allow("OwnHealth", reads, table, leading([PARTITION.raw(TAGGED_USER), PARTITION.derived(TAGGED_USER)]));
    allow("SeeWhoIsGone", ["dynamodb:GetItem"], table, leading([PARTITION.gone("*")]));
    allow("OwnDataKey", ["dynamodb:GetItem"], [keyTable.tableArn], leading([keyPartition(TAGGED_DIGEST)]));
    role.addToPolicy(throughDynamo("OpenHealth", healthKey, "read"));
  }
}
