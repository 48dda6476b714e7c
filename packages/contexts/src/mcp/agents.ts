/**
 * Which agents of other makers may call Waldo, and what each may do. A new agent is stored with the first rights at its
 * first call. Only the person gives it more, on the page or with a command.
 */
import {
  type AgentClient,
  type AgentRight,
  AgentClient as AgentRow,
  type AgentView,
  AREAS,
  type Area,
  FIRST_RIGHTS,
  keys,
  type MemoryBlock,
  MOST_AGENTS,
  plainText,
  STEERING_HALLS,
  type UserId,
  WaldoError,
} from "@waldo/contracts";
import { digest, isSameSecret } from "@waldo/core/digest";
import type { Clock, Row, Store } from "@waldo/core/ports";
import { retryConflicts } from "@waldo/core/store/cas";
import { queryAll } from "@waldo/core/store/query-all";
import { agentKey, getNamed, putNamed } from "@waldo/core/store/row-names";
import { MINUTE_MS } from "@waldo/core/time";

type Ports = { readonly store: Store; readonly clock: Clock };

/** Returns an id for a name: `Claude Code` becomes `claude-code`. */
export function agentIdOf(name: string): string {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replace(/^-/, "")
    .replace(/(?<!-)-$/, "");
  // Two names may give the same id. Then a digest of the name distinguishes them.
  const isSame = plain === name.toLowerCase();
  return isSame && plain !== "" ? plain : `${plain === "" ? "agent" : plain}-${digest(name).slice(0, 6)}`;
}

export async function listAgents(store: Store, userId: UserId): Promise<AgentClient[]> {
  const found: AgentClient[] = [];
  for await (const { body } of queryAll(store, keys.agentClient.all(userId))) found.push(AgentRow.parse(body));
  return found.sort((a, b) => (b.lastAt ?? b.createdAt) - (a.lastAt ?? a.createdAt));
}

export async function findAgent(store: Store, userId: UserId, agentId: string) {
  const row = await getNamed(store, agentKey(userId, agentId), keys.agentClient(userId, agentId));
  return row && { row, agent: AgentRow.parse(row.body) };
}

/**
 * Returns an agent that runs on this machine or is signed in. A new one gets the first rights. Throws `InvalidInput`
 * when there are too many agents.
 */
export async function knownAgent(
  { store, clock }: Ports,
  userId: UserId,
  { agentId, name: given }: { readonly agentId: string; readonly name: string },
): Promise<AgentClient> {
  // An agent chooses its own name, which the person reads on a page and in a terminal. So the name is cleaned.
  const name = plainText(given).replaceAll(/\s+/g, " ").slice(0, 80).toWellFormed().trim() || "an agent";
  return retryConflicts(async () => {
    const known = await findAgent(store, userId, agentId);
    const now = clock.now();
    if (known) return seen(store, userId, known, now);
    await roomFor(store, userId);
    const agent: AgentClient = { agentId, name, rights: [...FIRST_RIGHTS], createdAt: now, lastAt: now };
    await store.transact(putNamed(undefined, agentKey(userId, agentId), agent));
    return agent;
  });
}

async function roomFor(store: Store, userId: UserId): Promise<void> {
  if ((await listAgents(store, userId)).length >= MOST_AGENTS)
    throw new WaldoError("InvalidInput", `there are ${MOST_AGENTS} agents already, and no more can be known`);
}

/** Stores when an agent last called, at most once in five minutes. */
async function seen(store: Store, userId: UserId, { row, agent }: { row: Row; agent: AgentClient }, now: number) {
  if (agent.lastAt !== undefined && now - agent.lastAt < 5 * MINUTE_MS) return agent;
  const here = { ...agent, lastAt: now };
  await store.transact(putNamed(row, agentKey(userId, agent.agentId), here));
  return here;
}

/** Returns the agent of a key, or undefined. A key consists of the agent's id and a secret. */
export async function agentOfKey(
  { store, clock }: Ports,
  userId: UserId,
  key: string,
): Promise<AgentClient | undefined> {
  const [agentId = "", secret, ...more] = key.split(".");
  if (secret === undefined || more.length > 0 || agentId === "") return undefined;
  return retryConflicts(async () => {
    const known = await findAgent(store, userId, agentId);
    if (known?.agent.key === undefined || !isSameSecret(digest("agent-key", secret), known.agent.key)) return undefined;
    return seen(store, userId, known, clock.now());
  });
}

