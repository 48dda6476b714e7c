/** The views of contexts for the person. Looking at one does not count as a read, so it changes nothing for agents. */
import type { ContextCause, ContextDetail, ContextLine, ContextRow, EpochMs, Gets, UserId } from "@waldo/contracts";
import { type Call, type DoorPorts, DoorRefusal } from "@waldo/core/door/handlers";
import { chainTo } from "./causality.ts";
import { listAgents } from "./mcp/agents.ts";
import { tierOf } from "./prediction.ts";
import { findContext, latestIds, listProjects } from "./rows.ts";
import { forgetContext } from "./take-out.ts";

const NO_CONTEXT = "there is no such context";

export async function showProjects({ ports, userId }: Call<"contextProjects">): Promise<Gets<"contextProjects">> {
  const all = await listProjects(ports.store, userId);
  return {
    items: all.filter(({ total }) => total > 0).map(({ project, total, savedAt }) => ({ project, total, savedAt })),
  };
}

export async function showContexts({ ports, userId, query }: Call<"contexts">): Promise<Gets<"contexts">> {
  const { project, limit, cursor: before } = query;
  const wanted = { limit: limit + 1, ...(before === undefined ? {} : { before }) };
  const [live, archived] = await Promise.all(
    [false, true].map((is) => latestIds(ports.store, userId, project, { ...wanted, archived: is })),
  );
  const all = [...(live ?? []), ...(archived ?? [])].sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
  const shown = all.slice(0, limit);
  const lineOf = await liner(ports, userId);
  const found = await Promise.all(shown.map(({ id }) => findContext(ports, userId, id)));
  const last = all.length > limit ? shown.at(-1) : undefined;
  return {
    items: found.flatMap((one) => (one ? lineOf(one.context) : [])),
    ...(last === undefined ? {} : { next: `${last.at}_${last.id}` }),
  };
}

export async function showContext({ ports, userId, params }: Call<"context">): Promise<ContextDetail> {
  const found = await findContext(ports, userId, params.contextId);
  if (!found) throw new DoorRefusal("NotFound", NO_CONTEXT);
  const { context } = found;
  const { content, source, metadata, tags, accessCount, lastAccess, causality } = context;
  const lineOf = await liner(ports, userId);
  const chain = await chainTo(ports, userId, context.id);
  const [first = context] = chain.contexts;
  return {
    context: lineOf(context),
    ...{ content, source, metadata, tags, accessCount, lastAccess },
    action: causality?.action,
    rationale: causality?.rationale,
    chain: chain.contexts.slice(0, -1).map(lineOf),
    begins: chain.cut ? "earlier" : first.causality?.causedBy === undefined ? "here" : "forgotten",
    causes: await Promise.all(
      (causality?.dependencies ?? []).map(async (one): Promise<ContextCause> => {
        const cause = await findContext(ports, userId, one.id);
        return cause ? { ...one, context: lineOf(cause.context) } : one;
      }),
    ),
  };
}

export async function forget({ ports, userId, params }: Call<"forgetContext">): Promise<Gets<"forgetContext">> {
  const wasThere = await forgetContext(ports, userId, params.contextId, ports.clock.now());
  if (!wasThere) throw new DoorRefusal("NotFound", NO_CONTEXT);
  return {};
}

/**
 * Returns a function that makes a line of a context. An agent that the person has never allowed has an id and no name.
 */
async function liner({ store, clock }: Pick<DoorPorts, "store" | "clock">, userId: UserId) {
  const names = new Map((await listAgents(store, userId)).map(({ agentId, name }) => [agentId, name]));
  const now: EpochMs = clock.now();
  return (context: ContextRow): ContextLine => {
    const { id, project, summary, at, client } = context;
    const name = names.get(client);
    return {
      ...{ id, project, summary, at },
      savedBy: { agentId: client, ...(name === undefined ? {} : { name }) },
      tier: tierOf(context, now),
    };
  };
}
