/** Reads secrets from Secrets Manager. A read that fails throws and is tried again at the next call. */

import { GetSecretValueCommand, type SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import type { Clock } from "@waldo/core/ports";
import { awsError } from "./aws-errors.ts";

/** A warm process uses a changed token after at most this time. */
export const SECRET_TTL_MS = 5 * 60_000;

/** Reads secrets, each at most once in `SECRET_TTL_MS`. A failed read is not remembered. */
export function secretReader({ client, clock }: { readonly client: SecretsManagerClient; readonly clock: Clock }) {
  const known = new Map<string, { readonly value: string; readonly until: number }>();
  return async (secretArn: string): Promise<string> => {
    const kept = known.get(secretArn);
    if (kept !== undefined && clock.now() < kept.until) return kept.value;
    const answer = await client.send(new GetSecretValueCommand({ SecretId: secretArn })).catch((error) => {
      throw awsError(error, "Secrets Manager GetSecretValue");
    });
    const value = answer.SecretString ?? "";
    known.set(secretArn, { value, until: clock.now() + SECRET_TTL_MS });
    return value;
  };
}

/**
 * Returns the token of a bot from the secret. At first the secret holds a value that is not a token; then it returns
 * undefined. Later the secret holds one token for the only bot, or an object of tokens by the names of their bots.
 */
export function botToken(secret: string, bot?: string): string | undefined {
  const token = secret.trim().startsWith("{") ? tokensIn(secret)[bot ?? ""] : secret;
  return typeof token === "string" && /^\d+:[\w-]{20,}$/.test(token.trim()) ? token.trim() : undefined;
}

function tokensIn(secret: string): Readonly<Record<string, unknown>> {
  try {
    return { ...JSON.parse(secret) };
  } catch {
    return {};
  }
}
