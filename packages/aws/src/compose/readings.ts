import { STSClient } from "@aws-sdk/client-sts";
import type { UserId } from "@waldo/contracts";
import type { ReadingPorts } from "@waldo/core/ask/lookup";
import type { Log } from "@waldo/core/ports";
import { readable } from "@waldo/core/store/readable";
import { isErased, remembered, unlessErased } from "@waldo/core/store/unless-erased";
import * as z from "zod";
import { once } from "../once.ts";
import { userScope } from "../user-scope.ts";
import { clientConfig, clock, environment, text } from "./environment.ts";

const Readings = z.object({ HEALTH_TABLE: text, KEY_TABLE: text, ARCHIVE_BUCKET: text, USER_ROLE_ARN: text });

/** Opens the rows of health of one person. */
const open = once(() => {
  const env = environment(Readings);
  const scope = userScope({
    sts: new STSClient(clientConfig()),
    roleArn: env.USER_ROLE_ARN,
    tables: { agent: "no-access-to-the-agent-table", health: env.HEALTH_TABLE },
    keyTable: env.KEY_TABLE,
    bucket: env.ARCHIVE_BUCKET,
    clock,
    clientConfig: clientConfig(),
  });
  const gone = remembered(clock);
  return (userId: UserId, log: Log) => {
    const { bare, open: store, archive } = scope(userId);
    const checked = unlessErased({ store, archive }, (id) => gone(id, () => isErased(bare, id)));
    return readable(checked.store, log);
  };
});

/** Returns the ports of a question about readings. Their session reads the health of one person, and writes nothing. */
export function readingPorts(userId: UserId, log: Log): ReadingPorts {
  return { store: open()(userId, log), clock };
}
