/**
 * The index of one person's memory. The archive holds a compact segment, which is named by its generation and never
 * rewritten. The store holds later changes as rows. Opening the index takes three range reads for a hundred memories
 * and for a hundred thousand, because the nightly build keeps the ranges short.
 */

import { createHash } from "node:crypto";
import {
  DEFAULT_DESIGN,
  type Design,
  DesignRow,
  HALLS,
  keys,
  MemoryBlock,
  type MemoryHead,
  type MemoryNote,
  objects,
  type PatternId,
  type UserId,
} from "@waldo/contracts";
import { type Archive, MAX_TRANSACTION_WRITES, type Ports, type Row, type Write } from "../../ports.ts";
import { asRead, commitIf, putOver } from "../../store/cas.ts";
import { queryAll } from "../../store/query-all.ts";
import { afterPrefix } from "../../store/query-plan.ts";
import { allBlocks, archivedBlocks, type Head, loadHead, readHead } from "../claims/blocks.ts";
import { isBelieved, isLive, mayReplace, patternOf } from "../claims/claim.ts";
import { pendingRows } from "../claims/inbox.ts";
import { meaningfulWords, sharedForms, wordList } from "../claims/likeness.ts";
import { designOf } from "../design/in-force.ts";
import { eachEpisode, entriesSince } from "../diary/episodes.ts";
import { toldOf } from "../diary/forgotten.ts";
import { byLiveliness, claimDoc, episodeDoc, noteDoc, rememberedIn } from "./documents.ts";
import { embedSegment, joinByMeaning, readVectors, type Vectors, writeVectors } from "./embedding.ts";
import type { MemoryDoc } from "./ranking/inverted.ts";
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

/** How many claims a new claim is compared with. */
const LIKELY = 5;
/** How many claims are kept ready for prompts without a particular question. */
const MOST_STANDING = 40;

type Reads = Pick<Ports, "store" | "archive" | "embedder">;

/** One generation of the index, as the archive stores it. */
type Generation = {
  readonly segment: Segment;
  /**
   * Claims that any prompt may need before a search: what the person wants, and the other claims with the highest
   * liveliness.
   */
  readonly standing: readonly MemoryBlock[];
  readonly vectors?: Vectors;
};

export type MemoryView = {
  readonly head: MemoryHead;
  /** Vectors of the base's documents. Absent when no night has embedded them. */
  readonly vectors?: Vectors;
  /** The parameters by which this memory is searched and lines are chosen. */
  readonly design: Design;
  /** The base and the changes. A search treats them as one corpus. */
  readonly segments: readonly Segment[];
  /** Documents of the base that have changed or were closed since. They are no longer valid. */
  readonly stale: ReadonlySet<string>;
  /** The claims that are believed. */
  readonly standing: readonly MemoryBlock[];
  readonly pending: readonly MemoryNote[];
};

/** How many decoded generations a process keeps. A generation never changes, so the cache is never invalidated. */
const MOST_CACHED = 8;
const cache = new Map<string, Generation>();

/**
 * Opens a person's memory for reading with three range reads, and one archive read when this process has not cached the
 * generation. It reads the inbox before the changes, because the night turns inbox entries into changes. It reads the
 * head together with the changes. So while a night runs at the same time, a memory may appear twice, but none is
 * missing.
 */
export async function openView(ports: Reads, userId: UserId): Promise<MemoryView> {
  const inbox = await pendingRows(ports.store, userId);
  const { head, rows, design } = await headAndChanges(ports, userId);
  const changed = rows.map(({ block }) => block);
  const [base, fresh] = await Promise.all([
    loadGeneration(ports.archive, head.segment, ports.embedder !== undefined),
    entriesSince(ports, userId, head.indexedTo),
  ]);
  const notes = inbox.flatMap(({ intent, sk }) => (intent.kind === "note" ? [{ note: intent, sk }] : []));
  const outdated = new Set(notes.flatMap(({ note }) => outdatedId(note, changed, base)));
  const delta = buildSegment(
    [
      ...changed.filter((block) => isLive(block) && !outdated.has(block.patternId)).map(claimDoc),
      ...notes.map(({ note, sk }) => noteDoc(note, sk)),
      ...fresh
        .map(({ episode, createdAt }) => episodeDoc(episode, createdAt))
        .filter(({ id }) => base === undefined || docOf(base.segment, id) === undefined),
    ],
    base?.segment,
  );
  const replaced = new Set(changed.map((block) => block.patternId));
  const standing = [...(base?.standing ?? []).filter((block) => !replaced.has(block.patternId)), ...changed];
  return {
    head,
    design,
    segments: base ? [base.segment, delta] : [delta],
    stale: new Set([...replaced, ...outdated]),
    ...(base?.vectors ? { vectors: base.vectors } : {}),
    standing: standing.filter((block) => isBelieved(block) && !outdated.has(block.patternId)),
    pending: notes.map(({ note }) => note),
  };
}

