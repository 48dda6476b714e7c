/**
 * The index of one person's memory: a compact segment in the archive, named by its generation and never rewritten, and
 * what changed since as rows. Reading it costs the same number of store calls at a hundred memories and at a hundred
 * thousand: three ranges that the nightly build keeps short.
 */
import { createHash } from "node:crypto";
import {
  HALLS,
  isError,
  keys,
  MemoryBlock,
  type MemoryHead,
  type MemoryNote,
  objects,
  type UserId,
} from "@waldo/contracts";
import { type Archive, MAX_TRANSACTION_WRITES, type Ports, type Row, type Write } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { DAY_MS } from "../time.ts";
import { archivedBlocks } from "./archived-versions.ts";
import { agesInDays, allBlocks, type Head, isBelieved, isLive, loadHead, readHead } from "./blocks.ts";
import { claimDoc, episodeDoc, noteDoc, rememberedIn } from "./documents.ts";
import { embedSegment, joinByMeaning, readVectors, type Vectors, writeVectors } from "./embedding.ts";
import { eachEpisode, episodeEntry } from "./episodes.ts";
import { pendingRows } from "./inbox.ts";
import { activation } from "./ranking/activation.ts";
import type { MemoryDoc } from "./ranking/memory-doc.ts";
import { type Hit, type SearchRequest, search } from "./ranking/search.ts";
import {
  buildSegment,
  decodeSegment,
  docOf,
  docsOf,
  encodeSegment,
  mergeSegments,
  type Segment,
} from "./ranking/segment.ts";

/** A run may close this long after it began; entries this much older than the last build are looked for again. */
const LATE_ENTRIES_MS = DAY_MS;
/** Claims a new one is compared with. */
const LIKELY = 5;
/** Claims kept ready for prompts that ask nothing in particular. */
const MOST_STANDING = 40;

type Reads = Pick<Ports, "store" | "archive" | "embedder">;

/** One generation, as it lies in the archive. */
type Generation = {
  readonly segment: Segment;
  /** What every prompt may need before anything is searched: what the person wants, and what is liveliest of the rest. */
  readonly standing: readonly MemoryBlock[];
  readonly vectors?: Vectors;
};

export type MemoryView = {
  readonly head: MemoryHead;
  /** Meanings of the base's documents, where somebody has embedded them. */
  readonly vectors?: Vectors;
  /** Base and changes, to be searched as one corpus. */
  readonly segments: readonly Segment[];
  /** Documents of the base that no longer hold: they were changed or closed since. */
  readonly stale: ReadonlySet<string>;
  readonly standing: readonly MemoryBlock[];
  readonly pending: readonly MemoryNote[];
};

/** Generations a process keeps decoded. They never change, so there is nothing to invalidate. */
const MOST_CACHED = 8;
const cache = new Map<string, Generation>();

/**
 * Opens a person's memory for reading: three store calls, and one archive read for a generation not seen before. The
 * inbox is read before the changes it becomes, and the head with the changes its next generation takes in: a night that
 * works meanwhile can show something twice, and hide nothing.
 */
export async function openView(ports: Reads, userId: UserId): Promise<MemoryView> {
  const inbox = await pendingRows(ports.store, userId);
  const { head, rows } = await headAndChanges(ports, userId);
  const changed = rows.map(({ block }) => block);
  const [base, fresh] = await Promise.all([
    loadGeneration(ports.archive, head.segment, ports.embedder !== undefined),
    freshEpisodes(ports, userId, head),
  ]);
  const notes = inbox.flatMap(({ intent, sk }) => (intent.kind === "note" ? [{ note: intent, sk }] : []));
  const delta = buildSegment(
    [
      ...changed.filter(isLive).map(claimDoc),
      ...notes.map(({ note, sk }) => noteDoc(note, sk)),
      ...fresh
        .map(({ episode, createdAt }) => episodeDoc(episode, createdAt))
        .filter(({ id }) => base === undefined || docOf(base.segment, id) === undefined),
    ],
    base?.segment,
  );
  const replaced = new Set(changed.map((block) => block.patternId));
  return {
    head,
    segments: base ? [base.segment, delta] : [delta],
    stale: replaced,
    ...(base?.vectors ? { vectors: base.vectors } : {}),
    standing: [...(base?.standing ?? []).filter((block) => !replaced.has(block.patternId)), ...changed].filter(
      isBelieved,
    ),
    pending: notes.map(({ note }) => note),
  };
}

/** Searches what holds: base and changes as one corpus, without what the changes replaced. */
export function searchView({ segments, stale }: MemoryView, request: SearchRequest): Hit[] {
  const delta = segments.at(-1);
  return search(segments, { ...request, limit: request.limit + stale.size })
    .filter(({ doc }) => !stale.has(doc.id) || (delta !== undefined && docOf(delta, doc.id) !== undefined))
    .slice(0, request.limit);
}

