/**
 * Contexts in the form of a Wake database: the table `context_snapshots` of the document, one record a row, times as
 * ISO text and lists as JSON. They can be imported from there and exported back. Other code reads and writes the file.
 */
import {
  ActionType,
  ContextId,
  type ContextRow,
  type ContextTier,
  type EpochMs,
  keys,
  LAST_INSTANT_MS,
  MOST_CONTENT_CHARS,
  MOST_DEPENDENCIES,
  MOST_METADATA_CHARS,
  MOST_TAGS,
  ProjectName,
  type UserId,
} from "@waldo/contracts";
import { retryConflicts } from "@waldo/core/store/cas";
import { predict, signalsOf, tierOf } from "./prediction.ts";
import { type ContextPorts, contextWrites, findContext, loadProject, projectWrite, readAllContexts } from "./rows.ts";
import { counted } from "./save.ts";
import { indexProject, TEXTS_OF_SEGMENT, textWrite } from "./search.ts";
import { extract } from "./summary.ts";

/** The columns of `context_snapshots`, in the order of the document. */
export const WAKE_COLUMNS = [
  "id",
  "project",
  "summary",
  "source",
  "metadata",
  "tags",
  "timestamp",
  "action_type",
  "rationale",
  "dependencies",
  "caused_by",
  "memory_tier",
  "last_accessed",
  "access_count",
  "prediction_score",
  "last_predicted",
  "predicted_next_access",
  "propagation_reason",
] as const;
export type WakeRecord = { readonly [C in (typeof WAKE_COLUMNS)[number]]?: string | number | null };

export const WAKE_SCHEMA = `CREATE TABLE context_snapshots (
  id TEXT PRIMARY KEY,
  project TEXT NOT NULL,
  summary TEXT NOT NULL,
  source TEXT NOT NULL,
  metadata TEXT,
  tags TEXT NOT NULL,
  timestamp TEXT NOT NULL,
  action_type TEXT,
  rationale TEXT,
  dependencies TEXT,
  caused_by TEXT,
  memory_tier TEXT NOT NULL,
  last_accessed TEXT,
  access_count INTEGER DEFAULT 0,
  prediction_score REAL,
  last_predicted TEXT,
  predicted_next_access TEXT,
  propagation_reason TEXT
)`;

type Taken = {
  readonly taken: number;
  /** How many were imported earlier. */
  readonly known: number;
  /** The records that could not be read, with the reason, at most twenty. */
  readonly refused: readonly string[];
  /** How many causes were dropped because they are circular or do not exist. */
  readonly causesDropped: number;
};

const MOST_REFUSED = 20;
/** How many records one transaction imports. */
const TAKEN_AT_ONCE = 15;

/** Imports records. It may be killed and called again: existing contexts stay unchanged. */
export async function takeRecords(
  ports: ContextPorts,
  userId: UserId,
  records: readonly WakeRecord[],
  progress?: (done: number, of: number) => void,
): Promise<Taken> {
  const refused: string[] = [];
  const read: ContextRow[] = [];
  for (const [i, record] of records.entries()) {
    const context = contextOf(record);
    if (typeof context === "string") refused.push(`record ${i + 1}: ${context}`);
    else read.push(context);
  }
  const { contexts, dropped } = inOrder(read);
  let known = 0;
  let done = 0;
  for (const [project, all] of groupBy(contexts)) {
    for (let i = 0; i < all.length; i += TAKEN_AT_ONCE) {
      const some = all.slice(i, i + TAKEN_AT_ONCE);
      known += some.length - (await retryConflicts(() => takeSome(ports, userId, project, some)));
      done += some.length;
      if (i % TEXTS_OF_SEGMENT < TAKEN_AT_ONCE) await indexProject(ports, userId, project);
      progress?.(done, contexts.length);
    }
    while ((await indexProject(ports, userId, project)) > 0);
  }
  return {
    taken: contexts.length - known,
    known,
    refused: refused.slice(0, MOST_REFUSED),
    causesDropped: dropped,
  };
}

async function takeSome(ports: ContextPorts, userId: UserId, project: string, some: readonly ContextRow[]) {
  // A context that the person has forgotten stays forgotten.
  const there = await Promise.all(some.map(({ id }) => ports.store.get(keys.context(userId, id))));
  const fresh = some.filter((_, i) => there[i] === undefined);
  if (fresh.length === 0) return 0;
  const { row, state } = await loadProject(ports.store, userId, project);
  const parents = await Promise.all(
    fresh.map(async ({ causality }) => {
      const cause = causality?.causedBy;
      return cause === undefined
        ? undefined
        : (fresh.find(({ id }) => id === cause) ?? (await findContext(ports, userId, cause))?.context);
    }),
  );
  await ports.store.transact([
    ...fresh.flatMap((context) => [...contextWrites(userId, undefined, context), textWrite(userId, context)]),
    projectWrite(
      userId,
      row,
      fresh.reduce((sum, context, i) => counted(sum, context, parents[i]), state),
    ),
  ]);
  return fresh.length;
}

function groupBy(contexts: readonly ContextRow[]): Map<string, ContextRow[]> {
  const groups = new Map<string, ContextRow[]>();
  for (const context of contexts) {
    const group = groups.get(context.project) ?? [];
    group.push(context);
    groups.set(context.project, group);
  }
  return groups;
}

