/**
 * A process that writes without pause is killed again and again, in the middle of its work. Each time the file must
 * hold what the last commit left: both rows of a transaction or neither, all of an import or nothing. Nothing that the
 * process reported as done may be lost.
 *
 * This tests the death of the process, not a power cut. `synchronous = FULL` puts each commit on the disk.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSqliteStore } from "./sqlite-store.ts";

const KILLS = 8;
/** The steps of one import. The counters of an import are always a multiple of it. */
const IMPORT_STEPS = 5;
const storeUrl = new URL("./sqlite-store.ts", import.meta.url).href;

const key = (sk: string) => ({ table: "agent", pk: "USER#u1", sk }) as const;

/** Counts A and B up together in one transaction, C and D in steps of an import, and reports each commit. */
const WRITER = `
  import { writeSync } from "node:fs";
  import { openSqliteStore } from ${JSON.stringify(storeUrl)};
  const store = openSqliteStore(process.argv[1]);
  const key = (sk) => ({ table: "agent", pk: "USER#u1", sk });
  const up = async (sk) => {
    const row = await store.get(key(sk));
    const when = [row === undefined ? { is: "absent" } : { is: "version", version: row.version }];
    const n = (row?.body.n ?? 0) + 1;
    return { op: "put", key: key(sk), body: { n, filler: "x".repeat(n % 3000) }, when };
  };
  for (;;) {
    await store.transact([await up("A"), await up("B")]);
    await store.atomically(async () => {
      for (let step = 0; step < ${IMPORT_STEPS}; step += 1) {
        await store.transact([await up("C")]);
        await new Promise(setImmediate);
        await store.transact([await up("D")]);
      }
    });
    // Synchronous, so that nothing is said before it is so.
    writeSync(1, (await store.get(key("C"))).body.n + "\\n");
  }
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "waldo-crash-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test(`after each of ${KILLS} kills the rows agree and nothing acknowledged is missing`, async () => {
  const path = join(folder, "store.db");
  let lowest = 0;
  let behind = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    // The kills fall between the first commits and some dozens of commits later.
    const acknowledged = await writeUntilKilled(path, (kill * 7) % 40);
    const { A, B, C, D } = await counters(path);
    expect(acknowledged).toBeGreaterThan(lowest);
    expect(B).toEqual(A);
    expect(D).toEqual(C);
    expect(C.n).toBe(C.version);
    expect(C.n % IMPORT_STEPS).toBe(0);
    expect(C.n).toBeGreaterThanOrEqual(acknowledged);
    // In each round the transaction comes first. A kill between the two leaves the import one round behind for good.
    const roundsBehind = A.n - C.n / IMPORT_STEPS;
    expect([behind, behind + 1]).toContain(roundsBehind);
    behind = roundsBehind;
    lowest = C.n;
  }
});

/** Runs the writer, kills it some milliseconds after its first report, and returns the last report. */
async function writeUntilKilled(path: string, afterMs: number): Promise<number> {
  const args = ["--no-warnings", "--input-type=module", "-e", WRITER, path];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  child.stdout.on("data", (chunk) => {
    said += String(chunk);
  });
  const closed = once(child, "close");
  await Promise.race([once(child.stdout, "data"), closed]);
  await sleep(afterMs);
  child.kill("SIGKILL");
  const [, signal] = await closed;
  expect(signal).toBe("SIGKILL");
  // The last line may be incomplete.
  return Number(said.split("\n").at(-2));
}

type Counter = { readonly n: number; readonly version: number };

async function counters(path: string): Promise<Record<"A" | "B" | "C" | "D", Counter>> {
  const store = openSqliteStore(path);
  const read = async (sk: string): Promise<Counter> => {
    const row = await store.get(key(sk));
    return { n: Number(row?.body.n), version: row?.version ?? 0 };
  };
  try {
    return { A: await read("A"), B: await read("B"), C: await read("C"), D: await read("D") };
  } finally {
    store.close();
  }
}
