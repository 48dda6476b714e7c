/** The function that answers a person from their own readings, and the role that it assumes for this. */

import { keyPartition, PARTITION } from "@waldo/contracts";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import type { Data } from "./data.ts";
import { throughDynamo } from "./keys-through.ts";
import { Lambda, seconds } from "./lambda.ts";
import { leading } from "./leading.ts";
import type { Logs } from "./logs.ts";
import { sessionRole, TAGGED_DIGEST, TAGGED_USER } from "./user-scope.ts";

type ReadingsProps = { readonly data: Data; readonly logs: Logs };

/**
 * The only function that tells readings, and it tells them to their owner. It assumes a role whose tag says whose health
 * the session reads. It has no model, no channel and no row of the agent, and it writes nothing (R7, R8, R12).
 */
export class Readings extends Construct {
  readonly lambda: Lambda;

  constructor(scope: Construct, id: string, { data, logs }: ReadingsProps) {
    super(scope, id);
    this.lambda = new Lambda(this, "Readings", {
      folder: "readings",
      logs,
      // A question may need five years of rows. Its limit is CPU, and CPU comes with memory.
      memoryMb: 1024,
      // API Gateway gives up after 30 seconds.
      timeout: seconds(29),
      environment: { HEALTH_TABLE: data.healthTable.tableName, KEY_TABLE: data.keyTable.tableName },
    });
    this.session(data);
  }

  private session({ healthTable, keyTable, healthKey }: Data): void {
    const role = sessionRole(this, "ScopeRole", {
      functions: [this.lambda],
      description: "Waldo: what a question of one person about their own days reads, the person named by a session tag",
    });
    const allow = (sid: string, actions: string[], resources: string[], conditions: Record<string, object>) =>
      role.addToPolicy(new PolicyStatement({ sid, actions, resources, conditions }));
    const table = [healthTable.tableArn];
    const own = (partition: string) => leading([partition], "StringEquals");
    allow("ReadOwnRawHealth", ["dynamodb:Query"], table, own(PARTITION.raw(TAGGED_USER)));
    allow("ReadOwnScores", ["dynamodb:GetItem", "dynamodb:Query"], table, own(PARTITION.derived(TAGGED_USER)));
    // The nights that the person took out stand here.
    allow("ReadOwnNightsOut", ["dynamodb:GetItem"], table, own(PARTITION.consent(TAGGED_USER)));
    allow("SeeWhoIsGone", ["dynamodb:GetItem"], table, leading([PARTITION.gone("*")]));
    allow("FindOwnDataKey", ["dynamodb:GetItem"], [keyTable.tableArn], own(keyPartition(TAGGED_DIGEST)));
    role.addToPolicy(throughDynamo("OpenHealth", healthKey, "read"));
  }
}
