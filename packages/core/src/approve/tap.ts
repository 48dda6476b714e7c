// Handles a tap on a button, from any channel. The channel's own authentication says who tapped. The data of the button
// does not. "Do it" shows the tap screen, with each argument on a line of its own; only the token on that screen
// approves. A late or unknown tap, or a tap of another person, gets an answer and changes nothing.

import { type Button, feltButton, NOT_NOW, type Proposal, RunId, TOOL_EFFECT, type UserId } from "@waldo/contracts";
import { agrees } from "../person/consents.ts";
import { pausedSince, transactUnlessPaused } from "../person/paused.ts";
import { findProfile, loadProfile } from "../person/profile.ts";
import { maySayOf, saidWrites } from "../person/said-of-day.ts";
import type { Ports } from "../ports.ts";
import { type SaidOfMessage, stageFeedback } from "../skills/feedback.ts";
import { retryConflicts } from "../store/cas.ts";
import { localDate } from "../time.ts";
import { toolContext } from "../tools/context.ts";
import { effectIdOf } from "../tools/effects.ts";
import { undoableOf, undoEffect } from "../tools/undo.ts";
import { argumentLines } from "./argument-lines.ts";
import { holdForChange } from "./change.ts";
import { AFTER_OUTSIDE, clippedConcern, othersWords } from "./concern.ts";
import { executeProposal } from "./execute.ts";
import { loadProposal, moveProposal } from "./proposal.ts";
import { issueToken, spendToken, type TokenPorts, type TokenRefusal } from "./token.ts";
import { wakeWaiter } from "./waiters.ts";

type TapPorts = Pick<Ports, "store" | "archive" | "clock" | "log" | "machines" | "egress" | "mcp" | "web"> & TokenPorts;

export type TapAnswer =
  | { readonly kind: "screen"; readonly text: string; readonly buttons: readonly Button[] }
  | { readonly kind: "done" | "partly"; readonly text: string; readonly undo: readonly Button[] }
  | { readonly kind: "running"; readonly text: string }
  | { readonly kind: "notice"; readonly text: string };

const REFUSED: Record<TokenRefusal, string> = {
  malformed: "I could not read that tap.",
  unknown_proposal: "There is nothing here to approve.",
  forged: "That approval is not valid.",
  expired: "That took a while, so I let it go. Ask me again if you still want it.",
  already_used: "That has been answered already.",
  held: "You wanted to change this one, so its buttons rest. Tell me what to change, or say “never mind”.",
  superseded: "You changed this one. What came of it takes its place, so this button does nothing any more.",
};

const DECLINED = "You said no to this.";

const NO_PROFILE = "I have no profile of you, so I could not do that. Link an account, then tap again.";

const PAUSED = "I am paused and do nothing for now. Tap again when I am back.";

const UNDONE = {
  undone: "Undone.",
  too_late: "It is too late to undo that.",
  not_undoable: "That cannot be undone.",
  paused: PAUSED,
} as const;

/**
 * Handles the data of a button: `do:`, `ok:`, `no:`, `mod:`, `undo:`, `up:`, `down:` or `felt:`. Other data gets an
 * answer and changes nothing. If a state machine waits for the proposal, that machine carries it out; otherwise this
 * call does.
 */
export async function handleTap(ports: TapPorts, userId: UserId, data: string): Promise<TapAnswer> {
  const cut = data.indexOf(":");
  const [verb, rest] = [data.slice(0, cut), data.slice(cut + 1)];
  const now = ports.clock.now();
  if ((await pausedSince(ports.store, userId)) !== undefined) return notice(PAUSED);
  if (verb === "ok") return confirm(ports, userId, rest, now);
  if (verb === "undo") return notice(UNDONE[await undoEffect(ports.store, userId, rest, now)]);
  if (verb === "up" || verb === "down") return thumb(ports, userId, { runId: rest, kind: verb, at: now });
  if (verb === "felt") return felt(ports, userId, data, now);
  const loaded =
    verb === "do" || verb === "no" || verb === "mod" ? await loadProposal(ports.store, userId, rest) : undefined;
  if (!loaded) return notice(REFUSED.unknown_proposal);
  const { state } = loaded.proposal;
  if (state === "superseded") return notice(REFUSED.superseded);
  if (verb === "mod") return modify(ports, userId, rest, now);
  if (verb === "do") {
    if (state === "held") return notice(REFUSED.held);
    // The person has confirmed already, but the process that should carry it out died. So the person is not asked
    // again.
    if (state === "approved") return proceed(ports, userId, rest);
    if (state === "executed" || state === "declined") return answered(ports, userId, rest);
    const token = await issueToken(ports, loaded, now);
    return token === undefined ? notice(REFUSED.expired) : screen(loaded.proposal, token);
  }
  const declined = await moveProposal(ports.store, loaded, "declined", {
    patch: { updatedAt: now, reason: NOT_NOW },
  });
  if (!declined) return answered(ports, userId, rest);
  await wakeWaiter(ports, userId, loaded.proposal.proposalId, "declined");
  return notice("All right, not now.");
}

