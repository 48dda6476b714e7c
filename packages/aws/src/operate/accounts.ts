/** The people of a deployment: who may sign in, and the switch that stops everything for one of them. */
import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
  type CognitoIdentityProviderClientConfig,
  DescribeUserPoolCommand,
  ListUsersCommand,
  UserNotFoundException,
  UsernameExistsException,
} from "@aws-sdk/client-cognito-identity-provider";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { type StackOutputs, WaldoError } from "@waldo/contracts";
import { personDigest } from "@waldo/core/digest";
import { type Account, asked } from "./deployment.ts";

type Person = {
  readonly userId: string;
  readonly mail: string;
  /** The status of the account in Cognito, such as CONFIRMED or FORCE_CHANGE_PASSWORD. */
  readonly status: string;
  readonly enabled: boolean;
};

const cognito = (account: Account) => new CognitoIdentityProviderClient(account as CognitoIdentityProviderClientConfig);

/**
 * Makes an account. Cognito mails the invitation with a first password, which is valid for three days. If the account
 * waits for its first sign-in, Cognito sends another mail. Throws `InvalidInput` for an account that is in use.
 */
export async function invite(
  { UserPoolId }: StackOutputs,
  account: Account,
  mail: string,
): Promise<"invited" | "again"> {
  const UserAttributes = [
    { Name: "email", Value: mail },
    { Name: "email_verified", Value: "true" },
  ];
  const input = { UserPoolId, Username: mail, UserAttributes, DesiredDeliveryMediums: ["EMAIL" as const] };
  return asked(`inviting ${mail}`, async () => {
    try {
      await cognito(account).send(new AdminCreateUserCommand(input));
      return "invited";
    } catch (error) {
      if (!(error instanceof UsernameExistsException)) throw error;
    }
    const { UserStatus } = await cognito(account).send(new AdminGetUserCommand({ UserPoolId, Username: mail }));
    if (UserStatus !== "FORCE_CHANGE_PASSWORD")
      throw new WaldoError("InvalidInput", `${mail} has an account already and has signed in`);
    await cognito(account).send(new AdminCreateUserCommand({ ...input, MessageAction: "RESEND" }));
    return "again";
  });
}

export async function peopleOf({ UserPoolId }: StackOutputs, account: Account): Promise<Person[]> {
  const found: Person[] = [];
  let PaginationToken: string | undefined;
  do {
    const page = await asked("listing the accounts", () =>
      cognito(account).send(new ListUsersCommand({ UserPoolId, ...(PaginationToken ? { PaginationToken } : {}) })),
    );
    for (const { Attributes = [], UserStatus = "", Enabled = false } of page.Users ?? []) {
      const value = (name: string) => Attributes.find(({ Name }) => Name === name)?.Value ?? "";
      found.push({ userId: value("sub"), mail: value("email"), status: UserStatus, enabled: Enabled });
    }
    PaginationToken = page.PaginationToken;
  } while (PaginationToken !== undefined);
  return found;
}

/** Returns true when Cognito itself sends the invitations, and false when SES sends them. */
export async function sendsByCognito({ UserPoolId }: StackOutputs, account: Account): Promise<boolean> {
  const { UserPool } = await asked("looking at the invitations", () =>
    cognito(account).send(new DescribeUserPoolCommand({ UserPoolId })),
  );
  return UserPool?.EmailConfiguration?.EmailSendingAccount !== "DEVELOPER";
}

/** Stops everything for a person, or starts it again. Returns the instant since which everything is stopped. */
export async function switchPerson(
  { UserPoolId, AgentStep }: StackOutputs,
  account: Account,
  mail: string,
  operate: "pause" | "resume",
): Promise<void> {
  const userId = await idOf(UserPoolId, account, mail);
  const answer = await asked(`${operate} of ${mail}`, () =>
    new LambdaClient(account).send(
      new InvokeCommand({
        FunctionName: AgentStep,
        Payload: new TextEncoder().encode(JSON.stringify({ userId, operate })),
      }),
    ),
  );
  if (answer.FunctionError !== undefined)
    throw new WaldoError("InvalidInput", `the agent step refused it: look for ${personDigest(userId)} in its log`);
}

/** Ends every session of a person, stops everything for them, and deletes the account. Their rows stay. */
export async function removePerson(outputs: StackOutputs, account: Account, mail: string): Promise<void> {
  const { UserPoolId } = outputs;
  await switchPerson(outputs, account, mail, "pause");
  await asked(`removing ${mail}`, async () => {
    await cognito(account).send(new AdminUserGlobalSignOutCommand({ UserPoolId, Username: mail }));
    await cognito(account).send(new AdminDeleteUserCommand({ UserPoolId, Username: mail }));
  });
}

async function idOf(UserPoolId: string, account: Account, mail: string): Promise<string> {
  return asked(`looking for ${mail}`, async () => {
    try {
      const { UserAttributes = [] } = await cognito(account).send(
        new AdminGetUserCommand({ UserPoolId, Username: mail }),
      );
      return UserAttributes.find(({ Name }) => Name === "sub")?.Value ?? "";
    } catch (error) {
      if (!(error instanceof UserNotFoundException)) throw error;
      throw new WaldoError("InvalidInput", `there is no account of ${mail}: waldo aws people lists them`);
    }
  });
}
