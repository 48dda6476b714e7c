/** Exports that are sent over the API of one machine. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import {
  callRoute,
  EXPORT_BYTES,
  type ImportJob,
  type ImportView,
  type ImportWanted,
  keys,
  type UploadAddress,
  type WakeInput,
  WaldoError,
} from "@waldo/contracts";
import { personDigest } from "@waldo/core/digest";
import { fixedModels } from "@waldo/core/door/own";
import { findJob, jobWrites } from "@waldo/core/health/import-job";
import { loadDays } from "@waldo/core/health/ledger";
import { decideConsent } from "@waldo/core/person/consents";
import { agreeing } from "@waldo/testkit/agreeing";
import { whoopFile, whoopRow, zipped } from "@waldo/testkit/made-up-exports";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { composeWorld } from "../src/compose.ts";
import { type Home, openHome } from "../src/home.ts";
import { offlineComposer } from "../src/offline-composer.ts";
import { localImports } from "../src/serve/imports.ts";
import { startServer } from "../src/serve/server.ts";
import { NIGHTS_MAP, nightRows, nightsCsv } from "./made-up-nights.ts";

const root = mkdtempSync(join(tmpdir(), "waldo-imports-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

const NIGHTS = new URL("../../../data/whoop-year.csv", import.meta.url);
const export_ = () => zipped({ "my_whoop_data/physiological_cycles.csv": readFileSync(NIGHTS) });

const crcOf = (file: Uint8Array | string) => crc32(file).toString(16).padStart(8, "0");

let homes = 0;
type House = {
  readonly room?: number;
  readonly agrees?: boolean;
  readonly left?: string;
  /** How often the database is held by another process when an export is to be written. */
  readonly busy?: number;
  readonly onWake?: (home: Home) => Promise<void>;
};

