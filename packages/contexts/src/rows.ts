/**
 * The rows of contexts. Each context is one row with its id as the key. Index rows lead to it: by time of saving, by
 * last read, by number of reads, and by time of prediction. They hold the parts of the score, so a question about a
 * project reads only a few ranges, however many contexts it has.
 */
import {
  type ArchivedContext,
  ContextProject,
  ContextRow,
  ContextSignals,
  type EpochMs,
  type ForgottenContext,
  keys,
  StoredContext,
  type UserId,
  WaldoError,
} from "@waldo/contracts";
import { digest } from "@waldo/core/digest";
import type { Archive, Row, Store, Write } from "@waldo/core/ports";
import { putOver } from "@waldo/core/store/cas";
import { queryAll } from "@waldo/core/store/query-all";
import { signalsOf } from "./prediction.ts";

export type ContextPorts = { readonly store: Store; readonly archive: Archive };

/** Returns the form of a project for keys and object names, which must not hold a person's words. */
export function projectPart(project: string): string {
  return digest("project", project).slice(0, 20);
}

/** A context with its row, for a write that replaces it. */
type Stored = { readonly row: Row; readonly context: ContextRow };

/** A context, wherever it is stored. `archived` is true when its text is in the archive. */
export type Found = Stored & { readonly archived: boolean };

/** Returns a context, or undefined when there is none or the person has forgotten it. */
export async function findContext(ports: ContextPorts, userId: UserId, id: string): Promise<Found | undefined> {
  const row = await ports.store.get(keys.context(userId, id));
  if (row === undefined) return undefined;
  const body = StoredContext.parse(row.body);
  if ("forgotten" in body) return undefined;
  if (!("archived" in body)) return { row, context: body, archived: false };
  const bytes = await ports.archive.read(body.archived.object);
  const text = bytes && readArchived(bytes, id).find((one) => one.id === id);
  // The row holds what was said about its causes since then.
  return text && { row, context: { ...text, ...causesOf(body) }, archived: true };
}

/** Returns the causes in the row of an archived context. */
export function causesOf({ causality }: ArchivedContext) {
  return causality === undefined ? {} : { causality };
}

/** Reads an archive object, which has one context per line. With `id` it reads only lines that contain it. */
export function readArchived(bytes: Uint8Array, id = ""): ContextRow[] {
  return new TextDecoder()
    .decode(bytes)
    .split("\n")
    .filter((line) => line !== "" && line.includes(id))
    .map((line) => ContextRow.parse(JSON.parse(line)));
}

/** Returns the project, and its row for a write that replaces it. A project without a row is empty. */
export async function loadProject(store: Store, userId: UserId, project: string) {
  const row = await store.get(keys.contextProject(userId, projectPart(project)));
  return { row, state: row ? ContextProject.parse(row.body) : emptyProject(project) };
}

export function projectWrite(userId: UserId, row: Row | undefined, state: ContextProject): Write {
  return putOver(row, keys.contextProject(userId, projectPart(state.project)), state);
}

/** Returns the projects of a person. */
export async function listProjects(store: Store, userId: UserId): Promise<ContextProject[]> {
  const found: ContextProject[] = [];
  for await (const row of queryAll(store, keys.contextProject.all(userId))) found.push(ContextProject.parse(row.body));
  return found.sort((a, b) => b.savedAt - a.savedAt);
}

function emptyProject(project: string): ContextProject {
  return {
    project,
    savedAt: 0,
    total: 0,
    archived: 0,
    actions: {},
    caused: 0,
    roots: 0,
    depths: 0,
    dependencies: { stated: 0, inferred: 0, refused: 0 },
    tags: {},
    pairs: {},
    predicted: { count: 0, sum: 0, reasons: {} },
    segments: [],
    waiting: 0,
  };
}

/** Returns the rows that lead to a context. */
function indexOf(userId: UserId, context: ContextRow): Map<string, Extract<Write, { op: "put" }>> {
  const { id, at, lastAccess, accessCount, prediction } = context;
  const project = projectPart(context.project);
  const signals = signalsOf(context);
  const puts = [
    { key: keys.contextTime(userId, project, at, id), body: {} },
    { key: keys.contextUse(userId, project, lastAccess ?? at, id), body: signals },
    ...(accessCount === 0 ? [] : [{ key: keys.contextCount(userId, project, accessCount, id), body: signals }]),
    { key: keys.contextPredicted(userId, project, prediction?.at ?? 0, id), body: {} },
  ];
  return new Map(puts.map((put) => [put.key.sk, { op: "put", ...put }]));
}

/** How many writes a change of a context takes at most. */
export const WRITES_OF_CHANGE = 7;

/**
 * Returns the writes of a complete context: a new one, or one that comes back from the archive and replaces the row
 * with its place.
 */
export function contextWrites(userId: UserId, row: Row | undefined, context: ContextRow): Write[] {
  return [
    putOver(row, keys.context(userId, context.id), context),
    ...indexOf(userId, context).values(),
    ...(row === undefined ? [] : [notArchived(userId, context)]),
  ];
}

type Place = Pick<ContextRow, "id" | "project" | "at">;

const archivedKey = (userId: UserId, { id, project, at }: Place) =>
  keys.contextArchived(userId, projectPart(project), at, id);
const notArchived = (userId: UserId, place: Place): Write => ({ op: "delete", key: archivedKey(userId, place) });

/**
 * Returns the writes of a new state of a context, with the rows that lead to it. The writes fail if the row has
 * changed.
 */
export function changeWrites(userId: UserId, { row, context }: Stored, next: ContextRow): Write[] {
  const before = indexOf(userId, context);
  const after = indexOf(userId, next);
  const gone = [...before].filter(([sk]) => !after.has(sk)).map(([, { key }]): Write => ({ op: "delete", key }));
  const changed = [...after].filter(([sk, { body }]) => JSON.stringify(before.get(sk)?.body) !== JSON.stringify(body));
  return [putOver(row, keys.context(userId, next.id), next), ...gone, ...changed.map(([, put]) => put)];
}

