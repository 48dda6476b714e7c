/** The role that a function assumes to work for one person. */

import { keyPartition, OBJECT_ROOTS, PARTITION } from "@waldo/contracts";
import { ArnPrincipal, CompositePrincipal, PolicyStatement, Role, SessionTagsPrincipal } from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import { acknowledgeWildcards } from "./acknowledge.ts";
import type { Data } from "./data.ts";
import { throughDynamo, throughS3 } from "./keys-through.ts";
import type { Lambda } from "./lambda.ts";
import { leading } from "./leading.ts";

/** The session tags: the person's id, and the digest of it that names their data key. */
const TAGS = ["userId", "userDigest"] as const;
/** The policy variables that IAM replaces by the values of these tags. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: IAM's own syntax, filled in by IAM
export const TAGGED_USER = "${aws:PrincipalTag/userId}";
// biome-ignore lint/suspicious/noTemplateCurlyInString: the same
export const TAGGED_DIGEST = "${aws:PrincipalTag/userDigest}";

type Session = {
  readonly functions: readonly Lambda[];
  readonly description: string;
  /** The variable that tells the functions the role, and the name of the policy that lets them assume it. */
  readonly told?: readonly [variable: string, sid: string];
};

const OF_ROWS = ["USER_ROLE_ARN", "BecomeOnePerson"] as const;

/** A role that these functions assume for one person, under both tags. At first the role allows nothing. */
export function sessionRole(scope: Construct, id: string, { functions, description, told = OF_ROWS }: Session): Role {
  const tagged = {
    StringLike: Object.fromEntries(TAGS.map((tag) => [`aws:RequestTag/${tag}`, "?*"])),
    "ForAllValues:StringEquals": { "aws:TagKeys": [...TAGS] },
  };
  const callers = functions.map(({ role }) => new ArnPrincipal(role.roleArn).withConditions(tagged));
  const role = new Role(scope, id, {
    assumedBy: new SessionTagsPrincipal(new CompositePrincipal(...callers)),
    description,
  });
  const [variable, sid] = told;
  for (const one of functions) {
    one.allow(sid, ["sts:AssumeRole", "sts:TagSession"], [role.roleArn]);
    one.fn.addEnvironment(variable, role.roleArn);
  }
  return role;
}

/**
 * The rows and files of one person (R12). The agent step, delivery and the Scribe have no table access of their own.
 * For each person they assume this role with the tag, and the tag decides what the session reaches: the person's agent
 * rows, the derived rows of their health, their consents, their files, and the key that opens all of it. In the health
 * table the session may write only the consents. No session reaches raw health (R7).
 */
export class UserScope extends Construct {
  readonly role: Role;

  constructor(scope: Construct, id: string, props: { readonly data: Data; readonly functions: readonly Lambda[] }) {
    super(scope, id);
    const { agentTable, healthTable, archive, agentKey, healthKey, keyTable } = props.data;
    this.role = sessionRole(this, "Role", {
      functions: props.functions,
      description: "Waldo: what one person's agent may touch, the person named by a session tag",
    });

    const partition = (key: string) => leading([key], "StringEquals");
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
    this.allow("OwnDataKey", {
      actions: ["dynamodb:GetItem", "dynamodb:UpdateItem"],
      resources: [keyTable.tableArn],
      conditions: partition(keyPartition(TAGGED_DIGEST)),
    });
    this.allow("SeeWhoIsGone", {
      actions: ["dynamodb:GetItem"],
      resources: [healthTable.tableArn],
      conditions: leading([PARTITION.gone("*")]),
    });
    this.allow("OwnConsents", {
      actions: ["dynamodb:GetItem", "dynamodb:UpdateItem"],
      resources: [healthTable.tableArn],
      conditions: partition(PARTITION.consent(TAGGED_USER)),
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
    this.role.addToPolicy(throughDynamo("OpenDerivedHealth", healthKey, "write"));
    this.role.addToPolicy(throughS3("OpenFiles", agentKey));

    const bucket = this.role.stack.getLogicalId(archive.node.defaultChild as never);
    acknowledgeWildcards(
      this.role,
      OBJECT_ROOTS.map((root) => `<${bucket}.Arn>/${root}/<aws:PrincipalTag/userId>/*`),
      "Everything below one person's prefix is that person's; the tag in the prefix says whose.",
    );
  }

  private allow(
    sid: string,
    statement: { actions: string[]; resources: string[]; conditions?: Record<string, Record<string, unknown>> },
  ): void {
    this.role.addToPolicy(new PolicyStatement({ sid, ...statement }));
  }
}
