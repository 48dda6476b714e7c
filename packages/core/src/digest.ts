// Names that code computes by SHA-256 (run ids, idempotency keys), and the comparison of secrets. The same input always
// gives the same name.
import { createHash, timingSafeEqual } from "node:crypto";
import type { RunId, TriggerEvent, UserId } from "@waldo/contracts";
import type { Json } from "./ports.ts";

/**
 * Returns the hex SHA-256 of the parts. The parts are encoded as JSON, so two different lists never give the same
 * input.
 */
export function digest(...parts: readonly (string | number)[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

type Occasion = Pick<TriggerEvent, "userId" | "trigger" | "variant" | "nonce">;

/** Returns the run id of an occasion. The same event delivered twice gives the same run id (R5). */
export function runIdFor(event: Occasion): RunId {
  return `run-${event.trigger.replaceAll("_", "-").slice(0, 20)}-${digest(event.userId, event.trigger, event.variant ?? "", event.nonce).slice(0, 24)}`;
}

/** Returns the id of the run that answers a message of the person. */
export function runOfMessage(userId: UserId, messageId: string): RunId {
  return runIdFor({ userId, trigger: "user_message", nonce: messageId });
}

/** Returns hash(user, trigger, variant, run nonce, ordinal). A retry has the same key, even after midnight (R5). */
export function idempotencyKey(event: { userId: UserId } & Occasion, ordinal: number): string {
  return digest(event.userId, event.trigger, event.variant ?? "", event.nonce, ordinal).slice(0, 32);
}

/**
 * Returns a digest that stands for a person where their id must not appear: in log lines, in names that stay after an
 * erasure, and in the remaining rows of an erased person.
 */
export function personDigest(userId: UserId): string {
  return digest("person", userId).slice(0, 32);
}

/**
 * Returns the first part of the names of a person's nights. The names stay after an erasure, so they do not hold the
 * id.
 */
export function nightsBegin(userId: UserId): string {
  return `${personDigest(userId)}-`;
}

/** True when the given secret is the expected one. The time of the comparison reveals only the length of the secret. */
export function isSameSecret(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * Returns a seeded generator (mulberry32), uniform in [0, 1). The same seed gives the same numbers on every machine.
 */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Returns JSON with sorted members and no spaces. Equal values give equal bytes. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name] ?? null)}`);
  return `{${members.join(",")}}`;
}

/**
 * Returns a number for a text that is quick to compute: two 32-bit FNV-1a hashes with different offsets and primes,
 * joined to 52 bits. It is never 0. Of a hundred thousand texts two have the same number once in a million times.
 */
export function hash52(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x85ebca6b);
    high ^= high >>> 15;
  }
  return (high >>> 12) * 0x1_0000_0000 + (low >>> 0) || 1;
}
