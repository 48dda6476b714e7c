// Removes words from contexts on the person's wish: from rows, the archive and the index.
//
// 1. Rows go first, in one transaction with the row of the project. A process that still works with the old words then
//    cannot commit.
// 2. If an archive object holds the words, its other contexts come back into the store, where the next pruning finds
//    them. Then the object is emptied, because a person's session may not delete files of the archive.
// 3. Texts of the index are removed last. Each step finds the remaining words, so everything may be repeated.
import {
  type ContextProject,
  type ContextRow,
  type EpochMs,
  keys,
  objects,
  StoredContext,
  type UserId,
} from "@waldo/contracts";
import type { Write } from "@waldo/core/ports";
import { retryConflicts } from "@waldo/core/store/cas";
import { withPrediction } from "./ahead.ts";
import {
  type ContextPorts,
  causesOf,
  changeWrites,
  contextWrites,
  findContext,
  forgottenWrites,
  loadProject,
  projectPart,
  projectWrite,
  readArchived,
} from "./rows.ts";
import { cleanSegments, textKey, textWrite } from "./search.ts";

/** Returns the context with changed words, the same object if nothing changes, or undefined if nothing of it stays. */
type Reword = (context: ContextRow) => ContextRow | undefined;

/**
 * Forgets one context, so that none of its words stays. Contexts that it caused still name its id. Returns whether the
 * context existed. If the process is killed, the next call or wake completes the work.
 */
export async function forgetContext(ports: ContextPorts, userId: UserId, id: string, now: EpochMs): Promise<boolean> {
  const project = await retryConflicts(() => forgetRow(ports, userId, id, now));
  if (project === undefined) return false;
  await finishForgetting(ports, userId, project);
  return true;
}

/** Returns the project, even if the row is forgotten already. */
async function forgetRow(ports: ContextPorts, userId: UserId, id: string, now: EpochMs): Promise<string | undefined> {
  const { store } = ports;
  const row = await store.get(keys.context(userId, id));
  if (row === undefined) return undefined;
  const place = StoredContext.parse(row.body);
  const { project } = place;
  if ("forgotten" in place) return project;
  const text = await store.get(textKey(userId, place));
  const context = (await findContext(ports, userId, id))?.context;
  const cause = context?.causality?.causedBy;
  const parent = cause === undefined ? undefined : await findContext(ports, userId, cause);
  const { row: projectRow, state } = await loadProject(store, userId, project);
  const counted = context ? uncounted(state, context, parent?.context) : state;
  await store.transact([
    ...forgottenWrites(userId, { row, place, context }, now),
    { op: "delete", key: textKey(userId, place) },
    projectWrite(userId, projectRow, {
      ...counted,
      total: Math.max(0, state.total - 1),
      archived: Math.max(0, state.archived - ("archived" in place ? 1 : 0)),
      waiting: Math.max(0, state.waiting - (text ? 1 : 0)),
      forgetting: [...(state.forgetting ?? []), place.id],
      cleaned: (state.cleaned ?? 0) + 1,
    }),
  ]);
  return project;
}

/** Removes forgotten contexts from the files of a project. */
export async function finishForgetting(ports: ContextPorts, userId: UserId, project: string): Promise<void> {
  const { state } = await loadProject(ports.store, userId, project);
  const ids = new Set<string>(state.forgetting);
  if (ids.size === 0) return;
  await cleanArchive(ports, userId, project, (context) => (ids.has(context.id) ? undefined : context));
  await cleanSegments(ports, userId, project, ({ id }) => ids.has(id));
  await retryConflicts(async () => {
    const { row, state: now } = await loadProject(ports.store, userId, project);
    const { forgetting = [], ...rest } = now;
    const left = forgetting.filter((id) => !ids.has(id));
    await ports.store.transact([projectWrite(userId, row, left.length > 0 ? { ...rest, forgetting: left } : rest)]);
  });
}

