import {
  CreatePlatformEndpointCommand,
  InvalidParameterException,
  SetEndpointAttributesCommand,
  type SNSClient,
} from "@aws-sdk/client-sns";
import { WaldoError } from "@waldo/contracts";
import { awsFailure } from "./aws-errors.ts";

export type Device = {
  /** The platform application: one for each of APNS, APNS_SANDBOX and GCM. */
  readonly applicationArn: string;
  /** What the phone got from Apple or Google. */
  readonly token: string;
  /** Kept with the endpoint, for whoever reads it in the console: a user id, nothing more. */
  readonly userData: string;
};

/**
 * The endpoint ARN of a device, enabled and with these attributes, however often it is registered. Throws
 * `InvalidInput` for a token the platform refuses, or where the platform application is disabled or denied to us, and
 * `StoreUnavailable` (here SNS is what keeps the endpoints) when asking again may help.
 */
export async function registerEndpoint(client: SNSClient, device: Device): Promise<string> {
  const { applicationArn, token, userData } = device;
  try {
    const EndpointArn = await create(client, device);
    // One that exists may be disabled since its phone was off for long, or carry what an earlier app wrote.
    const Attributes = { Token: token, CustomUserData: userData, Enabled: "true" };
    await client.send(new SetEndpointAttributesCommand({ EndpointArn, Attributes }));
    return EndpointArn;
  } catch (error) {
    throw registrationError(error, applicationArn);
  }
}

/** SNS names the endpoint that has the token already in the text of its refusal, and nowhere else. */
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

/** What asking again will not change, and what will. */
const ADVICE: Partial<Record<string, string>> = {
  InvalidParameterException: "the device token is not one of this platform",
  InvalidParameterValueException: "the device token is not one of this platform",
  PlatformApplicationDisabledException: "renew the platform application's credentials",
  AuthorizationErrorException: "check the policy of the role",
  NotFoundException: "there is no such platform application",
};

/** The service's own words stay in `cause`: they may quote the token. */
function registrationError(error: unknown, applicationArn: string): WaldoError {
  if (error instanceof WaldoError) return error;
  const { name, what } = awsFailure(error);
  const advice = ADVICE[name];
  const application = applicationArn.split(":app/").at(-1);
  const message = `registering a device with ${application} failed (${what}): ${advice ?? "try again"}`;
  return new WaldoError(advice === undefined ? "StoreUnavailable" : "InvalidInput", message, { cause: error });
}
