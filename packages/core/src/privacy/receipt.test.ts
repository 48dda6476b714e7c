/** From when on an erasure is final: as soon as no backup holds the data key any more. */
import { type Erasure, keys, RETENTION_DAYS } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { expect, it } from "vitest";
import { personDigest } from "../digest.ts";
import { HOUR_MS } from "../time.ts";
import { receiptOf } from "./erase.ts";

const RECEIPT = personDigest("ana");

it.each([
  ["where the table of keys has a backup, a day after its end", ["backups", "keyBackups"], 24],
  ["where no key has a copy, at its end", [], 0],
] as const)("%s", async (_, stays, hours) => {
  const store = openSqliteStore(":memory:");
  const write = (erasure: Erasure) => store.transact([{ op: "put", key: keys.gone(RECEIPT), body: erasure }]);
  await write({ state: "erasing", markedAt: 1, removed: {} });
  expect(await receiptOf(store, RECEIPT, stays)).not.toHaveProperty("finalAt");
  await write({ state: "done", markedAt: 1, endedAt: 1000, removed: {} });
  const receipt = await receiptOf(store, RECEIPT, stays);
  expect(receipt?.finalAt).toBe(1000 + hours * HOUR_MS);
  expect(receipt?.agesOut.map(({ what, days }) => [what, days])).toEqual(
    stays.map((what) => [what, RETENTION_DAYS[what]]),
  );
  store.close();
});
