/**
 * Sessions of one person each (R12): the credentials of a role that a process assumes under the person's tags. Everything
 * that the session may do, the role's policy ties to the tags.
 */
import { AssumeRoleCommand, type STSClient } from "@aws-sdk/client-sts";
import { type UserId, WaldoError } from "@waldo/contracts";
import { digest, personDigest } from "@waldo/core/digest";
import type { Clock } from "@waldo/core/ports";
import { awsError } from "./aws-errors.ts";

/** The session tags that the trust policy of the user-scoped role demands and that its permissions name. */
export const USER_TAG = "userId";
/** The digest of the same id. The person's data key is stored under this digest. */
export const DIGEST_TAG = "userDigest";
/** A role that assumes a role gets at most an hour, here in seconds. */
const SESSION_SECONDS = 3600;
/**
 * The SDK asks for new credentials this long before the old ones end. The cache uses the same time; otherwise it would
 * return the old ones.
 */
const REFRESH_BEFORE_MS = 5 * 60_000;
/**
 * The number of people whose sessions a warm process keeps. A process serves one person at a time, and the next wake
 * may belong to any person.
 */
const PEOPLE_KEPT = 100;

export type Credentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
  readonly expiration: Date;
};

export type SessionOptions = { readonly sts: STSClient; readonly roleArn: string; readonly clock: Clock };

/** Makes a value with the credentials of one person, and keeps the values of the people who were asked for last. */
export function perPerson<T>(
  options: SessionOptions,
  make: (credentials: () => Promise<Credentials>) => T,
): (userId: UserId) => T {
  return leastRecentlyUsed(PEOPLE_KEPT, (userId) => make(sessionOf(userId, options)));
}

/**
 * Returns a function that gives the session of the person, and renews the session shortly before it ends. Calls at the
 * same time share one AssumeRole.
 */
function sessionOf(userId: UserId, { sts, roleArn, clock }: SessionOptions): () => Promise<Credentials> {
  let current: { readonly credentials: Promise<Credentials>; until: number } | undefined;
  return () => {
    if (current !== undefined && clock.now() < current.until) return current.credentials;
    const asked = { credentials: assume(sts, roleArn, userId), until: Number.POSITIVE_INFINITY };
    current = asked;
    return asked.credentials.then(
      (credentials) => {
        asked.until = credentials.expiration.getTime() - REFRESH_BEFORE_MS;
        return credentials;
      },
      (error: unknown) => {
        if (current === asked) current = undefined;
        throw error;
      },
    );
  };
}

async function assume(sts: STSClient, roleArn: string, userId: UserId): Promise<Credentials> {
  const request = {
    RoleArn: roleArn,
    // CloudTrail shows this name and keeps its events longer than any data of a person may stay, so the name is a
    // digest.
    RoleSessionName: `waldo-${personDigest(userId)}`,
    Tags: [
      { Key: USER_TAG, Value: userId },
      { Key: DIGEST_TAG, Value: digest(userId) },
    ],
    DurationSeconds: SESSION_SECONDS,
  };
  const { Credentials: granted } = await sts.send(new AssumeRoleCommand(request)).catch((error) => {
    throw awsError(error, "STS AssumeRole");
  });
  if (!granted?.AccessKeyId || !granted.SecretAccessKey || !granted.SessionToken || !granted.Expiration)
    throw new WaldoError("StoreUnavailable", "STS AssumeRole answered without credentials: try again");
  return {
    accessKeyId: granted.AccessKeyId,
    secretAccessKey: granted.SecretAccessKey,
    sessionToken: granted.SessionToken,
    expiration: granted.Expiration,
  };
}

/** Keeps what `make` returned for the keys used last, at most `size` of them. */
function leastRecentlyUsed<T>(size: number, make: (key: string) => T): (key: string) => T {
  const kept = new Map<string, T>();
  return (key) => {
    const value = kept.get(key) ?? make(key);
    kept.delete(key);
    kept.set(key, value);
    const oldest = kept.keys().next();
    if (kept.size > size && !oldest.done) kept.delete(oldest.value);
    return value;
  };
}