/**
 * Returns the writes for a context whose text was moved to the archive. The row keeps id, project, time, depth,
 * causality and the place of the text.
 */
export function archivedWrites(
  userId: UserId,
  { row, context }: Stored,
  archived: ArchivedContext["archived"],
): Write[] {
  const { id, project, at, causality, depth } = context;
  const left: ArchivedContext = { id, project, at, depth, ...(causality ? { causality } : {}), archived };
  return [
    putOver(row, keys.context(userId, id), left),
    ...notIndexed(userId, context),
    { op: "put", key: archivedKey(userId, left), body: {} },
  ];
}

/**
 * Returns the writes that remove all words of a context, wherever it is stored. `context` is absent when the archive
 * has lost its text.
 */
export function forgottenWrites(
  userId: UserId,
  { row, place, context }: { readonly row: Row; readonly place: Place; readonly context?: ContextRow | undefined },
  at: EpochMs,
): Write[] {
  const left: ForgottenContext = { id: place.id, project: place.project, at: place.at, forgotten: at };
  return [
    putOver(row, keys.context(userId, place.id), left),
    ...(context ? notIndexed(userId, context) : []),
    notArchived(userId, place),
  ];
}

function notIndexed(userId: UserId, context: ContextRow): Write[] {
  return [...indexOf(userId, context).values()].map(({ key }): Write => ({ op: "delete", key }));
}

/** Returns the write of changed causes for a context whose text is in the archive. */
export function causesChanged(userId: UserId, row: Row, { id, causality }: ContextRow): Write[] {
  const left = StoredContext.parse(row.body);
  return [putOver(row, keys.context(userId, id), { ...left, ...(causality ? { causality } : {}) })];
}

export type Indexed = { readonly id: string; readonly signals: ContextSignals };

/** Returns the contexts of a project that were last read or saved, the latest first. */
export function byUse(store: Store, userId: UserId, project: string, limit: number): Promise<Indexed[]> {
  const range = keys.contextUse.all(userId, projectPart(project));
  return indexed(store, { ...range, descending: true, limit }, keys.contextUse.parse);
}

/** Returns the contexts of a project that were last read or saved before an instant, the oldest first. */
export function usedBefore(
  store: Store,
  userId: UserId,
  project: string,
  { before, limit }: { readonly before: EpochMs; readonly limit: number },
): Promise<Indexed[]> {
  const part = projectPart(project);
  return indexed(
    store,
    { ...keys.contextUse.between(userId, [part, 0], [part, before]), limit },
    keys.contextUse.parse,
  );
}

/** Returns the contexts of a project that were read most often. */
export function byCount(store: Store, userId: UserId, project: string, limit: number): Promise<Indexed[]> {
  const range = keys.contextCount.all(userId, projectPart(project));
  return indexed(store, { ...range, descending: true, limit }, keys.contextCount.parse);
}

async function indexed(
  store: Store,
  query: Parameters<Store["query"]>[0],
  parse: (sk: string) => readonly [string, number, string] | undefined,
): Promise<Indexed[]> {
  const found: Indexed[] = [];
  for await (const row of queryAll(store, query)) {
    const parts = parse(row.key.sk);
    if (parts) found.push({ id: parts[2], signals: ContextSignals.parse(row.body) });
  }
  return found;
}

type Latest = {
  readonly limit: number;
  readonly from?: EpochMs;
  readonly before?: string;
  /** True for only those contexts whose text is in the archive. */
  readonly archived?: boolean;
};

/**
 * Returns the ids of the latest contexts, the latest first. `before` names a context as `at_id`; only earlier ones are
 * returned. Throws `InvalidInput` for another form.
 */
export async function latestIds(
  store: Store,
  userId: UserId,
  project: string,
  { limit, from = 0, before, archived = false }: Latest,
): Promise<{ readonly id: string; readonly at: EpochMs }[]> {
  const order = archived ? keys.contextArchived : keys.contextTime;
  const part = projectPart(project);
  const [, at, id] = /^(\d{1,15})_(.{1,80})$/.exec(before ?? "") ?? [];
  if (before !== undefined && (at === undefined || id === undefined))
    throw new WaldoError("InvalidInput", "cursor: take the `next` of the answer before");
  const range = order.between(userId, [part, from]);
  const to = at === undefined || id === undefined ? {} : { to: order(userId, part, Number(at), id).sk };
  const found: { readonly id: string; readonly at: EpochMs }[] = [];
  for await (const row of queryAll(store, { ...range, ...to, descending: true, limit })) {
    const parts = order.parse(row.key.sk);
    if (parts) found.push({ id: parts[2], at: parts[1] });
  }
  return found;
}

/** Yields every context of a project, including archived ones. It reads all rows. */
export async function* readAllContexts(
  ports: ContextPorts,
  userId: UserId,
  project: string,
): AsyncGenerator<ContextRow> {
  const opened = new Map<string, Map<string, ContextRow>>();
  for await (const row of queryAll(ports.store, keys.context.all(userId))) {
    const body = StoredContext.parse(row.body);
    if (body.project !== project || "forgotten" in body) continue;
    if (!("archived" in body)) {
      yield body;
      continue;
    }
    const { object } = body.archived;
    if (!opened.has(object)) {
      const bytes = await ports.archive.read(object);
      opened.set(object, new Map((bytes ? readArchived(bytes) : []).map((context) => [context.id, context])));
    }
    const text = opened.get(object)?.get(body.id);
    if (text) yield { ...text, ...causesOf(body) };
  }
}
