/**
 * The optional part of recall that compares meanings instead of words. It is off unless an embedder is given. Protected
 * fusion adds its hits to the lexical hits, so it can add a document, but it cannot push the best lexical hit far down.
 */
import { isError } from "@waldo/contracts";
import type { Archive, Embedder } from "../../ports.ts";
import type { MemoryDoc } from "./ranking/inverted.ts";
import { type Hit, protectedFusion } from "./ranking/search.ts";
import { docOf, docsOf, type Segment } from "./ranking/segment.ts";

/** Unit vectors of the documents in one generation, by id. */
export type Vectors = {
  readonly model: string;
  readonly dimensions: number;
  readonly ids: readonly string[];
  /** `ids.length` × `dimensions`, row by row. */
  readonly values: Float32Array;
};

/** The most documents that one night embeds. The others wait for the next night. */
const MOST_EMBEDDED = 500;
const AT_ONCE = 25;

/**
 * Returns the vectors of a segment: known vectors, and new ones for documents without a vector, up to the limit of one
 * night.
 */
export async function embedSegment(
  embedder: Embedder,
  segment: Segment,
  known: Vectors | undefined,
): Promise<{ readonly vectors: Vectors; readonly embedded: number }> {
  const { model, dimensions } = embedder;
  const rows = new Map<string, Float32Array>();
  if (known?.model === model && known.dimensions === dimensions)
    for (const [i, id] of known.ids.entries())
      if (docOf(segment, unversioned(id)) !== undefined) rows.set(id, rowOf(known, i));
  const missing = [...docsOf(segment)].filter((doc) => !rows.has(versioned(doc))).slice(0, MOST_EMBEDDED);
  for (let at = 0; at < missing.length; at += AT_ONCE) {
    const some = missing.slice(at, at + AT_ONCE);
    const found = await embedder.embed(some.map(({ text }) => text));
    for (const [i, doc] of some.entries()) {
      const vector = found[i];
      if (vector) rows.set(versioned(doc), unit(vector));
    }
  }
  const current = new Set([...docsOf(segment)].map(versioned));
  const ids = [...rows.keys()].filter((id) => current.has(id)).sort();
  const values = new Float32Array(ids.length * dimensions);
  for (const [i, id] of ids.entries()) values.set(rows.get(id) ?? [], i * dimensions);
  return { vectors: { model, dimensions, ids, values }, embedded: missing.length };
}

/**
 * Returns the id of a vector, which includes the words. A claim keeps its own id when its words change, but needs a new
 * vector.
 */
function versioned({ id, text }: MemoryDoc): string {
  return `${id} ${text.length.toString(36)}${hash(text).toString(36)}`;
}

function unversioned(id: string): string {
  return id.slice(0, id.lastIndexOf(" "));
}

/** FNV-1a, 32 bits. It only distinguishes two wordings of one claim. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h >>> 0;
}

function rowOf({ values, dimensions }: Vectors, i: number): Float32Array {
  return values.subarray(i * dimensions, (i + 1) * dimensions);
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1;
  return vector.map((x) => x / length);
}

/** A document with a lower cosine to the query does not count as similar. */
const LEAST_LIKE = 0.3;

/**
 * Adds the documents with the most similar meaning to the lexical hits. If the embedder fails or there are no vectors,
 * the lexical hits stay unchanged. Documents without one of the wanted tags, and `hidden` documents, are never added.
 */
export async function joinByMeaning(
  embedder: Embedder,
  { text, tags, limit }: { readonly text: string; readonly tags?: ReadonlySet<string>; readonly limit: number },
  lexical: readonly Hit[],
  base: { readonly segment: Segment; readonly vectors: Vectors; readonly hidden: ReadonlySet<string> },
): Promise<Hit[]> {
  const [vector] = await embedder.embed([text]).catch((error: unknown) => {
    if (error instanceof Error && (error.name.startsWith("Model") || isError(error, "StoreUnavailable"))) return [];
    throw error;
  });
  if (!vector) return [...lexical];
  const near = nearest(base.vectors, unit(vector))
    .map(({ id, cosine }) => ({ doc: docOf(base.segment, unversioned(id)), cosine }))
    .flatMap(({ doc, cosine }) =>
      doc && !base.hidden.has(doc.id) && (tags === undefined || tags.has(doc.tag)) ? [{ doc, cosine }] : [],
    )
    .slice(0, limit);
  const known = new Map<string, Hit>([
    ...near.map(({ doc, cosine }): [string, Hit] => [
      doc.id,
      { doc, score: cosine, why: { words: [], relevance: cosine } },
    ]),
    ...lexical.map((hit): [string, Hit] => [hit.doc.id, hit]),
  ]);
  return protectedFusion(
    lexical.map(({ doc }) => doc.id),
    near.map(({ doc }) => doc.id),
  )
    .flatMap(({ id, score }) => {
      const hit = known.get(id);
      return hit ? [{ ...hit, score }] : [];
    })
    .slice(0, limit);
}

function nearest(vectors: Vectors, query: Float32Array): { readonly id: string; readonly cosine: number }[] {
  const { ids, values, dimensions } = vectors;
  const scored = ids.map((id, i) => {
    let cosine = 0;
    for (let d = 0; d < dimensions; d++) cosine += (values[i * dimensions + d] ?? 0) * (query[d] ?? 0);
    return { id, cosine };
  });
  return scored
    .filter(({ cosine }) => cosine >= LEAST_LIKE)
    .sort((a, b) => b.cosine - a.cosine || (a.id < b.id ? -1 : 1));
}

/** Writes the vectors: four bytes for the length of a JSON head, the head, then the vectors as little-endian floats. */
export async function writeVectors(archive: Archive, name: string, vectors: Vectors): Promise<void> {
  const { model, dimensions, ids, values } = vectors;
  const head = Buffer.from(JSON.stringify({ model, dimensions, ids }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  const floats = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) floats.writeFloatLE(value, i * 4);
  await archive.write(name, Buffer.concat([length, head, floats]));
}

/** Returns undefined when there are no vectors or they cannot be read. */
export async function readVectors(archive: Archive, name: string): Promise<Vectors | undefined> {
  const bytes = await archive.read(name);
  if (!bytes) return undefined;
  try {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const end = 4 + buffer.readUInt32LE(0);
    const head = JSON.parse(buffer.toString("utf8", 4, end)) as Omit<Vectors, "values">;
    const values = new Float32Array(head.ids.length * head.dimensions);
    for (let i = 0; i < values.length; i++) values[i] = buffer.readFloatLE(end + i * 4);
    return { ...head, values };
  } catch {
    return undefined;
  }
}
