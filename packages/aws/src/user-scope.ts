/**
 * One person at a time (R12). A process that works for people has no table access of its own. For each person it
 * assumes the user-scoped role with the session tag `userId`. The role's policy allows the partitions and object
 * prefixes that carry the tag and nothing else, so AWS refuses a request for another person's row.
 */
import { DynamoDBClient, type DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";
import type { UserId } from "@waldo/contracts";
import type { Archive, KeyRing, Store } from "@waldo/core/ports";
import { sealed, sealedArchive } from "@waldo/core/store/sealed";
import { spilling } from "@waldo/core/store/spill";
import { dynamoStore } from "./dynamo-store.ts";
import type { TableNames } from "./dynamo-tables.ts";
import { keyTable } from "./key-table.ts";
import { once } from "./once.ts";
import { type Credentials, perPerson, type SessionOptions } from "./person-session.ts";

type UserParts = {
  readonly store: Store;
  readonly archive: Archive;
  /** The rows as the tables hold them: sealed, with pointers in place of large bodies. */
  readonly bare: Store;
  /** The same rows, opened. */
  readonly open: Store;
  readonly ring: KeyRing;
  readonly credentials: () => Promise<Credentials>;
};

type UserScopeOptions = SessionOptions & {
  readonly tables: TableNames;
  readonly keyTable: string;
  readonly bucket: string;
  /** The clients of all people share this configuration, so that they share connections. */
  readonly clientConfig: Pick<DynamoDBClientConfig, "requestHandler" | "region">;
};

/** Opens the store and the archive of one person, with credentials that reach no other person's data. */
export function userScope(options: UserScopeOptions): (userId: UserId) => UserParts {
  const { tables, bucket, clientConfig, clock } = options;
  return perPerson(options, (credentials) => {
    const client = new DynamoDBClient({ ...clientConfig, credentials });
    const ring = keyTable({ store: dynamoStore({ client, tables: { ...tables, agent: options.keyTable } }), clock });
    const files = loadedWhenAsked(async () => {
      const { userArchive } = await import("./user-archive.ts");
      return userArchive({ bucket, ...clientConfig, credentials });
    });
    const archive = sealedArchive(files, ring);
    const bare = dynamoStore({ client, tables });
    const open = sealed(bare, ring);
    return { store: spilling(open, archive), archive, bare, open, ring, credentials };
  });
}

/** Most events use no file, and the S3 client is larger than all other clients together. */
function loadedWhenAsked(load: () => Promise<Archive>): Archive {
  const loaded = once(load);
  return {
    read: async (name) => (await loaded()).read(name),
    write: async (name, bytes) => (await loaded()).write(name, bytes),
    list: async (prefix) => (await loaded()).list(prefix),
    deletePrefix: async (prefix) => (await loaded()).deletePrefix(prefix),
  };
}
