import { STSClient } from "@aws-sdk/client-sts";
import type { UserId } from "@waldo/contracts";
import type { ImportPorts } from "@waldo/core/door/body";
import type { UploadShelf } from "@waldo/core/health/import-job";
import type { Log, Store } from "@waldo/core/ports";
import { audited } from "@waldo/core/store/audited";
import { readable } from "@waldo/core/store/readable";
import { isErased, unlessErased } from "@waldo/core/store/unless-erased";
import * as z from "zod";
import { once } from "../once.ts";
import { userScope } from "../user-scope.ts";
import { clientConfig, clock, environment, text } from "./environment.ts";
import { starts } from "./step-functions.ts";

const Imports = z.object({
  HEALTH_TABLE: text,
  ARCHIVE_BUCKET: text,
  KEY_TABLE: text,
  USER_ROLE_ARN: text,
  WAKE_MACHINE_ARN: text,
  AWS_LAMBDA_FUNCTION_NAME: text,
});

/** Opens the health rows and the uploads of one person. */
const open = once(() => {
  const env = environment(Imports);
  return userScope({
    sts: new STSClient(clientConfig()),
    roleArn: env.USER_ROLE_ARN,
    tables: { agent: "no-access-to-the-agent-table", health: env.HEALTH_TABLE },
    keyTable: env.KEY_TABLE,
    bucket: env.ARCHIVE_BUCKET,
    clock,
    clientConfig: clientConfig(),
  });
});

/** Rows are never so large here that a part of a row would move to an object in the archive. */
function storeOf(userId: UserId, log: Log): Store {
  const { bare, open: store, archive } = open()(userId);
  const checked = unlessErased({ store: audited(store), archive }, (id) => isErased(bare, id));
  return readable(checked.store, log);
}

/** S3 accepts at most this much in one request. */
const UPLOAD_BYTES = 5 * 1024 ** 3;

/** The S3 client is loaded when the first file is needed. */
function shelfOf(userId: UserId): UploadShelf {
  const shelf = once(async () => {
    const { S3Client } = await import("@aws-sdk/client-s3");
    const { s3UploadShelf } = await import("../upload-shelf.ts");
    const { credentials, archive } = open()(userId);
    const client = new S3Client({ ...clientConfig(), credentials });
    return s3UploadShelf({ client, bucket: environment(Imports).ARCHIVE_BUCKET, archive });
  });
  return {
    most: UPLOAD_BYTES,
    address: async (...asked) => (await shelf()).address(...asked),
    open: async (...asked) => (await shelf()).open(...asked),
    remove: async (...asked) => (await shelf()).remove(...asked),
  };
}

/**
 * Returns the ports of an import request. They give the address to which the file is sent, and they start the reading
 * of the file later.
 */
export function importPorts(userId: UserId, log: Log): ImportPorts {
  return {
    store: storeOf(userId, log),
    clock,
    imports: {
      shelf: shelfOf(userId),
      async later(importOf, id) {
        const { invokeLater } = await import("../invoke-later.ts");
        await invokeLater(clientConfig(), environment(Imports).AWS_LAMBDA_FUNCTION_NAME, { importOf, id });
      },
    },
  };
}

/** Reads the file of an import and stores its health data. */
export async function importOnAws(userId: UserId, id: string, log: Log): Promise<void> {
  const { readImport } = await import("@waldo/core/health/read-import");
  const startWake = starts(environment(Imports).WAKE_MACHINE_ARN);
  await readImport({ store: storeOf(userId, log), clock, log, startWake, shelf: shelfOf(userId) }, userId, id);
}