/** Returns the writes that change the words of a context in the store. The list is empty when nothing must change. */
export async function rewordWrites(ports: ContextPorts, userId: UserId, id: string, reword: Reword): Promise<Write[]> {
  const row = await ports.store.get(keys.context(userId, id));
  const body = row && StoredContext.parse(row.body);
  if (!body || "archived" in body || "forgotten" in body) return [];
  const next = reword(body);
  if (next === undefined || next === body) return [];
  const project = await loadProject(ports.store, userId, body.project);
  return [
    ...changeWrites(userId, { row, context: body }, next),
    textWrite(userId, next),
    projectWrite(userId, project.row, reworded(project.state, body, next)),
  ];
}

/** Opens the archive objects of a project with such words, and empties them. Returns their number. */
export async function cleanArchive(
  ports: ContextPorts,
  userId: UserId,
  project: string,
  reword: Reword,
): Promise<number> {
  let opened = 0;
  for (const name of await ports.archive.list(objects.archive(userId, `contexts/${projectPart(project)}/`))) {
    const bytes = await ports.archive.read(name);
    const contexts = bytes ? readArchived(bytes) : [];
    if (contexts.every((context) => reword(context) === context)) continue;
    for (const context of contexts)
      await retryConflicts(async () =>
        ports.store.transact(await backWrites(ports, userId, { name, context }, reword)),
      );
    await ports.archive.write(name, new Uint8Array());
    opened++;
  }
  return opened;
}

/** Returns the writes that bring a context back from an object, if its row says that its text is there. */
async function backWrites(
  { store }: ContextPorts,
  userId: UserId,
  { name, context }: { readonly name: string; readonly context: ContextRow },
  reword: Reword,
): Promise<Write[]> {
  const row = await store.get(keys.context(userId, context.id));
  const body = row && StoredContext.parse(row.body);
  if (!body || !("archived" in body) || body.archived.object !== name) return [];
  const before = { ...context, ...causesOf(body) };
  const next = reword(before) ?? before;
  const project = await loadProject(store, userId, body.project);
  const state = next === before ? project.state : reworded(project.state, before, next);
  return [
    ...contextWrites(userId, row, next),
    ...(next === before ? [] : [textWrite(userId, next)]),
    projectWrite(userId, project.row, { ...state, archived: Math.max(0, state.archived - 1) }),
  ];
}

function reworded(state: ContextProject, before: ContextRow, next: ContextRow): ContextProject {
  const gone = before.tags.filter((tag) => !next.tags.includes(tag));
  return { ...state, tags: fewer(state.tags, gone), cleaned: (state.cleaned ?? 0) + 1 };
}

/** Returns the counts of a project without a context: it subtracts what `counted` of save.ts has added. */
function uncounted(state: ContextProject, context: ContextRow, parent?: ContextRow): ContextProject {
  const { causality, tags, depth, prediction } = context;
  const [action, from] = [causality?.action, parent?.causality?.action];
  const known = causality?.dependencies ?? [];
  const { stated, inferred, refused } = state.dependencies;
  const least = (count: number, less: number) => Math.max(0, count - less);
  return {
    ...state,
    actions: action === undefined ? state.actions : fewer(state.actions, [action]),
    caused: least(state.caused, causality === undefined ? 0 : 1),
    roots: least(state.roots, causality !== undefined && causality.causedBy === undefined ? 1 : 0),
    depths: least(state.depths, causality === undefined ? 0 : depth + 1),
    dependencies: {
      stated: least(stated, known.filter(({ by }) => by === "stated").length),
      inferred: least(inferred, known.filter(({ by }) => by === "inferred").length),
      refused: least(refused, known.filter((one) => one.refused).length),
    },
    tags: fewer(state.tags, tags),
    pairs: action && from ? fewer(state.pairs, [`${from}>${action}`]) : state.pairs,
    predicted: withPrediction(state.predicted, prediction, -1),
  };
}

/** Counts names down. A name with the count 0 is removed. */
function fewer(counts: Readonly<Record<string, number>>, names: readonly string[]): Record<string, number> {
  const all = Object.entries(counts).map(([name, count]): [string, number] => [
    name,
    count - (names.includes(name) ? 1 : 0),
  ]);
  return Object.fromEntries(all.filter(([, count]) => count > 0));
}
