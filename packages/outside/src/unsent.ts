/** System calls before the first byte of a request. If one of them failed, the request never left this machine. */
const BEFORE_SENDING = ["connect", "getaddrinfo"];

type SystemError = { readonly syscall?: string; readonly errors?: readonly SystemError[] };

/**
 * True when a failed request certainly never reached its server: there was no connection, or no such host. A host with
 * several addresses fails with one error for each.
 */
export function isUnsent(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  const { syscall, errors } = error as SystemError;
  return errors === undefined ? BEFORE_SENDING.includes(syscall ?? "") : errors.every(isUnsent);
}
