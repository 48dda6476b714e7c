import { WaldoError } from "@waldo/contracts";

/** Errors of the data services that no repetition will change. Everything else may pass. */
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
 * An SDK error as one of ours: `InvalidInput` when asking again never helps, else `StoreUnavailable`. The service's
 * own message stays in `cause` alone, because it may quote keys and values; ours has the name and the request id.
 */
export function awsError(error: unknown, operation: string): WaldoError {
  if (error instanceof WaldoError) return error;
  const name = error instanceof Error ? error.name : "unknown error";
  const what = [name, ...metadata(error)].join(", ");
  if (name.startsWith("AccessDenied")) {
    const message = `${operation} was denied (${what}): check the policy of the role`;
    return new WaldoError("InvalidInput", message, { cause: error });
  }
  return NEVER.includes(name)
    ? new WaldoError("InvalidInput", `${operation} was refused (${what})`, { cause: error })
    : new WaldoError("StoreUnavailable", `${operation} failed (${what}): try again`, { cause: error });
}

function metadata(error: unknown): string[] {
  if (typeof error !== "object" || error === null || !("$metadata" in error)) return [];
  const { httpStatusCode, requestId } = error.$metadata as { httpStatusCode?: number; requestId?: string };
  return [
    ...(httpStatusCode === undefined ? [] : [`HTTP ${httpStatusCode}`]),
    ...(requestId === undefined ? [] : [`request ${requestId}`]),
  ];
}
