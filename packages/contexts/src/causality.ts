/**
 * Explains why a context exists. A chain follows the causes that clients named. A context that was only saved shortly
 * before is a guess; it is marked as one and can be refused.
 */
import { type ContextProject, type ContextRow, type UserId, WaldoError } from "@waldo/contracts";
import { retryConflicts } from "@waldo/core/store/cas";
import {
  type ContextPorts,
  causesChanged,
  changeWrites,
  type Found,
  findContext,
  loadProject,
  projectWrite,
} from "./rows.ts";

/** The most contexts in a chain. */
export const MOST_CHAIN = 100;

/** Returns whether a client may see a project. */
type MayUse = (project: string) => boolean;

type Chain = {
  /** The first context began the chain, the last one was asked for. */
  readonly contexts: readonly ContextRow[];
  /** The chain goes further back than this answer shows. */
  readonly cut: boolean;
};

/** Returns a context. Throws `InvalidInput` when there is none that may be seen. */
export async function seenContext(
  ports: ContextPorts,
  userId: UserId,
  id: string,
  mayUse: MayUse = () => true,
): Promise<Found> {
  const found = await findContext(ports, userId, id);
  if (!found || !mayUse(found.context.project))
    throw new WaldoError("InvalidInput", `there is no context ${id}: load_context and search_context return ids`);
  return found;
}

/** Returns the chain that leads to a context. It ends at a cause that may not be seen. Throws `InvalidInput` as above. */
export async function chainTo(
  ports: ContextPorts,
  userId: UserId,
  id: string,
  mayUse: MayUse = () => true,
): Promise<Chain> {
  const contexts = [(await seenContext(ports, userId, id, mayUse)).context];
  const seen = new Set([id]);
  for (;;) {
    const next = contexts[0]?.causality?.causedBy;
    if (next === undefined || seen.has(next)) return { contexts, cut: false };
    if (contexts.length >= MOST_CHAIN) return { contexts, cut: true };
    const found = await findContext(ports, userId, next);
    if (!found || !mayUse(found.context.project)) return { contexts, cut: found !== undefined };
    seen.add(next);
    contexts.unshift(found.context);
  }
}

/** Returns why a context was saved, in words. */
export async function reasoning(
  ports: ContextPorts,
  userId: UserId,
  id: string,
  mayUse: MayUse = () => true,
): Promise<{ readonly context: ContextRow; readonly chain: Chain; readonly words: string }> {
  const chain = await chainTo(ports, userId, id, mayUse);
  const context = chain.contexts.at(-1) as ContextRow;
  const { causality } = context;
  if (causality === undefined) {
    const words = `Nothing is known of why this was saved.\nSummary: ${context.summary}`;
    return { context, chain, words };
  }
  const { action, rationale, dependencies } = causality;
  const held = dependencies.filter(({ refused }) => !refused);
  const of = (by: "stated" | "inferred") => held.filter((one) => one.by === by).length;
  const lines = [
    `Context created due to: ${rationale ?? "no reason was given"}`,
    `Action: ${action ?? "none was named"}`,
    `Summary: ${context.summary}`,
    ...(of("stated") > 0 ? [`It depends on ${of("stated")} other(s), as its client said.`] : []),
    ...(of("inferred") > 0
      ? [`${of("inferred")} other(s) were saved less than an hour before; that they led to it is inferred.`]
      : []),
    ...(chain.contexts.length > 1
      ? ["Causal chain:", ...chain.contexts.map((one) => `- [${one.causality?.action ?? "unnamed"}] ${one.summary}`)]
      : []),
    ...(chain.cut ? ["The chain goes further back than is shown."] : []),
  ];
  return { context, chain, words: lines.join("\n") };
}

/**
 * Marks an inferred dependency as wrong. It no longer counts, and the row stores that it was refused. Throws
 * `InvalidInput` for one that was not inferred.
 */
export async function refuseCause(
  ports: ContextPorts,
  userId: UserId,
  { id, cause }: { readonly id: string; readonly cause: string },
  mayUse: MayUse = () => true,
): Promise<ContextRow> {
  return retryConflicts(async () => {
    const found = await seenContext(ports, userId, id, mayUse);
    const causality = found.context.causality ?? { dependencies: [] };
    const known = causality.dependencies.find((one) => one.id === cause);
    if (known?.by !== "inferred")
      throw new WaldoError("InvalidInput", `${cause} is no inferred cause of ${id}: only those can be refused`);
    if (known.refused) return found.context;
    const dependencies = causality.dependencies.map((one) =>
      one.id === cause ? { ...one, refused: true as const } : one,
    );
    const next: ContextRow = { ...found.context, causality: { ...causality, dependencies } };
    const { row, state } = await loadProject(ports.store, userId, next.project);
    const counts = { ...state.dependencies, refused: state.dependencies.refused + 1 };
    await ports.store.transact([
      ...(found.archived ? causesChanged(userId, found.row, next) : changeWrites(userId, found, next)),
      projectWrite(userId, row, { ...state, dependencies: counts }),
    ]);
    return next;
  });
}

type CausalityStats = {
  readonly actions: ContextProject["actions"];
  readonly total: number;
  readonly roots: number;
  readonly averageChainLength: number;
  readonly dependencies: ContextProject["dependencies"];
};

/** Returns the counts of causes in a project. It takes one read. */
export function causalityStats({ actions, caused, roots, depths, dependencies }: ContextProject): CausalityStats {
  return { actions, total: caused, roots, averageChainLength: caused === 0 ? 0 : depths / caused, dependencies };
}
