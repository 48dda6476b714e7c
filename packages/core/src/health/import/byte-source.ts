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

/**
 * What identifies an import: the SHA-256 (hex) of one file's bytes, or of the sorted `digest name` lines of several.
 * A folder given in another order has the same digest.
 */
export async function digestOf(sources: readonly ByteSource[]): Promise<string> {
  const digests: string[] = [];
  for (const source of sources) {
    const hash = createHash("sha256");
    for await (const chunk of source.stream()) hash.update(chunk);
    digests.push(`${hash.digest("hex")} ${source.name}\n`);
  }
  if (digests.length === 1) return (digests[0] ?? "").slice(0, 64);
  return createHash("sha256").update(digests.sort().join("")).digest("hex");
}
