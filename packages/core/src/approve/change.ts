/**
 * Modify: the person wants a proposal changed.
 *
 * open ── tap on Modify ──> held ── their next words ──> superseded, by a new proposal or a new plan of the same task
 *                              ├── "never mind", or a tap on Not now ──> declined
 *                              └── 2 h ──> expired
 *
 *  - Nothing approves a proposal that is held or superseded, so its buttons and its tokens do nothing.
 *  - One transaction marks it superseded and commits its replacement. So exactly one of the two exists at any time.
 *  - One row names the proposal that is being changed, because all channels of a person are one conversation.
 */
import {
  Changing,
  type ChangingContext,
  keys,
  type Proposal,
  RunHeader,
  type RunId,
  type UserId,
} from "@waldo/contracts";
import type { Store, Write } from "../ports.ts";
import { putOver, retryConflicts } from "../store/cas.ts";
import { HOUR_MS } from "../time.ts";
import { type LoadedProposal, loadProposal, PROPOSAL_HOURS } from "./proposal.ts";
import { passOn } from "./waiters.ts";

const keyOf = ({ userId, proposalId }: Proposal) => keys.proposal(userId, proposalId);

/**
 * Holds an open proposal until the person has said what to change. If another proposal was held, it is opened again.
 * Returns the proposal after this change. A proposal that was not open is returned unchanged.
 */
export function holdForChange(
  store: Store,
  userId: UserId,
  proposalId: string,
  now: number,
): Promise<Proposal | undefined> {
  return retryConflicts(async () => {
    const loaded = await loadProposal(store, userId, proposalId);
    if (loaded?.proposal.state !== "open" || loaded.proposal.expiresAt <= now) return loaded?.proposal;
    const expiresAt = now + PROPOSAL_HOURS * HOUR_MS;
    const held: Proposal = { ...loaded.proposal, state: "held", expiresAt, updatedAt: now };
    const key = keys.changing(userId);
    const row = await store.get(key);
    const other = row && (await loadProposal(store, userId, Changing.parse(row.body).proposalId));
    const isOther = other?.proposal.state === "held";
    await store.transact([
      putOver(loaded, keyOf(held), held),
      putOver(row, key, { proposalId, at: now } satisfies Changing),
      ...(isOther ? [putOver(other, keyOf(other.proposal), { ...other.proposal, state: "open", updatedAt: now })] : []),
    ]);
    return held;
  });
}

/**
 * Returns the proposal that a message from `saidAt` changes, if there is one. A message that was sent before the tap on
 * Modify, and waited for its run, changes nothing.
 */
export async function changingNow(
  store: Store,
  userId: UserId,
  { saidAt, now }: { readonly saidAt: number; readonly now: number },
): Promise<ChangingContext | undefined> {
  const row = await store.get(keys.changing(userId));
  const changing = row && Changing.parse(row.body);
  if (changing === undefined || saidAt < changing.at) return undefined;
  const loaded = await loadProposal(store, userId, changing.proposalId);
  if (loaded?.proposal.state !== "held" || loaded.proposal.expiresAt <= now) return undefined;
  return changingContext(store, userId, loaded);
}

/** Returns what the prompt says about the proposal that the run changes. */
export async function changingContext(
  store: Store,
  userId: UserId,
  { proposal: { proposalId, actions, runId } }: LoadedProposal,
): Promise<ChangingContext> {
  const run = await store.get(keys.run(userId, runId));
  const isPlan = RunHeader.safeParse(run?.body).data?.trigger.startsWith("handoff_") === true;
  return { proposalId, actions, ...(isPlan ? { inHandoff: true } : {}) };
}

type End = {
  readonly runId: RunId;
  readonly now: number;
  /** The words that ask for another proposal. They are absent when the person dropped the proposal. */
  readonly change?: string;
};

/**
 * Returns the writes that end a held proposal, for the transaction of the run that heard the person. A machine that
 * waited for the tap then waits for that run. The proposal may be open again by now, because the person tapped Modify
 * on another one. Returns undefined when the proposal was answered or has expired.
 */
export async function endHeld(
  store: Store,
  userId: UserId,
  proposalId: string,
  { runId, now, change }: End,
): Promise<Write[] | undefined> {
  const loaded = await loadProposal(store, userId, proposalId);
  if (loaded?.proposal.state !== "held" && loaded?.proposal.state !== "open") return undefined;
  const ended = change === undefined ? "declined" : "superseded";
  const words = change === undefined ? { reason: "never mind" } : { change };
  const key = keys.changing(userId);
  const row = await store.get(key);
  const isNamed = row?.body["proposalId"] === proposalId;
  return [
    putOver(loaded, keyOf(loaded.proposal), { ...loaded.proposal, ...words, state: ended, updatedAt: now }),
    ...(isNamed ? [{ op: "delete", key, when: [{ is: "version", version: row.version }] } as const] : []),
    ...(await passOn(store, userId, proposalId, { ended, runId })),
  ];
}

/** Messages of a person who wants to drop the proposal. */
const NEVER_MIND: ReadonlySet<string> = new Set(
  [
    "never mind|nevermind|nvm|never mind that|forget about it|leave it|leave that|let it go|let it be",
    "call it off|call that off|call it quits|call it a day|cancel|stop|nothing",
    "no|nope|nah|not now|not any more|do nothing|don't|dont|don't do it|dont do it|don't bother|dont bother",
    "egal|vergiss es|lass es|lass gut sein|schon gut|nichts|nein|abbrechen",
    "olvídalo|olvidalo|déjalo|dejalo|nada|cancela|cancélalo|cancelalo",
    "laisse tomber|laisse|oublie|oublie ça|rien|non|annule",
    ...["drop", "cancel", "skip", "delete", "remove", "scrap", "forget", "stop"].map((verb) =>
      ["it", "that", "this", "them", "both", "all", "everything", "all of it", "all of them", "the whole thing"]
        .map((all) => `${verb} ${all}`)
        .join("|"),
    ),
  ].flatMap((line) => line.split("|")),
);
/** Words that may stand before or after "never mind". */
const FILLERS: ReadonlySet<string> = new Set(
  "ah oh ok okay well hm hmm actually please thanks thank you then it's fine no bitte danke gracias merci doch ach".split(
    " ",
  ),
);

export function isNeverMind(words: string): boolean {
  const said = words
    .toLowerCase()
    .replaceAll("’", "'")
    .split(/[^\p{L}']+/u)
    .filter(Boolean);
  // Only a short message that says nothing else counts: "no, make it four" is a change.
  if (said.length > MOST_WORDS) return false;
  return said.some((_, from) =>
    said.some((_, to) => {
      const rest = [...said.slice(0, from), ...said.slice(to + 1)];
      return NEVER_MIND.has(said.slice(from, to + 1).join(" ")) && rest.every((word) => FILLERS.has(word));
    }),
  );
}

const MOST_WORDS = 8;
