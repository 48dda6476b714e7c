/** The right to use people's data keys, for a function with its own credentials. */

import { keyPartition } from "@waldo/contracts";
import type { Data } from "./data.ts";
import type { Lambda } from "./lambda.ts";
import { leading } from "./leading.ts";

/**
 * Lets the function find the keys of all people. It reaches the health table and nothing of the agent, so a key opens no
 * more than it may read. `make`: it may be the first that writes anything of a person, so it may also write a key. IAM
 * cannot see whether a row is there, so that no key is written over is the condition of that write (aws/key-table.ts).
 */
export function usesDataKeys(of: Lambda, { keyTable }: Data, use: "find" | "make"): void {
  const actions = ["dynamodb:GetItem", ...(use === "make" ? ["dynamodb:UpdateItem"] : [])];
  of.allow("UseDataKeys", actions, [keyTable.tableArn], leading([keyPartition("*")]));
}
