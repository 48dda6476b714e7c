/** Names that code computes by SHA-256: run ids and idempotency keys. The same input always gives the same name. */

import { createHash } from "node:crypto";
import type { RunId, TriggerEvent, UserId } from "@waldo/contracts";

/**
 * Returns the hex SHA-256 of the parts. The parts are encoded as JSON, so two different lists never give the same
 * input.
 */
export function digest(...parts: readonly (string | number)[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

type Occasion = Pick<TriggerEvent, "userId" | "trigger" | "variant" | "nonce">;

/** One occurrence is one run: the same event delivered twice gives the same run id (R5). */
export function runIdFor(event: Occasion): RunId {
  return `run-${event.trigger.replaceAll("_", "-").slice(0, 20)}-${digest(event.userId, event.trigger, event.variant ?? "", event.nonce).slice(0, 24)}`;
}

/** hash(user, trigger, variant, run nonce, ordinal). A retry keeps its key, also over midnight (R5). */
export function idempotencyKey(event: { userId: UserId } & Occasion, ordinal: number): string {
  return digest(event.userId, event.trigger, event.variant ?? "", event.nonce, ordinal).slice(0, 32);
}

/**
 * Returns the digest that stands for a person where the id may not: in log lines, in names that outlive them, and for
 * what is left of an erased person.
 */
export function personDigest(userId: UserId): string {
  return digest("person", userId).slice(0, 32);
}

/** How the names of a person's nights begin. The names outlive the person, so they hold no id. */
export function nightsBegin(userId: UserId): string {
  return `${personDigest(userId)}-`;
}