/** Returns the claim that a waiting note replaces. Nothing returns this claim any more, even before the night. */
function outdatedId(note: MemoryNote, changed: readonly MemoryBlock[], base: Generation | undefined): PatternId[] {
  const { replaces } = note;
  if (replaces === undefined || replaces === patternOf(note.claim, note.conditions)) return [];
  const doc = base && docOf(base.segment, replaces);
  const remembered = doc && rememberedIn(doc);
  const block =
    changed.find(({ patternId }) => patternId === replaces) ??
    (remembered?.kind === "claim" ? remembered.block : undefined);
  return block && mayReplace(block, note) ? [replaces] : [];
}

/** Searches the base and the changes as one corpus. Documents that the changes replaced are left out. */
export function searchView({ segments, stale, design }: MemoryView, request: SearchRequest): Hit[] {
  const delta = segments.at(-1);
  return search(segments, { ...request, limit: request.limit + stale.size }, design)
    .filter(({ doc }) => !stale.has(doc.id) || (delta !== undefined && docOf(delta, doc.id) !== undefined))
    .slice(0, request.limit);
}

/** Does the same search. It adds hits by meaning when there is an embedder and the generation has vectors. */
export async function find(ports: Reads, view: MemoryView, request: SearchRequest): Promise<Hit[]> {
  const lexical = searchView(view, request);
  const [segment] = view.segments;
  if (!ports.embedder || !view.vectors || !segment || request.text.trim() === "")
    return withoutForgotten(view, request, lexical);
  const meant = { segment, vectors: view.vectors, hidden: view.stale };
  return withoutForgotten(view, request, await joinByMeaning(ports.embedder, request, lexical, meant));
}

/** Removes forgotten and deleted words from diary entries. Entries that were found only by such words are left out. */
function withoutForgotten({ head }: MemoryView, { text }: SearchRequest, hits: readonly Hit[]): Hit[] {
  const asked = meaningfulWords(text);
  return hits.flatMap((hit) => {
    const remembered = rememberedIn(hit.doc);
    if (remembered.kind !== "episode") return [hit];
    const { episode, createdAt } = remembered;
    const summary = toldOf({ episode, createdAt }, head);
    if (summary === episode.summary) return [hit];
    const fits = hit.why.inTime || sharedForms(asked, wordList(summary)) > 0;
    return summary !== "" && fits ? [{ ...hit, doc: episodeDoc({ ...episode, summary }, createdAt) }] : [];
  });
}

/**
 * Adds vectors to the current generation. Texts that had a vector before keep it. Returns how many texts were embedded.
 */
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

/**
 * Returns claims of the same hall that may say the same as a new one, found by the index. The Scribe compares the new
 * claim with them.
 */
export function likelyIn(view: MemoryView, now: number): (note: Pick<MemoryNote, "hall" | "claim">) => string[] {
  return ({ hall, claim }) =>
    searchView({ ...view, design: DEFAULT_DESIGN }, { text: claim, now, tags: new Set([hall]), limit: LIKELY }).map(
      ({ doc }) => doc.id,
    );
}

function claimsIn(segment: Segment): MemoryBlock[] {
  const halls: readonly string[] = HALLS;
  return [...docsOf(segment)].flatMap((doc) => {
    if (!halls.includes(doc.tag)) return [];
    const remembered = rememberedIn(doc);
    return remembered.kind === "claim" ? [remembered.block] : [];
  });
}

/** Returns the valid claims from the index alone. It reads no row. */
export function liveClaims({ segments, stale }: MemoryView): MemoryBlock[] {
  const delta = segments.at(-1);
  return segments.flatMap((segment) =>
    claimsIn(segment).filter(({ patternId }) => segment === delta || !stale.has(patternId)),
  );
}

/**
 * Reads the head, the changes since its generation, and the design in force. Their keys are next to each other, so this
 * is one range read.
 */
async function headAndChanges({ store }: Pick<Ports, "store">, userId: UserId) {
  const head = keys.memory(userId);
  const changes = afterPrefix(keys.design(userId).sk);
  let headRow: Row | undefined;
  let design = DEFAULT_DESIGN;
  const rows: DeltaRow[] = [];
  const range = { table: head.table, pk: head.pk, from: head.sk, ...(changes === undefined ? {} : { to: changes }) };
  for await (const row of queryAll(store, range)) {
    if (row.key.sk === head.sk) headRow = row;
    else if (row.key.sk === keys.design(userId).sk) design = designOf(DesignRow.parse(row.body).changes);
    else rows.push({ block: MemoryBlock.parse(row.body), key: row.key, version: row.version });
  }
  return { ...readHead(headRow), rows, design };
}

type DeltaRow = { readonly block: MemoryBlock; readonly key: Row["key"]; readonly version: number };