/** The same, joined by meaning where there is an embedder and somebody has embedded what is kept. */
export async function find(ports: Reads, view: MemoryView, request: SearchRequest): Promise<Hit[]> {
  const lexical = searchView(view, request);
  const [segment] = view.segments;
  if (!ports.embedder || !view.vectors || !segment || request.text.trim() === "") return lexical;
  return joinByMeaning(ports.embedder, request, lexical, { segment, vectors: view.vectors, hidden: view.stale });
}

/** Gives the generation in force its vectors; the words it had before keep theirs. Returns how many were embedded. */
export async function embedIndex(ports: Reads, userId: UserId): Promise<number> {
  const { head } = await loadHead(ports.store, userId);
  const generation = await loadGeneration(ports.archive, head.segment);
  if (!ports.embedder || !generation || head.segment === undefined) return 0;
  const own = await readVectors(ports.archive, `${head.segment}/vectors`);
  const before = head.previous === undefined ? undefined : await readVectors(ports.archive, `${head.previous}/vectors`);
  const { vectors, embedded } = await embedSegment(ports.embedder, generation.segment, own ?? before);
  if (embedded > 0 || !own) await writeVectors(ports.archive, `${head.segment}/vectors`, vectors);
  return embedded;
}

/** Claims of a hall that may say what a new one says, by the index: what the Scribe compares it with. */
export function likelyIn(view: MemoryView, now: number): (note: Pick<MemoryNote, "hall" | "claim">) => string[] {
  return ({ hall, claim }) =>
    searchView(view, { text: claim, now, tags: new Set([hall]), limit: LIKELY }).map(({ doc }) => doc.id);
}

function claimsIn(segment: Segment): MemoryBlock[] {
  const halls: readonly string[] = HALLS;
  return [...docsOf(segment)].flatMap((doc) => {
    if (!halls.includes(doc.tag)) return [];
    const remembered = rememberedIn(doc);
    return remembered.kind === "claim" ? [remembered.block] : [];
  });
}

/** The claims that hold, out of the index: no row is read. */
export function liveClaims({ segments, stale }: MemoryView): MemoryBlock[] {
  const delta = segments.at(-1);
  return segments.flatMap((segment) =>
    claimsIn(segment).filter(({ patternId }) => segment === delta || !stale.has(patternId)),
  );
}

/** The head and, next to it in the partition, what changed since its generation: one range. */
async function headAndChanges({ store }: Pick<Ports, "store">, userId: UserId) {
  const { table, pk, sk } = keys.memory(userId);
  let headRow: Row | undefined;
  const rows: DeltaRow[] = [];
  for await (const row of queryAll(store, { table, pk, from: sk, to: `${sk}E` })) {
    if (row.key.sk === sk) headRow = row;
    else rows.push({ block: MemoryBlock.parse(row.body), key: row.key, version: row.version });
  }
  return { ...readHead(headRow), rows };
}

type DeltaRow = { readonly block: MemoryBlock; readonly key: Row["key"]; readonly version: number };

async function freshEpisodes({ store }: Pick<Ports, "store">, userId: UserId, { indexedTo }: MemoryHead) {
  const { table, pk, sk } = keys.episode(userId, Math.max(0, indexedTo - LATE_ENTRIES_MS), "");
  const found = [];
  for await (const row of queryAll(store, { table, pk, from: sk, to: "EPISODE#~" })) found.push(episodeEntry(row));
  return found;
}

/** Undefined where there is none, or none that can be read: the next build then starts from the rows. */
async function loadGeneration(
  archive: Archive,
  name: string | undefined,
  meant = false,
): Promise<Generation | undefined> {
  if (name === undefined) return undefined;
  const known = cache.get(name);
  // Vectors come to a generation after it was written.
  if (known && meant && known.vectors === undefined) {
    const vectors = await readVectors(archive, `${name}/vectors`);
    return vectors ? remember(name, { ...known, vectors }) : known;
  }
  if (known) return known;
  const [bytes, standing] = await Promise.all([archive.read(`${name}/segment`), archive.read(`${name}/standing.json`)]);
  const segment = bytes && decodeSegment(bytes);
  if (!segment || !standing) return undefined;
  const vectors = meant ? await readVectors(archive, `${name}/vectors`) : undefined;
  return remember(name, {
    segment,
    ...(vectors ? { vectors } : {}),
    standing: MemoryBlock.array().parse(JSON.parse(new TextDecoder().decode(standing))),
  });
}

function remember(name: string, generation: Generation): Generation {
  const oldest = cache.keys().next().value;
  if (cache.size >= MOST_CACHED && oldest !== undefined) cache.delete(oldest);
  cache.set(name, generation);
  return generation;
}

export type IndexReport = { readonly generation: number; readonly changed: number; readonly rebuilt: boolean };

/**
 * Writes the next generation: the last one with what changed since. The files come first, then one transaction points
 * to them and clears the changes they hold; killed in between, the old generation and its changes still say the same.
 * Throws `ConditionFailed` when memory was written meanwhile.
 */