/** Holds a proposal, so that the person's next message changes it, on any channel (change.ts). */
async function modify(ports: TapPorts, userId: UserId, proposalId: string, now: number): Promise<TapAnswer> {
  const proposal = await holdForChange(ports.store, userId, proposalId, now);
  if (proposal === undefined) return notice(REFUSED.unknown_proposal);
  const { state, expiresAt } = proposal;
  if (state === "superseded") return notice(REFUSED.superseded);
  if (state !== "open" && state !== "held") return answered(ports, userId, proposalId);
  return notice(expiresAt <= now ? REFUSED.expired : "All right. Tell me what to change.");
}

const THUMB = { up: "Thank you. I count it as helpful.", down: "I count it as not helpful." } as const;
const TOO_OLD = "I do not know that message any more.";

async function thumb(
  { store }: TapPorts,
  userId: UserId,
  given: { readonly runId: string; readonly kind: Exclude<SaidOfMessage, "dont_say">; readonly at: number },
): Promise<TapAnswer> {
  const runId = RunId.safeParse(given.runId).data;
  const staged = runId === undefined ? undefined : await stageFeedback(store, userId, { ...given, runId });
  if (!staged) return notice(TOO_OLD);
  const isDone = staged.writes.length === 0 || (await transactUnlessPaused(store, userId, staged.writes));
  return notice(isDone ? THUMB[given.kind] : PAUSED);
}

const FELT = {
  kept: "Thank you. I keep that with your day.",
  notAgreed: "You have not agreed that I remember what you tell me, so I keep nothing of it.",
  old: "That day is over, so I keep nothing of it.",
} as const;

/** Keeps how the person feels, as they tapped it. The last tap of a day counts. */
async function felt({ store }: TapPorts, userId: UserId, data: string, at: number): Promise<TapAnswer> {
  const tapped = feltButton.parse(data);
  const profile = await findProfile(store, userId);
  if (!tapped || !profile || !maySayOf(tapped.date, localDate(at, profile.timeZone))) return notice(FELT.old);
  if (!(await agrees(store, userId, "memory"))) return notice(FELT.notAgreed);
  const { date, feeling } = tapped;
  const isKept = await retryConflicts(async () => {
    const { writes } = await saidWrites(store, userId, { date, said: { feeling }, at, from: "tap" });
    return transactUnlessPaused(store, userId, writes);
  });
  return notice(isKept ? FELT.kept : PAUSED);
}

async function confirm(ports: TapPorts, userId: UserId, token: string, now: number): Promise<TapAnswer> {
  // Without a profile nothing can be carried out. So the tap stays unused and the proposal stays open.
  if (!(await findProfile(ports.store, userId))) {
    ports.log("warn", "tap.refused", { why: "no_profile" });
    return notice(NO_PROFILE);
  }
  const spent = await spendToken(ports, userId, token, now);
  if (!spent.ok) {
    ports.log("warn", "tap.refused", { why: spent.why });
    return spent.why === "already_used"
      ? answered(ports, userId, token.slice(0, token.indexOf(".")))
      : notice(REFUSED[spent.why]);
  }
  return proceed(ports, userId, spent.loaded.proposal.proposalId);
}

/**
 * Tells the person again how they answered the proposal, and what they can still undo. The first answer may be lost, or
 * the person may have tapped in another tab.
 */