/** Creates an agent with a key. Throws `InvalidInput` when an agent has this name, or when there are too many. */
export async function makeAgent(
  { store, clock }: Ports,
  userId: UserId,
  { name, rights, secret }: { readonly name: string; readonly rights: readonly AgentRight[]; readonly secret: string },
): Promise<{ readonly agent: AgentClient; readonly key: string }> {
  const agentId = agentIdOf(name);
  const known = await findAgent(store, userId, agentId);
  if (known && known.agent.revokedAt === undefined)
    throw new WaldoError("InvalidInput", `there is an agent of this name already: ${known.agent.name}`);
  if (!known) await roomFor(store, userId);
  const agent: AgentClient = {
    ...{ agentId, name, rights: [...new Set(rights)], createdAt: clock.now() },
    key: digest("agent-key", secret),
    // A person who has lost a key creates another one. The limits of the agent stay.
    ...(known?.agent.projects === undefined ? {} : { projects: known.agent.projects }),
  };
  await store.transact(putNamed(known?.row, agentKey(userId, agentId), agent));
  return { agent, key: `${agentId}.${secret}` };
}

type AgentChange = {
  readonly rights?: readonly AgentRight[] | undefined;
  readonly projects?: readonly string[] | null | undefined;
  readonly revoked?: boolean | undefined;
};

/** Changes what an agent may do. Returns undefined for an unknown agent. */
export async function changeAgent(
  { store, clock }: Ports,
  userId: UserId,
  agentId: string,
  change: AgentChange,
): Promise<AgentClient | undefined> {
  return retryConflicts(async () => {
    const known = await findAgent(store, userId, agentId);
    if (!known) return undefined;
    const { projects: before, revokedAt, ...agent } = known.agent;
    const projects = change.projects === undefined ? before : (change.projects ?? undefined);
    const isOut = change.revoked ?? revokedAt !== undefined;
    const next: AgentClient = {
      ...agent,
      rights: [...new Set(change.rights ?? agent.rights)],
      ...(projects === undefined ? {} : { projects: [...projects] }),
      ...(isOut ? { revokedAt: revokedAt ?? clock.now() } : {}),
    };
    await store.transact(putNamed(known.row, agentKey(userId, agentId), next));
    return next;
  });
}

export function agentView({ key, ...agent }: AgentClient): AgentView {
  return { ...agent, keyed: key !== undefined };
}

/** True when an agent has a right now. */
export function mayDo({ rights, revokedAt }: AgentClient, right: AgentRight): boolean {
  return revokedAt === undefined && rights.includes(right);
}

/** The right that each area needs. No tool of an agent shows the other areas, so no copy may show them. */
const AREA_NEEDS: Partial<Readonly<Record<Area, AgentRight>>> = {
  body: "body",
  memory: "memory",
  diary: "memory",
  conversations: "memory",
  settings: "memory",
};

/** True when an agent may read something made from these areas. */
function mayReadOf(agent: AgentClient, areas: readonly Area[]): boolean {
  return areas.every((area) => {
    const right = AREA_NEEDS[area];
    return right !== undefined && mayDo(agent, right);
  });
}

/** The same for a session. If its areas are unknown, as in older entries, only the person may read it. */
export function mayReadSession(
  agent: AgentClient,
  { trigger, areas }: { readonly trigger: string; readonly areas?: readonly Area[] | undefined },
): boolean {
  return trigger === "brief" ? mayDo(agent, "brief") : mayReadOf(agent, areas ?? AREAS);
}

/** The same for a claim. The person's own older claims may be read; other older claims may come from body data. */
export function mayReadClaim(
  agent: AgentClient,
  { areas, origin, hall }: Pick<MemoryBlock, "areas" | "origin" | "hall">,
): boolean {
  const isTheirs = origin === "owner" || STEERING_HALLS.includes(hall);
  return mayReadOf(agent, areas ?? (isTheirs ? [] : ["body"]));
}

/** True when an agent may use contexts of a project. */
export function mayUseProject({ projects }: Pick<AgentClient, "projects">): (project: string) => boolean {
  return (project) => projects === undefined || projects.includes(project);
}
