// Translates an error into the answer for the caller. All entries use this one table: the page, the phone, other
// programs.
import { ConsentNeeded, consentRefusal, type DoorError, isError, WaldoError } from "@waldo/contracts";
import type { Log } from "./ports.ts";

/** `retryAfter` is in seconds. */
type Refusal = { readonly body: DoorError; readonly retryAfter?: number };

/** Returns the refusal. If the fault is in Waldo, only the log gets the reason. */
export function refusalOf(error: unknown, log: Log): Refusal {
  if (error instanceof ConsentNeeded) return { body: consentRefusal(error) };
  if (error instanceof WaldoError && (error.name === "InvalidInput" || error.name === "ImportRefused"))
    return { body: { error: "InvalidInput", message: error.message } };
  if (error instanceof WaldoError && isError(error, "Erased"))
    return { body: { error: "Forbidden", message: error.message } };
  if (error instanceof WaldoError && isError(error, "KeyLost"))
    return { body: { error: "Unavailable", message: error.message } };
  log("error", "door.failed", { error: error instanceof Error ? error.name : "unknown" });
  return error instanceof WaldoError && error.next === "retry"
    ? { body: { error: "Unavailable", message: "the store is busy: ask again in a moment" }, retryAfter: 2 }
    : { body: { error: "Unexpected", message: "something went wrong here; it is in the log" } };
}
