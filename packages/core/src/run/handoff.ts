/**
 * The Handoff: Explore (reads only) → Plan (proposals) → the human tap → Act, in code, exactly what was tapped.
 *
 * Each thinking phase is a run of its own, with its own trigger and allowlist; the machine waits with a task token for
 * that run to close, or for the tap. The handoff row says what is waited for, so a wake that comes twice, or after the
 * machine went on, wakes nobody. A phase that is started twice finds its run started.
 */
import {
  HANDOFF_PLANS,
  Handoff,
  type HandoffAnswer,
  type HandoffId,
  type HandoffPhase,
  type HandoffTask,
  isError,
  keys,
  type LocalDate,
  type RunHeader,
  type RunId,
  type Trigger,
  type UserId,
  WaldoError,
} from "@waldo/contracts";
import { carryOut, handleTap, type TapAnswer, type TapPorts } from "../agent/taps.ts";
import { digest, runIdFor } from "../digest.ts";
import type { Ports, Store, Write } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { loadProposal } from "../tools/approval.ts";
import { expireProposal } from "../tools/execute.ts";
import { isTerminal, loadRun } from "./journal.ts";
import { startRun } from "./start.ts";

type Loaded = { readonly handoff: Handoff; readonly version: number };

/** Takes a task over, in the person's own words. The same message handed over twice is one handoff. */
export async function startHandoff(
  ports: Ports,
  userId: UserId,
  request: { messageId: string; goal: string },
  date: LocalDate,
): Promise<HandoffId> {
  const handoffId = `h-${digest(userId, request.messageId).slice(0, 16)}`;
  const now = ports.clock.now();
  const handoff: Handoff = { handoffId, userId, date, goal: request.goal, plans: 0, createdAt: now, updatedAt: now };
  try {
    await ports.store.transact([
      { op: "put", key: keys.handoff(userId, handoffId), body: handoff, when: [{ is: "absent" }] },
    ]);
  } catch (error) {
    if (!isError(error, "ConditionFailed")) throw error;
  }
  await ports.machines.startHandoff?.(handoffId, { userId, handoffId });
  return handoffId;
}

const TRIGGER: Record<"EXPLORE" | "PLAN" | "REPLAN", Trigger> = {
  EXPLORE: "handoff_explore",
  PLAN: "handoff_plan",
  REPLAN: "handoff_replan",
};

/** Does the work of one Task. A state that waits answers later, through its token; the others answer at once. */
export async function handoffTask(ports: Ports, task: HandoffTask): Promise<HandoffAnswer | undefined> {
  const { userId, handoffId, phase, token } = task;
  const loaded = await load(ports.store, userId, handoffId);
  const answer = (next: HandoffAnswer["next"]): HandoffAnswer => ({ userId, handoffId, next });
  if (phase === "ACT") return answer(await act(ports, loaded.handoff));
  if (phase === "EXPIRE") return answer(await expire(ports, loaded.handoff));
  if (token === undefined)
    throw new WaldoError("InvalidInput", `the state ${phase} waits for somebody and came without a token`);
  if (phase === "WAIT") return waitForTap(ports, loaded, token);
  await think(ports, loaded, phase, token);
  return undefined;
}

/** Starts the run of a thinking phase and notes who is to be woken when it closes. */
async function think(ports: Ports, loaded: Loaded, phase: "EXPLORE" | "PLAN" | "REPLAN", token: string): Promise<void> {
  const { handoff } = loaded;
  const { userId, handoffId, date } = handoff;
  // Named by the phase, not by counting: a phase that is tried again is the same run.
  const plans = { EXPLORE: 0, PLAN: 1, REPLAN: 2 }[phase];
  const event = {
    userId,
    trigger: TRIGGER[phase],
    nonce: `${handoffId}-${phase}-${plans}`,
    occurredAt: ports.clock.now(),
  };
  const runId = runIdFor(event);
  const heard: Write = {
    op: "put",
    key: keys.heard(userId, runId),
    body: { text: handoff.goal, findings: handoff.findings ?? "" },
  };
  await save(ports, loaded, { ...handoff, plans, waitingFor: { phase, runId, token } }, [
    heard,
    leadsTo(userId, runId, handoffId),
  ]);
  await startRun(ports, event, date);
  // A run that closed before this token was noted has woken nobody.
  const { header } = await loadRun(ports.store, userId, runId);
  if (isTerminal(header.state)) await runClosed(ports, header);
}

function leadsTo(userId: UserId, waitedFor: string, handoffId: HandoffId): Write {
  return { op: "put", key: keys.handoffOf(userId, waitedFor), body: { handoffId } };
}

/** The tap may already have come: then there is nothing to wait for. */
async function waitForTap(ports: Ports, loaded: Loaded, token: string): Promise<HandoffAnswer | undefined> {
  const { handoff } = loaded;
  const proposalId = handoff.proposalId ?? "";
  await save(ports, loaded, { ...handoff, waitingFor: { phase: "WAIT", proposalId, token } }, [
    leadsTo(handoff.userId, proposalId, handoff.handoffId),
  ]);
  await proposalAnswered(ports, handoff.userId, proposalId);
  return undefined;
}

