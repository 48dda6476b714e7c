/**
 * Counts how often contexts are read. Each answer stores what it showed in its own row. So an answer need not wait, and
 * no count is lost when two clients read at once. The rows are counted later, each once, because the same transaction
 * counts and removes a row. Until then, code that reads a context adds the waiting counts.
 */
import {
  type ContextProject,
  ContextsSeen,
  type EpochMs,
  keys,
  MOST_DEPENDENCIES,
  type UserId,
} from "@waldo/contracts";
import { MAX_TRANSACTION_WRITES, type Row, type Store, type Write } from "@waldo/core/ports";
import { asRead, putOnce, putOver, retryConflicts } from "@waldo/core/store/cas";
import { queryAll } from "@waldo/core/store/query-all";
import { DAY_MS } from "@waldo/core/time";
import {
  type ContextPorts,
  changeWrites,
  contextWrites,
  findContext,
  loadProject,
  projectPart,
  projectWrite,
  WRITES_OF_CHANGE,
} from "./rows.ts";

/** If this many rows wait, the next answer counts them first. */
export const MOST_WAITING = 60;
/** How many contexts one transaction counts, together with the row of the project and the removed rows. */
const COUNTED_AT_ONCE = 10;
/** The most needed contexts that a forecast stores. */
const MOST_USED = 500;

/** Stores that contexts of one project were shown. Two answers at one instant are two rows. */
export async function see(
  { store }: Pick<ContextPorts, "store">,
  userId: UserId,
  project: string,
  ids: readonly string[],
  at: EpochMs,
): Promise<void> {
  if (ids.length === 0) return;
  const seen: ContextsSeen = { at, ids: ids.slice(0, MOST_DEPENDENCIES) };
  for (let same = 0; ; same++) {
    const key = keys.contextSeen(userId, projectPart(project), at, String(same).padStart(4, "0"));
    if (await putOnce(store, key, seen)) return;
  }
}

export type Waiting = ReadonlyMap<string, { readonly count: number; readonly last: EpochMs }>;
type Seen = { readonly rows: readonly Row[]; readonly waiting: Waiting };

/** Returns the stored reads that are not counted yet. */
export async function waitingSeen(store: Store, userId: UserId, project: string): Promise<Seen> {
  const rows: Row[] = [];
  const waiting = new Map<string, { count: number; last: EpochMs }>();
  for await (const row of queryAll(store, keys.contextSeen.all(userId, projectPart(project)))) {
    const { at, ids } = ContextsSeen.parse(row.body);
    rows.push(row);
    for (const id of ids) {
      const known = waiting.get(id);
      waiting.set(id, { count: (known?.count ?? 0) + 1, last: Math.max(known?.last ?? 0, at) });
    }
  }
  return { rows, waiting };
}

/** Returns the counts including the waiting reads. */
export function withWaiting<T extends { readonly accessCount: number; readonly lastAccess?: EpochMs | undefined }>(
  counted: T,
  id: string,
  waiting: Waiting,
): T {
  const more = waiting.get(id);
  if (more === undefined) return counted;
  return {
    ...counted,
    accessCount: counted.accessCount + more.count,
    lastAccess: Math.max(counted.lastAccess ?? 0, more.last),
  };
}

/**
 * Counts the waiting reads. It may be killed at any point and called again. If a context's text is in the archive, a
 * read brings it back.
 */
export async function countSeen(ports: ContextPorts, userId: UserId, project: string): Promise<number> {
  let counted = 0;
  for (;;) {
    const done = await retryConflicts(() => countSome(ports, userId, project));
    counted += done;
    if (done === 0) return counted;
  }
}

/** Counts the first rows, as many as fit into one transaction. Returns the number of rows. */
async function countSome(ports: ContextPorts, userId: UserId, project: string): Promise<number> {
  const { rows } = await waitingSeen(ports.store, userId, project);
  const taken: Write[] = [];
  const reads = new Map<string, EpochMs[]>();
  const most = MAX_TRANSACTION_WRITES - 1;
  for (const row of rows) {
    const { ids: all, at } = ContextsSeen.parse(row.body);
    // If a row names more than fit, the rest stays for the next transaction.
    const [ids, left] = [all.slice(0, COUNTED_AT_ONCE), all.slice(COUNTED_AT_ONCE)];
    const contexts = new Set([...reads.keys(), ...ids]).size;
    const isFull = contexts > COUNTED_AT_ONCE || contexts * WRITES_OF_CHANGE + taken.length + 1 > most;
    if (isFull && taken.length > 0) break;
    taken.push(
      left.length === 0
        ? { op: "delete", key: row.key, when: asRead(row) }
        : putOver(row, row.key, { at, ids: left } satisfies ContextsSeen),
    );
    for (const id of ids) reads.set(id, [...(reads.get(id) ?? []), at]);
  }
  if (taken.length === 0) return 0;
  const { row, state } = await loadProject(ports.store, userId, project);
  const changes = await Promise.all([...reads].map(([id, times]) => changeOf(ports, userId, id, times)));
  const back = changes.filter((change) => change.back).length;
  const open = state.open && withNeeded(state.open, reads);
  await ports.store.transact([
    ...changes.flatMap(({ writes }) => writes),
    ...(row && (open || back > 0)
      ? [projectWrite(userId, row, { ...state, archived: state.archived - back, ...(open ? { open } : {}) })]
      : []),
    ...taken,
  ]);
  return taken.length;
}

type Open = NonNullable<ContextProject["open"]>;

/** Adds the reads of a day to its forecast. */
function withNeeded(open: Open, reads: ReadonlyMap<string, readonly EpochMs[]>): Open {
  const onTheDay = (at: EpochMs) => at >= open.at && at < open.at + DAY_MS;
  const needed = [...reads].filter(([, times]) => times.some(onTheDay)).map(([id]) => id);
  return { ...open, used: [...new Set([...open.used, ...needed])].slice(0, MOST_USED) };
}

async function changeOf(
  ports: ContextPorts,
  userId: UserId,
  id: string,
  times: readonly EpochMs[],
): Promise<{ readonly writes: readonly Write[]; readonly back?: true }> {
  const found = await findContext(ports, userId, id);
  if (!found) return { writes: [] };
  const { context } = found;
  const next = {
    ...context,
    accessCount: context.accessCount + times.length,
    lastAccess: Math.max(context.lastAccess ?? 0, ...times),
  };
  return found.archived
    ? { writes: contextWrites(userId, found.row, next), back: true }
    : { writes: changeWrites(userId, found, next) };
}
