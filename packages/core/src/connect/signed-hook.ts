/** What hooks of vendors have in common: a signature over their time and their exact body, and JSON. */
import { createHmac } from "node:crypto";
import type { EpochMs } from "@waldo/contracts";
import type * as z from "zod";
import { isSameSecret } from "../same-secret.ts";
import { CLOCK_SKEW_MS } from "../time.ts";

export type Encoding = "hex" | "base64";

export type Signature = {
  readonly given: string;
  readonly encoding: Encoding;
  /** What was signed. */
  readonly text: string;
  /** When, as the hook says. NaN: it does not. */
  readonly at: EpochMs;
};

export function hmac(secret: string, text: string, encoding: Encoding): string {
  return createHmac("sha256", secret).update(text).digest(encoding);
}

/**
 * Returns whether the holder of the secret signed a hook. One whose time is more than five minutes away is refused, so a
 * copy of it is worth nothing later.
 */
export function isSigned({ given, encoding, text, at }: Signature, secret: string, now: EpochMs): boolean {
  return secret !== "" && isSameSecret(given, hmac(secret, text, encoding)) && Math.abs(now - at) <= CLOCK_SKEW_MS;
}

/** Returns what a hook says, or undefined when its body is of no kind that is taken. */
export function hookIn<T>(schema: z.ZodType<T>, body: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}
