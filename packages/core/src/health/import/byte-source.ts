/** Sources of bytes for an import, and the digests that identify an import. */
import { createHash } from "node:crypto";
import type { ByteSource } from "../../ports.ts";

const CHUNK = 64 * 1024;

/** A file that is already in memory: an upload of a few megabytes, or a test's fixture. */
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
export type Digests = {
  /**
   * Returns a source with the same bytes. Once all of them were read, their digest is known. A partial read has no
   * effect.
   */
  tap(source: ByteSource): ByteSource;
  /**
   * Returns what identifies the import: the digest of one file, or the digest of the sorted `digest name` lines of
   * several.
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
