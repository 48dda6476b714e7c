/** An export is read once, and its row says what it brought. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keys } from "@waldo/contracts";
import { parseColumnMap } from "@waldo/core/health/import/column-map";
import { afterAll, expect, test } from "vitest";
import { openSqliteStore } from "./sqlite-store.ts";
import { alreadyTaken, fingerprint, read, takeIn } from "./take-in.ts";

const folder = mkdtempSync(join(tmpdir(), "waldo-take-in-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const path = join(folder, "daily.csv");
writeFileSync(path, "date,hrv,asleep\n2026-08-01,50,420\n2026-08-02,52,\n");
const how = { timeZone: "Europe/London", columnMap: parseColumnMap("date=date,hrvRmssdMs=hrv,sleepMinutes=asleep") };

test("an export that was taken in is known from then on, with what it brought", async () => {
  const store = openSqliteStore(":memory:");
  const print = await fingerprint(path, how);
  expect(await alreadyTaken(store, "me", print)).toBeUndefined();
  const fresh = await read(path, how);
  await takeIn(store, "me", print, fresh);
  expect(await alreadyTaken(store, "me", print)).toEqual(fresh.taken);
  expect(fresh.taken).toMatchObject({ first: "2026-08-01", last: "2026-08-02", lastNight: "2026-08-01", days: 2 });
});

test("a row that cannot be read counts as unknown, and taking the export in again repairs it", async () => {
  const store = openSqliteStore(":memory:");
  const print = await fingerprint(path, how);
  await store.transact([{ op: "put", key: keys.imported("me", print), body: { format: "generic", days: 2 } }]);
  expect(await alreadyTaken(store, "me", print)).toBeUndefined();
  const fresh = await read(path, how);
  await takeIn(store, "me", print, fresh);
  expect(await alreadyTaken(store, "me", print)).toEqual(fresh.taken);
});
