/**
 * Computes the present tier of contexts. A tier follows from the last read and the clock, so it is not stored. A
 * context without a read for thirty days may move to the archive. Its row stays and holds the place of the text, and
 * the text comes back when it is read.
 */
import {
  CONTEXT_TIERS,
  type ContextRow,
  type ContextTier,
  type EpochMs,
  keys,
  objects,
  StoredContext,
  type UserId,
} from "@waldo/contracts";
import { digest } from "@waldo/core/digest";
import { commitIf } from "@waldo/core/store/cas";
import { queryAll } from "@waldo/core/store/query-all";
import { HOUR_MS } from "@waldo/core/time";
import { countSeen } from "./access.ts";
import { TIER_HOURS, tierOf } from "./prediction.ts";
import {
  archivedWrites,
  type ContextPorts,
  type Found,
  findContext,
  listProjects,
  loadProject,
  projectPart,
  projectWrite,
  usedBefore,
} from "./rows.ts";

const EXPIRED_AFTER_MS = TIER_HOURS.ARCHIVED * HOUR_MS;
/** The most contexts that one call moves to the archive. */
export const MOST_PRUNED = 100;

type TierCounts = Readonly<Record<ContextTier, number>> & { readonly total: number };

/**
 * Counts the contexts of each tier. It reads no row of an expired context. `progress` gets the counted number and the
 * total.
 */
export async function countTiers(
  ports: ContextPorts,
  userId: UserId,
  project: string,
  now: EpochMs,
  progress?: (done: number, of: number) => void,
): Promise<TierCounts> {
  await countSeen(ports, userId, project);
  const { state } = await loadProject(ports.store, userId, project);
  const stored = state.total - state.archived;
  const counts: Record<ContextTier, number> = { ACTIVE: 0, RECENT: 0, ARCHIVED: 0, EXPIRED: 0 };
  const part = projectPart(project);
  const from = Math.max(0, now - EXPIRED_AFTER_MS + 1);
  let done = 0;
  for await (const row of queryAll(ports.store, keys.contextUse.between(userId, [part, from]))) {
    const used = keys.contextUse.parse(row.key.sk)?.[1] ?? 0;
    counts[tierOf({ at: used }, now)]++;
    if (++done % 1000 === 0) progress?.(done, stored);
  }
  return { ...counts, EXPIRED: Math.max(0, stored - done), total: stored };
}

/** Returns the counts of all tiers of several projects together. */
export function sumTiers(counts: readonly TierCounts[]): TierCounts {
  const of = (name: ContextTier | "total") => counts.reduce((sum, one) => sum + one[name], 0);
  return Object.fromEntries([...CONTEXT_TIERS, "total" as const].map((name) => [name, of(name)])) as TierCounts;
}

/** Moves expired contexts to the archive, those with the oldest last read first. Returns their ids. */
export async function pruneExpired(
  ports: ContextPorts,
  userId: UserId,
  { now, limit, projects }: { readonly now: EpochMs; readonly limit: number; readonly projects?: readonly string[] },
): Promise<string[]> {
  const names = projects ?? (await listProjects(ports.store, userId)).map(({ project }) => project);
  const moved: string[] = [];
  for (const project of names) {
    if (moved.length >= limit) break;
    // A context that was shown meanwhile is no longer expired.
    await countSeen(ports, userId, project);
    const expired = await usedBefore(ports.store, userId, project, {
      before: Math.max(0, now - EXPIRED_AFTER_MS + 1),
      limit: limit - moved.length,
    });
    moved.push(
      ...(await archiveThese(
        ports,
        userId,
        project,
        expired.map(({ id }) => id),
        now,
      )),
    );
  }
  return moved;
}

/** How many contexts one transaction moves. */
const MOVED_AT_ONCE = 16;

async function archiveThese(
  ports: ContextPorts,
  userId: UserId,
  project: string,
  ids: readonly string[],
  now: EpochMs,
): Promise<string[]> {
  const found = (await Promise.all(ids.map((id) => findContext(ports, userId, id)))).filter(
    (one): one is Found => one !== undefined && !one.archived,
  );
  if (found.length === 0) return [];
  const moved: string[] = [];
  for (let i = 0; i < found.length; i += MOVED_AT_ONCE) {
    const some = found.slice(i, i + MOVED_AT_ONCE);
    const { row, state } = await loadProject(ports.store, userId, project);
    // The object is written first. If the process is killed after that, the rows still hold all texts, and the next
    // call writes the object again. The rows of one object all move together.
    const object = await writeObject(ports, userId, state, {
      contexts: some.map(({ context }) => context),
      version: row?.version ?? 0,
    });
    const done = await commitIf(ports.store, [
      ...some.flatMap((one) => archivedWrites(userId, one, { object, at: now })),
      projectWrite(userId, row, { ...state, archived: state.archived + some.length }),
    ]);
    if (done) moved.push(...some.map(({ context }) => context.id));
    // One of them was read or forgotten meanwhile, so all wait for the next call. Only a process that read the same
    // version of the project could have used this object's name.
    else if (!(await isNamed(ports, userId, object, some))) await ports.archive.write(object, new Uint8Array());
  }
  return moved;
}

async function isNamed(
  { store }: ContextPorts,
  userId: UserId,
  object: string,
  by: readonly Found[],
): Promise<boolean> {
  const rows = await Promise.all(by.map(({ context }) => store.get(keys.context(userId, context.id))));
  const bodies = rows.flatMap((row) => (row ? StoredContext.parse(row.body) : []));
  return bodies.some((body) => "archived" in body && body.archived.object === object);
}

async function writeObject(
  { archive }: ContextPorts,
  userId: UserId,
  { project }: { readonly project: string },
  { contexts, version }: { readonly contexts: readonly ContextRow[]; readonly version: number },
): Promise<string> {
  const text = contexts.map((context) => `${JSON.stringify(context)}\n`).join("");
  const file = `${version}-${digest(text).slice(0, 24)}.jsonl`;
  const name = objects.archive(userId, `contexts/${projectPart(project)}/${file}`);
  await archive.write(name, new TextEncoder().encode(text));
  return name;
}
