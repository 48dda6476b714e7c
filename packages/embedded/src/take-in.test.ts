/** An export is read once, and its row says what it brought. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keys } from "@waldo/contracts";
import { parseColumnMap } from "@waldo/core/health/import/column-map";
import { alreadyTaken, read, takeIn } from "@waldo/core/health/take-in";
import { decideConsent } from "@waldo/core/person/consents";
import { agreeing } from "@waldo/testkit/agreeing";
import { afterAll, expect, test } from "vitest";
import { fileSources, fingerprint } from "./file-source.ts";
import { openSqliteStore } from "./sqlite-store.ts";

const folder = mkdtempSync(join(tmpdir(), "waldo-take-in-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const path = join(folder, "daily.csv");
writeFileSync(path, "date,hrv,asleep\n2026-08-01,50,420\n2026-08-02,52,\n");
const how = { timeZone: "Europe/London", columnMap: parseColumnMap("date=date,hrvRmssdMs=hrv,sleepMinutes=asleep") };

test("an export that was taken in is known from then on, with what it brought", async () => {
  const store = openSqliteStore(":memory:");
  await store.transact([agreeing("me")]);
  const print = await fingerprint(path, how);
  expect(await alreadyTaken(store, "me", print)).toBeUndefined();
  const fresh = await read(await fileSources(path), how);
  await takeIn(store, "me", print, fresh);
  expect(await alreadyTaken(store, "me", print)).toEqual(fresh.taken);
  expect(fresh.taken).toMatchObject({ first: "2026-08-01", last: "2026-08-02", lastNight: "2026-08-01", days: 2 });
});

test("a row that cannot be read counts as unknown, and taking the export in again repairs it", async () => {
  const store = openSqliteStore(":memory:");
  await store.transact([agreeing("me")]);
  const print = await fingerprint(path, how);
  await store.transact([{ op: "put", key: keys.imported("me", print), body: { format: "generic", days: 2 } }]);
  expect(await alreadyTaken(store, "me", print)).toBeUndefined();
  const fresh = await read(await fileSources(path), how);
  await takeIn(store, "me", print, fresh);
  expect(await alreadyTaken(store, "me", print)).toEqual(fresh.taken);
});

test("an export is not taken in before the person agrees, and after they took it back", async () => {
  const store = openSqliteStore(":memory:");
  const fresh = await read(await fileSources(path), how);
  const print = await fingerprint(path, how);
  await expect(takeIn(store, "me", print, fresh)).rejects.toMatchObject({ name: "ConsentNeeded", purpose: "body" });
  expect((await store.query(keys.sourceDay.all("me"))).rows).toEqual([]);
  const ports = { store, clock: { now: () => 1 } };
  await decideConsent(ports, "me", { purpose: "body", given: true });
  await takeIn(store, "me", print, fresh);
  await decideConsent(ports, "me", { purpose: "body", given: false });
  await expect(takeIn(store, "me", print, fresh)).rejects.toMatchObject({ name: "ConsentNeeded" });
});
