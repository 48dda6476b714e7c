import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { HEALTH_ROWS } from "@waldo/contracts";
import type { Log, Store } from "@waldo/core/ports";
import { audited } from "@waldo/core/store/audited";
import { readable } from "@waldo/core/store/readable";
import * as z from "zod";
import { dynamoStore } from "../dynamo-store.ts";
import { once } from "../once.ts";
import { clientConfig, environment, text } from "./environment.ts";

const Health = z.object({ HEALTH_TABLE: text });

/** A store on this process's own credentials, which reach only the health table. */
export function healthStore(log: Log): Store {
  return readable(table(), HEALTH_ROWS, log);
}

const table = once((): Store => {
  const { HEALTH_TABLE } = environment(Health);
  const tables = { agent: "no-access-to-the-agent-table", health: HEALTH_TABLE };
  return audited(dynamoStore({ client: new DynamoDBClient(clientConfig()), tables }));
});
