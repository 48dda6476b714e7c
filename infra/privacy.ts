/** The function that exports or erases all data of a person, and the role that it assumes for this. */

import {
  keyPartition,
  OBJECT_ROOTS,
  PARTITION,
  PASSING_ROOTS,
  type Partition,
  PERSON_PARTITIONS,
} from "@waldo/contracts";
import { Size, Stack, Token } from "aws-cdk-lib";
import type { UserPool } from "aws-cdk-lib/aws-cognito";
import { Policy, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import { acknowledgeWildcards } from "./acknowledge.ts";
import { type Config, type MachineName, machineName } from "./config.ts";
import type { Data } from "./data.ts";
import { throughDynamo, throughS3 } from "./keys-through.ts";
import { Lambda, seconds } from "./lambda.ts";
import { leading } from "./leading.ts";
import type { Logs } from "./logs.ts";
import type { Schedules } from "./schedules.ts";
import { sessionRole, TAGGED_DIGEST, TAGGED_USER } from "./user-scope.ts";

/** The machines whose executions an erasure stops. */
const STOPPED = ["run", "handoff", "review", "dream"] as const satisfies readonly MachineName[];
const TAG = "userId";
const ROOTS = [...OBJECT_ROOTS, ...PASSING_ROOTS];

type PrivacyProps = { readonly config: Config; readonly data: Data; readonly logs: Logs };

/**
 * Only this function deletes the data that no run may delete. It also reads raw health to export it. By itself the
 * function has no right to anybody's data: for each person it assumes a role whose tag says whose rows and files the
 * session reaches (R12).
 */
export class Privacy extends Construct {
  readonly lambda: Lambda;

  constructor(scope: Construct, id: string, { config, data, logs }: PrivacyProps) {
    super(scope, id);
    const stack = Stack.of(this);
    const arnOf = (machine: MachineName) =>
      stack.formatArn({ service: "states", resource: `stateMachine:${machineName(stack, machine)}` });
    this.lambda = new Lambda(this, "Privacy", {
      folder: "privacy",
      logs,
      // An export is compressed while it is made, and CPU comes with memory.
      memoryMb: 1024,
      // The longest time that Lambda allows. A step of an erasure ends earlier and continues in a new call.
      timeout: seconds(900),
      environment: {
        AGENT_TABLE: data.agentTable.tableName,
        HEALTH_TABLE: data.healthTable.tableName,
        ARCHIVE_BUCKET: data.archive.bucketName,
        KEY_TABLE: data.keyTable.tableName,
        TELEGRAM_BOTS: config.telegramBots.join(),
        PRIVACY_MACHINE_ARN: arnOf("privacy"),
        STOPPED_MACHINE_ARNS: STOPPED.map(arnOf).join(),
      },
      // Room for the zip of one person before it goes to the archive.
      temporary: Size.gibibytes(4),
    });
    this.session(data);
    this.lambda.allow("StartErasures", ["states:StartExecution"], [arnOf("privacy")]);
    this.lambda.allow("FindExecutions", ["states:ListExecutions"], STOPPED.map(arnOf));
    const executions = STOPPED.map((machine) =>
      stack.formatArn({ service: "states", resource: `execution:${machineName(stack, machine)}:*` }),
    );
    this.lambda.allow("StopExecutions", ["states:StopExecution"], executions);
    this.lambda.allow("ForgetPhones", ["sns:DeleteEndpoint"], ["*"]);
    const receipts = leadingOf(["gone"], "*");
    this.lambda.allow("ReadReceipts", ["dynamodb:GetItem"], [data.healthTable.tableArn], receipts);
    this.lambda.role.addToPolicy(throughDynamo("OpenReceipts", data.healthKey, "read"));
    acknowledgeWildcards(
      this.lambda.role,
      ["*", ...STOPPED.map((machine) => this.seen(`states`, `execution:${machineName(stack, machine)}:*`))],
      "Executions come and go below their machine, and SNS has no narrower resource for an endpoint to delete.",
    );
    this.goesOnLater();
  }

  /** The erasure also deletes the account. */
  endsAccounts(pool: UserPool): void {
    this.lambda.fn.addEnvironment("USER_POOL_ID", pool.userPoolId);
    this.apart("EndAccounts", [
      [
        ["cognito-idp:AdminUserGlobalSignOut", "cognito-idp:AdminDeleteUser", "cognito-idp:AdminGetUser"],
        pool.userPoolArn,
      ],
    ]);
  }

  /** A person's schedules are found by the beginning of their names. */
  endsSchedules({ group }: Schedules): void {
    const name = group.scheduleGroupName;
    this.lambda.fn.addEnvironment("SCHEDULE_GROUP", name);
    const resourceName = `${name}/*`;
    const schedules = Stack.of(this).formatArn({ service: "scheduler", resource: "schedule", resourceName });
    const policy = this.apart("EndSchedules", [
      [["scheduler:ListSchedules"], "*"],
      [["scheduler:DeleteSchedule"], schedules],
    ]);
    const reason = "People's schedules are made at runtime, in this group, and a list of them names no resource.";
    acknowledgeWildcards(policy, ["*", this.seen("scheduler", `schedule/${resourceName}`)], reason);
  }

  /** The role of one erasure or export reaches everything of the person in the tag, and nothing of anybody else. */
  private session({ agentTable, healthTable, keyTable, archive, agentKey, healthKey }: Data): void {
    const role = sessionRole(this, "ScopeRole", {
      functions: [this.lambda],
      description: "Waldo: everything of one person, to copy or to erase, the person named by a session tag",
    });
    const allow = (
      sid: string,
      actions: string[],
      resources: string[],
      conditions?: Record<string, Record<string, unknown>>,
    ) => role.addToPolicy(new PolicyStatement({ sid, actions, resources, ...(conditions ? { conditions } : {}) }));
    const rows = ["GetItem", "Query", "UpdateItem", "DeleteItem"].map((name) => `dynamodb:${name}`);
    const tables = [agentTable.tableArn, healthTable.tableArn];
    allow("EveryOwnRow", rows, tables, leadingOf(PERSON_PARTITIONS, TAGGED_USER));
    const ownKey = leading([keyPartition(TAGGED_DIGEST)], "StringEquals");
    allow("OwnDataKey", ["dynamodb:GetItem", "dynamodb:UpdateItem"], [keyTable.tableArn], ownKey);
    const tombstone = ["dynamodb:GetItem", "dynamodb:UpdateItem"];
    allow("Tombstones", tombstone, [healthTable.tableArn], leadingOf(["gone"], "*"));
    const links = ["dynamodb:Query", "dynamodb:DeleteItem"];
    allow("LinksOfBots", links, [agentTable.tableArn], {
      ...leadingOf(["bot", "pace"], "*"),
      StringLike: { [`aws:PrincipalTag/${TAG}`]: "?*" },
    });
    allow("LinksOfVendors", ["dynamodb:GetItem", "dynamodb:Query", "dynamodb:DeleteItem"], [healthTable.tableArn], {
      ...leadingOf(["vendor"], "*"),
      StringLike: { [`aws:PrincipalTag/${TAG}`]: "?*" },
    });
    const prefixes = ROOTS.map((root) => `${root}/${TAGGED_USER}/*`);
    const objects = ["s3:GetObject", "s3:DeleteObject", "s3:DeleteObjectVersion"];
    allow(
      "EveryOwnFile",
      objects,
      prefixes.map((prefix) => archive.arnForObjects(prefix)),
    );
    allow("KeepExports", ["s3:PutObject"], [archive.arnForObjects(`exports/${TAGGED_USER}/*`)]);
    const list = { StringLike: { "s3:prefix": prefixes } };
    allow("ListOwnFiles", ["s3:ListBucket", "s3:ListBucketVersions"], [archive.bucketArn], list);
    role.addToPolicy(throughDynamo("OpenAgentRows", agentKey, "write"));
    role.addToPolicy(throughDynamo("OpenHealth", healthKey, "write"));
    role.addToPolicy(throughS3("OpenFiles", agentKey));
    const bucket = Stack.of(this).getLogicalId(archive.node.defaultChild as never);
    acknowledgeWildcards(
      role,
      ROOTS.map((root) => `<${bucket}.Arn>/${root}/<aws:PrincipalTag/userId>/*`),
      "Everything below one person's prefix is that person's; the tag in the prefix says whose.",
    );
  }

  /** An export takes longer than API Gateway waits, so the function sends the export to itself as an event. */
  private goesOnLater(): void {
    this.apart("GoOnLater", [[["lambda:InvokeFunction"], this.lambda.fn.functionArn]]);
  }

  /**
   * A separate policy. The function waits for the first policy of its role, and that first policy must not wait for the
   * resources below.
   */
  private apart(id: string, allowed: readonly (readonly [string[], string])[]): Policy {
    const policy = new Policy(this, id, { roles: [this.lambda.role] });
    for (const [i, [actions, resource]] of allowed.entries())
      policy.addStatements(new PolicyStatement({ sid: `${id}${i || ""}`, actions, resources: [resource] }));
    return policy;
  }

  /** An ARN in the form that cdk-nag uses. */
  private seen(service: string, resource: string): string {
    const { partition, region, account } = Stack.of(this);
    const named = (value: string, name: string) => (Token.isUnresolved(value) ? `<AWS::${name}>` : value);
    const place = [named(partition, "Partition"), service, named(region, "Region"), named(account, "AccountId")];
    return `arn:${place.join(":")}:${resource}`;
  }
}

/** The same partitions of one owner. */
function leadingOf(partitions: readonly Partition[], owner: string): Record<string, Record<string, unknown>> {
  return leading(partitions.map((one) => PARTITION[one](owner)));
}
