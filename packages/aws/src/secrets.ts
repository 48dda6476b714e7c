/** Reads secrets from Secrets Manager, for delivery. A read that fails throws and is tried again at the next call. */

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
 * Returns the secret if it has the form of a bot token from BotFather, otherwise undefined: at first the secret holds a
 * value that is no token.
 */
export function botToken(secret: string): string | undefined {
  return /^\d+:[\w-]{20,}$/.test(secret.trim()) ? secret.trim() : undefined;
}
