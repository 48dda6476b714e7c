import { capacityContract } from "@waldo/testkit/capacity-contract";
import { storeContract } from "@waldo/testkit/store-contract";
import { openSqliteStore } from "./sqlite-store.ts";

storeContract("SQLite in memory", async () => {
  const store = openSqliteStore(":memory:");
  return { store, close: () => store.close() };
});

capacityContract("SQLite", async (meter) => {
  const store = openSqliteStore(":memory:", { meter });
  return { store, close: () => store.close() };
});
