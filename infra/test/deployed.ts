/** The stack as it is deployed by default, its roles, and what each may reach. It is synthesised once a worker. */
import { digest } from "@waldo/core/digest";
import { isAllowed, type Principal, type Role, rolesOf } from "./iam.ts";
import { type Resource, synthesise } from "./template.ts";

export const { deployed } = await synthesise({ bundle: false });
export const roles: readonly Role[] = rolesOf(deployed);
export const role = (name: string): Role => {
  const found = roles.filter(({ id }) => new RegExp(`${name}Role[0-9A-F]{8}$`).test(id));
  if (found[0] === undefined || found.length !== 1) throw new Error(`${found.length} roles are called ${name}`);
  return found[0];
};
export const arnOf = (type: string, name: string): string => {
  const found = deployed.find((one) => one.type === type && one.id.includes(name));
  if (found === undefined) throw new Error(`no ${type} is called ${name}`);
  const kind = type === "AWS::KMS::Key" ? "kms:us-east-1:111122223333:key" : "dynamodb:us-east-1:111122223333:table";
  return `arn:aws:${kind}/${found.id}`;
};

export const READS = ["GetItem", "BatchGetItem", "Query", "Scan"];
export const WRITES = ["PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "ConditionCheckItem"];
export const FUNCTIONS = [
  ...[
    "Ingest",
    "Crs",
    "AgentStep",
    "Delivery",
    "Scribe",
    "Door",
    "Calendar",
    "Telegram",
    "^Privacy",
    "^Imports",
    "^Readings",
  ],
];
export const tagsOf = (userId: string) => ({ userId, userDigest: digest(userId) });
export const taking = (userId: string): Principal => ({ role: role("ImportsScope"), tags: tagsOf(userId) });
export const asking = (userId: string): Principal => ({ role: role("ReadingsScope"), tags: tagsOf(userId) });
export const session = (userId: string): Principal => ({ role: role("UserScope"), tags: tagsOf(userId) });

export const functionsIn = (all: readonly Resource[]) =>
  all.filter(({ type }) => type === "AWS::Lambda::Function").map(({ properties }) => properties["Description"]);

/** Returns the DynamoDB actions that a principal may carry out on one partition. */
export async function reach(
  principal: Principal,
  table: "AgentTable" | "HealthTable" | "KeyTable",
  partition: string,
): Promise<string[]> {
  const arn = arnOf("AWS::DynamoDB::Table", table);
  const allowed: string[] = [];
  for (const action of [...READS, ...WRITES]) {
    const context = action === "Scan" ? {} : { "dynamodb:LeadingKeys": [partition] };
    if (await isAllowed(principal, `dynamodb:${action}`, arn, context as never)) allowed.push(action);
  }
  return allowed;
}
