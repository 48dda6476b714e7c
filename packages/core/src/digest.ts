import { createHash } from "node:crypto";
import type { RunId, TriggerEvent, UserId } from "@waldo/contracts";

/** Hex SHA-256 over parts that cannot run into each other. */
export function digest(...parts: readonly (string | number)[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

type Occasion = Pick<TriggerEvent, "userId" | "trigger" | "variant" | "nonce">;

/** One occurrence, one run: the same event delivered twice names the same run (R5). */
export function runIdFor(event: Occasion): RunId {
  return `run-${event.trigger.replaceAll("_", "-").slice(0, 20)}-${digest(event.userId, event.trigger, event.variant ?? "", event.nonce).slice(0, 24)}`;
}

/** hash(user, trigger, variant, run nonce, ordinal): a retry keeps its key, also over midnight (R5). */
export function idempotencyKey(event: { userId: UserId } & Occasion, ordinal: number): string {
  return digest(event.userId, event.trigger, event.variant ?? "", event.nonce, ordinal).slice(0, 32);
}
