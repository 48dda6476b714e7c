/**
 * Finds contexts by words, with the ranking of memory. The texts of a project are in index segments, which are never
 * rewritten. Later texts are in rows. Many waiting rows become a segment, and many small segments become a larger one,
 * so a search reads only a few segments, however many contexts exist.
 */
import { createHash } from "node:crypto";
import {
  type ContextProject,
  type ContextRow,
  ContextText,
  type EpochMs,
  keys,
  objects,
  type UserId,
  WaldoError,
} from "@waldo/contracts";
import { digest } from "@waldo/core/digest";
import type { MemoryDoc } from "@waldo/core/memory/search/ranking/inverted";
import { search } from "@waldo/core/memory/search/ranking/search";
import {
  buildSegment,
  decodeSegment,
  docsOf,
  encodeSegment,
  mergeSegments,
  type Segment,
} from "@waldo/core/memory/search/ranking/segment";
import { type Archive, MAX_TRANSACTION_WRITES, type Row, type Write } from "@waldo/core/ports";
import { asRead, commitIf, retryConflicts } from "@waldo/core/store/cas";
import { queryAll } from "@waldo/core/store/query-all";
import { type ContextPorts, loadProject, projectPart, projectWrite, readAllContexts } from "./rows.ts";

/** How many waiting texts become a segment. */
export const TEXTS_OF_SEGMENT = 96;
/** How many segments of one size become one segment of the next size. */
const SEGMENTS_OF_SIZE = 8;
/** How many characters of a text can be found by a search. */
const TEXT_CHARS = 2000;

export const textKey = (userId: UserId, { project, id }: Pick<ContextRow, "project" | "id">) =>
  keys.contextText(userId, projectPart(project), id);

export function textWrite(userId: UserId, context: ContextRow): Write {
  return { op: "put", key: textKey(userId, context), body: { at: context.at, text: textOf(context) } };
}

function textOf({ summary, tags, content }: ContextRow): string {
  return [summary, tags.join(" "), content].join("\n").slice(0, TEXT_CHARS).toWellFormed();
}

type FoundId = { readonly id: string; readonly score: number; readonly words: readonly string[] };

/** Returns the ids of the contexts in one project that answer a query best. */
export async function searchProject(
  ports: ContextPorts,
  userId: UserId,
  project: string,
  { text, limit, now }: { readonly text: string; readonly limit: number; readonly now: EpochMs },
): Promise<FoundId[]> {
  const { rows, base } = await retryConflicts(
    () => textsOf(ports, userId, project),
    (error) => error instanceof SegmentGone,
  );
  const segments = rows.length === 0 ? base : [...base, waitingSegment(`${userId}/${projectPart(project)}`, rows)];
  return search(segments, { text, now, limit }).map(({ doc, score, why }) => ({ id: doc.id, score, words: why.words }));
}

/** A segment was merged with others after its name was read. */
class SegmentGone extends Error {
  override readonly name = "SegmentGone";
}

/** The rows are read first. A text that becomes a segment meanwhile is then found twice, but is never missed. */
async function textsOf(ports: ContextPorts, userId: UserId, project: string) {
  const rows = await waitingTexts(ports, userId, project);
  const { state } = await loadProject(ports.store, userId, project);
  const loaded = await Promise.all(state.segments.map(({ name }) => loadSegment(ports.archive, name)));
  const base = loaded.filter((segment) => segment !== undefined);
  if (base.length < loaded.length) {
    const { state: now } = await loadProject(ports.store, userId, project);
    // If the names have not changed, an object is lost, and the other segments answer.
    if (JSON.stringify(now.segments) !== JSON.stringify(state.segments)) throw new SegmentGone();
  }
  return { rows, base };
}

async function waitingTexts(
  { store }: Pick<ContextPorts, "store">,
  userId: UserId,
  project: string,
  limit?: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  const range = keys.contextText.all(userId, projectPart(project));
  for await (const row of queryAll(store, { ...range, ...(limit === undefined ? {} : { limit }) })) rows.push(row);
  return rows;
}

function docOf(row: Row): MemoryDoc {
  const { at, text } = ContextText.parse(row.body);
  return { id: keys.contextText.parse(row.key.sk)?.[1] ?? "", text, at, tag: "context" };
}

/** How many segments a process caches. They never change, because their names are digests of their bytes. */
const MOST_CACHED = 64;
const cache = new Map<string, Segment>();
/** The segment of waiting texts grows with them, so each text is read once. */
const growing = new Map<string, { readonly seen: ReadonlySet<string>; readonly segment: Segment }>();

