/** Finds out from the rows how far a handed-over task is. */
import {
  announcementId,
  type EpochMs,
  Handoff,
  HandoffPhase,
  type HandoffState,
  keys,
  RunHeader,
  type UserId,
} from "@waldo/contracts";
import { loadProposal } from "../approve/proposal.ts";
import type { Ports, Store } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { DAY_MS } from "../time.ts";

/**
 * The state of a handoff. `waitsFor` is the proposal that waits for the person. `resumes` is true when the handoff
 * waits for no run and no tap; then any process may start the machine there. A second machine does no harm, because
 * each phase is done once.
 */
type Standing = { readonly state: HandoffState; readonly waitsFor?: string; readonly resumes: boolean };

/** The name of the message that says that a handoff had no result. */
export const GAVE_UP = "gave-up";

/** Returns the name of the message that says what was done after the tap on the latest plan. */
export const acted = ({ plans }: Pick<Handoff, "plans">): string => `acted-${plans}`;

async function isSaid(store: Store, { userId, handoffId }: Handoff, what: string): Promise<boolean> {
  const first = keys.outbox(userId, announcementId("handoff", `${handoffId}-${what}`), 0);
  return (await store.get(first)) !== undefined;
}

/** Returns the proposal that the latest plan committed with its answer, if it made one. */
export async function currentProposal(
  store: Store,
  { userId, lastRun, proposalId }: Handoff,
): Promise<string | undefined> {
  if (lastRun === undefined) return proposalId;
  for await (const { key, body } of queryAll(store, keys.proposal.all(userId)))
    if (body["runId"] === lastRun) return keys.proposal.parse(key.sk)?.[0];
  return undefined;
}

/** The longest life of a machine (TimeoutSeconds of handoff.asl.json). */
export const HANDOFF_MS = DAY_MS;

/**
 * Returns the state of a handoff. No row holds it. It follows from the run of the latest phase and the proposal of that
 * run.
 */
async function standingOf(ports: Pick<Ports, "store" | "clock">, handoff: Handoff): Promise<Standing> {
  const { store } = ports;
  const { userId, lastRun, plans, createdAt } = handoff;
  const now = ports.clock.now();
  const isOver = now - createdAt > HANDOFF_MS;
  const stands = (state: HandoffState, resumes = false): Standing =>
    isOver && isPhase(state) ? { state: "FAILED", resumes: false } : { state, resumes };
  if (lastRun === undefined) return stands("EXPLORE", true);
  const run = await store.get(keys.run(userId, lastRun));
  const state = run && RunHeader.parse(run.body).state;
  const phase = plans === 0 ? "EXPLORE" : plans === 1 ? "PLAN" : "REPLAN";
  if (state === "FAILED") {
    return (await isSaid(store, handoff, GAVE_UP)) ? stands("FAILED") : stands("GIVE_UP", true);
  }
  if (state !== undefined && state !== "DONE") return stands(phase);
  if (phase === "EXPLORE") return stands("PLAN", true);
  const proposalId = await currentProposal(store, handoff);
  const loaded = proposalId === undefined ? undefined : await loadProposal(store, userId, proposalId);
  if (proposalId === undefined || !loaded) return stands("DONE");
  const { proposal } = loaded;
  switch (proposal.state) {
    case "open":
    case "held": {
      if (proposal.expiresAt <= now) return stands("EXPIRE", true);
      const isAwaited = (await store.get(keys.waiter(userId, proposalId))) !== undefined;
      return { ...stands("WAIT", !isAwaited), ...(proposal.state === "open" ? { waitsFor: proposalId } : {}) };
    }
    case "superseded":
      return stands("PLAN", true);
    case "approved":
      return stands("ACT", true);
    case "executed":
      // The work is done but the person may not have been told, because a process may have died in between.
      return isOver || (await isSaid(store, handoff, acted(handoff))) ? stands("DONE") : stands("ACT", true);
    case "failed":
      return phase === "REPLAN" ? stands("FAILED") : stands("REPLAN", true);
    case "declined":
      return stands("DECLINED");
    case "expired":
      return stands("EXPIRED");
    default:
      return stands("DONE");
  }
}

const isPhase = (state: HandoffState) => HandoffPhase.safeParse(state).success;

/** Returns a person's handoffs that began at `since` or later, each with its state, the newest first. */
export async function handoffsOf(
  ports: Pick<Ports, "store" | "clock">,
  userId: UserId,
  most: number,
  since: EpochMs = 0,
): Promise<{ readonly handoff: Handoff; readonly standing: Standing }[]> {
  const all: Handoff[] = [];
  for await (const { body } of queryAll(ports.store, keys.handoff.all(userId))) all.push(Handoff.parse(body));
  const latest = all
    .filter(({ createdAt }) => createdAt >= since)
    .sort((a, b) => b.createdAt - a.createdAt)
    .slice(0, most);
  return Promise.all(latest.map(async (handoff) => ({ handoff, standing: await standingOf(ports, handoff) })));
}
