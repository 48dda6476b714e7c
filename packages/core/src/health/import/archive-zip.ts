import { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import { WaldoError } from "@waldo/contracts";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import type { ByteSource } from "../../ports.ts";
import type { ExportFile } from "./export-file.ts";
import { refusal } from "./refuse.ts";

/** What one entry may unpack to, as a multiple of what it takes in the archive: deflate itself ends at 1032. */
const LARGEST_RATIO = 1100;

class SourceReader extends yauzl.RandomAccessReader {
  readonly #source: ByteSource;
  constructor(source: ByteSource) {
    super();
    this.#source = source;
  }
  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#source.stream(start, end), { objectMode: false });
  }
}

/** True for the first bytes of a zip, an empty one included. */
export function isZip(head: Uint8Array): boolean {
  return (
    head[0] === 0x50 && head[1] === 0x4b && (head[2] === 0x03 || head[2] === 0x05) && head[3] === (head[2] ?? 0) + 1
  );
}

/** The files inside a zip (zip64 too), without folders and the resource forks that macOS adds. Nothing is unpacked yet. */
export async function zipEntries(source: ByteSource): Promise<ExportFile[]> {
  const damaged = (error: unknown, entry?: Entry) => {
    // The file under the zip could not be read: that is not the zip's fault.
    if (error instanceof WaldoError) return error;
    const what = error instanceof Error ? error.message : "unreadable";
    const name = entry === undefined ? source.name : `${source.name}/${entry.fileName}`;
    return refusal({ file: name, line: 1 }, `the zip is damaged or cut short (${what}); download it again`, error);
  };
  const files: ExportFile[] = [];
  let zip: ZipFile;
  try {
    zip = await yauzl.fromRandomAccessReaderPromise(new SourceReader(source), source.size, {
      // Entries are opened later, one after the other; a byte source holds nothing that would have to be closed.
      autoClose: false,
    });
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith("/") || /(^|\/)(__MACOSX\/|\._)/.test(entry.fileName)) continue;
      files.push({
        name: `${source.name}/${entry.fileName}`,
        size: entry.uncompressedSize,
        open: () => readEntry(zip, entry, damaged),
      });
    }
  } catch (error) {
    throw damaged(error);
  }
  return files;
}

async function* readEntry(
  zip: ZipFile,
  entry: Entry,
  damaged: (error: unknown, entry: Entry) => Error,
): AsyncGenerator<Uint8Array> {
  if (entry.isEncrypted()) throw damaged(new Error("it is locked with a password"), entry);
  if (entry.uncompressedSize > entry.compressedSize * LARGEST_RATIO + 1024) {
    throw damaged(new Error("it claims to unpack to an impossible size"), entry);
  }
  let stream: Readable | undefined;
  try {
    stream = await zip.openReadStreamPromise(entry);
    let sum = 0;
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
    if (sum !== entry.crc32) throw new Error("its checksum does not match");
  } catch (error) {
    throw damaged(error, entry);
  } finally {
    stream?.destroy();
  }
}
