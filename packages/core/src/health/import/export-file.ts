// Sources of bytes for an import, the digests that identify it, and the content of an export file as bytes, text or
// lines. A file that is too large to be read at once is refused.
import { createHash } from "node:crypto";
import type { ByteSource } from "../../ports.ts";
import { refusal } from "./refuse.ts";

const CHUNK = 64 * 1024;

/** Returns a file that is already in memory: an upload of a few megabytes, or a test's fixture. */
export function bytesSource(name: string, content: Uint8Array | string): ByteSource {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return {
    name,
    size: bytes.length,
    async *stream(start = 0, end = bytes.length) {
      for (let at = start; at < Math.min(end, bytes.length); at += CHUNK) {
        yield bytes.subarray(at, Math.min(at + CHUNK, end, bytes.length));
      }
    },
  };
}

/** SHA-256 digests (hex) of files by name. They are computed while other code reads the files through `tap`. */
type Digests = {
  /**
   * Returns a source with the same bytes. When all of them have been read, their digest is known. A partial read gives
   * no digest.
   */
  tap(source: ByteSource): ByteSource;
  /**
   * Returns the id of the import: the digest of one file, or the digest of the sorted `digest name` lines of several
   * files.
   */
  of(sources: readonly ByteSource[]): Promise<string>;
};

export function createDigests(): Digests {
  const known = new Map<string, string>();

  async function* hashed(source: ByteSource): AsyncGenerator<Uint8Array> {
    const hash = createHash("sha256");
    for await (const chunk of source.stream()) {
      hash.update(chunk);
      yield chunk;
    }
    known.set(source.name, hash.digest("hex"));
  }

  return {
    tap: (source) => ({
      name: source.name,
      size: source.size,
      stream: (start, end) => (start === undefined && end === undefined ? hashed(source) : source.stream(start, end)),
    }),
    async of(sources) {
      const lines: string[] = [];
      for (const source of sources) {
        if (!known.has(source.name)) for await (const _ of hashed(source));
        lines.push(`${known.get(source.name)} ${source.name}\n`);
      }
      if (lines.length === 1) return (lines[0] ?? "").slice(0, 64);
      return createHash("sha256").update(lines.sort().join("")).digest("hex");
    },
  };
}

/** One file of an export, from a folder, from a zip or alone. */
export type ExportFile = {
  /** The name as the person knows it: a relative path, or `archive.zip/path/inside`. */
  readonly name: string;
  /** Size in bytes when unpacked. */
  readonly size: number;
  open(): AsyncIterable<Uint8Array>;
};

/** The largest JSON file, because JSON is parsed as a whole. Ten years of sleep with stages are about 40 MB. */
const LARGEST_WHOLE_FILE = 128 * 1024 * 1024;
/**
 * The size of one piece of text. Small pieces are freed early; with larger ones the heap of a 1 GB import grows by a
 * third.
 */
const TEXT_PIECE = 16 * 1024;
const HEAD_BYTES = 64 * 1024;

export function exportFile(source: ByteSource): ExportFile {
  return { name: source.name, size: source.size, open: () => source.stream() };
}

/** Returns the last part of the path in lower case. The formats are recognised by this name. */
export function baseName(file: ExportFile): string {
  return (file.name.split(/[\\/]/).at(-1) ?? file.name).toLowerCase();
}

/** Returns the first bytes of a file, or all of them when it is shorter. */
export async function readHead(file: ExportFile, bytes = HEAD_BYTES): Promise<Uint8Array> {
  const most = Math.min(bytes, file.size);
  const head = new Uint8Array(most);
  let filled = 0;
  if (most === 0) return head;
  for await (const chunk of file.open()) {
    head.set(chunk.subarray(0, most - filled), filled);
    filled = Math.min(most, filled + chunk.length);
    if (filled === most) break;
  }
  return head.subarray(0, filled);
}

/** Returns the whole file as text, without its byte order mark. */
export async function readText(file: ExportFile): Promise<string> {
  if (file.size > LARGEST_WHOLE_FILE) {
    const limit = LARGEST_WHOLE_FILE / 1024 / 1024;
    throw refusal({ file: file.name, line: 1 }, `larger than ${limit} MB; split the export by year`);
  }
  const parts: string[] = [];
  for await (const text of textChunks(file)) parts.push(text);
  return parts.join("");
}

/**
 * Decodes the file while reading it. A character split between two chunks stays whole, and a byte order mark is
 * dropped.
 */
export async function* textChunks(file: ExportFile): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8");
  for await (const chunk of file.open()) {
    for (let at = 0; at < chunk.length; at += TEXT_PIECE) {
      const text = decoder.decode(chunk.subarray(at, at + TEXT_PIECE), { stream: true });
      if (text !== "") yield text;
    }
  }
  const rest = decoder.decode();
  if (rest !== "") yield rest;
}

/** Yields lines with their numbers and without their line ends, `\n` or `\r\n`. */
export async function* textLines(file: ExportFile): AsyncGenerator<{ line: number; text: string }> {
  let pending = "";
  let line = 0;
  for await (const chunk of textChunks(file)) {
    const lines = (pending + chunk).split("\n");
    pending = lines.pop() ?? "";
    for (const text of lines) yield { line: ++line, text: text.replace(/\r$/, "") };
  }
  if (pending !== "") yield { line: line + 1, text: pending.replace(/\r$/, "") };
}
