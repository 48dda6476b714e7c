/**
 * Turns a segment into bytes for the archive, and back. Damaged bytes give undefined, and the caller rebuilds the
 * index.
 */
import { createHash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { type Forward, invert, type Segment } from "./inverted.ts";
import { LANGUAGES } from "./languages.ts";
import type { MemoryDoc } from "./memory-doc.ts";

/**
 * The bytes of a segment are: "WSEG", one byte of version, eight bytes of the SHA-256 of the rest, and the rest
 * deflated. The rest is: the length of a JSON head as four bytes (big-endian), the head, then language, percent asked
 * and time told with one byte per text each, then the token count of each text, and at the end all tokens. The counts
 * and the tokens are in LEB128.
 */
const MAGIC = "WSEG";
/**
 * Increase it when the bytes or the way texts are cut into terms change. An older segment is then rebuilt and not
 * misread.
 */
const FORMAT_VERSION = 1;
const CHECKSUM_BYTES = 8;
const HEADER_BYTES = MAGIC.length + 1 + CHECKSUM_BYTES;
/** The most bytes one segment may inflate to: about a million short texts. A larger one is damaged or malicious. */
const MAX_BODY_BYTES = 512 * 1024 * 1024;

type Head = {
  readonly docs: readonly (readonly [
    id: string,
    text: string,
    at: number,
    tag: string,
    who?: string | null,
    weight?: number | null,
    meta?: string,
  ])[];
  readonly terms: readonly string[];
  readonly majority: number;
};

/** Returns the segment as bytes. The same segment gives the same bytes. */
export function encodeSegment(segment: Segment): Uint8Array {
  const head: Head = {
    docs: segment.docs.map(packed),
    terms: segment.terms,
    majority: LANGUAGES.indexOf(segment.majority),
  };
  const json = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  const counts = segment.ends.map((end, doc) => end - (segment.ends[doc - 1] ?? 0));
  const body = deflateRawSync(
    Buffer.concat([
      length,
      json,
      segment.languages,
      segment.asks,
      segment.tellsTime,
      packNumbers(counts),
      packNumbers(segment.tokens),
    ]),
  );
  return Buffer.concat([Buffer.from(MAGIC), Buffer.of(FORMAT_VERSION), checksum(body), body]);
}

/** Returns the segment, or undefined when the bytes have another format or are damaged. The caller then rebuilds it. */
export function decodeSegment(bytes: Uint8Array): Segment | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const body = buffer.subarray(HEADER_BYTES);
  if (buffer.length < HEADER_BYTES || buffer.toString("latin1", 0, MAGIC.length) !== MAGIC) return undefined;
  if (buffer[MAGIC.length] !== FORMAT_VERSION) return undefined;
  if (!checksum(body).equals(buffer.subarray(MAGIC.length + 1, HEADER_BYTES))) return undefined;
  try {
    return invert(unpacked(inflateRawSync(body, { maxOutputLength: MAX_BODY_BYTES })));
  } catch {
    return undefined;
  }
}

function checksum(body: Uint8Array): Buffer {
  return createHash("sha256").update(body).digest().subarray(0, CHECKSUM_BYTES);
}

function packed({ id, text, at, tag, who, weight, meta }: MemoryDoc): Head["docs"][number] {
  if (meta !== undefined) return [id, text, at, tag, who ?? null, weight ?? null, meta];
  if (weight !== undefined) return [id, text, at, tag, who ?? null, weight];
  return who === undefined ? [id, text, at, tag] : [id, text, at, tag, who];
}

/** Throws when the parts do not fit together. */
function unpacked(raw: Buffer): Forward {
  const headEnd = 4 + raw.readUInt32BE(0);
  const head = JSON.parse(raw.toString("utf8", 4, headEnd)) as Head;
  const n = head.docs.length;
  const majority = LANGUAGES[head.majority];
  if (majority === undefined) throw new RangeError("no such language");
  const column = (index: number) => Uint8Array.from(raw.subarray(headEnd + index * n, headEnd + (index + 1) * n));
  const numbers = unpackNumbers(raw.subarray(headEnd + 3 * n));
  const ends = numbers.subarray(0, n).slice();
  for (let doc = 1; doc < n; doc++) ends[doc] = (ends[doc] ?? 0) + (ends[doc - 1] ?? 0);
  const tokens = numbers.slice(n);
  if (tokens.length !== (ends[n - 1] ?? 0) || tokens.some((token) => token >>> 2 >= head.terms.length))
    throw new RangeError("the tokens do not fit the texts");
  return {
    docs: head.docs.map(([id, text, at, tag, who, weight, meta]) => ({
      id,
      text,
      at,
      tag,
      ...(who == null ? {} : { who }),
      ...(weight == null ? {} : { weight }),
      ...(meta === undefined ? {} : { meta }),
    })),
    languages: column(0),
    asks: column(1),
    tellsTime: column(2),
    ends,
    tokens,
    terms: head.terms,
    majority,
  };
}

function packNumbers(numbers: Uint32Array): Buffer {
  // Five bytes hold the largest 32-bit number.
  const bytes = Buffer.alloc(numbers.length * 5);
  let at = 0;
  for (let rest of numbers) {
    while (rest >= 0x80) {
      bytes[at++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    bytes[at++] = rest;
  }
  return bytes.subarray(0, at);
}

function unpackNumbers(bytes: Uint8Array): Uint32Array {
  const numbers = new Uint32Array(bytes.length);
  let count = 0;
  let value = 0;
  let shift = 0;
  for (const byte of bytes) {
    value |= (byte & 0x7f) << shift;
    shift += 7;
    if (byte >= 0x80) continue;
    numbers[count++] = value >>> 0;
    value = 0;
    shift = 0;
  }
  return numbers.subarray(0, count);
}