function keep<T>(map: Map<string, T>, name: string, value: T): T {
  map.delete(name);
  const oldest = map.keys().next().value;
  if (map.size >= MOST_CACHED && oldest !== undefined) map.delete(oldest);
  map.set(name, value);
  return value;
}

async function loadSegment(archive: Archive, name: string): Promise<Segment | undefined> {
  const known = cache.get(name);
  if (known) return known;
  const segment = await readSegment(archive, name);
  return segment && keep(cache, name, segment);
}

async function readSegment(archive: Archive, name: string): Promise<Segment | undefined> {
  const bytes = await archive.read(name);
  return bytes && decodeSegment(bytes);
}

function waitingSegment(of: string, rows: readonly Row[]): Segment {
  const ids = new Set(rows.map(({ key, version }) => `${key.sk}@${version}`));
  const known = growing.get(of);
  const grows = known !== undefined && [...known.seen].every((one) => ids.has(one));
  const fresh = rows.filter(({ key, version }) => !(grows && known.seen.has(`${key.sk}@${version}`))).map(docOf);
  if (grows && fresh.length === 0) return known.segment;
  const segment = grows ? mergeSegments(known.segment, fresh, new Set()) : buildSegment(fresh);
  keep(growing, of, { seen: ids, segment });
  return segment;
}

/**
 * Builds a segment from the waiting texts, and larger segments from small ones. If it is killed, the old segments and
 * rows still give the same answers. Returns the number of texts.
 */
export async function indexProject(ports: ContextPorts, userId: UserId, project: string): Promise<number> {
  return retryConflicts(async () => {
    const rows = await waitingTexts(ports, userId, project, MAX_TRANSACTION_WRITES - 1);
    const { row, state } = await loadProject(ports.store, userId, project);
    if (rows.length === 0 || row === undefined) return 0;
    await resegment(ports, userId, { row, state }, async (write) => {
      const fresh = await write(buildSegment(rows.map(docOf)));
      const { segments, replaced } = await levelled(ports.archive, [...state.segments, fresh], write);
      return {
        state: { ...state, segments, waiting: Math.max(0, state.waiting - rows.length) },
        writes: rows.map((text): Write => ({ op: "delete", key: text.key, when: asRead(text) })),
        gone: replaced,
      };
    });
    return rows.length;
  });
}

type Named = { readonly name: string; readonly docs: number };
type WriteSegment = (segment: Segment) => Promise<Named>;
type Plan = { readonly state: ContextProject; readonly writes?: readonly Write[]; readonly gone: readonly string[] };

/**
 * Writes the segments of a plan, and commits the row with their names. The names contain the version of the row that
 * was read. So if the row has changed, the new segments are not used and are removed.
 */
async function resegment(
  ports: ContextPorts,
  userId: UserId,
  { row, state: { project } }: { readonly row: Row; readonly state: ContextProject },
  planned: (write: WriteSegment) => Promise<Plan>,
): Promise<void> {
  const written: string[] = [];
  const plan = await planned(async (segment) => {
    const bytes = encodeSegment(segment);
    const digits = createHash("sha256").update(bytes).digest("hex").slice(0, 24);
    const name = `${segmentsOf(userId, project)}${row.version}-${digits}/segment`;
    await ports.archive.write(name, bytes);
    keep(cache, name, segment);
    written.push(name);
    return { name, docs: segment.docs.length };
  });
  const isDone = await commitIf(ports.store, [projectWrite(userId, row, plan.state), ...(plan.writes ?? [])]);
  if (isDone) return removeSegments(ports.archive, plan.gone);
  // Another process may have written the same segments, and its commit changed the row.
  const named = (await loadProject(ports.store, userId, project)).state.segments.map(({ name }) => name);
  await removeSegments(
    ports.archive,
    written.filter((name) => !named.includes(name)),
  );
  throw new WaldoError("ConditionFailed", "the project has changed");
}

const segmentsOf = (userId: UserId, project: string) => objects.index(userId, `contexts/${projectPart(project)}/`);

async function removeSegments(archive: Archive, names: readonly string[]): Promise<void> {
  for (const name of names) await archive.deletePrefix(`${name.slice(0, name.lastIndexOf("/"))}/`);
}

const sizeOf = (docs: number) =>
  Math.floor(Math.log(Math.max(1, docs / TEXTS_OF_SEGMENT)) / Math.log(SEGMENTS_OF_SIZE) + 1e-9);

/**
 * Merges segments until there are fewer than eight of each size. The order stays: of two texts with one id the later
 * counts.
 */
