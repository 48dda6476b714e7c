import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { WaldoError } from "@waldo/contracts";
import type { Log, Store } from "@waldo/core/ports";
import { audited } from "@waldo/core/store/audited";
import { readable } from "@waldo/core/store/readable";
import { sealed } from "@waldo/core/store/sealed";
import { isErased, remembered, unlessErased } from "@waldo/core/store/unless-erased";
import * as z from "zod";
import { dynamoStore } from "../dynamo-store.ts";
import { keyTable } from "../key-table.ts";
import { once } from "../once.ts";
import { clientConfig, clock, environment, text } from "./environment.ts";

const Health = z.object({ HEALTH_TABLE: text, KEY_TABLE: text });

/** Returns a store on this process's own credentials, which reach only the health table and the data keys. */
export function healthStore(log: Log): Store {
  const { store } = unlessErased({ store: healthTable(), archive: noArchive }, (id) =>
    gone(id, () => isErased(healthTable(), id)),
  );
  return readable(store, log);
}

const gone = remembered(clock);
const refuse = () => Promise.reject(new WaldoError("IllegalTransition", "this process has no files"));
/** The archive of a process that has no files. */
export const noArchive = { read: refuse, write: refuse, list: refuse, deletePrefix: refuse };

/** Opens the health table without checking rows against their schemas. */
export const healthTable = once((): Store => {
  const { HEALTH_TABLE, KEY_TABLE } = environment(Health);
  const client = new DynamoDBClient(clientConfig());
  const opened = (agent: string) => dynamoStore({ client, tables: { agent, health: HEALTH_TABLE } });
  const ring = keyTable({ store: opened(KEY_TABLE), clock });
  return audited(sealed(opened("no-access-to-the-agent-table"), ring));
});
