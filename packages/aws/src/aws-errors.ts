/** Turns errors of the AWS SDK into errors of the contract, for the store, the archive and every other AWS adapter. */

import { WaldoError } from "@waldo/contracts";

/** Errors of the data services that a retry cannot change. Every other error may be temporary. */
const NEVER = [
  "AccessDenied",
  "AccessDeniedException",
  "EntityTooLarge",
  "IdempotentParameterMismatchException",
  "InvalidBucketName",
  "ItemCollectionSizeLimitExceededException",
  "KeyTooLongError",
  "SerializationException",
  "ValidationException",
];

/**
 * Turns an SDK error into a WaldoError: `InvalidInput` when a retry cannot help, otherwise `StoreUnavailable`. Only
 * `cause` holds the service's own message, because it may quote keys and values. The new message has the error's name
 * and the request id.
 */
export function awsError(error: unknown, operation: string): WaldoError {
  if (error instanceof WaldoError) return error;
  const { name, what } = awsFailure(error);
  if (name.startsWith("AccessDenied")) {
    const message = `${operation} was denied (${what}): check the policy of the role`;
    return new WaldoError("InvalidInput", message, { cause: error });
  }
  return NEVER.includes(name)
    ? new WaldoError("InvalidInput", `${operation} was refused (${what})`, { cause: error })
    : new WaldoError("StoreUnavailable", `${operation} failed (${what}): try again`, { cause: error });
}

/** Identifies an error by its name, code, HTTP status and request id, without any text of the service. */
export function awsFailure(error: unknown): { readonly name: string; readonly what: string } {
  const name = error instanceof Error ? error.name : "unknown error";
  return { name, what: [name, ...details(error)].join(", ") };
}

export function awsStatus(error: unknown): number | undefined {
  return metadataOf(error).httpStatusCode;
}

type Metadata = { readonly httpStatusCode?: number; readonly requestId?: string };

function metadataOf(error: unknown): Metadata {
  if (typeof error !== "object" || error === null || !("$metadata" in error)) return {};
  return (error.$metadata ?? {}) as Metadata;
}

function details(error: unknown): string[] {
  const { httpStatusCode, requestId } = metadataOf(error);
  return [
    ...(error instanceof Error && "code" in error && typeof error.code === "string" ? [error.code] : []),
    ...(httpStatusCode === undefined ? [] : [`HTTP ${httpStatusCode}`]),
    ...(requestId === undefined ? [] : [`request ${requestId}`]),
  ];
}
