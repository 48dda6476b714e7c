/** Export and erasure over the API of one machine. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keys } from "@waldo/contracts";
import { personDigest } from "@waldo/core/digest";
import { fixedModels } from "@waldo/core/door/own";
import { saveDays } from "@waldo/core/health/ledger";
import { findProfile } from "@waldo/core/person/profile";
import type { Channel, Log } from "@waldo/core/ports";
import { type OutsideStore, receiptOf } from "@waldo/core/privacy/erase";
import { OUTSIDE } from "@waldo/core/privacy/everything";
import { PERSON, syntheticDays } from "@waldo/testkit/synthetic-person";
import { afterAll, afterEach, expect, it } from "vitest";
import { composeWorld } from "../src/compose.ts";
import { openHome } from "../src/home.ts";
import { offlineComposer } from "../src/offline-composer.ts";
import { erasurePorts } from "../src/privacy/erasure.ts";
import { localPrivacy } from "../src/privacy/serve-privacy.ts";
import { type Server, startServer } from "../src/serve/server.ts";
import { waldo } from "./command.ts";

const root = mkdtempSync(join(tmpdir(), "waldo-serve-privacy-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let server: Server | undefined;
afterEach(async () => server?.stop());

const none: OutsideStore = { erase: async () => 0, left: async () => 0 };

async function house(name: string, telegram?: Channel) {
  const home = openHome(join(root, name));
  const faults: string[] = [];
  const log: Log = (level, event) => void (level === "error" && faults.push(event));
  const composed = composeWorld(home, Date.now(), offlineComposer());
  const world = { ...composed, log, ...(telegram ? { channels: { telegram } } : {}) };
  const profile = telegram ? { ...PERSON, channels: { telegramChatId: "42" } } : PERSON;
  if (!(await findProfile(home.store, "me"))) {
    await home.store.transact([{ op: "put", key: keys.profile("me"), body: profile }]);
    await saveDays(home.store, "me", syntheticDays("2026-10-30", 20, 1));
  }
  const { stop: finish, ...privacy } = await localPrivacy(home, world, none);
  const ports = { approvalKey: new Uint8Array(32), startWake: async () => {}, models: fixedModels(null), push: {} };
  server = await startServer({ ...world, ...ports, ...privacy }, "me", 0, home.store);
  const { origin } = server;
  const entered = await fetch(await server.link(), { redirect: "manual" });
  const cookie = (entered.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  let requests = 0;
  const ask = async (method: string, path: string, body?: object) => {
    requests += 1;
    const headers = { cookie, "content-type": "application/json", "idempotency-key": `request-${requests}` };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${origin}${path}`, { method, headers, ...sent });
    return {
      status: answer.status,
      value: (await answer.json()) as { link: string; until: number; receiptId: string },
    };
  };
  return { home, origin, ask, faults, privacy, finish };
}

it("an export is made, its link works without a session, and the zip makes a home of its own", async () => {
  const { home, origin, ask } = await house("one");
  expect((await ask("GET", "/v1/me/export")).value).toEqual({ state: "none" });
  expect(await ask("POST", "/v1/me/export", {})).toMatchObject({ status: 202, value: { state: "running" } });
  await expect.poll(async () => (await ask("GET", "/v1/me/export")).value).toMatchObject({ state: "ready" });
  const { link, until } = (await ask("GET", "/v1/me/export")).value;
  expect(until - Date.now()).toBeGreaterThan(23 * 3_600_000);
  const zip = await fetch(`${origin}${link}`);
  expect(zip.headers.get("content-disposition")).toMatch(/waldo-me-\d{4}-\d\d-\d\d\.zip/);
  const file = join(root, "copy.zip");
  writeFileSync(file, Buffer.from(await zip.arrayBuffer()));
  const taken = await waldo("privacy", "import", file, "--home", join(root, "copy"), "--json");
  expect(JSON.parse(taken.stdout)).toMatchObject({ userId: "me", rows: expect.any(Number) });
  for (const odd of [`${link}x`, `/v1/exports/${"x".repeat(22)}me`, "/v1/exports/me"])
    expect((await fetch(`${origin}${odd}`)).status, odd).toBe(404);
  home.store.close();
});

it("two exports at once are one, and two commands write two files", async () => {
  const { home, faults, privacy, finish } = await house("at-once");
  await Promise.all([privacy.privacy.startExport("me"), privacy.privacy.startExport("me")]);
  await finish();
  expect([faults, readdirSync(join(root, "at-once", "exports"))]).toEqual([[], ["me.zip"]]);
  expect((await home.store.get(keys.exportJob("me")))?.version).toBe(1);
  home.store.close();
  const command = () => waldo("privacy", "export", join(root, "zips"), "--home", join(root, "at-once"));
  expect((await Promise.all([command(), command()])).map(({ status }) => status)).toEqual([0, 0]);
  expect(readdirSync(join(root, "zips"))).toEqual([expect.stringMatching(/^waldo-me-.*\.zip$/)]);
});

it("a start keeps an export for as long as its link works, and removes the others and what was not finished", async () => {
  const before = await house("again");
  const folder = join(root, "again", "exports");
  await before.ask("POST", "/v1/me/export", {});
  await expect.poll(async () => (await before.ask("GET", "/v1/me/export")).value).toMatchObject({ state: "ready" });
  const { link } = (await before.ask("GET", "/v1/me/export")).value;
  for (const name of ["ana.zip", "me.zip.half", "me.zip.half.1"]) writeFileSync(join(folder, name), "left");
  await server?.stop();
  before.home.store.close();
  const { home, origin } = await house("again");
  expect(readdirSync(folder)).toEqual(["me.zip"]);
  expect((await fetch(`${origin}${link}`)).status).toBe(200);
  const ending = { state: "ready", at: 1, secret: "x".repeat(22), until: Date.now() + 1000 };
  await home.store.transact([{ op: "put", key: keys.exportJob("me"), body: ending }]);
  await server?.stop();
  home.store.close();
  const after = await house("again");
  await expect.poll(() => readdirSync(folder)).toEqual([]);
  after.home.store.close();
});

it("an erasure does not wait for a chat that does not answer", async () => {
  const silent: Channel = { name: "telegram", send: () => new Promise(() => {}) };
  const { home, origin, ask } = await house("silent", silent);
  const { status, value } = await ask("DELETE", "/v1/me", { confirm: "erase everything" });
  expect(status).toBe(202);
  const receipt = async () => (await fetch(`${origin}/v1/erasures/${value.receiptId}`)).json();
  await expect.poll(receipt).toMatchObject({ state: "done" });
  home.store.close();
});

it("an erasure on one machine reaches all that is outside of rows, apart from what only AWS has", async () => {
  const { home } = await house("reach");
  const onlyThere = ["schedules", "executions", "account", "devices"];
  // The links of chats are rows of the bots.
  const reached = Object.keys(erasurePorts(home, none).outside);
  expect([...reached, ...onlyThere, "links"].sort()).toEqual(Object.keys(OUTSIDE).sort());
  home.store.close();
});

it("an erasure that a process left goes on at the next start, and until then nobody says that it is done", async () => {
  const { home, ask } = await house("left");
  expect((await ask("DELETE", "/v1/me", { confirm: "erase everything" })).status).toBe(202);
  // The process is killed while the machine waits.
  home.store.close();
  const args = ["--home", join(root, "left")];
  const told = await waldo("tasks", "add", "feed", "the", "cat", ...args);
  expect(told).toMatchObject({ status: 1, stderr: expect.stringMatching(/was erased, or is being erased/) });
  const open = openHome(join(root, "left"));
  expect(open.bare.store.partitions().some((pk) => pk.endsWith("#me"))).toBe(true);
  expect((await waldo("live", ...args)).stderr).toMatch(/erasure of me was begun and did not end\. It goes on now\./);
  expect(open.bare.store.partitions().every((pk) => pk.startsWith("GONE#"))).toBe(true);
  expect(await receiptOf(open.bare.store, personDigest("me"), [])).toMatchObject({ state: "done" });
  open.store.close();
});

it("an erasure needs its phrase; its receipt needs no session; the file of an export goes along", async () => {
  const { home, origin, ask } = await house("two");
  await ask("POST", "/v1/me/export", {});
  await expect.poll(async () => (await ask("GET", "/v1/me/export")).value).toMatchObject({ state: "ready" });
  const { link } = (await ask("GET", "/v1/me/export")).value;
  expect(existsSync(join(root, "two", "exports", "me.zip"))).toBe(true);
  // The remains of an export that was interrupted while it was written.
  writeFileSync(join(root, "two", "exports", "me.zip.half"), "cut off");
  for (const body of [undefined, {}, { confirm: "yes" }])
    expect((await ask("DELETE", "/v1/me", body)).status).toBe(400);
  expect((await ask("GET", "/v1/me")).status).toBe(200);
  const { status, value } = await ask("DELETE", "/v1/me", { confirm: "erase everything" });
  expect(status).toBe(202);
  const receipt = async () => (await fetch(`${origin}/v1/erasures/${value.receiptId}`)).json();
  await expect.poll(receipt).toMatchObject({ state: "done", removed: { exports: 2, "rows.raw": 20 } });
  expect(JSON.stringify(await receipt())).not.toContain('"me"');
  expect((await ask("GET", "/v1/me")).status).toBe(401);
  expect((await fetch(`${origin}${link}`)).status).toBe(404);
  expect((await fetch(`${origin}/v1/erasures/${"0".repeat(32)}`)).status).toBe(404);
  expect(home.bare.store.partitions().every((pk) => pk.startsWith("GONE#"))).toBe(true);
  expect(readdirSync(join(root, "two", "exports"))).toEqual([]);
  home.store.close();
});
