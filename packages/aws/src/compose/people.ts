import { STSClient } from "@aws-sdk/client-sts";
import type { UserId } from "@waldo/contracts";
import type { Log, Ports } from "@waldo/core/ports";
import { audited } from "@waldo/core/store/audited";
import { readable } from "@waldo/core/store/readable";
import { isErased, remembered, unlessErased } from "@waldo/core/store/unless-erased";
import * as z from "zod";
import { once } from "../once.ts";
import { userScope } from "../user-scope.ts";
import { clientConfig, clock, environment, text } from "./environment.ts";

const People = z.object({
  AGENT_TABLE: text,
  HEALTH_TABLE: text,
  ARCHIVE_BUCKET: text,
  KEY_TABLE: text,
  USER_ROLE_ARN: text,
});

/** Opens the rows and files of one person. */
export const people = once((): ((userId: UserId, log: Log) => Pick<Ports, "store" | "archive">) => {
  const env = environment(People);
  const open = userScope({
    sts: new STSClient(clientConfig()),
    roleArn: env.USER_ROLE_ARN,
    tables: { agent: env.AGENT_TABLE, health: env.HEALTH_TABLE },
    keyTable: env.KEY_TABLE,
    bucket: env.ARCHIVE_BUCKET,
    clock,
    clientConfig: clientConfig(),
  });
  const gone = remembered(clock);
  return (userId, log) => {
    const { store, archive, bare } = open(userId);
    const alive = unlessErased({ store: audited(store), archive }, (id) => gone(id, () => isErased(bare, id)));
    return { store: readable(alive.store, log), archive: alive.archive };
  };
});
