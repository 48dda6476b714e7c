/**
 * The Handoff: Explore (reads only) → Plan (proposals) → the human tap → Act, in code, exactly what was tapped. A wish
 * for a change goes back to Plan, with the person's words (approve/change.ts).
 *
 * Each thinking phase is a run of its own, with its own trigger and allowlist. The machine waits with a task token. A
 * row beside the run or the proposal holds the token (approve/waiters.ts), and the code that ends the wait answers it.
 * A phase that starts twice finds its run already there. If the awaited event has happened already, the machine gets
 * its answer at once.
 */
import {
  type Button,
  Episode,
  Handoff,
  type HandoffAnswer,
  type HandoffId,
  type HandoffTask,
  type Heard,
  isOwn,
  keys,
  type LocalDate,
  type RunId,
  type Trigger,
  type UserId,
  type Waiter,
  WaldoError,
} from "@waldo/contracts";
import { expireProposal, loadProposal } from "../approve/proposal.ts";
import { carryOut } from "../approve/tap.ts";
import { waitFor, wakeWaiter } from "../approve/waiters.ts";
import { announcement } from "../channels/announce.ts";
import { flushDue } from "../channels/outbox.ts";
import { runIdFor } from "../digest.ts";
import { heardWrites } from "../person/heard.ts";
import { loadProfile } from "../person/profile.ts";
import type { Ports, Store, Write } from "../ports.ts";
import { isTerminal, loadRun } from "../run/journal.ts";
import { receiveMessage } from "../run/receive.ts";
import { startRun } from "../run/start.ts";
import { detectDanger } from "../safety/crisis/danger.ts";
import { commitIf, putOver } from "../store/cas.ts";
import { MINUTE_MS } from "../time.ts";
import { handedOver } from "../tools/rows.ts";
import { acted, currentProposal, GAVE_UP } from "./standing.ts";

type Loaded = { readonly handoff: Handoff; readonly version: number };
type Next = HandoffAnswer["next"];

/** The reason for which words about danger do not become a task. */
export const ANSWERED = "these words are answered in the conversation, and no task is made of them";

/**
 * Takes over a task in the person's own words, and puts the words into the thread. The same message twice is one
 * handoff. Words about danger are handled as a message and answered at once. Then it throws `InvalidInput`.
 */
export async function startHandoff(
  ports: Ports,
  userId: UserId,
  request: { messageId: string; goal: string },
  date: LocalDate,
): Promise<HandoffId> {
  const now = ports.clock.now();
  const { messageId, goal } = request;
  if (detectDanger(goal)) {
    await receiveMessage(ports, userId, { messageId, text: goal }, date);
    throw new WaldoError("InvalidInput", ANSWERED);
  }
  const { handoffId, write } = handedOver(userId, messageId, { goal, date, now });
  await commitIf(ports.store, [write, ...heardWrites(userId, { messageId, date, text: goal, at: now })]);
  await ports.machines.startHandoff(handoffId, { userId, handoffId });
  return handoffId;
}

/** The phases that ask a model. `plans` is the number of plans after the phase; it grows after a failure. */
const THINKING = {
  EXPLORE: { trigger: "handoff_explore", plans: 0, closed: "PLAN" },
  PLAN: { trigger: "handoff_plan", plans: 1, closed: "WAIT" },
  REPLAN: { trigger: "handoff_replan", plans: 2, closed: "WAIT" },
} as const satisfies Record<string, { trigger: Trigger; plans: number; closed: Next }>;
type Thinking = keyof typeof THINKING;

/**
 * Does the work of one Task state. A waiting state gets its answer later through its token, and this returns undefined.
 * The other states answer at once.
 */
export async function handoffTask(ports: Ports, task: HandoffTask): Promise<HandoffAnswer | undefined> {
  const { userId, handoffId, phase, token } = task;
  const loaded = await load(ports.store, userId, handoffId);
  const answer = (next: Next): HandoffAnswer => ({ userId, handoffId, next });
  if (phase === "ACT") return answer(await afterActing(ports, loaded.handoff));
  if (phase === "EXPIRE") return answer(await expire(ports, loaded.handoff));
  if (phase === "GIVE_UP") return answer(await giveUp(ports, loaded.handoff));
  if (token === undefined)
    throw new WaldoError("InvalidInput", `the state ${phase} waits for somebody and came without a token`);
  if (phase === "WAIT") await waitForTap(ports, loaded, token);
  else await think(ports, loaded, phase, token);
  return undefined;
}

