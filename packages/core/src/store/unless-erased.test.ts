import { keys } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { memoryArchive } from "@waldo/testkit/memory-archive";
import { expect, it } from "vitest";
import { personDigest } from "../digest.ts";
import { isErased, REMEMBERED_MS, remembered, unlessErased } from "./unless-erased.ts";

async function withTombstoneOf(userId: string) {
  const bare = openSqliteStore(":memory:");
  const erasure = { state: "marked", markedAt: 1, removed: {} };
  await bare.transact([{ op: "put", key: keys.gone(personDigest(userId)), body: erasure }]);
  const files = memoryArchive();
  return { bare, files, ...unlessErased({ store: bare, archive: files }, (id) => isErased(bare, id)) };
}
const gone = { name: "Erased", next: "stop" };

it("refuses a row of any partition and an object of any root of an erased person, and writes nothing of the rest", async () => {
  const { bare, files, store, archive } = await withTombstoneOf("me");
  for (const key of [keys.task("me", "a"), keys.sourceDay("me", "2026-01-01", "whoop"), keys.crs("me", "2026-01-01")]) {
    const both = [keys.task("mo", "a"), key].map((one) => ({ op: "put", key: one, body: {} }) as const);
    await expect(store.transact(both)).rejects.toMatchObject(gone);
    expect(await bare.get(keys.task("mo", "a"))).toBeUndefined();
  }
  for (const root of ["workspace", "archive", "index", "spill"])
    await expect(archive.write(`${root}/me/a.md`, new Uint8Array(1))).rejects.toMatchObject(gone);
  expect(await files.list("")).toEqual([]);
});

it("lets everybody else write, bots among them, and lets what is there of an erased person be read and deleted", async () => {
  const { bare, store, archive } = await withTombstoneOf("me");
  await bare.transact([{ op: "put", key: keys.heard("me", "run-1"), body: { text: "x" } }]);
  for (const key of [keys.task("me2", "a"), keys.botChat("me", "42"), keys.botPace("me", "all")])
    await store.transact([{ op: "put", key, body: {} }]);
  await archive.write("workspace/me2/a.md", new Uint8Array(1));
  expect((await store.get(keys.heard("me", "run-1")))?.body).toEqual({ text: "x" });
  expect((await store.query(keys.heard.all("me"))).rows).toHaveLength(1);
  await store.transact([{ op: "delete", key: keys.heard("me", "run-1") }]);
  expect(await bare.get(keys.heard("me", "run-1"))).toBeUndefined();
});

it("remembers for five minutes that somebody is not gone, and asks each time about somebody who is", async () => {
  let now = 1_000;
  let asked = 0;
  const isGone = remembered({ now: () => now });
  const ask = (answer: boolean) => async () => {
    asked++;
    return answer;
  };
  for (let i = 0; i < 3; i++) expect(await isGone("me", ask(false))).toBe(false);
  expect(await isGone("mo", ask(true))).toBe(true);
  expect(asked).toBe(2);
  now += REMEMBERED_MS - 1;
  expect(await isGone("me", ask(true))).toBe(false);
  now += 1;
  expect(await isGone("me", ask(true))).toBe(true);
  expect(await isGone("me", ask(true))).toBe(true);
  expect(asked).toBe(4);
});
