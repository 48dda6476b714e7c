/** Opens zip archives for the importers. A damaged zip is refused with `ImportRefused`. */
import { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import { EXPORT_BYTES, WaldoError } from "@waldo/contracts";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import type { ByteSource } from "../../ports.ts";
import type { ExportFile } from "./export-file.ts";
import { refusal } from "./refuse.ts";

/**
 * The largest allowed size of an unpacked entry, as a multiple of its size in the archive. Deflate itself reaches at
 * most 1032.
 */
const LARGEST_RATIO = 1100;

/** The limits of a zip on this machine. A zip that states larger numbers is refused before any file is unpacked. */
type ZipBudget = {
  /** The most entries, including folders and unread files. Entries that `leftOut` counts are not included. */
  readonly entries: number;
  /** The most entries that are left out by name. They cost nothing but their place in the directory. */
  readonly leftOut: number;
  /** The most bytes to which all entries together may unpack. */
  readonly bytes: number;
  /**
   * The most bytes to which all entries together may unpack, as a multiple of the zip's own size. This limit does not
   * apply up to `smallBytes`.
   */
  readonly ratio: number;
  readonly smallBytes: number;
};

/**
 * The bounds fit ten years of one person: Apple Health unpacks to 4 GB at 20 to 40 times its size, Fitbit has about
 * 10,000 files, Samsung Health writes a file for each hour of four sensors, and a few lines of CSV may be the same line
 * over and over.
 */
export const ZIP_BUDGET: ZipBudget = {
  entries: 20_000,
  leftOut: 200_000,
  bytes: EXPORT_BYTES,
  ratio: 200,
  smallBytes: 64 * 1024 ** 2,
};

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

/** Returns true for the first bytes of a zip, also of an empty one. */
export function isZip(head: Uint8Array): boolean {
  return (
    head[0] === 0x50 && head[1] === 0x4b && (head[2] === 0x03 || head[2] === 0x05) && head[3] === (head[2] ?? 0) + 1
  );
}

/**
 * Returns the files inside a zip (also zip64), without folders and without the resource forks that macOS adds. It does
 * not unpack them yet. It checks the sizes that the zip states; an entry with another real size is refused when it is
 * read. If entries share bytes of the archive, their bytes count for each entry. `isLeftOut` names entries that the
 * caller does not want.
 */
export async function zipEntries(
  source: ByteSource,
  budget: ZipBudget = ZIP_BUDGET,
  isLeftOut: (path: string) => boolean = () => false,
): Promise<ExportFile[]> {
  const damaged = (error: unknown, entry?: Entry) => {
    // The file itself could not be read, so the zip is not damaged.
    if (error instanceof WaldoError) return error;
    const what = error instanceof Error ? error.message : "unreadable";
    const name = entry === undefined ? source.name : `${source.name}/${entry.fileName}`;
    return refusal({ file: name, line: 1 }, `the zip is damaged or cut short (${what}); download it again`, error);
  };
  const files: ExportFile[] = [];
  const claim = { entries: 0, leftOut: 0, packed: 0, bytes: 0 };
  let zip: ZipFile;
  try {
    zip = await yauzl.fromRandomAccessReaderPromise(new SourceReader(source), source.size, {
      // Entries are opened later, one after the other. A byte source has nothing to close.
      autoClose: false,
    });
    for await (const entry of zip.eachEntry()) {
      const leftOut = isLeftOut(entry.fileName);
      claim[leftOut ? "leftOut" : "entries"] += 1;
      claim.packed += entry.compressedSize;
      claim.bytes += entry.uncompressedSize;
      const much = tooMuch(claim, source.size, budget);
      if (much !== undefined)
        throw refusal({ file: source.name, line: 1 }, `the zip ${much}; download the export again`);
      if (leftOut || entry.fileName.endsWith("/") || /(^|\/)(__MACOSX\/|\._)/.test(entry.fileName)) continue;
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

function tooMuch(
  claim: Readonly<Record<"entries" | "leftOut" | "packed" | "bytes", number>>,
  size: number,
  { entries, leftOut, bytes, ratio, smallBytes }: ZipBudget,
): string | undefined {
  if (claim.entries > entries) return `holds over ${entries} files`;
  if (claim.leftOut > leftOut) return `holds over ${leftOut} files`;
  if (claim.packed > size) return "has files that share their bytes, as no export does";
  if (claim.bytes > bytes) return `unpacks to over ${Math.floor(bytes / 1024 ** 2)} MB`;
  if (claim.bytes > smallBytes && claim.bytes > size * ratio) return `unpacks to over ${ratio} times its size`;
  return undefined;
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