/** Returns the row of a waiter: its token, and one answer for each possible end of the wait. */
function waiter({ userId, handoffId }: Handoff, token: string, answers: Readonly<Record<string, Next>>): Waiter {
  return {
    token,
    answers: Object.fromEntries(Object.entries(answers).map(([ended, next]) => [ended, { userId, handoffId, next }])),
  };
}

/**
 * Starts the run of a thinking phase. The machine waits until that run closes. One transaction stores the input of the
 * run, its waiter, and the run itself. When the phase is tried again, only the new token is stored.
 */
async function think(ports: Ports, { handoff, version }: Loaded, phase: Thinking, token: string): Promise<void> {
  const { userId, date } = handoff;
  const { closed } = THINKING[phase];
  const plans = Math.max(handoff.plans, THINKING[phase].plans);
  const change = phase === "PLAN" ? await changeOf(ports.store, handoff) : undefined;
  const event = { ...occasionOf(handoff, phase, change?.proposalId), occurredAt: ports.clock.now() };
  const runId = runIdFor(event);
  const waits = waitFor(userId, runId, waiter(handoff, token, { DONE: closed, FAILED: "GIVE_UP" }));
  if (handoff.lastRun === runId) {
    await ports.store.transact([waits]);
    await startRun(ports, event, date);
  } else {
    const findings = await spokenBy(ports.store, userId, handoff.lastRun);
    const words = change?.words === undefined ? "" : `\n${change.words}`;
    const heard: Heard = {
      text: `${handoff.goal}${words}`,
      ...findings,
      ...(change ? { changes: change.proposalId } : {}),
    };
    const changed = change ? { changed: change.proposalId } : {};
    const next: Handoff = { ...handoff, plans, ...changed, lastRun: runId, updatedAt: ports.clock.now() };
    await startRun(ports, event, date, [
      putOver({ version }, keys.handoff(userId, handoff.handoffId), next),
      { op: "put", key: keys.heard(userId, runId), body: heard },
      waits,
    ]);
  }
  // If the run closed before the token was stored, it woke no machine. So this call wakes it.
  const { header } = await loadRun(ports.store, userId, runId);
  if (isTerminal(header.state)) await wakeWaiter(ports, userId, runId, header.state);
}

/**
 * Returns the occasion of a phase. Its nonce names the phase and the proposal to be changed, but not the try. So a
 * repeated phase is the same run.
 */
function occasionOf({ userId, handoffId }: Handoff, phase: Thinking, changed?: string) {
  const { trigger, plans } = THINKING[phase];
  return { userId, trigger, nonce: [handoffId, phase, plans, changed].filter((part) => part !== undefined).join("-") };
}

/**
 * Returns the proposal that the new plan replaces, and what the person said about it. A repeated phase finds the same.
 */
async function changeOf(
  store: Store,
  handoff: Handoff,
): Promise<{ readonly proposalId: string; readonly words?: string } | undefined> {
  const current = await currentProposal(store, handoff);
  const loaded = current === undefined ? undefined : await loadProposal(store, handoff.userId, current);
  if (current !== undefined && loaded?.proposal.state === "superseded")
    return { proposalId: current, words: loaded.proposal.change ?? "" };
  return handoff.changed === undefined ? undefined : { proposalId: handoff.changed };
}

/**
 * Lets the machine wait for the tap on the plan's proposal. If the plan proposes nothing, it has said why, and the
 * handoff ends. If the person has tapped already, the machine is answered at once.
 */
async function waitForTap(ports: Ports, loaded: Loaded, token: string): Promise<void> {
  const { handoff } = loaded;
  const { userId, handoffId } = handoff;
  const proposalId = await currentProposal(ports.store, handoff);
  if (proposalId === undefined) {
    await ports.machines.completeTask(token, { userId, handoffId, next: "DONE" });
    return;
  }
  const answers = {
    approved: "ACT",
    executed: "ACT",
    failed: "ACT",
    declined: "DECLINED",
    expired: "EXPIRED",
    superseded: "PLAN",
  } as const;
  await save(ports, loaded, { ...handoff, proposalId }, [waitFor(userId, proposalId, waiter(handoff, token, answers))]);
  const loadedProposal = await loadProposal(ports.store, userId, proposalId);
  if (loadedProposal) await wakeWaiter(ports, userId, proposalId, loadedProposal.proposal.state);
}

