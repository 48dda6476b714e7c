import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { STSClient } from "@aws-sdk/client-sts";
import type { UserId } from "@waldo/contracts";
import type { ReadingsPorts } from "@waldo/core/door/readings";
import type { Log } from "@waldo/core/ports";
import { audited } from "@waldo/core/store/audited";
import { readable } from "@waldo/core/store/readable";
import { sealed } from "@waldo/core/store/sealed";
import { isErased, unlessErased } from "@waldo/core/store/unless-erased";
import * as z from "zod";
import { dynamoStore } from "../dynamo-store.ts";
import { keyTable } from "../key-table.ts";
import { once } from "../once.ts";
import { perPerson } from "../person-session.ts";
import { clientConfig, clock, environment, text } from "./environment.ts";
import { noArchive } from "./health-store.ts";

const Readings = z.object({ HEALTH_TABLE: text, KEY_TABLE: text, USER_ROLE_ARN: text });

/** Opens the health rows of one person: as the table holds them, and opened with the person's key. */
const open = once(() => {
  const { HEALTH_TABLE, KEY_TABLE, USER_ROLE_ARN } = environment(Readings);
  const options = { sts: new STSClient(clientConfig()), roleArn: USER_ROLE_ARN, clock };
  return perPerson(options, (credentials) => {
    const client = new DynamoDBClient({ ...clientConfig(), credentials });
    const table = (agent: string) => dynamoStore({ client, tables: { agent, health: HEALTH_TABLE } });
    const bare = table("no-access-to-the-agent-table");
    return { bare, store: sealed(bare, keyTable({ store: table(KEY_TABLE), clock })) };
  });
});

/**
 * Returns the ports of the function that answers a person from their own readings. It holds no agent, no model and no
 * channel (R7, R8), and its session reaches only the health of this person (R12).
 */
export function readingsPorts(userId: UserId, log: Log): ReadingsPorts {
  const { bare, store } = open()(userId);
  const alive = unlessErased({ store: audited(store), archive: noArchive }, (id) => isErased(bare, id));
  return { store: readable(alive.store, log), clock };
}
