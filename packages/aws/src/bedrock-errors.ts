/** Turns errors of Bedrock into model errors of the contract, for `bedrockGateway`. */

import { type ErrorName, WaldoError } from "@waldo/contracts";
import { awsFailure, awsStatus } from "./aws-errors.ts";

/**
 * Maps each error name of the service or the SDK to our own error. A name that is not listed means that the model is
 * unavailable. `TimeoutError` is not listed: the SDK uses this name for every broken connection. Our own time limit
 * arrives as `AbortError`.
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

/**
 * Returns one of the five model errors. Only `cause` holds the service's own words, because they may quote the prompt.
 */
export function bedrockError(error: unknown): WaldoError {
  if (error instanceof WaldoError) return error;
  if (error instanceof Error && error.message === "Region is missing")
    return new WaldoError("ModelRefused", "Bedrock needs a region: set AWS_REGION", { cause: error });
  const { name, what } = awsFailure(error);
  const ours = nameOf(error, name);
  return new WaldoError(ours, `Bedrock Converse failed (${what}): ${ADVICE[ours] ?? "try again"}`, { cause: error });
}

function nameOf(error: unknown, name: string): ErrorName {
  if (!(error instanceof Error)) return "ModelUnavailable";
  // The daily quotas of new accounts have several error names.
  if (/too many (tokens|requests)/i.test(error.message)) return "ModelThrottled";
  // The body is not JSON. With a good status the reply is malformed; otherwise the body is the error page of a proxy.
  if (error instanceof SyntaxError && awsStatus(error) === 200) return "ModelMalformed";
  return NAMES[name] ?? "ModelUnavailable";
}