export async function buildIndex(
  ports: Pick<Ports, "store" | "archive" | "clock">,
  userId: UserId,
): Promise<IndexReport> {
  const { rows, ...read } = await headAndChanges(ports, userId);
  const now = ports.clock.now();
  const base = await loadGeneration(ports.archive, read.head.segment);
  const rebuilt = base === undefined;
  const blocks = rebuilt ? await everyBlock(ports, userId) : rows.map(({ block }) => block);
  const entries = rebuilt ? await everyEpisode(ports, userId) : await freshEpisodes(ports, userId, read.head);
  const docs: MemoryDoc[] = [
    ...blocks.filter(isLive).map(claimDoc),
    ...entries.map(({ episode, createdAt }) => episodeDoc(episode, createdAt)),
  ];
  const gone = new Set(blocks.filter((block) => !isLive(block)).map((block) => block.patternId));
  const segment = mergeSegments(base?.segment, docs, gone);
  // Out of everything that holds: a wish that was crowded out comes back when there is room.
  const standing = standingOf(claimsIn(segment), now);

  const generation = read.head.generation + 1;
  const bytes = encodeSegment(segment);
  // Named by what is in it: two builders of one generation write beside each other, and one of them commits.
  const name = objects.index(
    userId,
    `${String(generation).padStart(8, "0")}-${createHash("sha256").update(bytes).digest("hex").slice(0, 12)}`,
  );
  await ports.archive.write(`${name}/segment`, bytes);
  await ports.archive.write(`${name}/standing.json`, new TextEncoder().encode(JSON.stringify(standing)));
  await point(ports, userId, read, now, name, rows);
  if (read.head.previous !== undefined) await ports.archive.deletePrefix(`${read.head.previous}/`);
  return { generation, changed: docs.length + gone.size, rebuilt };
}

/** Changes one transaction can clear beside the head's put. */
const CLEARED_AT_ONCE = MAX_TRANSACTION_WRITES - 1;

/** The head first, under the version that was read; what is cleared later is cleared only as it was read. */
async function point(
  { store }: Pick<Ports, "store">,
  userId: UserId,
  { head, version }: Head,
  now: number,
  name: string,
  rows: readonly DeltaRow[],
): Promise<void> {
  const next: MemoryHead = {
    ...head,
    generation: head.generation + 1,
    segment: name,
    ...(head.segment === undefined ? {} : { previous: head.segment }),
    indexedTo: now,
  };
  const clear = rows.map(({ key, version }): Write => ({ op: "delete", key, when: [{ is: "version", version }] }));
  const put: Write = {
    op: "put",
    key: keys.memory(userId),
    body: next,
    when: [version === 0 ? { is: "absent" } : { is: "version", version }],
  };
  await store.transact([put, ...clear.slice(0, CLEARED_AT_ONCE)]);
  for (let i = CLEARED_AT_ONCE; i < clear.length; i++) {
    try {
      await store.transact(clear.slice(i, i + 1));
    } catch (error) {
      // Changed again since: it stays for the next generation.
      if (!isError(error, "ConditionFailed")) throw error;
    }
  }
}

/** Claims wherever their rows are; of one that was cold and is hot again, the hot one. */
async function everyBlock({ store, archive }: Pick<Ports, "store" | "archive">, userId: UserId) {
  const known = new Map<string, MemoryBlock>();
  for (const block of [...(await archivedBlocks(archive, userId)), ...(await allBlocks(store, userId))])
    if ((known.get(block.patternId)?.revision ?? 0) <= block.revision) known.set(block.patternId, block);
  return [...known.values()];
}

async function everyEpisode(ports: Pick<Ports, "store" | "archive">, userId: UserId) {
  const found = [];
  for await (const entry of eachEpisode(ports, userId, { from: 0, to: Number.MAX_SAFE_INTEGER })) found.push(entry);
  return found;
}

/**
 * What is kept ready: every believed preference the person or the agent made, then the liveliest of the other halls.
 * Nothing from outside: what others wrote is there for who looks for it, not in every prompt.
 */
function standingOf(blocks: readonly MemoryBlock[], now: number): MemoryBlock[] {
  const fit = blocks.filter((block) => isBelieved(block) && block.origin !== "untrusted");
  const ranked = byLiveliness(fit, now);
  return [
    ...ranked.filter(({ hall }) => hall === "preferences").slice(0, MOST_STANDING),
    ...ranked.filter(({ hall }) => hall !== "preferences").slice(0, MOST_STANDING),
  ];
}

/** Liveliest first; equals by their id, so that the order is always the same. */
export function byLiveliness(blocks: readonly MemoryBlock[], now: number): MemoryBlock[] {
  return blocks
    .map((block) => ({ block, weight: liveliness(block, now) }))
    .sort((a, b) => b.weight - a.weight || (a.block.patternId < b.block.patternId ? -1 : 1))
    .map(({ block }) => block);
}

/** How much a claim deserves a place nobody asked for: activation (ACT-R), shifted to be positive, by what it is worth. */
function liveliness(block: MemoryBlock, now: number): number {
  const awake = Math.exp(activation(agesInDays(block.uses, now)));
  return awake * block.confidence * (0.5 + block.salience);
}