/** Called when a run has closed: if a handoff waits for it, its machine goes on. */
export async function runClosed(ports: Ports, header: RunHeader): Promise<void> {
  if (!header.trigger.startsWith("handoff_")) return;
  const loaded = await waitingOn(ports.store, header.userId, header.runId);
  const waiting = loaded?.handoff.waitingFor;
  if (!loaded || waiting?.runId !== header.runId) return;
  const proposalId = await proposalOf(ports.store, header.userId, header.runId);
  const next = nextAfter(waiting.phase, header, proposalId);
  await save(ports, loaded, {
    ...loaded.handoff,
    ...(proposalId ? { proposalId } : {}),
    findings: await spokenBy(ports.store, header),
  });
  await wake(ports, loaded.handoff, waiting.token, next);
}

function nextAfter(phase: HandoffPhase, header: RunHeader, proposalId: string | undefined): HandoffAnswer["next"] {
  if (header.state !== "DONE") return "FAILED";
  if (phase === "EXPLORE") return "PLAN";
  return proposalId === undefined ? "DONE" : "WAIT"; // a plan that proposes nothing has said why, and that is the end
}

/** Called when a proposal was tapped, either way: if a handoff waits for it, its machine goes on. */
export async function proposalAnswered(ports: Ports, userId: UserId, proposalId: string): Promise<void> {
  const loaded = await waitingOn(ports.store, userId, proposalId);
  const waiting = loaded?.handoff.waitingFor;
  const proposal = (await loadProposal(ports.store, userId, proposalId))?.proposal;
  if (!loaded || waiting?.proposalId !== proposalId || !proposal || proposal.state === "open") return;
  const next = proposal.state === "declined" ? "DECLINED" : proposal.state === "expired" ? "EXPIRED" : "ACT";
  await wake(ports, loaded.handoff, waiting.token, next);
}

/**
 * A button was pressed. A proposal a handoff waits for is carried out by its machine; any other, here and now. A tap
 * that comes before the machine has begun to wait is carried out at once, and the machine finds it done.
 */
export async function answerTap(ports: Ports & TapPorts, userId: UserId, data: string): Promise<TapAnswer> {
  return handleTap(ports, userId, data, async (proposalId) => {
    if (!(await waitingOn(ports.store, userId, proposalId))) return false;
    await proposalAnswered(ports, userId, proposalId);
    return true;
  });
}

async function act(ports: Ports, handoff: Handoff): Promise<HandoffAnswer["next"]> {
  const done = await carryOut(ports, handoff.userId, handoff.proposalId ?? "");
  if (done.kind === "done") return "DONE";
  return handoff.plans < HANDOFF_PLANS ? "REPLAN" : "FAILED";
}

async function expire(ports: Ports, handoff: Handoff): Promise<HandoffAnswer["next"]> {
  const loaded = await loadProposal(ports.store, handoff.userId, handoff.proposalId ?? "");
  // Confirmed in the last moment, and nobody told the machine: what was tapped is done.
  if (loaded?.proposal.state === "approved") return "ACT";
  const now = Math.max(ports.clock.now(), loaded?.proposal.expiresAt ?? 0);
  if (loaded) await expireProposal({ store: ports.store, now }, loaded);
  return "EXPIRED";
}

async function wake(
  ports: Ports,
  { userId, handoffId }: Handoff,
  token: string,
  next: HandoffAnswer["next"],
): Promise<void> {
  await ports.machines.completeTask?.(token, { userId, handoffId, next });
}

async function load(store: Store, userId: UserId, handoffId: string): Promise<Loaded> {
  const row = await store.get(keys.handoff(userId, handoffId));
  if (!row) throw new WaldoError("InvalidInput", `there is no handoff ${handoffId}`);
  return { handoff: Handoff.parse(row.body), version: row.version };
}

async function waitingOn(store: Store, userId: UserId, waitedFor: string): Promise<Loaded | undefined> {
  const row = await store.get(keys.handoffOf(userId, waitedFor));
  const handoffId = row?.body["handoffId"];
  return typeof handoffId === "string" ? load(store, userId, handoffId) : undefined;
}

async function save(
  ports: Ports,
  { version }: Loaded,
  handoff: Handoff,
  effects: readonly Write[] = [],
): Promise<void> {
  const body: Handoff = { ...handoff, updatedAt: ports.clock.now() };
  const key = keys.handoff(handoff.userId, handoff.handoffId);
  await ports.store.transact([{ op: "put", key, body, when: [{ is: "version", version }] }, ...effects]);
}

/** The proposal a run committed with its answer, if it made one. */
async function proposalOf(store: Store, userId: UserId, runId: RunId): Promise<string | undefined> {
  const { table, pk } = keys.proposal(userId, "");
  for await (const { body } of queryAll(store, { table, pk, prefix: "PROPOSAL#" }))
    if (body["runId"] === runId) return String(body["proposalId"]);
  return undefined;
}

/** What a run said at its end; the next phase reads it as something heard, not as something asked. */
async function spokenBy(store: Store, { userId, createdAt, runId }: RunHeader): Promise<string> {
  const summary = (await store.get(keys.episode(userId, createdAt, runId)))?.body["summary"];
  return typeof summary === "string" ? summary : "";
}