/** Carries out the approved actions and tells the person what was done, with buttons to undo it. */
async function afterActing(ports: Ports, handoff: Handoff): Promise<Next> {
  const done = await carryOut(ports, handoff.userId, (await currentProposal(ports.store, handoff)) ?? "");
  if (done.kind === "running")
    throw new WaldoError("ConditionFailed", "another process carries this proposal out; ask again");
  const buttons = "undo" in done && done.undo.length > 0 ? { buttons: [...done.undo] } : {};
  await tell(ports, handoff, acted(handoff), { text: done.text, ...buttons });
  if (done.kind === "done") return "DONE";
  return handoff.plans < THINKING.REPLAN.plans ? "REPLAN" : "FAILED";
}

/** Tells the person once that the handoff had no result. Without a language model every handoff ends here. */
async function giveUp(ports: Ports, handoff: Handoff): Promise<Next> {
  await tell(ports, handoff, GAVE_UP, { text: NO_PLAN });
  return "FAILED";
}

export const NO_PLAN =
  "I made no plan for this: a plan takes a language model, and none answered. On your own machine, waldo model finds and saves one. Then say it again.";

/** Sends a message about a handoff. A message with the same name is sent once (R5). */
async function tell(
  ports: Ports,
  { userId, handoffId, date }: Handoff,
  what: string,
  said: { readonly text: string; readonly buttons?: readonly Button[] },
): Promise<void> {
  const now = ports.clock.now();
  const { buttons, text } = said;
  const words = { kind: "reply", text, ...(buttons ? { buttons: [...buttons] } : {}) } as const;
  const occasion = { by: "handoff", name: `${handoffId}-${what}`, trigger: "handoff_act", date, now } as const;
  await commitIf(ports.store, announcement(await loadProfile(ports.store, userId), occasion, words));
  await flushDue(ports, userId);
}

async function expire(ports: Ports, handoff: Handoff): Promise<Next> {
  const { userId } = handoff;
  const proposalId = (await currentProposal(ports.store, handoff)) ?? "";
  const loaded = await loadProposal(ports.store, userId, proposalId);
  // The person confirmed at the last moment, and the machine does not know. The approved actions are still carried out.
  if (loaded?.proposal.state === "approved") return "ACT";
  // The person said what to change, and the machine does not know.
  if (loaded?.proposal.state === "superseded") return "PLAN";
  // The person tapped Modify late and still has time to say what to change, or another process has made a new plan.
  const left = (loaded?.proposal.expiresAt ?? 0) - ports.clock.now();
  if (left > MINUTE_MS && (loaded?.proposal.state === "held" || handoff.changed !== undefined)) return "WAIT";
  const now = Math.max(ports.clock.now(), loaded?.proposal.expiresAt ?? 0);
  // If another machine still waits for the tap, it is woken with "expired".
  if (loaded && (await expireProposal(ports.store, loaded, now)))
    await wakeWaiter(ports, userId, proposalId, "expired");
  return "EXPIRED";
}

async function load(store: Store, userId: UserId, handoffId: string): Promise<Loaded> {
  const row = await store.get(keys.handoff(userId, handoffId));
  if (!row) throw new WaldoError("InvalidInput", `there is no handoff ${handoffId}`);
  return { handoff: Handoff.parse(row.body), version: row.version };
}

async function save(ports: Ports, { version }: Loaded, handoff: Handoff, also: readonly Write[]): Promise<void> {
  const body: Handoff = { ...handoff, updatedAt: ports.clock.now() };
  await ports.store.transact([putOver({ version }, keys.handoff(handoff.userId, handoff.handoffId), body), ...also]);
}

/** Returns the last text of the run before. The next phase reads it as something heard, not as an order. */
async function spokenBy(
  store: Store,
  userId: UserId,
  runId: RunId | undefined,
): Promise<Pick<Heard, "findings" | "findingsOwn">> {
  if (runId === undefined) return {};
  const { header } = await loadRun(store, userId, runId);
  const row = await store.get(keys.episode(userId, header.createdAt, runId));
  const episode = row && Episode.parse(row.body);
  if (!episode || episode.summary === "") return {};
  return { findings: episode.summary, ...(isOwn(episode) ? { findingsOwn: true } : {}) };
}
