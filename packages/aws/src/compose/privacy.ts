import { randomBytes } from "node:crypto";
import { STSClient } from "@aws-sdk/client-sts";
import { FINAL_AFTER_HOURS, type PASSING_ROOTS, type RETENTION_DAYS, type UserId } from "@waldo/contracts";
import { personDigest } from "@waldo/core/digest";
import type { PrivacyHooks, PrivacyPorts } from "@waldo/core/door/person";
import type { Log, Store } from "@waldo/core/ports";
import { connectionStore } from "@waldo/core/privacy/connections";
import { type ErasurePorts, keyStore, type OutsideStore, receiptOf } from "@waldo/core/privacy/erase";
import { exportName } from "@waldo/core/privacy/export";
import { exportOf, makeExport } from "@waldo/core/privacy/export-job";
import { audited } from "@waldo/core/store/audited";
import { readable } from "@waldo/core/store/readable";
import { isErased, unlessErased } from "@waldo/core/store/unless-erased";
import * as z from "zod";
import { boundedRequests, UPLOAD_TIMEOUTS } from "../bounded-requests.ts";
import { once } from "../once.ts";
import { userScope } from "../user-scope.ts";
import { botNames } from "./bot-names.ts";
import { clientConfig, clock, environment, text } from "./environment.ts";
import { healthTable } from "./health-store.ts";
import { starts } from "./step-functions.ts";

const Privacy = z.object({
  AGENT_TABLE: text,
  HEALTH_TABLE: text,
  ARCHIVE_BUCKET: text,
  KEY_TABLE: text,
  USER_ROLE_ARN: text,
  PRIVACY_MACHINE_ARN: text,
  STOPPED_MACHINE_ARNS: text,
  SCHEDULE_GROUP: text,
  USER_POOL_ID: text,
  AWS_LAMBDA_FUNCTION_NAME: text,
});

/** Opens all data of one person, including the data that no run may read or delete. */
const open = once(() => {
  const env = environment(Privacy);
  return userScope({
    sts: new STSClient(clientConfig()),
    roleArn: env.USER_ROLE_ARN,
    tables: { agent: env.AGENT_TABLE, health: env.HEALTH_TABLE },
    keyTable: env.KEY_TABLE,
    bucket: env.ARCHIVE_BUCKET,
    clock,
    clientConfig: clientConfig(),
  });
});

function rowsOf(userId: UserId, log: Log) {
  const { bare, store, archive } = open()(userId);
  const checked = unlessErased({ store: audited(store), archive }, (id) => isErased(bare, id));
  return { clock, store: readable(checked.store, log) };
}

/** Returns the ports of a request: the person's rows, and the start of work that takes long. */
export function privacyPorts(userId: UserId, log: Log): PrivacyPorts {
  const { PRIVACY_MACHINE_ARN, AWS_LAMBDA_FUNCTION_NAME } = environment(Privacy);
  return {
    ...rowsOf(userId, log),
    privacy: {
      finalAfterHours: FINAL_AFTER_HOURS,
      // The history of the machine keeps the name longer than the person's data, so the name holds no id.
      startErasure: (id, key) => starts(PRIVACY_MACHINE_ARN)(`${personDigest(id)}-${key.slice(0, 40)}`, { userId: id }),
      async startExport(id) {
        const { invokeLater } = await import("../invoke-later.ts");
        await invokeLater(clientConfig(), AWS_LAMBDA_FUNCTION_NAME, { exportOf: id });
      },
    },
  };
}

/** The kinds of data that stay on AWS after an erasure until AWS removes them by their age. */
const STAYS = [
  "backups",
  "keyBackups",
  "accessLogs",
  "logs",
  "deadLetters",
  "executionHistory",
  "uploads",
] as const satisfies readonly (keyof typeof RETENTION_DAYS)[];

export function privacyHookPorts(log: Log): PrivacyHooks {
  const { ARCHIVE_BUCKET } = environment(Privacy);
  return {
    receipt: (receiptId) => receiptOf(healthTable(), receiptId, STAYS),
    async download(code) {
      const userId = await exportOf(async (id) => rowsOf(id, log), code);
      if (userId === undefined) return undefined;
      const { exportAddress } = await import("../export-shelf.ts");
      const Location = await exportAddress(await s3Of(userId), ARCHIVE_BUCKET, userId, exportName(userId, clock.now()));
      return new Response(null, { status: 302, headers: { Location } });
    },
  };
}

async function s3Of(userId: UserId) {
  const { S3Client } = await import("@aws-sdk/client-s3");
  const requestHandler = boundedRequests(UPLOAD_TIMEOUTS);
  return new S3Client({ ...clientConfig(), requestHandler, credentials: open()(userId).credentials });
}

/** Writes the export of a person and its download link. */
export async function exportOnAws(userId: UserId, log: Log): Promise<void> {
  const { ARCHIVE_BUCKET } = environment(Privacy);
  const { store, archive } = open()(userId);
  const { s3ExportShelf } = await import("../export-shelf.ts");
  await makeExport(
    {
      ...rowsOf(userId, log),
      whole: { store, archive, clock },
      shelf: s3ExportShelf(await s3Of(userId), ARCHIVE_BUCKET),
      newSecret: () => randomBytes(16).toString("base64url"),
    },
    userId,
  );
}

/**
 * Returns the store of connections, so that an erasure can end them. Without any configured vendor no connection
 * exists.
 */
async function wearablesOf(store: Store, log: Log): Promise<ErasurePorts["outside"]> {
  if (process.env["WEARABLE_CLIENTS"] === undefined) return {};
  const { vendorPorts } = await import("./wearables.ts");
  return { connections: connectionStore({ ...vendorPorts(log), store }) };
}

/** Returns the ports of one step of an erasure. */
export async function erasurePorts(userId: UserId, log: Log): Promise<ErasurePorts> {
  const { SCHEDULE_GROUP, STOPPED_MACHINE_ARNS, USER_POOL_ID } = environment(Privacy);
  const { bare, open: store, archive, ring } = open()(userId);
  const { accountStore, executionStore, phoneStore, scheduleStore } = await import("../outside-stores.ts");
  const config = clientConfig();
  const passing = (root: (typeof PASSING_ROOTS)[number]): OutsideStore => ({
    erase: (id) => archive.deletePrefix(`${root}/${id}/`),
    left: async (id) => (await archive.list(`${root}/${id}/`)).length,
  });
  return {
    ...{ store, bare, archive, clock, log },
    bots: async () => botNames(),
    outside: {
      schedules: scheduleStore(config, SCHEDULE_GROUP),
      executions: executionStore(config, STOPPED_MACHINE_ARNS.split(","), store),
      account: accountStore(config, USER_POOL_ID),
      devices: phoneStore(config, store),
      exports: passing("exports"),
      uploads: passing("uploads"),
      key: keyStore(ring),
      ...(await wearablesOf(store, log)),
    },
  };
}
