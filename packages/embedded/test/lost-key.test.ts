/** A home whose keys are lost, or are those of another home: what is stored must stay as it is until they come back. */
import { cpSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keys, PARTITION } from "@waldo/contracts";
import { digest } from "@waldo/core/digest";
import { afterAll, expect, it } from "vitest";
import { openHome } from "../src/home.ts";
import { waldo } from "./command.ts";

const root = mkdtempSync(join(tmpdir(), "waldo-lost-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const KEY = keys.profile("ana");
const bodyOf = async (at: string) => {
  const { bare, archive } = openHome(at);
  const row = await bare.store.get(KEY);
  bare.store.close();
  return { row, archive: archive !== undefined };
};

async function homeOf(name: string): Promise<string> {
  const at = join(root, name);
  const { whole, archive, store } = openHome(at);
  await whole.transact([{ op: "put", key: KEY, body: { name: "Ana" } }]);
  await archive.write("workspace/ana/today.md", Buffer.from("a page"));
  store.close();
  return at;
}

it("without its key nothing of a person is written", async () => {
  const at = await homeOf("lost");
  const before = await bodyOf(at);
  renameSync(join(at, "keys"), join(root, "kept"));
  const { whole, archive, store } = openHome(at);
  await expect(whole.transact([{ op: "put", key: KEY, body: { name: "over" } }])).rejects.toMatchObject({
    name: "KeyLost",
  });
  await expect(archive.write("workspace/ana/today.md", Buffer.from("over"))).rejects.toMatchObject({
    name: "KeyLost",
  });
  store.close();
  expect(await bodyOf(at)).toEqual(before);
  rmSync(join(at, "keys"), { recursive: true, force: true });
  cpSync(join(root, "kept"), join(at, "keys"), { recursive: true });
  const again = openHome(at);
  expect((await again.whole.get(KEY))?.body).toEqual({ name: "Ana" });
  again.store.close();
});

it("with another key nothing is written over what the first one sealed", async () => {
  const at = await homeOf("mine");
  const other = await homeOf("other");
  const before = await bodyOf(at);
  const [name = ""] = readdirSync(join(other, "keys"));
  cpSync(join(other, "keys", name), join(at, "keys", name));
  const { whole, archive, store } = openHome(at);
  await expect(whole.transact([{ op: "put", key: KEY, body: { name: "over" } }])).rejects.toMatchObject({
    name: "KeyLost",
  });
  await expect(archive.write("workspace/ana/today.md", Buffer.from("over"))).rejects.toMatchObject({
    name: "KeyLost",
  });
  store.close();
  expect(await bodyOf(at)).toEqual(before);
});

it("without its key a person can be erased, with what leads to them from a vendor", async () => {
  const at = await homeOf("erased");
  const { whole, store } = openHome(at);
  const token = { vendorUser: "17", state: "on", tokens: "sealed" };
  await whole.transact([{ op: "put", key: keys.connection("ana", "whoop"), body: token }]);
  await whole.transact([{ op: "put", key: keys.linkedUser("whoop", "17"), body: { userId: "ana" } }]);
  await whole.transact([{ op: "put", key: keys.linkedUser("whoop", "18"), body: { userId: "eve" } }]);
  await whole.transact([{ op: "put", key: keys.profile("eve"), body: { name: "Eve" } }]);
  store.close();
  for (const name of readdirSync(join(at, "keys"))) if (name.startsWith(digest("ana"))) rmSync(join(at, "keys", name));
  const before = await waldo("inbox", "--user", "ana", "--home", at);
  expect([before.status, before.stderr]).toEqual([1, expect.stringMatching(/key of this person is missing/)]);
  const erased = await waldo("privacy", "erase", "--user", "ana", "--yes", "--json", "--home", at);
  expect(JSON.parse(erased.stdout)).toMatchObject({ state: "done", removed: { connections: 1, "rows.agent": 1 } });
  const { bare } = openHome(at);
  expect(bare.store.partitions().sort()).toEqual([
    expect.stringMatching(/^GONE#/),
    PARTITION.agent("eve"),
    PARTITION.vendor("whoop"),
  ]);
  expect((await bare.store.query(keys.linkedUser.all("whoop"))).rows.map(({ key }) => key)).toEqual([
    keys.linkedUser("whoop", "18"),
  ]);
  bare.store.close();
});
