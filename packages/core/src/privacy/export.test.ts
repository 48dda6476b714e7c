import { keys, kindOf, OBJECT_ROOTS, PERSON_PARTITIONS, WaldoError } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { exampleKeys } from "@waldo/testkit/example-keys";
import { memoryArchive } from "@waldo/testkit/memory-archive";
import { describe, expect, it } from "vitest";
import { zipEntries } from "../health/import/archive-zip.ts";
import { exportFile } from "../health/import/export-file.ts";
import type { ByteSource } from "../ports.ts";
import { spilling } from "../store/spill.ts";
import { exportedKinds, secrets } from "./everything.ts";
import { exportName, exportZip } from "./export.ts";

const clock = { now: () => Date.UTC(2026, 10, 23) };
const people: readonly string[] = PERSON_PARTITIONS;

/** A store with one row of each kind of `me` and of another person, and an object of each root of both. */
async function furnished() {
  const archive = memoryArchive();
  const bare = openSqliteStore(":memory:");
  const store = spilling(bare, archive);
  for (const user of ["me", "mo"]) {
    for (const { name, key } of exampleKeys(user)) {
      await store.transact([{ op: "put", key, body: { planted: `${name} of ${user}`, schemaVersion: 1 } }]);
    }
    const large = { planted: `large of ${user}`, text: "x".repeat(400_000), n: 1 };
    await store.transact([{ op: "put", key: keys.task(user, "large"), body: large }]);
    for (const root of OBJECT_ROOTS)
      await archive.write(`${root}/${user}/deep/page.md`, new TextEncoder().encode(`${root} of ${user}`));
  }
  return { store, archive, clock };
}

async function unzipped(zip: AsyncIterable<Uint8Array>): Promise<Map<string, string>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of zip) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const source: ByteSource = {
    name: "export.zip",
    size: bytes.length,
    async *stream(start = 0, end = bytes.length) {
      yield bytes.subarray(start, end);
    },
  };
  const files = new Map<string, string>();
  for (const file of await zipEntries(source)) {
    const parts: Uint8Array[] = [];
    for await (const part of file.open()) parts.push(part);
    files.set(file.name.slice("export.zip/".length), Buffer.concat(parts).toString());
  }
  expect(exportFile(source).size).toBe(bytes.length);
  return files;
}

describe("an export of rows that cannot be read", () => {
  it("fails for who reads it, also when they begin late", async () => {
    const { archive, store } = await furnished();
    const query = () => Promise.reject(new WaldoError("StoreUnavailable", "the key is missing"));
    const zip = exportZip({ archive, clock, store: { ...store, query } }, "me");
    // An error that nobody listens to would end the process.
    await new Promise((resolve) => setTimeout(resolve, 30));
    await expect(unzipped(zip)).rejects.toMatchObject({ name: "StoreUnavailable" });
  });
});

describe("an export", () => {
  it("holds a row of every kind that is no secret, and an object of every root, of this person alone", async () => {
    const files = await unzipped(exportZip(await furnished(), "me"));
    const all = [...files.values()].join("\n");
    for (const { name, partition } of exampleKeys("me")) {
      const { about } = keys[name];
      const told = people.includes(partition) && about.topic !== undefined;
      expect(all.includes(`"${name} of me"`), name).toBe(told);
    }
    for (const root of OBJECT_ROOTS) expect(files.get(`files/${root}/deep/page.md`)).toBe(`${root} of me`);
    expect(all).not.toContain("of mo");
  });

  it("holds a body that was too large for a row, in its line", async () => {
    const files = await unzipped(exportZip(await furnished(), "me"));
    const line = files
      .get("rows/tasks.jsonl")
      ?.split("\n")
      .find((one) => one.includes("large of me"));
    expect(JSON.parse(line ?? "{}")).toMatchObject({ kind: "TASK", key: "TASK#large", body: { n: 1 } });
    expect(line?.length).toBeGreaterThan(400_000);
  });

  it("has a schema for each file of rows, and a readme that counts them and says what is left out", async () => {
    const files = await unzipped(exportZip(await furnished(), "me"));
    const topics = new Set(exportedKinds().map(({ topic }) => topic));
    const manifest = JSON.parse(files.get("waldo-export.json") ?? "{}");
    for (const topic of topics) {
      const lines = files.get(`rows/${topic}.jsonl`)?.split("\n").filter(Boolean) ?? [];
      expect(manifest.rows[topic], topic).toBe(lines.length);
      expect(files.get("README.md")).toContain(`| \`rows/${topic}.jsonl\` | ${lines.length} |`);
      const schema = JSON.parse(files.get(`schemas/${topic}.json`) ?? "{}");
      const kinds = exportedKinds().filter((kind) => kind.topic === topic);
      expect(JSON.stringify(schema), topic).toContain(`"const":"${kinds[0]?.kind}"`);
    }
    expect(manifest).toMatchObject({ userId: "me", files: { workspace: 1, archive: 1, index: 1, spill: 2 } });
    for (const left of ["SESSION", "DEVICE", "WAITER"]) expect(files.get("README.md")).toContain(`\`${left}\``);
    const kinds = new Set([...files].flatMap(([name, text]) => (name.startsWith("rows/") ? kindsIn(text) : [])));
    expect(secrets().filter(({ kind }) => kinds.has(kind))).toEqual([]);
  });

  it("breaks off with the error of the store, and never ends like a whole zip", async () => {
    const ports = await furnished();
    let pages = 0;
    const store = {
      ...ports.store,
      async query(query: Parameters<typeof ports.store.query>[0]) {
        if (++pages > 20) throw new Error("the disk is gone");
        return ports.store.query(query);
      },
    };
    await expect(unzipped(exportZip({ ...ports, store }, "me"))).rejects.toThrow("the disk is gone");
  });

  it("is named for the person and the day", () => {
    expect(exportName("me", clock.now())).toBe("waldo-me-2026-11-23.zip");
  });
});

const kindsIn = (text: string) =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => kindOf({ sk: JSON.parse(line).key as string }));
