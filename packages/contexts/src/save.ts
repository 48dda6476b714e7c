// Saves a context: what an agent did, why, and what it follows from. A later save never changes an earlier one.
import {
  type ActionType,
  type ContextProject,
  type ContextRow,
  type Dependency,
  type EpochMs,
  MOST_TAGS,
  type UserId,
  WaldoError,
} from "@waldo/contracts";
import { digest } from "@waldo/core/digest";
import { retryConflicts } from "@waldo/core/store/cas";
import { HOUR_MS, MINUTE_MS } from "@waldo/core/time";
import { seenContext } from "./causality.ts";
import {
  type ContextPorts,
  contextWrites,
  findContext,
  latestIds,
  listProjects,
  loadProject,
  projectWrite,
} from "./rows.ts";
import { indexProject, TEXTS_OF_SEGMENT, textWrite } from "./search.ts";
import { type Summariser, summarise } from "./summary.ts";

/** The most recent contexts that may count as causes of a new one, and how close in time they must be. */
const MOST_INFERRED = 5;
const NEAR_MS = HOUR_MS;
/** The most tags and pairs of actions that are counted for a project. */
const MOST_COUNTED = 60;
/** The most projects, because some questions read the row of every project. */
export const MOST_PROJECTS = 500;
/** Within this time a repeated save without a key counts as the same save. */
const AGAIN_MS = 10 * MINUTE_MS;

export type NewContext = {
  readonly project: string;
  readonly content: string;
  readonly source: string;
  readonly metadata?: string;
  readonly tags?: readonly string[];
  readonly action?: ActionType;
  readonly rationale?: string;
  readonly dependencies?: readonly string[];
  readonly causedBy?: string;
  readonly client: string;
  /** Identifies this save among the saves of its client in its project. */
  readonly key?: string;
};

type SavePorts = ContextPorts & { readonly summariser?: Summariser };

/**
 * Saves a context and returns it. A repeated save returns the first one: with a key at any time, without one within ten
 * minutes. Throws `InvalidInput` for a key of another save and for a cause that does not exist. A cause must exist
 * first, so no chain can be circular. `mayUse` tells from which projects a cause may come.
 */
export async function saveContext(
  ports: SavePorts,
  userId: UserId,
  input: NewContext,
  at: EpochMs,
  mayUse: (project: string) => boolean = () => true,
): Promise<ContextRow> {
  const sent = sentOf(input);
  const [id, ...earlier] = idsOf(input, sent, at);
  const savedBefore = async () => {
    for (const one of [id, ...earlier]) {
      const context = (await findContext(ports, userId, one))?.context;
      if (context === undefined) continue;
      if (input.key === undefined ? at - context.at < AGAIN_MS : context.sent === sent) return context;
      if (input.key !== undefined)
        throw new WaldoError("InvalidInput", `key: ${one} was saved with it and says something else: take a new key`);
    }
    return undefined;
  };
  const known = await savedBefore();
  if (known) return known;
  const causeOf = async (one: string) => (await seenContext(ports, userId, one, mayUse)).context;
  const parent = input.causedBy === undefined ? undefined : await causeOf(input.causedBy);
  await Promise.all((input.dependencies ?? []).map(causeOf));
  const { summary, tags } = await summarise(input.content, ports.summariser);
  const { context, waiting } = await retryConflicts(async () => {
    const faster = await savedBefore();
    if (faster) return { context: faster, waiting: 0 };
    const [{ row, state }, latest] = await Promise.all([
      loadProject(ports.store, userId, input.project),
      latestIds(ports.store, userId, input.project, { limit: MOST_INFERRED, from: Math.max(0, at - NEAR_MS + 1) }),
    ]);
    if (row === undefined) await roomFor(ports, userId);
    const { action, rationale, causedBy, metadata } = input;
    const context: ContextRow = {
      id,
      project: input.project,
      content: input.content,
      summary,
      source: input.source,
      ...(metadata === undefined ? {} : { metadata }),
      tags: [...new Set([...(input.tags ?? []), ...tags])].slice(0, MOST_TAGS),
      at,
      origin: "untrusted",
      client: input.client,
      sent,
      causality: {
        ...(action === undefined ? {} : { action }),
        ...(rationale === undefined ? {} : { rationale }),
        dependencies: dependenciesOf(input, latest, at),
        ...(causedBy === undefined ? {} : { causedBy }),
      },
      depth: parent === undefined ? 0 : parent.depth + 1,
      accessCount: 0,
    };
    const next = counted(state, context, parent);
    await ports.store.transact([
      ...contextWrites(userId, undefined, context),
      textWrite(userId, context),
      projectWrite(userId, row, next),
    ]);
    return { context, waiting: next.waiting };
  });
  if (waiting >= TEXTS_OF_SEGMENT) {
    try {
      await indexProject(ports, userId, input.project);
    } catch (error) {
      // The context is saved and can be found. After an error the agent would save it again. The next save builds the
      // segment.
      if (!(error instanceof WaldoError)) throw error;
    }
  }
  return context;
}

