import { describe, expect, it } from "vitest";
import yazl from "yazl";
import { zipEntries } from "./archive-zip.ts";
import { bytesSource } from "./byte-source.ts";
import { importFiles, whoopFile, whoopRow, zipped } from "./made-up-exports.ts";

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

  it("may carry the resource forks that macOS adds", async () => {
    const zip = zipped({ "__MACOSX/._cycles.csv": "\0\0junk", "x/._cycles.csv": "\0", "x/cycles.csv": whoop });
    const entries = await zipEntries(bytesSource("w.zip", zip));
    expect(entries.map(({ name }) => name)).toEqual(["w.zip/x/cycles.csv"]);
  });

  it("is refused when an entry's content does not match its checksum", async () => {
    const zip = Buffer.from(zipped({ "cycles.csv": whoop }));
    // The checksum stands 16 bytes into the central directory's entry.
    const at = zip.indexOf("PK\x01\x02") + 16;
    zip.writeUInt8(zip.readUInt8(at) ^ 1, at);
    await expect(importFiles({ "w.zip": zip })).rejects.toThrow(/^w\.zip\/cycles\.csv:1: the zip is damaged.*checksum/);
  });

  it("is refused when it claims to unpack to more than deflate can", async () => {
    const zip = Buffer.from(zipped({ "cycles.csv": whoop }));
    zip.writeUInt32LE(0x7fffffff, zip.indexOf("PK\x01\x02") + 24);
    await expect(importFiles({ "w.zip": zip })).rejects.toThrow(/impossible size/);
  });
});
