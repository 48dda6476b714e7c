/** The store on a file: several connections and processes, and faults of the file or its disk. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, open, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { storeContract } from "@waldo/testkit/store-contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSqliteStore, type SqliteStore } from "./sqlite-store.ts";

const storeUrl = new URL("./sqlite-store.ts", import.meta.url).href;
let folder: string;
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "waldo-sqlite-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const newPath = () => {
  files += 1;
  return join(folder, `store-${files}.db`);
};
const key = (sk: string) => ({ table: "agent", pk: "USER#u1", sk }) as const;
const put = (sk: string, body: object = {}) => ({ op: "put", key: key(sk), body }) as const;
const using = async <T>(path: string, work: (store: SqliteStore) => Promise<T>): Promise<T> => {
  const store = openSqliteStore(path);
  try {
    return await work(store);
  } finally {
    store.close();
  }
};

storeContract("SQLite in a file, by two connections", async () => {
  const path = newPath();
  const [store, other] = [openSqliteStore(path), openSqliteStore(path)];
  return {
    store,
    other,
    close() {
      store.close();
      other.close();
    },
  };
});

test("what was written is there when the file is opened again", async () => {
  const path = newPath();
  await using(path, (store) => store.transact([put("A", { a: 1 })]));
  expect(await using(path, (store) => store.get(key("A")))).toEqual({ key: key("A"), version: 1, body: { a: 1 } });
});

test("only the owner can read the file", async () => {
  const path = newPath();
  const store = openSqliteStore(path);
  await store.transact([put("A")]);
  for (const file of [path, `${path}-wal`, `${path}-shm`]) expect((await stat(file)).mode & 0o077).toBe(0);
  store.close();
});

test("a closed store says so, and closing it twice does nothing", async () => {
  const store = openSqliteStore(newPath());
  store.close();
  store.close();
  await expect(store.get(key("A"))).rejects.toMatchObject({ name: "StoreUnavailable" });
  await expect(store.transact([put("A")])).rejects.toMatchObject({ name: "StoreUnavailable" });
});

test("three processes that create one file and count in it lose no count", async () => {
  const path = newPath();
  const script = `
    import { openSqliteStore } from ${JSON.stringify(storeUrl)};
    const store = openSqliteStore(${JSON.stringify(path)});
    const key = { table: "agent", pk: "USER#u1", sk: "COUNTER" };
    for (let done = 0; done < 100; ) {
      const row = await store.get(key);
      const when = row === undefined ? [{ is: "absent" }] : [{ is: "version", version: row.version }];
      await store.transact([{ op: "put", key, body: { n: (row?.body.n ?? 0) + 1 }, when }]).then(
        () => { done += 1; },
        (error) => { if (error.name !== "ConditionFailed") throw error; },
      );
    }
    store.close();
  `;
  const child = () => run(process.execPath, ["--no-warnings", "--input-type=module", "-e", script]);
  for (const { code, stderr } of await Promise.all([child(), child(), child()])) {
    expect(stderr).toBe("");
    expect(code).toBe(0);
  }
  expect(await using(path, (store) => store.get(key("COUNTER")))).toMatchObject({ version: 300, body: { n: 300 } });
});

test("a transaction waits for another connection's import without stopping it, and then goes through", async () => {
  const path = newPath();
  const [store, other] = [openSqliteStore(path), openSqliteStore(path)];
  const order: string[] = [];
  let waiting: Promise<void> | undefined;
  await store.atomically(async () => {
    await store.transact([put("A")]);
    waiting = other.transact([put("B")]).then(() => void order.push("other"));
    // Long enough for the other process to find the file locked at least once.
    await new Promise((resolve) => setTimeout(resolve, 120));
    await store.transact([put("C")]);
    order.push("import");
  });
  await waiting;
  expect(order).toEqual(["import", "other"]);
  store.close();
  other.close();
});

test("a file that stays locked is StoreUnavailable, not an endless wait", async () => {
  const path = newPath();
  const store = openSqliteStore(path);
  const rude = new DatabaseSync(path);
  rude.exec("BEGIN IMMEDIATE");
  const error = await store.transact([put("A")]).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    name: "StoreUnavailable",
    message: expect.stringContaining("locked by another process"),
  });
  rude.close();
  await store.transact([put("A")]);
  store.close();
});

const refusal = (path: string, name: string, message: RegExp) => {
  const opening = () => openSqliteStore(path).close();
  expect(opening).toThrow(expect.objectContaining({ name, message: expect.stringMatching(message) }));
  expect(opening).toThrow(/^[^\n]+$/);
};

test("a folder that is not there, or is the path itself, is StoreUnavailable and says what to check", () => {
  refusal(join(folder, "nowhere", "store.db"), "StoreUnavailable", /cannot open .*nowhere.*folder exists/);
  refusal(folder, "StoreUnavailable", /cannot open/);
});

test("a file that is not a database is StoreUnavailable and stays as it was", async () => {
  const path = newPath();
  await writeFile(path, "Dear diary, this is not a database at all.".repeat(100));
  refusal(path, "StoreUnavailable", /damaged or not a database.*restore/);
  expect((await stat(path)).size).toBe(4200);
});

test("another program's database is refused and not touched", () => {
  const path = newPath();
  const theirs = new DatabaseSync(path);
  theirs.exec("CREATE TABLE item (x)");
  refusal(path, "StoreUnavailable", /another program's database/);
  expect(theirs.prepare("SELECT count(*) AS n FROM sqlite_schema").get()).toEqual({ n: 1 });
  theirs.close();
});

test("a database of a later version is refused", async () => {
  const path = newPath();
  await using(path, (store) => store.transact([put("A")]));
  const later = new DatabaseSync(path);
  later.exec("PRAGMA user_version = 99");
  later.close();
  refusal(path, "StoreUnavailable", /later version of Waldo/);
});

test("a database of the version before is brought along, and one whose rows would be misread is refused as it was", async () => {
  const of = async (profile: object) => {
    const path = newPath();
    await using(path, (store) => store.transact([{ ...put("PROFILE", { ...profile }) }]));
    const before = new DatabaseSync(path);
    before.exec("PRAGMA user_version = 1");
    before.close();
    return path;
  };
  const version = (path: string) => {
    const db = new DatabaseSync(path, { readOnly: true });
    const found = db.prepare("PRAGMA user_version").get();
    db.close();
    return found;
  };
  for (const known of [{ timeZone: "Asia/Kolkata" }, { $sealed: "x" }]) {
    const path = await of(known);
    await using(path, async (store) => expect(await store.get(put("PROFILE").key)).toBeDefined());
    expect(version(path)).toEqual({ user_version: 2 });
  }
  const old = await of({ zone: "Asia/Calcutta" });
  refusal(old, "StoreUnavailable", /early version of Waldo.*Nothing in it was changed.*export/);
  expect(version(old)).toEqual({ user_version: 1 });
});

test("a damaged page is StoreUnavailable when it is read", async () => {
  const path = newPath();
  await using(path, async (store) => {
    for (let n = 0; n < 50; n += 1) await store.transact([put(`N#${n}`, { text: "x".repeat(2000) })]);
  });
  const { size } = await stat(path);
  const file = await open(path, "r+");
  // Damages all pages but the first, which holds the schema.
  await file.write(Buffer.alloc(size - 4096, 0xa5), 0, size - 4096, 4096);
  await file.close();
  await using(path, async (store) => {
    await expect(store.get(key("N#7"))).rejects.toMatchObject({ name: "StoreUnavailable" });
    await expect(store.query({ table: "agent", pk: "USER#u1" })).rejects.toMatchObject({ name: "StoreUnavailable" });
  });
});

test("a read-only file gives its rows and refuses writes with the reason", async () => {
  const path = newPath();
  await using(path, (store) => store.transact([put("A", { a: 1 })]));
  await using(`file:${path}?mode=ro`, async (store) => {
    expect((await store.get(key("A")))?.body).toEqual({ a: 1 });
    const error = await store.transact([put("B")]).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      name: "StoreUnavailable",
      message: expect.stringMatching(/read-only: make .* writable/),
    });
  });
});

test.skipIf(!existsSync("/dev/full"))("a full disk is NoSpace and says what to do", () => {
  refusal("/dev/full", "NoSpace", /no space left.*free some/);
});

test("when the disk is full, the error comes at once, and what was committed stays", async () => {
  const path = newPath();
  // Runs in a shell where no file may grow beyond 300 kB (600 blocks of 512 bytes, 300 of 1,024 at most).
  const script = `
    import { openSqliteStore } from ${JSON.stringify(storeUrl)};
    const store = openSqliteStore(process.argv[1]);
    const key = (sk) => ({ table: "agent", pk: "USER#u1", sk });
    const put = (n) => store.transact([{ op: "put", key: key("N#" + n), body: { text: "x".repeat(10_000) } }]);
    const rows = async () => (await store.query({ table: "agent", pk: "USER#u1" })).rows.length;
    let done = 0;
    const one = await (async () => { for (; done < 100; done += 1) await put(done); })().catch((error) => error);
    const kept = await rows();
    const many = await store.atomically(async () => { for (let n = 100; n < 200; n += 1) await put(n); }).catch((error) => error);
    console.log(JSON.stringify({ done, kept, still: await rows(), errors: [String(one), String(many)] }));
  `;
  const { code, stdout } = await run("sh", [
    "-c",
    'ulimit -f 600; exec "$0" --input-type=module -e "$1" "$2"',
    process.execPath,
    script,
    path,
  ]);
  expect(code).toBe(0);
  const { done, kept, still, errors } = JSON.parse(stdout) as {
    done: number;
    kept: number;
    still: number;
    errors: string[];
  };
  expect(done).toBeGreaterThan(0);
  expect(done).toBeLessThan(100);
  expect([kept, still]).toEqual([done, done]);
  for (const error of errors) expect(error).toMatch(/^(StoreUnavailable|NoSpace): .*free/);
  // Here the limit is off again. The file is sound and takes more rows.
  await using(path, async (store) => {
    await store.transact([put("one more")]);
    const { rows } = await store.query({ table: "agent", pk: "USER#u1" });
    expect(rows).toHaveLength(done + 1);
  });
});

async function run(command: string, args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => {
    output.stdout += String(chunk);
  });
  child.stderr.on("data", (chunk) => {
    output.stderr += String(chunk);
  });
  const [code] = (await once(child, "close")) as [number];
  return { code, ...output };
}

test("who listens is told of each commit once, with its keys, and of nothing that was not committed", async () => {
  await using(newPath(), async (store) => {
    const told: string[][] = [];
    const end = store.onCommit((keys) => told.push(keys.map(({ sk }) => sk)));
    const unmet = { op: "check", key: key("a"), when: [{ is: "absent" }] } as const;
    await store.transact([put("a"), put("b")]);
    await store.transact([put("c"), unmet]).catch(() => {});
    await store.atomically(async () => {
      await store.transact([put("d")]);
      expect(told).toHaveLength(1);
      await store.transact([{ op: "delete", key: key("a") }]);
    });
    await store
      .atomically(async () => {
        await store.transact([put("e")]);
        throw new Error("no");
      })
      .catch(() => {});
    expect(told).toEqual([
      ["a", "b"],
      ["d", "a"],
    ]);
    end();
    await store.transact([put("f")]);
    expect(told).toHaveLength(2);
  });
});

test("what others commit shows in a number, and what this connection commits does not", async () => {
  const path = newPath();
  await using(path, (store) =>
    using(path, async (other) => {
      const before = store.othersVersion();
      await store.transact([put("a")]);
      expect(store.othersVersion()).toBe(before);
      await other.transact([put("b")]);
      expect(store.othersVersion()).not.toBe(before);
    }),
  );
});
