/** Registers a phone for push with SNS. */

import {
  CreatePlatformEndpointCommand,
  InvalidParameterException,
  SetEndpointAttributesCommand,
  SNSClient,
} from "@aws-sdk/client-sns";
import { WaldoError } from "@waldo/contracts";
import { awsFailure } from "./aws-errors.ts";

// Re-exported for callers that load this file with `import()`: an `import()` of the SDK itself would bring all of its
// commands.
export { SNSClient };

type Device = {
  /** The platform application: one for each of APNS, APNS_SANDBOX and GCM. */
  readonly applicationArn: string;
  /** The token that the phone got from Apple or Google. */
  readonly token: string;
  /** A text that SNS keeps with the endpoint and shows in the console. The text is a user id and nothing more. */
  readonly userData: string;
};

/**
 * Returns the endpoint ARN of a device, enabled and with these attributes. The device may be registered any number of
 * times. Throws `InvalidInput` for a token that the platform refuses, or when the platform application is disabled or
 * denied to us. Throws `StoreUnavailable` (here SNS is the store of the endpoints) when a retry may help.
 */
export async function registerEndpoint(client: SNSClient, device: Device): Promise<string> {
  const { applicationArn, token, userData } = device;
  try {
    const EndpointArn = await create(client, device);
    // An existing endpoint may be disabled because its phone was off for long, or may carry what an earlier app wrote.
    const Attributes = { Token: token, CustomUserData: userData, Enabled: "true" };
    await client.send(new SetEndpointAttributesCommand({ EndpointArn, Attributes }));
    return EndpointArn;
  } catch (error) {
    throw registrationError(error, applicationArn);
  }
}

/** SNS names the endpoint that already has the token only in the text of its refusal. */
const EXISTS = /Endpoint (arn:\S+) already exists with the same Token/;

async function create(client: SNSClient, { applicationArn, token, userData }: Device): Promise<string> {
  const input = { PlatformApplicationArn: applicationArn, Token: token, CustomUserData: userData };
  try {
    const { EndpointArn } = await client.send(new CreatePlatformEndpointCommand(input));
    if (EndpointArn !== undefined) return EndpointArn;
    throw new WaldoError("StoreUnavailable", "SNS registered the device and did not say as what: try again");
  } catch (error) {
    const existing = error instanceof InvalidParameterException ? EXISTS.exec(error.message)?.[1] : undefined;
    if (existing === undefined) throw error;
    return existing;
  }
}

/** The advice for errors that a retry cannot change, and for those that it can. */
const ADVICE: Partial<Record<string, string>> = {
  InvalidParameterException: "the device token is not one of this platform",
  InvalidParameterValueException: "the device token is not one of this platform",
  PlatformApplicationDisabledException: "renew the platform application's credentials",
  AuthorizationErrorException: "check the policy of the role",
  NotFoundException: "there is no such platform application",
};

/** The service's own words stay in `cause`, because they may quote the token. */
function registrationError(error: unknown, applicationArn: string): WaldoError {
  if (error instanceof WaldoError) return error;
  const { name, what } = awsFailure(error);
  const advice = ADVICE[name];
  const application = applicationArn.split(":app/").at(-1);
  const message = `registering a device with ${application} failed (${what}): ${advice ?? "try again"}`;
  return new WaldoError(advice === undefined ? "StoreUnavailable" : "InvalidInput", message, { cause: error });
}
