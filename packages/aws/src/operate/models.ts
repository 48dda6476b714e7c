/** Checks whether the account may call a model: its inference profile, its agreement, and the end of its life. */
import {
  BedrockClient,
  GetFoundationModelAvailabilityCommand,
  GetFoundationModelCommand,
  GetInferenceProfileCommand,
  GetUseCaseForModelAccessCommand,
  ResourceNotFoundException,
  ValidationException,
} from "@aws-sdk/client-bedrock";
import { type Account, asked } from "./deployment.ts";
import type { Finding } from "./finding.ts";

/** The geography at the start of an inference profile's id is not a part of the model's id. */
const GEOGRAPHY = /^(us|us-gov|eu|apac|jp|au|ca|sa|me|af|global)\./;

/** Returns the id of the model behind an inference profile. */
export function modelBehind(id: string): string {
  return id.replace(GEOGRAPHY, "");
}

/** Checks what a call needs, in this order, and returns the first thing that is missing. */
export async function lookAtModel(id: string, account: Account): Promise<Finding> {
  const about = `model ${id}`;
  const client = new BedrockClient(account);
  const says = await asked(`looking at ${about}`, async () => {
    const lacks = GEOGRAPHY.test(id) ? await profileLacks(client, id) : undefined;
    return lacks ?? (await accessLacks(client, modelBehind(id))) ?? (await endOf(client, modelBehind(id)));
  });
  return says === undefined
    ? { about, state: "ready", says: "the account may use it" }
    : { about, state: "missing", says };
}

/** The code checks the profile itself, because the model may exist in a region where the profile does not. */
async function profileLacks(client: BedrockClient, inferenceProfileIdentifier: string): Promise<string | undefined> {
  try {
    const { status } = await client.send(new GetInferenceProfileCommand({ inferenceProfileIdentifier }));
    return status === "ACTIVE"
      ? undefined
      : `its inference profile is ${status}: name another in waldo.models, and deploy`;
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException || error instanceof ValidationException)) throw error;
    return "there is no such inference profile in this region: waldo.profiles of cdk.json lists those of each model; name one in waldo.models, and deploy";
  }
}

async function accessLacks(client: BedrockClient, modelId: string): Promise<string | undefined> {
  const { agreementAvailability, authorizationStatus, entitlementAvailability, regionAvailability } = await client.send(
    new GetFoundationModelAvailabilityCommand({ modelId }),
  );
  if (regionAvailability === "NOT_AVAILABLE")
    return "it is not offered in this region: name another in waldo.models of cdk.json, and deploy";
  if (authorizationStatus === "NOT_AUTHORIZED")
    return "the account may not use it: a policy of the organisation, or Bedrock's model access, forbids it";
  if (agreementAvailability?.status !== "AVAILABLE" || entitlementAvailability === "NOT_AVAILABLE")
    return "its provider's agreement is not accepted: open the model in the Bedrock console and request access";
  return undefined;
}

/** A legacy model is closed to accounts that have not used it lately, and it has a last day. */
async function endOf(client: BedrockClient, modelIdentifier: string): Promise<string | undefined> {
  const { modelDetails } = await client.send(new GetFoundationModelCommand({ modelIdentifier }));
  const { status, endOfLifeTime } = modelDetails?.modelLifecycle ?? {};
  if (status !== "LEGACY") return undefined;
  const end = endOfLifeTime === undefined ? "" : `, and ends on ${endOfLifeTime.toISOString().slice(0, 10)}`;
  return `it is a legacy model, which new accounts may not use${end}: name its successor in waldo.models of cdk.json, and deploy`;
}

/** Anthropic asks each account once what its models are for. */
export async function useCase(account: Account): Promise<Finding> {
  const about = "Anthropic's form";
  return asked(`looking at ${about}`, async () => {
    try {
      await new BedrockClient(account).send(new GetUseCaseForModelAccessCommand({}));
      return { about, state: "ready", says: "it is filled in" };
    } catch (error) {
      if (!(error instanceof ResourceNotFoundException)) throw error;
      const says = "it is not filled in: open any Claude model in the Bedrock console and submit the use case";
      return { about, state: "missing", says };
    }
  });
}
