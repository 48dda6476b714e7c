/** The tables and attributes of the DynamoDB store, and their creation on a local engine. */

import { CreateTableCommand, type DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { TABLES, type Table } from "@waldo/contracts";

/** The name of each table in one deployment. */
export type TableNames = Readonly<Record<Table, string>>;

/** The attributes of every item: the two key parts, the version, the body, and the expiry in epoch seconds. */
export const ATTRIBUTES = { pk: "pk", sk: "sk", version: "v", body: "b", expiry: "ttl" } as const;

/**
 * Creates both tables with the keys of the deployed stack. Only a local engine needs this function; on AWS the stack
 * creates the tables, and switches their expiry on. Here it stays off: an engine sweeps by the clock of the machine, and
 * would delete the items of a test that runs on another day.
 */
export async function createTables(client: DynamoDBClient, names: TableNames): Promise<void> {
  for (const table of TABLES) {
    await client.send(
      new CreateTableCommand({
        TableName: names[table],
        BillingMode: "PAY_PER_REQUEST",
        KeySchema: [
          { AttributeName: ATTRIBUTES.pk, KeyType: "HASH" },
          { AttributeName: ATTRIBUTES.sk, KeyType: "RANGE" },
        ],
        AttributeDefinitions: [
          { AttributeName: ATTRIBUTES.pk, AttributeType: "S" },
          { AttributeName: ATTRIBUTES.sk, AttributeType: "S" },
        ],
      }),
    );
  }
}
