/** Compares secrets. */
import { timingSafeEqual } from "node:crypto";

/** Returns whether somebody gave the secret that is expected. How long it takes tells nothing of the secret but its length. */
export function isSameSecret(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
