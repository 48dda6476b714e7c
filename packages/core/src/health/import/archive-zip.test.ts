import { WaldoError } from "@waldo/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import yazl from "yazl";
import {
  dayOf,
  importFiles,
  SAMSUNG_EXPORT,
  whoopFile,
  whoopRow,
  zipped,
} from "../../../../testkit/src/made-up-exports.ts";
import { ZIP_BUDGET, zipEntries } from "./archive-zip.ts";
import { bytesSource } from "./export-file.ts";

const whoop = whoopFile(whoopRow());

async function zip64(name: string, text: string): Promise<Uint8Array> {
  const zip = new yazl.ZipFile();
  zip.addBuffer(Buffer.from(text), name, { forceZip64Format: true });
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

describe("a zip", () => {
  it("is read in zip64 form, which is how archives over 4 GB are written", async () => {
    const result = await importFiles({ "w.zip": await zip64("physiological_cycles.csv", whoop) });
    expect(result.counts.days).toBe(1);
  });

  it("may hold more files that are never read than it may hold files", async () => {
    const parts = Array.from({ length: 20_001 }, (_, i) => `jsons/com.samsung.shealth.tracker.heart_rate/0/${i}.json`);
    const zip = zipped({ ...SAMSUNG_EXPORT, ...Object.fromEntries(parts.map((name) => [name, "x"])) });
    expect(dayOf(await importFiles({ "samsung.zip": zip }), "2024-03-02").metrics.hrvRmssdMs).toBe(56);
  });

  it("may carry the resource forks that macOS adds", async () => {
    const zip = zipped({ "__MACOSX/._cycles.csv": "\0\0junk", "x/._cycles.csv": "\0", "x/cycles.csv": whoop });
    const entries = await zipEntries(bytesSource("w.zip", zip));
    expect(entries.map(({ name }) => name)).toEqual(["w.zip/x/cycles.csv"]);
  });

  it("is refused when an entry's content does not match its checksum", async () => {
    const zip = Buffer.from(zipped({ "cycles.csv": whoop }));
    // The checksum is 16 bytes into the central directory's entry.
    const at = zip.indexOf("PK\x01\x02") + 16;
    zip.writeUInt8(zip.readUInt8(at) ^ 1, at);
    await expect(importFiles({ "w.zip": zip })).rejects.toThrow(/^w\.zip\/cycles\.csv:1: the zip is damaged.*checksum/);
  });

  it("is refused when it claims to unpack to more than deflate can", async () => {
    const zip = Buffer.from(zipped({ "cycles.csv": whoop }));
    zip.writeUInt32LE(0x2000000, zip.indexOf("PK\x01\x02") + 24);
    await expect(importFiles({ "w.zip": zip })).rejects.toThrow(/impossible size/);
  });
});

describe("a zip takes no more than its budget", () => {
  const BUDGET = { entries: 12, leftOut: 2, bytes: 20_000, ratio: 20, smallBytes: 3_000 };

  /** Unpacks everything, and returns how many bytes that was. */
  async function unpack(zip: Uint8Array): Promise<number> {
    let bytes = 0;
    for (const file of await zipEntries(bytesSource("w.zip", zip), BUDGET))
      for await (const chunk of file.open()) bytes += chunk.length;
    return bytes;
  }

  /** The same entries, all at the place of the first one: each directory entry names the same bytes. */
  function overlapping(zip: Uint8Array): Buffer {
    const bytes = Buffer.from(zip);
    for (let at = bytes.indexOf("PK\x01\x02"); at >= 0; at = bytes.indexOf("PK\x01\x02", at + 4))
      bytes.writeUInt32LE(0, at + 42);
    return bytes;
  }

  it("whatever it holds: it unpacks to at most the budget, or is refused with its name", async () => {
    const text = fc
      .tuple(fc.string({ maxLength: 40 }), fc.integer({ min: 0, max: 900 }))
      .map(([one, times]) => one.repeat(times));
    const entries = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), text, { maxKeys: 16 });
    await fc.assert(
      fc.asyncProperty(entries, fc.boolean(), async (files, overlaps) => {
        const zip = overlaps ? overlapping(zipped(files)) : zipped(files);
        let bytes = 0;
        try {
          bytes = await unpack(zip);
        } catch (error) {
          expect(error).toBeInstanceOf(WaldoError);
          expect((error as Error).message).toMatch(/^w\.zip[^\n]{10,}$/);
        }
        expect(bytes).toBeLessThanOrEqual(
          Math.min(BUDGET.bytes, Math.max(BUDGET.smallBytes, zip.length * BUDGET.ratio)),
        );
        if (Object.keys(files).length > BUDGET.entries) expect(bytes).toBe(0);
      }),
      { numRuns: 80 },
    );
  });

  it.each([
    [
      "files that are empty",
      Object.fromEntries(Array.from({ length: 13 }, (_, i) => [`${i}.csv`, ""])),
      /over 12 files/,
    ],
    ["one byte over and over", { "a.csv": "0".repeat(19_000) }, /over 20 times its size/],
    ["much that is not alike", { "a.csv": Array.from({ length: 9_000 }, (_, i) => i * 7919).join() }, /over 0 MB/],
  ])("%s", async (_what, files, reason) => {
    await expect(unpack(zipped(files))).rejects.toThrow(reason);
    await expect(unpack(zipped(files))).rejects.toThrow(/^w\.zip:1: the zip .*; download the export again$/);
  });

  it("entries that the caller does not want, up to a number of their own", async () => {
    const wanted = Array.from({ length: 12 }, (_, i) => [`${i}.csv`, "x"]);
    const zip = (unwanted: readonly string[]) =>
      bytesSource("w.zip", zipped(Object.fromEntries([...wanted, ...unwanted.map((name) => [name, "x"])])));
    const entries = (unwanted: readonly string[]) =>
      zipEntries(zip(unwanted), BUDGET, (path) => path.startsWith("parts/"));
    expect(await entries(["parts/1", "parts/2"])).toHaveLength(12);
    await expect(entries(["parts/1", "parts/2", "parts/3"])).rejects.toThrow(/over 2 files/);
    await expect(entries(["13.csv"])).rejects.toThrow(/over 12 files/);
  });

  it("entries that share their bytes", async () => {
    const kernel = Array.from({ length: 300 }, (_, i) => i * 7919).join();
    const files = Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`${i}.csv`, kernel]));
    await expect(unpack(zipped(files))).resolves.toBeGreaterThan(5_000);
    const small = overlapping(zipped({ ...files }));
    const shared = Buffer.concat([small.subarray(0, 1_200), small.subarray(small.indexOf("PK\x01\x02"))]);
    const moved = Buffer.from(shared);
    moved.writeUInt32LE(1_200, moved.length - 6);
    await expect(unpack(moved)).rejects.toThrow(/share their bytes/);
  });

  it("an import keeps no more of a file than its first bytes, and nothing of an empty one", async () => {
    const empty = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`${i}.csv`, ""]));
    const before = process.memoryUsage().arrayBuffers;
    await expect(importFiles({ "w.zip": zipped(empty) })).rejects.toThrow(/no known export/);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5_000 * 64 * 1024);
    expect(ZIP_BUDGET.entries).toBeLessThanOrEqual(20_000);
  });
});