/** Returns undefined when there is no generation or it cannot be read. The next build then starts from the rows. */
async function loadGeneration(
  archive: Archive,
  name: string | undefined,
  meant = false,
): Promise<Generation | undefined> {
  if (name === undefined) return undefined;
  const known = cache.get(name);
  // The vectors of a generation may have been written later than the generation.
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

type IndexReport = { readonly generation: number; readonly changed: number; readonly rebuilt: boolean };

/**
 * Writes the next generation: the last one with all later changes. It writes the files first. Then one transaction
 * points the head to them and deletes the included changes. If the process is killed in between, the old generation and
 * its changes still give the same answers. Throws `ConditionFailed` when memory was written at the same time.
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
  const entries = rebuilt ? await everyEpisode(ports, userId) : await entriesSince(ports, userId, read.head.indexedTo);
  const docs: MemoryDoc[] = [
    ...blocks.filter(isLive).map(claimDoc),
    ...entries.map(({ episode, createdAt }) => episodeDoc(episode, createdAt)),
  ];
  const gone = new Set(blocks.filter((block) => !isLive(block)).map((block) => block.patternId));
  const segment = mergeSegments(base?.segment, docs, gone);
  // All valid claims are considered, so a wish that had no room before returns when there is room.
  const standing = standingOf(claimsIn(segment), now);

  const generation = read.head.generation + 1;
  const bytes = encodeSegment(segment);
  // The name includes a hash of the content. If two processes build one generation, they write different files, and
  // only one of them commits.
  const name = objects.index(
    userId,
    `${String(generation).padStart(8, "0")}-${createHash("sha256").update(bytes).digest("hex").slice(0, 12)}`,
  );
  await ports.archive.write(`${name}/segment`, bytes);
  await ports.archive.write(`${name}/standing.json`, new TextEncoder().encode(JSON.stringify(standing)));
  await point(ports, userId, read, { now, name, rows });
  if (read.head.previous !== undefined) await ports.archive.deletePrefix(`${read.head.previous}/`);
  return { generation, changed: docs.length + gone.size, rebuilt };
}

/**
 * Writes the index again from the rows and the archive, and removes every other generation. It may be killed at any
 * point and called again: without a generation the next build starts from the rows. Throws the errors of `buildIndex`.
 */
export async function rebuildIndex(
  ports: Pick<Ports, "store" | "archive" | "clock">,
  userId: UserId,
): Promise<IndexReport> {
  const { head, row } = await loadHead(ports.store, userId);
  const { segment: _, previous: __, ...rest } = head;
  const live = (await allBlocks(ports.store, userId)).filter(isBelieved).length;
  const bare: MemoryHead = { ...rest, indexedTo: 0, live };
  if (row) await ports.store.transact([putOver(row, keys.memory(userId), bare)]);
  const report = await buildIndex(ports, userId);
  const { segment } = (await loadHead(ports.store, userId)).head;
  // The index of contexts is made from other rows, so it stays.
  const own = (await ports.archive.list(objects.index(userId, ""))).filter(
    (name) => !name.startsWith(objects.index(userId, "contexts/")),
  );
  const folders = own.map((name) => name.slice(0, name.lastIndexOf("/")));
  for (const folder of new Set(folders)) if (folder !== segment) await ports.archive.deletePrefix(`${folder}/`);
  return report;
}

/** How many changes one transaction can delete besides the head's put. */
const CLEARED_AT_ONCE = MAX_TRANSACTION_WRITES - 1;

/**
 * Writes the head first, under the version that was read. A change is deleted later, if it has not changed since it was
 * read.
 */
async function point(
  { store }: Pick<Ports, "store">,
  userId: UserId,
  { head, row }: Head,
  { now, name, rows }: { readonly now: number; readonly name: string; readonly rows: readonly DeltaRow[] },
): Promise<void> {
  const next: MemoryHead = {
    ...head,
    generation: head.generation + 1,
    segment: name,
    ...(head.segment === undefined ? {} : { previous: head.segment }),
    indexedTo: now,
  };
  const clear = rows.map(({ key, version }): Write => ({ op: "delete", key, when: asRead({ version }) }));
  await store.transact([putOver(row, keys.memory(userId), next), ...clear.slice(0, CLEARED_AT_ONCE)]);
  // A claim that has changed again meanwhile stays for the next generation.
  for (let i = CLEARED_AT_ONCE; i < clear.length; i++) await commitIf(store, clear.slice(i, i + 1));
}

/** Returns all claims from the store and the archive. When a claim is in both, it returns the later revision. */
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
 * Returns the claims that are kept ready: every believed preference of the person or the agent, then the claims of the
 * other halls with the highest liveliness, at most MOST_STANDING of each. Claims from outside are not among them. A
 * search finds those.
 */
function standingOf(blocks: readonly MemoryBlock[], now: number): MemoryBlock[] {
  const fit = blocks.filter((block) => isBelieved(block) && block.origin !== "untrusted");
  const ranked = byLiveliness(fit, now);
  return [
    ...ranked.filter(({ hall }) => hall === "preferences").slice(0, MOST_STANDING),
    ...ranked.filter(({ hall }) => hall !== "preferences").slice(0, MOST_STANDING),
  ];
}
