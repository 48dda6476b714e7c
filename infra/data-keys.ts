/** The right to use people's data keys, for a function that works on its own credentials. */

import { keyPartition } from "@waldo/contracts";
import type { Data } from "./data.ts";
import type { Lambda } from "./lambda.ts";
import { leading } from "./leading.ts";

/**
 * Lets the function find and make the keys of all people. It reaches the health table and nothing of the agent, so a key
 * opens no more than it may read.
 */
export function usesDataKeys(of: Lambda, { keyTable }: Data): void {
  const actions = ["dynamodb:GetItem", "dynamodb:UpdateItem"];
  of.allow("UseDataKeys", actions, [keyTable.tableArn], leading([keyPartition("*")]));
}