async function answered({ store, clock }: TapPorts, userId: UserId, proposalId: string): Promise<TapAnswer> {
  const { proposal } = (await loadProposal(store, userId, proposalId)) ?? {};
  if (proposal?.state === "declined") return notice(DECLINED);
  if (proposal?.state !== "executed") return notice(REFUSED.already_used);
  const done = proposal.actions.map(({ title }, i) => ({ title, effectId: effectIdOf(proposalId, i) }));
  const entry = { at: proposal.updatedAt, undo: done.map(({ effectId }) => effectId) };
  const open = await undoableOf(store, userId, entry, clock.now());
  const undo = done.filter(({ effectId }) => open.includes(effectId)).map(undoButton);
  return { kind: "done", text: `Done: ${titlesOf(done)}.`, undo };
}

type Done = { readonly effectId: string; readonly title: string };

function titlesOf(done: readonly Done[]): string {
  return done.map(({ title }) => title).join("; ");
}

/** The most characters of a button's label. */
const LABEL_CHARS = 40;

function undoButton({ effectId, title }: Done): Button {
  const label = `Undo ${title}`;
  const shown = label.length > LABEL_CHARS ? `${label.slice(0, LABEL_CHARS - 1).toWellFormed()}…` : label;
  return { label: shown, data: `undo:${effectId}` };
}

/** If a machine waits for the approved proposal, that machine carries it out. Otherwise this function does. */
async function proceed(ports: TapPorts, userId: UserId, proposalId: string): Promise<TapAnswer> {
  const isAwaited = await wakeWaiter(ports, userId, proposalId, "approved");
  return isAwaited ? notice("On it.") : carryOut(ports, userId, proposalId);
}

/**
 * Carries out an approved proposal and tells the person. It is safe to call again: each action is done once. Throws
 * `InvalidInput` for a person without a profile. The proposal then stays approved.
 */
export async function carryOut(
  ports: Pick<Ports, "store" | "archive" | "clock" | "egress" | "mcp" | "web">,
  userId: UserId,
  proposalId: string,
): Promise<TapAnswer> {
  const { timeZone, autonomy } = await loadProfile(ports.store, userId);
  const context = toolContext(ports, {
    userId,
    runId: proposalId,
    trigger: "handoff_act",
    date: localDate(ports.clock.now(), timeZone),
    autonomy,
    // A proposal may hold other people's words. The tap of the person allows that.
    heard: { owner: [], outside: true, recalled: [] },
  });
  const execution = await executeProposal(context, proposalId);
  if (execution.outcome === "in_progress") return { kind: "running", text: "I am doing that right now." };
  const titles = titlesOf(execution.effects);
  if (execution.outcome !== "executed" && titles === "") return notice(`I could not do that: ${execution.reason}.`);
  return {
    kind: execution.outcome === "executed" ? "done" : "partly",
    text:
      execution.outcome === "executed"
        ? `Done: ${titles}.`
        : `Done: ${titles}. The rest I could not do: ${execution.reason}.`,
    undo: execution.effects.map(undoButton),
  };
}

function screen({ proposalId, actions }: Proposal, token: string): TapAnswer {
  const lines = actions.flatMap((action) => {
    const { tool, args, title, concerns, afterOutside } = action;
    const others = othersWords(action, Number.POSITIVE_INFINITY);
    return [
      title,
      ...(concerns === undefined ? [] : [`  about: “${clippedConcern(concerns)}”`]),
      // Arguments that other people will see are shown whole and unchanged.
      ...(TOOL_EFFECT[tool] === "connector_write" ? argumentLines(args).map((line) => `  ${line}`) : []),
      ...others.map((line) => `  ${line}`),
      ...(afterOutside && others.length === 0 ? [`  ${AFTER_OUTSIDE}`] : []),
    ];
  });
  return {
    kind: "screen",
    text: ["Please confirm. This is exactly what I will do:", ...lines].join("\n"),
    buttons: [
      { label: "Confirm", data: `ok:${token}` },
      { label: "Not now", data: `no:${proposalId}` },
    ],
  };
}

function notice(text: string): TapAnswer {
  return { kind: "notice", text };
}
