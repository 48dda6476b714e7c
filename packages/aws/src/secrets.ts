import { GetSecretValueCommand, type SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import type { Clock } from "@waldo/core/ports";
import { awsError } from "./aws-errors.ts";

/** A token that was changed is picked up by warm processes within this time. */
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

/** A bot token as BotFather hands it out, or nothing: the secret starts out with a value that is none. */
export function botToken(secret: string): string | undefined {
  return /^\d+:[\w-]{20,}$/.test(secret.trim()) ? secret.trim() : undefined;
}
