/** What an operator's commands read from a deployment: the outputs of its stack. */
import { CloudFormationClient, DescribeStacksCommand, type Stack } from "@aws-sdk/client-cloudformation";
import { StackOutputs, WaldoError } from "@waldo/contracts";
import { awsFailure } from "../aws-errors.ts";

/** The present state of a stack. Its outputs exist after it was deployed. */
export type Deployment = {
  readonly status: string;
  /** Whether CloudFormation refuses to delete it. */
  readonly isProtected: boolean;
  readonly outputs: StackOutputs;
};

/** How the commands reach AWS: the region and the profile of the operator's own settings. */
export type Account = { readonly region?: string };

/** Returns the stack that CloudFormation describes, or undefined if no such stack exists. */
export async function findStack(stack: string, account: Account): Promise<Stack | undefined> {
  return asked("reading the stack", async () => {
    try {
      const client = new CloudFormationClient(account);
      return (await client.send(new DescribeStacksCommand({ StackName: stack }))).Stacks?.[0];
    } catch (error) {
      if (error instanceof Error && error.name === "ValidationError" && /does not exist/.test(error.message)) return;
      throw error;
    }
  });
}

/** Throws `InvalidInput` with what to do when there is no such stack, no region, or no permission. */
export async function readDeployment(stack: string, account: Account): Promise<Deployment> {
  const found = await findStack(stack, account);
  if (found === undefined)
    throw new WaldoError(
      "InvalidInput",
      "there is no such stack in this account and region: run waldo aws deploy, or name another with --stack",
    );
  const outputs = Object.fromEntries(
    (found.Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]),
  );
  const parsed = StackOutputs.safeParse(outputs);
  if (!parsed.success)
    throw new WaldoError(
      "InvalidInput",
      `the stack ${stack} is ${found.StackStatus} and lacks outputs of this release: run waldo aws deploy`,
    );
  return {
    ...{ status: found.StackStatus ?? "", isProtected: found.EnableTerminationProtection === true },
    outputs: parsed.data,
  };
}

/** Makes a call for an operator. Its error says in plain words what to do. */
export async function asked<T>(what: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (cause instanceof WaldoError) throw cause;
    throw new WaldoError("InvalidInput", `${what} failed: ${adviceOn(cause)}`, { cause });
  }
}

function adviceOn(error: unknown): string {
  const { name, what } = awsFailure(error);
  const text = error instanceof Error ? error.message : "";
  if (/Region is missing/i.test(text))
    return "no region is set: export AWS_REGION, or choose a profile with AWS_PROFILE";
  if (
    /CredentialsProvider|ExpiredToken|InvalidClientTokenId|UnrecognizedClient/.test(name) ||
    /credentials/i.test(text)
  )
    return `there are no valid AWS credentials (${name}): sign in, for example with aws sso login`;
  if (/AccessDenied|NotAuthorized/.test(name)) return `your role may not do that (${what})`;
  return what;
}