/** Returns the context of a record, or the reason why there is none. */
function contextOf(record: WakeRecord): ContextRow | string {
  const id = ContextId.safeParse(record.id);
  if (!id.success) return "the id is none";
  const project = ProjectName.safeParse(record.project);
  if (!project.success) return "the project has no name";
  const at = instant(record.timestamp);
  if (at === undefined) return "the timestamp is no time";
  const words = String(record.summary ?? "").slice(0, MOST_CONTENT_CHARS);
  if (words.trim() === "") return "the summary is empty";
  const content = words.toWellFormed();
  const metadata = record.metadata == null ? undefined : String(record.metadata).slice(0, MOST_METADATA_CHARS);
  const action = ActionType.safeParse(record.action_type);
  const lastAccess = instant(record.last_accessed);
  const accessCount = Math.max(0, Math.trunc(Number(record.access_count ?? 0)) || 0);
  const rationale = record.rationale == null ? undefined : String(record.rationale).slice(0, 2000);
  const causedBy = ContextId.safeParse(record.caused_by).data;
  const dependencies = list(record.dependencies)
    .flatMap((one) => ContextId.safeParse(one).data ?? [])
    .slice(0, MOST_DEPENDENCIES);
  // Wake inferred its dependencies from time alone.
  const causality = {
    ...(action.success ? { action: action.data } : {}),
    ...(rationale ? { rationale } : {}),
    dependencies: [...new Set(dependencies)].map((one) => ({ id: one, by: "inferred" as const })),
    ...(causedBy === undefined ? {} : { causedBy }),
  };
  return {
    id: id.data,
    project: project.data,
    content,
    summary: extract(content).summary,
    source: String(record.source ?? "").slice(0, 120),
    ...(metadata === undefined ? {} : { metadata }),
    tags: tagsOf(record.tags),
    at,
    origin: "untrusted",
    client: "wake-import",
    ...(record.action_type == null ? {} : { causality }),
    depth: 0,
    accessCount: lastAccess === undefined ? 0 : Math.min(accessCount, 999_999_999),
    ...(lastAccess === undefined || accessCount === 0 ? {} : { lastAccess }),
  };
}

function tagsOf(tags: WakeRecord["tags"]): string[] {
  const named = list(tags);
  const all = named.length > 0 ? named : String(tags ?? "").split(",");
  return [...new Set(all.map((tag) => tag.trim().slice(0, 40)).filter((tag) => tag !== ""))].slice(0, MOST_TAGS);
}

function list(value: WakeRecord[keyof WakeRecord]): string[] {
  try {
    const parsed: unknown = JSON.parse(String(value ?? "[]"));
    return Array.isArray(parsed) ? parsed.map(String) : [];
  } catch {
    return [];
  }
}

function instant(value: WakeRecord[keyof WakeRecord]): EpochMs | undefined {
  if (typeof value !== "string" || value === "") return undefined;
  const at = Date.parse(value);
  return Number.isNaN(at) || at < 0 || at > LAST_INSTANT_MS ? undefined : at;
}

/**
 * Orders causes before their effects, counts the depth of each chain, and drops causes that are circular or do not
 * exist.
 */
function inOrder(read: readonly ContextRow[]): { readonly contexts: ContextRow[]; readonly dropped: number } {
  const byId = new Map(read.map((context) => [context.id, context]));
  const done = new Map<string, ContextRow>();
  let dropped = 0;
  for (const first of byId.values()) {
    const path: ContextRow[] = [];
    const onPath = new Set<string>();
    for (let at: ContextRow | undefined = first; at && !done.has(at.id) && !onPath.has(at.id); ) {
      path.push(at);
      onPath.add(at.id);
      const cause: string | undefined = at.causality?.causedBy;
      at = cause === undefined ? undefined : byId.get(cause);
    }
    for (const context of path.reverse()) {
      const cause = context.causality?.causedBy;
      const parent = cause === undefined ? undefined : done.get(cause);
      if (cause !== undefined && parent === undefined) {
        dropped++;
        const { causedBy: _, ...causality } = context.causality ?? { dependencies: [] };
        done.set(context.id, { ...context, causality, depth: 0 });
      } else done.set(context.id, { ...context, depth: parent === undefined ? 0 : parent.depth + 1 });
    }
  }
  return { contexts: [...done.values()], dropped };
}

/** Yields the contexts of a project as records. Wake stores only summaries, so the text is left out. */
export async function* records(
  ports: ContextPorts,
  userId: UserId,
  project: string,
  now: EpochMs,
): AsyncGenerator<WakeRecord> {
  for await (const context of readAllContexts(ports, userId, project)) yield recordOf(context, now);
}

function recordOf(context: ContextRow, now: EpochMs): WakeRecord {
  const { causality, lastAccess, prediction = predict(signalsOf(context), now) } = context;
  const held = causality?.dependencies.filter(({ refused }) => !refused) ?? [];
  return {
    id: context.id,
    project: context.project,
    summary: context.summary,
    source: context.source,
    metadata: context.metadata ?? null,
    tags: context.tags.join(","),
    timestamp: iso(context.at),
    action_type: causality?.action ?? null,
    rationale: causality?.rationale ?? null,
    dependencies: causality ? JSON.stringify(held.map(({ id }) => id)) : null,
    caused_by: causality?.causedBy ?? null,
    memory_tier: tierOf(context, now) satisfies ContextTier,
    last_accessed: lastAccess === undefined ? null : iso(lastAccess),
    access_count: context.accessCount,
    prediction_score: prediction.score,
    last_predicted: iso(prediction.at),
    predicted_next_access: prediction.nextAccess === undefined ? null : iso(prediction.nextAccess),
    propagation_reason: JSON.stringify(prediction.reasons),
  };
}

const iso = (at: EpochMs) => new Date(at).toISOString();