/** Returns the digest of all content in a save. */
function sentOf(input: NewContext): string {
  const { content, source, metadata, tags, action, rationale, dependencies, causedBy } = input;
  return digest(JSON.stringify([content, source, metadata, tags, action, rationale, dependencies, causedBy]));
}

/** Returns the id of a save, and the id that it would have had ten minutes earlier. With a key both are the same. */
function idsOf({ project, client, key }: NewContext, sent: string, at: EpochMs): [string, ...string[]] {
  const of = (...name: (string | number)[]) => `ctx-${digest(project, client, ...name).slice(0, 24)}`;
  if (key !== undefined) return [of("key", key)];
  const turn = Math.floor(at / AGAIN_MS);
  return [of(sent, turn), of(sent, turn - 1)];
}

async function roomFor({ store }: ContextPorts, userId: UserId): Promise<void> {
  if ((await listProjects(store, userId)).length >= MOST_PROJECTS)
    throw new WaldoError("InvalidInput", `there are ${MOST_PROJECTS} projects already: save into one of them`);
}

/** The dependencies that the client names come first. Contexts from the hour before are added, marked as inferred. */
function dependenciesOf(
  { dependencies = [], causedBy }: NewContext,
  latest: readonly { readonly id: string; readonly at: EpochMs }[],
  at: EpochMs,
): Dependency[] {
  const stated = [...new Set(dependencies)];
  const inferred = latest.filter((one) => one.at <= at && !stated.includes(one.id) && one.id !== causedBy);
  return [
    ...stated.map((id): Dependency => ({ id, by: "stated" })),
    ...inferred.map(({ id }): Dependency => ({ id, by: "inferred" })),
  ];
}

/** Returns the counts of a project after adding one context. */
export function counted(state: ContextProject, context: ContextRow, parent?: ContextRow): ContextProject {
  const { causality, tags, depth, at } = context;
  const action = causality?.action;
  const from = parent?.causality?.action;
  const { stated, inferred, refused } = state.dependencies;
  const by = (kind: Dependency["by"]) => causality?.dependencies.filter((one) => one.by === kind).length ?? 0;
  return {
    ...state,
    savedAt: Math.max(state.savedAt, at),
    total: state.total + 1,
    waiting: state.waiting + 1,
    actions: action === undefined ? state.actions : { ...state.actions, [action]: (state.actions[action] ?? 0) + 1 },
    caused: state.caused + (causality === undefined ? 0 : 1),
    roots: state.roots + (causality !== undefined && causality.causedBy === undefined ? 1 : 0),
    depths: state.depths + (causality === undefined ? 0 : depth + 1),
    dependencies: { stated: stated + by("stated"), inferred: inferred + by("inferred"), refused },
    tags: more(state.tags, tags),
    pairs: action && from ? more(state.pairs, [`${from}>${action}`]) : state.pairs,
  };
}

/** Counts names. If there are too many, the rarest are dropped. */
function more(counts: Readonly<Record<string, number>>, names: readonly string[]): Record<string, number> {
  const all = new Map(Object.entries(counts));
  for (const name of names) all.set(name, (all.get(name) ?? 0) + 1);
  const kept = [...all].sort((a, b) => b[1] - a[1]).slice(0, MOST_COUNTED);
  return Object.fromEntries(kept);
}
