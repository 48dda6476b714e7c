import { type ErrorName, WaldoError } from "@waldo/contracts";
import { awsFailure, awsStatus } from "./aws-errors.ts";

/**
 * By the name the service or the SDK gives an error. What is not here is the model being unavailable, also the SDK's
 * `TimeoutError`, which is what it calls every connection that broke; our own limit arrives as `AbortError`.
 */
const NAMES: Partial<Record<string, ErrorName>> = {
  ThrottlingException: "ModelThrottled",
  TooManyRequestsException: "ModelThrottled",
  ServiceQuotaExceededException: "ModelThrottled",
  ModelTimeoutException: "ModelTimeout",
  AbortError: "ModelTimeout",
  AccessDeniedException: "ModelRefused",
  ValidationException: "ModelRefused",
  ResourceNotFoundException: "ModelRefused",
  UnrecognizedClientException: "ModelRefused",
  InvalidSignatureException: "ModelRefused",
  IncompleteSignatureException: "ModelRefused",
  MissingAuthenticationTokenException: "ModelRefused",
  ExpiredTokenException: "ModelRefused",
  CredentialsProviderError: "ModelRefused",
};

const ADVICE: Partial<Record<ErrorName, string>> = {
  ModelThrottled: "too many requests or tokens; a new account's daily quota is small and can be raised",
  ModelTimeout: "the model took too long",
  ModelRefused: "check the model id, that the account may use it in this region, and the policy of the role",
  ModelMalformed: "the answer is not JSON",
};

/** One of the five model errors, with the service's own words in `cause` alone: they may quote the prompt. */
export function bedrockError(error: unknown): WaldoError {
  if (error instanceof WaldoError) return error;
  const { name, what } = awsFailure(error);
  const ours = nameOf(error, name);
  return new WaldoError(ours, `Bedrock Converse failed (${what}): ${ADVICE[ours] ?? "try again"}`, { cause: error });
}

function nameOf(error: unknown, name: string): ErrorName {
  if (!(error instanceof Error)) return "ModelUnavailable";
  // Daily quotas of new accounts arrive under more than one name.
  if (/too many (tokens|requests)/i.test(error.message)) return "ModelThrottled";
  // Not JSON: with a good status the reply is at fault, otherwise it is some proxy's error page.
  if (error instanceof SyntaxError && awsStatus(error) === 200) return "ModelMalformed";
  return NAMES[name] ?? "ModelUnavailable";
}
