/** The role that a function assumes to work for one person. */

import { OBJECT_ROOTS, PARTITION } from "@waldo/contracts";
import { ArnPrincipal, CompositePrincipal, PolicyStatement, Role, SessionTagsPrincipal } from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import { acknowledgeWildcards } from "./acknowledge.ts";
import type { Data } from "./data.ts";
import { throughDynamo, throughS3 } from "./keys-through.ts";
import type { Lambda } from "./lambda.ts";

/** The session tag, and the policy variable that stands for its value. */
const TAG = "userId";
// biome-ignore lint/suspicious/noTemplateCurlyInString: IAM's own syntax, filled in by IAM
const TAGGED_USER = "${aws:PrincipalTag/userId}";

/**
 * The rows and files of one person (R12). The agent step, delivery and the Scribe have no table access of their own.
 * For each person they assume this role with the tag, and the tag decides what the session reaches: the person's agent
 * rows, the derived rows of their health, and their files. No session reaches raw health (R7).
 */
export class UserScope extends Construct {
  readonly role: Role;

  constructor(scope: Construct, id: string, props: { readonly data: Data; readonly functions: readonly Lambda[] }) {
    super(scope, id);
    const { agentTable, healthTable, archive, agentKey, healthKey } = props.data;
    const tagged = {
      StringLike: { [`aws:RequestTag/${TAG}`]: "?*" },
      "ForAllValues:StringEquals": { "aws:TagKeys": [TAG] },
    };
    const functions = props.functions.map(({ role }) => new ArnPrincipal(role.roleArn).withConditions(tagged));
    this.role = new Role(this, "Role", {
      assumedBy: new SessionTagsPrincipal(new CompositePrincipal(...functions)),
      description: "Waldo: what one person's agent may touch, the person named by a session tag",
    });

    const partition = (key: string) => ({
      "ForAllValues:StringEquals": { "dynamodb:LeadingKeys": [key] },
      // ForAllValues is also true when there is no value at all.
      Null: { "dynamodb:LeadingKeys": "false" },
    });
    this.allow("OwnAgentRows", {
      actions: ["GetItem", "Query", "UpdateItem", "DeleteItem", "ConditionCheckItem"].map((name) => `dynamodb:${name}`),
      resources: [agentTable.tableArn],
      conditions: partition(PARTITION.agent(TAGGED_USER)),
    });
    this.allow("ReadOwnDerivedHealth", {
      actions: ["dynamodb:GetItem", "dynamodb:Query"],
      resources: [healthTable.tableArn],
      conditions: partition(PARTITION.derived(TAGGED_USER)),
    });
    const prefixes = OBJECT_ROOTS.map((root) => `${root}/${TAGGED_USER}/*`);
    this.allow("OwnFiles", {
      actions: ["s3:GetObject", "s3:PutObject"],
      resources: prefixes.map((prefix) => archive.arnForObjects(prefix)),
    });
    // Index generations are replaced, and a generation that no row points to any more is removed. No other file of a
    // person is deleted.
    this.allow("DropOldIndexes", {
      actions: ["s3:DeleteObject", "s3:DeleteObjectVersion"],
      resources: [archive.arnForObjects(`index/${TAGGED_USER}/*`)],
    });
    this.allow("ListOwnFiles", {
      actions: ["s3:ListBucket"],
      resources: [archive.bucketArn],
      conditions: { StringLike: { "s3:prefix": prefixes } },
    });
    this.allow("ListOldIndexes", {
      actions: ["s3:ListBucketVersions"],
      resources: [archive.bucketArn],
      conditions: { StringLike: { "s3:prefix": `index/${TAGGED_USER}/*` } },
    });
    this.role.addToPolicy(throughDynamo("OpenAgentRows", agentKey, "write"));
    this.role.addToPolicy(throughDynamo("OpenDerivedHealth", healthKey, "read"));
    this.role.addToPolicy(throughS3("OpenFiles", agentKey));

    const bucket = this.role.stack.getLogicalId(archive.node.defaultChild as never);
    acknowledgeWildcards(
      this.role,
      OBJECT_ROOTS.map((root) => `<${bucket}.Arn>/${root}/<aws:PrincipalTag/userId>/*`),
      "Everything below one person's prefix is that person's; the tag in the prefix says whose.",
    );
    for (const one of props.functions) {
      one.allow("BecomeOnePerson", ["sts:AssumeRole", "sts:TagSession"], [this.role.roleArn]);
      one.fn.addEnvironment("USER_ROLE_ARN", this.role.roleArn);
    }
  }

  private allow(
    sid: string,
    statement: { actions: string[]; resources: string[]; conditions?: Record<string, Record<string, unknown>> },
  ): void {
    this.role.addToPolicy(new PolicyStatement({ sid, ...statement }));
  }
}
