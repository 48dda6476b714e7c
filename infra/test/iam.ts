/** Decides whether AWS would allow a request, by the roles of the synthesised stack. */
import { runSimulation } from "@cloud-copilot/iam-simulate";
import { ACCOUNT, type Json, type Resource } from "./template.ts";

export type Role = {
  readonly id: string;
  readonly arn: string;
  readonly trust: Json;
  readonly policies: readonly { readonly name: string; readonly policy: Json }[];
};

/** A role, or a session of it under tags. */
export type Principal = { readonly role: Role; readonly tags?: Readonly<Record<string, string>> };

export type Context = Readonly<Record<string, string | string[]>>;

/** Returns the roles of a stack whose references are filled in. */
export function rolesOf(deployed: readonly Resource[]): Role[] {
  return deployed
    .filter(({ type }) => type === "AWS::IAM::Role")
    .map(({ id, properties }) => ({
      id,
      arn: `arn:aws:iam::${ACCOUNT}:role/${id}`,
      trust: properties["AssumeRolePolicyDocument"] ?? null,
      policies: deployed
        .filter((one) => one.type === "AWS::IAM::Policy" && (one.properties["Roles"] as string[]).includes(id))
        .map((one) => ({ name: one.id, policy: one.properties["PolicyDocument"] ?? null })),
    }));
}

/**
 * AWS's reference lists no resource for this action, so the simulator refuses one. The service itself checks the ARN of the
 * state machine (its AccessDenied names it, and CDK's grantTaskResponse rests on it). So the simulator is asked about an
 * action of a state machine instead.
 */
const LISTED_WITHOUT_RESOURCE = { "states:SendTaskSuccess": "states:DescribeStateMachine" } as const;

/** Returns a text with each of these actions replaced by the one that the simulator knows a resource of. */
function askable(text: string): string {
  return Object.entries(LISTED_WITHOUT_RESOURCE).reduce(
    (said, [action, other]) => said.replaceAll(action, other),
    text,
  );
}

/** Throws when the request itself makes no sense: a wrong action, or a context key that the action does not carry. */
export function isAllowed(
  { role, tags = {} }: Principal,
  action: string,
  resource: string,
  context: Context = {},
  resourcePolicy?: Json,
): Promise<boolean> {
  const answers = answersOf.get(role) ?? new Map<string, Promise<boolean>>();
  answersOf.set(role, answers);
  const asked = JSON.stringify([tags, action, resource, context, resourcePolicy]);
  const answer = answers.get(asked) ?? simulated({ role, tags }, action, resource, context, resourcePolicy);
  answers.set(asked, answer);
  return answer;
}

/** The simulator takes its time, and the stack asks the same of it again and again. The answer cannot change. */
const answersOf = new WeakMap<Role, Map<string, Promise<boolean>>>();

async function simulated(
  { role, tags = {} }: Principal,
  action: string,
  resource: string,
  context: Context,
  resourcePolicy?: Json,
): Promise<boolean> {
  const principalTags = Object.entries(tags).map(([name, value]) => [`aws:PrincipalTag/${name}`, value] as const);
  const answer = await runSimulation(
    {
      request: {
        principal: `arn:aws:sts::${ACCOUNT}:assumed-role/${role.id}/session`,
        action: askable(action),
        resource: { resource, accountId: ACCOUNT },
        contextVariables: { ...context, ...Object.fromEntries(principalTags) },
      },
      identityPolicies: role.policies.map(({ name, policy }) => ({
        name,
        policy: JSON.parse(askable(JSON.stringify(policy))),
      })),
      serviceControlPolicies: [],
      resourceControlPolicies: [],
      ...(resourcePolicy === undefined ? {} : { resourcePolicy }),
    },
    {},
  );
  if (answer.resultType === "error") throw new Error(`${action}: ${JSON.stringify(answer.errors)}`);
  const ignored = answer.resultType === "single" ? (answer.result.ignoredContextKeys ?? []) : [];
  if (ignored.length > 0) throw new Error(`${action} does not carry ${ignored.join(", ")}`);
  return answer.overallResult === "Allowed";
}

/**
 * True when a role may assume another under a session tag: its own policy and the other's trust policy must both allow
 * it.
 */
export async function mayAssume(
  principal: Principal,
  target: Role,
  tags: Readonly<Record<string, string>>,
): Promise<boolean> {
  const asTags = Object.entries(tags).map(([name, value]) => [`aws:RequestTag/${name}`, value] as const);
  const context = asTags.length === 0 ? {} : { ...Object.fromEntries(asTags), "aws:TagKeys": Object.keys(tags) };
  const actions = asTags.length === 0 ? ["sts:AssumeRole"] : ["sts:AssumeRole", "sts:TagSession"];
  for (const action of actions)
    if (!(await isAllowed(principal, action, target.arn, context, target.trust))) return false;
  return true;
}