async function house({ room, agrees = true, left, busy = 0, onWake }: House = {}) {
  const path = join(root, `home-${++homes}`);
  const uploads = join(path, "uploads");
  if (left !== undefined) {
    mkdirSync(uploads, { recursive: true });
    writeFileSync(join(uploads, left), "nights");
  }
  const home = openHome(path);
  const world = composeWorld(home, Date.now(), offlineComposer());
  await home.store.transact([{ op: "put", key: keys.profile("me"), body: PERSON }]);
  if (agrees) await home.store.transact([agreeing("me")]);
  const wakes: WakeInput[] = [];
  const startWake = async (_: string, input: WakeInput) => {
    wakes.push(input);
    await onWake?.(home);
  };
  const { clock, log } = world;
  let held = busy;
  const atomically: typeof home.store.atomically = (work) =>
    held-- > 0 ? Promise.reject(new WaldoError("StoreUnavailable", "busy")) : home.store.atomically(work);
  const imports = localImports(
    { ...home, store: { ...home.store, atomically } },
    { clock, log, startWake, ...(room === undefined ? {} : { room: () => room }) },
  );
  const ports = { approvalKey: new Uint8Array(32), startWake, models: fixedModels(null), push: {}, imports };
  const server = await startServer({ ...world, ...ports }, "me", 0, home.store);
  const stop = async () => {
    await Promise.all([server.stop(), imports.stop()]);
  };
  open.push(async () => {
    await stop();
    home.store.close();
  });
  const entered = await fetch(await server.link(), { redirect: "manual" });
  const cookie = (entered.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const asked = (sent: Request) =>
    fetch(new Request(sent, { headers: { ...Object.fromEntries(sent.headers), cookie } }));
  const begin = (id: string, file: Uint8Array | string, more: Partial<ImportWanted> = {}) => {
    const said = { name: "export.zip", bytes: Buffer.byteLength(file), crc32: crcOf(file), timeZone: "Europe/London" };
    return callRoute(asked, server.origin, "startImport", { key: id, body: { ...said, ...more } });
  };
  const finish = (id: string) => callRoute(asked, server.origin, "finishImport", { params: { id } });
  const put = async ({ url, method, headers }: UploadAddress, file: Uint8Array | string) => {
    const body = new Blob([Buffer.from(file)]);
    const sent = await asked(new Request(new URL(url, server.origin), { method, headers, body }));
    if (!sent.ok) throw Object.assign(new Error(), await sent.json());
  };
  /** Does what a client does: begins, sends the file where it was told to, and says that it is done. */
  const send = async (id: string, file: Uint8Array | string, more?: Partial<ImportWanted>) => {
    const { upload } = await begin(id, file, more);
    if (upload) await put(upload, file);
    return finish(id);
  };
  const look = (id: string) => callRoute(asked, server.origin, "imported", { params: { id } });
  const ended = async (id: string): Promise<ImportView> => {
    await expect.poll(async () => (await look(id)).state).toMatch(/done|refused/);
    return look(id);
  };
  const bring = async (id: string, ...file: [Uint8Array | string, Partial<ImportWanted>?]) => {
    await send(id, ...file);
    return ended(id);
  };
  /** Begins to send a file without its body. */
  const sending = (id: string, headers: Record<string, string | number>) =>
    request(`${server.origin}/v1/imports/${id}/file`, { method: "PUT", headers: { cookie, ...headers } });
  const days = async () => (await loadDays(home.store, "me", "0000-01-01", "9999-12-30")).length;
  return { home, world, imports, uploads, wakes, stop, begin, put, sending, send, finish, look, ended, bring, days };
}

/** Resolves with the status of the answer. */
const statusOf = (sent: ReturnType<typeof request>) =>
  new Promise<number | undefined>((resolve, reject) => {
    sent.on("response", (answer) => resolve(answer.resume().statusCode)).on("error", reject);
  });

describe("an export", () => {
  it("is taken in, scored and told to the agent once, with the oldest day that came", async () => {
    const { home, uploads, wakes, send, ended, days } = await house();
    expect(await send("import-1", export_())).toMatchObject({ id: "import-1", bytes: export_().length });
    const { state, percent, taken } = await ended("import-1");
    expect([state, percent]).toEqual(["done", 100]);
    expect(taken).toMatchObject({ format: "whoop", isKnown: false, days: await days() });
    expect(await days()).toBeGreaterThan(300);
    expect(wakes).toEqual([expect.objectContaining({ userId: "me", job: "sync", settled: true, from: taken?.first })]);
    expect(readdirSync(uploads)).toEqual([]);
    expect(statSync(uploads).mode & 0o777).toBe(0o700);
    expect((await home.store.query(keys.imported.all("me"))).rows).toHaveLength(1);
  });

  it("of a person who was erased while it was read leaves no open file, and an erasure closes one that waits", async () => {
    const marked = { state: "marked", markedAt: 1, removed: {} };
    const onWake = (home: Home) =>
      home.bare.store.transact([{ op: "put", key: keys.gone(personDigest("me")), body: marked }]);
    const reading = await house({ onWake });
    await reading.send("import-1", export_());
    await expect.poll(() => reading.wakes.length).toBe(1);
    await expect.poll(() => reading.imports.uploads.left("me")).toBe(0);
    const { imports, begin, put } = await house();
    const { upload } = await begin("import-1", export_());
    if (upload) await put(upload, export_());
    expect([await imports.uploads.left("me"), await imports.uploads.left("ana")]).toEqual([1, 0]);
    expect([await imports.uploads.erase("me"), await imports.uploads.erase("me")]).toEqual([1, 0]);
    expect(await imports.shelf.open("me", { id: "import-1" } as ImportJob)).toBeUndefined();
  });

  it("that was taken in before changes nothing, and says so", async () => {
    const { home, bring, days } = await house();
    const first = await bring("import-1", export_());
    const rows = async () => (await home.store.query(keys.sourceDay.all("me"))).rows.map(({ version }) => version);
    const before = await rows();
    const again = await bring("import-2", export_(), { name: "another-name.zip" });
    expect(again).toMatchObject({ state: "done", taken: { ...first.taken, isKnown: true } });
    expect([await rows(), await days()]).toEqual([before, first.taken?.days]);
  });

  it("is taken in also when the database is busy for a while", async () => {
    const { bring, days } = await house({ busy: 2 });
    expect(await bring("import-1", export_())).toMatchObject({ state: "done", taken: { isKnown: false } });
    expect(await days()).toBeGreaterThan(300);
  });

  it("of another device is read with a column map; without one it is refused with what to do", async () => {
    const { bring, days } = await house();
    const csv = nightsCsv(nightRows());
    expect(await bring("import-1", csv, { name: "n.csv" })).toMatchObject({ state: "refused", why: /n\.csv/ });
    expect(await days()).toBe(0);
    expect(await bring("import-2", csv, { name: "n.csv", map: NIGHTS_MAP })).toMatchObject({ state: "done" });
    for (const more of [{ map: "nothing=at-all" }, { timeZone: "Mars/Olympus" }, { crc32: "12" }])
      await expect(bring("import-3", csv, more)).rejects.toMatchObject({ error: "InvalidInput" });
  });

  it("of another person is refused, and the home stays as it was", async () => {
    const { bring, days, wakes } = await house();
    const map = { name: "n.csv", map: NIGHTS_MAP };
    await bring("import-1", nightsCsv(nightRows({ days: 60 })), map);
    const other = nightRows({ days: 60, person: 2 });
    expect(await bring("import-2", nightsCsv(other), map)).toMatchObject({
      state: "refused",
      why: expect.stringMatching(/^these are another person's nights, [^-]*$/),
    });
    expect([await days(), wakes.length]).toEqual([60, 1]);
  });

  it.each([
    ["a picture", Buffer.from("\x89PNG\r\n\x1a\n0000000000"), /export\.zip/],
    ["nothing", "", /empty/],
    ["a zip that is cut short", export_().subarray(0, 2000), /damaged or cut short/],
    ["a zip with a flipped byte", export_().with(900, 7), /export\.zip.*(damaged|download it again)/],
    ["a damaged row", whoopFile(whoopRow(), "2024-13-77"), /:3/],
  ])("that is %s is refused with why, stores nothing and wakes nobody", async (_, file, why) => {
    const { bring, days, wakes, uploads } = await house();
    expect(await bring("import-1", file)).toMatchObject({ state: "refused", why: expect.stringMatching(why) });
    expect([await days(), wakes, readdirSync(uploads)]).toEqual([0, [], []]);
  });
});

describe("an export that a process reads", () => {
  const reading = async (until: number, isThere = true) => {
    const at = await house();
    const file = export_();
    const { upload } = await at.begin("import-1", file);
    const { row, job } = (await findJob(at.home.store, "me")) ?? {};
    if (!job || !upload) throw new Error("it has not begun");
    if (isThere) await at.put(upload, file);
    const later: ImportJob = { ...job, state: "reading", until };
    await at.home.store.transact(jobWrites("me", row, later, Date.now()));
    return { ...at, file };
  };

  it("goes before another one, and is not received again", async () => {
    const { begin, file } = await reading(Date.now() + 60_000);
    await expect(begin("import-2", file)).rejects.toMatchObject({ error: "TooMany" });
    expect(await begin("import-1", file)).not.toHaveProperty("upload");
  });

  it("and whose file went with a killed process stands in the way of no other one", async () => {
    const { bring, file } = await reading(Date.now() + 60_000, false);
    expect(await bring("import-2", file)).toMatchObject({ state: "done" });
  });

  it("and that ended with its process is shown as broken off, and read when it is asked for again", async () => {
    const { look, finish, ended } = await reading(Date.now() - 1);
    expect(await look("import-1")).toMatchObject({ state: "refused", why: expect.stringMatching(/broken off/) });
    expect(await finish("import-1")).toMatchObject({ state: "reading" });
    expect(await ended("import-1")).toMatchObject({ state: "done" });
  });
});

describe("before anything is received", () => {
  it("a person who does not agree is asked, and one who is not signed in is sent away", async () => {
    const { send, days, sending, look } = await house({ agrees: false });
    await expect(send("import-1", export_())).rejects.toMatchObject({ error: "ConsentNeeded" });
    await expect(look("import-1")).rejects.toMatchObject({ error: "NotFound" });
    expect(await days()).toBe(0);
    expect(await statusOf(sending("import-1", { cookie: "", "content-length": 2 }).end("ab"))).toBe(401);
  });

  it("a file that is too large, was not announced, has no length or another one, or finds no room is refused", async () => {
    const { begin, sending, send } = await house({ room: 17_000_000 });
    await expect(begin("import-1", "ab", { bytes: EXPORT_BYTES + 1 })).rejects.toMatchObject({ error: "TooLarge" });
    expect(await statusOf(sending("import-1", { "content-length": 2 }).end("ab"))).toBe(404);
    await begin("import-1", "ab");
    expect(await statusOf(sending("import-1", { "content-length": 3 }).end("abc"))).toBe(400);
    expect(await statusOf(sending("import-1", { "transfer-encoding": "chunked" }).end("ab"))).toBe(400);
    await expect(send("import-2", Buffer.alloc(400_000))).rejects.toMatchObject({
      error: "Unavailable",
      message: expect.stringMatching(/no room/),
    });
  });
});

describe("a file on its way", () => {
  const half = async () => {
    const at = await house();
    const file = export_();
    await at.begin("import-1", file);
    const sent = at.sending("import-1", { "content-length": file.length });
    const status = statusOf(sent);
    status.catch(() => {});
    sent.write(file.subarray(0, 3000));
    await expect.poll(() => at.look("import-1")).toMatchObject({ state: "receiving", bytes: 3000 });
    return { ...at, file, sent, status };
  };

  it("has no name on the disk, so a process that dies leaves nothing", async () => {
    const { uploads, sent, file, status, finish, ended } = await half();
    expect(readdirSync(uploads)).toEqual([]);
    await expect(finish("import-1")).rejects.toMatchObject({ message: expect.stringMatching(/has not come/) });
    sent.end(file.subarray(3000));
    expect(await status).toBe(200);
    await finish("import-1");
    expect(await ended("import-1")).toMatchObject({ state: "done" });
  });

  it("that breaks off is not read, and can be sent again under the same id", async () => {
    const { sent, look, finish, bring, days, file, wakes } = await half();
    sent.destroy();
    await expect.poll(() => look("import-1")).toMatchObject({ state: "receiving", bytes: 0 });
    await expect(finish("import-1")).rejects.toMatchObject({ error: "InvalidInput" });
    expect([await days(), wakes]).toEqual([0, []]);
    expect(await bring("import-1", file)).toMatchObject({ state: "done" });
  });

  it("that is changed on its way is not read", async () => {
    const { send, look, days } = await house();
    const wrong = send("import-1", export_(), { crc32: "00000000" });
    await expect(wrong).rejects.toMatchObject({ error: "InvalidInput", message: expect.stringMatching(/changed/) });
    expect([(await look("import-1")).state, await days()]).toEqual(["receiving", 0]);
  });

  it("gives way to another one, and the same file that was taken in is known", async () => {
    const { sent, bring, send, look, file, wakes } = await half();
    sent.on("error", () => {});
    expect(await bring("import-2", file)).toMatchObject({ state: "done" });
    await expect(look("import-1")).rejects.toMatchObject({ error: "NotFound" });
    expect(await send("import-2", file)).toMatchObject({ state: "done" });
    expect(wakes).toHaveLength(1);
  });

  it("gives way to another file of the same id, which is the one that is read", async () => {
    const { begin, put, bring, finish } = await house();
    const first = nightsCsv(nightRows());
    const { upload } = await begin("import-1", first, { name: "n.csv", map: NIGHTS_MAP });
    if (upload) await put(upload, first);
    await begin("import-1", export_());
    await expect(finish("import-1")).rejects.toMatchObject({ message: expect.stringMatching(/has not come/) });
    expect(await bring("import-1", export_())).toMatchObject({ state: "done", taken: { format: "whoop" } });
  });

  it("ends with the server, and nothing is stored", async () => {
    const { stop, days, wakes, uploads } = await half();
    await stop();
    expect([await days(), wakes, readdirSync(uploads)]).toEqual([0, [], []]);
  });

  it("is not stored when the person takes the consent back meanwhile", async () => {
    const { home, world, sent, status, file, finish, look, days } = await half();
    await decideConsent({ store: home.store, clock: world.clock }, "me", { purpose: "body", given: false });
    sent.end(file.subarray(3000));
    await status;
    await expect(finish("import-1")).rejects.toMatchObject({ error: "ConsentNeeded" });
    expect(await look("import-1")).toMatchObject({ state: "receiving", bytes: 0 });
    expect(await days()).toBe(0);
  });
});

it("a name that a dead process left goes at the next start", async () => {
  const { uploads, bring } = await house({ left: "half-a-file" });
  await bring("import-1", export_());
  expect(readdirSync(uploads)).toEqual([]);
});
