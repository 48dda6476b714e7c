/**
 * One person at a time (R12). A process that works for people owns no table access of its own: for each person it
 * assumes the user-scoped role with the session tag `userId`, and the role's policy allows the partitions and object
 * prefixes that carry the tag and nothing else. So code that asks for another person's row is refused by AWS.
 */
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { S3Client } from "@aws-sdk/client-s3";
import { AssumeRoleCommand, type STSClient } from "@aws-sdk/client-sts";
import { type UserId, WaldoError } from "@waldo/contracts";
import type { Archive, Clock, Store } from "@waldo/core/ports";
import { spilling } from "@waldo/core/store/spill";
import { awsError } from "./aws-errors.ts";
import { dynamoStore } from "./dynamo-store.ts";
import type { TableNames } from "./dynamo-tables.ts";
import { s3Archive } from "./s3-archive.ts";

/** The session tag that the user-scoped role's trust policy demands and its permissions name. */
export const USER_TAG = "userId";
/** A role that assumes a role gets at most an hour. */
const SESSION_SECONDS = 3600;
/** The SDK asks for new credentials this long before the old ones end; so does the cache, or it would be asked in vain. */
const REFRESH_BEFORE_MS = 5 * 60_000;
/** People whose sessions a warm process keeps: it serves one at a time, and the next wake may be anybody's. */
const PEOPLE_KEPT = 100;

export type UserParts = { readonly store: Store; readonly archive: Archive };

type Credentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
  readonly expiration: Date;
};

export type UserScopeOptions = {
  readonly sts: STSClient;
  readonly roleArn: string;
  readonly tables: TableNames;
  readonly bucket: string;
  readonly clock: Clock;
  /** Shared by the clients of all people, so that they share connections. */
  readonly clientConfig: Pick<ConstructorParameters<typeof DynamoDBClient>[0] & object, "requestHandler">;
};

/** Opens the store and archive of one person, with credentials that reach nobody else's. */
export function userScope(options: UserScopeOptions): (userId: UserId) => UserParts {
  const { tables, bucket, clientConfig } = options;
  return leastRecentlyUsed(PEOPLE_KEPT, (userId) => {
    const credentials = sessionOf(userId, options);
    const dynamo = new DynamoDBClient({ ...clientConfig, credentials });
    const s3 = new S3Client({ ...clientConfig, credentials });
    const archive = honestAbout404(s3Archive({ client: s3, bucket }));
    return { store: spilling(dynamoStore({ client: dynamo, tables }), archive), archive };
  });
}

/** The person's session, renewed shortly before it ends. Calls at the same time share one AssumeRole. */
function sessionOf(userId: UserId, { sts, roleArn, clock }: UserScopeOptions): () => Promise<Credentials> {
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
    // Shows in CloudTrail who the session was for.
    RoleSessionName: `waldo-${userId}`,
    Tags: [{ Key: USER_TAG, Value: userId }],
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

/**
 * S3 answers 403 for an object that is not there unless the caller may list the bucket, and these credentials may list
 * their own prefixes only. So a denied read is asked again as a list, which is allowed exactly where reading is.
 */
function honestAbout404(archive: Archive): Archive {
  return {
    ...archive,
    async read(name) {
      try {
        return await archive.read(name);
      } catch (error) {
        if (!wasDenied(error) || (await archive.list(name)).includes(name)) throw error;
        return undefined;
      }
    },
  };
}

function wasDenied(error: unknown): boolean {
  return error instanceof WaldoError && error.cause instanceof Error && error.cause.name.startsWith("AccessDenied");
}

/** Remembers what `make` made for the keys used last, at most `size` of them. */
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