async function levelled(archive: Archive, all: readonly Named[], write: WriteSegment) {
  let segments = [...all];
  const replaced: string[] = [];
  for (;;) {
    const last = segments.at(-1);
    const same = last === undefined ? [] : segments.filter(({ docs }) => sizeOf(docs) <= sizeOf(last.docs));
    if (same.length < SEGMENTS_OF_SIZE) return { segments, replaced };
    const loaded = await Promise.all(same.map(({ name }) => loadSegment(archive, name)));
    const [first, ...others] = loaded.filter((segment) => segment !== undefined);
    const joined = mergeSegments(
      first,
      others.flatMap((segment) => [...docsOf(segment)]),
      new Set(),
    );
    replaced.push(...same.map(({ name }) => name));
    segments = [...segments.filter((one) => !same.includes(one)), await write(joined)];
  }
}

/**
 * Removes texts from the segments of a project: those that `goes` names, and those that a later segment or a row
 * replaces. It may be killed at any point and called again, because it also reads segments that no row names.
 */
export async function cleanSegments(
  ports: ContextPorts,
  userId: UserId,
  project: string,
  goes: (doc: MemoryDoc) => boolean,
): Promise<void> {
  const { archive, store } = ports;
  await retryConflicts(async () => {
    const later = new Map<string, string>();
    const isAnew = ({ id, text }: MemoryDoc) => {
      const known = later.get(id);
      const words = digest(text);
      if (known === undefined) later.set(id, words);
      return known !== undefined && known !== words;
    };
    (await waitingTexts(ports, userId, project)).map(docOf).forEach(isAnew);
    const { row, state } = await loadProject(store, userId, project);
    if (row === undefined) return;
    const named = state.segments.map(({ name }) => name);
    const gone: string[] = [];
    for (const name of await archive.list(segmentsOf(userId, project))) {
      const segment = named.includes(name) ? undefined : await readSegment(archive, name);
      if (segment && [...docsOf(segment)].some(goes)) gone.push(name);
    }
    const stale = new Map<Named, Set<string>>();
    for (const one of [...state.segments].reverse()) {
      const segment = await readSegment(archive, one.name);
      const ids = [...(segment ? docsOf(segment) : [])].filter((doc) => isAnew(doc) || goes(doc)).map(({ id }) => id);
      if (ids.length > 0) stale.set(one, new Set(ids));
    }
    if (stale.size + gone.length === 0) return;
    await resegment(ports, userId, { row, state }, async (write) => {
      const segments: Named[] = [];
      for (const one of state.segments) {
        const ids = stale.get(one);
        if (ids === undefined) segments.push(one);
        else if (ids.size < one.docs)
          segments.push(await write(mergeSegments(await readSegment(archive, one.name), [], ids)));
      }
      return { state: { ...state, segments }, gone: [...gone, ...[...stale.keys()].map(({ name }) => name)] };
    });
  });
}

/** Builds all segments of a project again from its contexts. Returns the number of texts. */
export async function reindexProject(
  ports: ContextPorts,
  userId: UserId,
  project: string,
  progress?: (done: number) => void,
): Promise<number> {
  const docs: MemoryDoc[] = [];
  const { state: before } = await loadProject(ports.store, userId, project);
  const old = new Set(before.segments.map(({ name }) => name));
  for await (const context of readAllContexts(ports, userId, project)) {
    docs.push({ id: context.id, text: textOf(context), at: context.at, tag: "context" });
    if (docs.length % 1000 === 0) progress?.(docs.length);
  }
  const segment = buildSegment(docs);
  const isMade = await retryConflicts(async () => {
    const { row, state } = await loadProject(ports.store, userId, project);
    // Words were removed since the start, and the new segment may still hold them.
    if (state.cleaned !== before.cleaned) return false;
    if (row === undefined) return true;
    await resegment(ports, userId, { row, state }, async (write) => {
      // A segment that was built meanwhile may hold newer contexts.
      const later = state.segments.filter(({ name }) => !old.has(name));
      const segments = [...(docs.length === 0 ? [] : [await write(segment)]), ...later];
      const gone = state.segments.flatMap(({ name }) => (old.has(name) ? name : []));
      return { state: { ...state, segments, waiting: 0 }, gone };
    });
    return true;
  });
  if (!isMade) return reindexProject(ports, userId, project, progress);
  const known = new Set(docs.map(({ id }) => id));
  for (const text of await waitingTexts(ports, userId, project))
    if (known.has(docOf(text).id)) await commitIf(ports.store, [{ op: "delete", key: text.key, when: asRead(text) }]);
  return docs.length;
}
