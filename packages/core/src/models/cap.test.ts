/** The cap of a person's day: what they chose, and never more than there is. */
import { keys } from "@waldo/contracts";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { expect, it } from "vitest";
import { openSqliteStore } from "../../../embedded/src/sqlite-store.ts";
import { capOf, DAY_CAP_USD } from "./spend.ts";

it.each([
  [undefined, DAY_CAP_USD],
  [5, 0.05],
  [0, 0],
])("of %s cents is %s dollars", async (modelCentsADay, dollars) => {
  const store = openSqliteStore(":memory:");
  expect(await capOf(store, "me")).toBe(DAY_CAP_USD);
  await store.transact([{ op: "put", key: keys.profile("me"), body: { ...PERSON, modelCentsADay } }]);
  expect(await capOf(store, "me")).toBe(dollars);
});
