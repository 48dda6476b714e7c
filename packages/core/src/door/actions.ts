// Routes for things that need the person: taps, tasks that were handed over, and the weekly review.
import {
  ActionEntry,
  type Button,
  type Handoff,
  isFromOutside,
  keys,
  Proposal,
  type Review,
  type ReviewView,
} from "@waldo/contracts";
import { argumentLines } from "../approve/argument-lines.ts";
import { loadProposal } from "../approve/proposal.ts";
import { wakeForReminders } from "../cadence/reminder-times.ts";
import { currentProposal, HANDOFF_MS, handoffsOf } from "../handoff/standing.ts";
import { livedDate } from "../health/ledger.ts";
import type { Ports } from "../ports.ts";
import { reviewsOf } from "../review/rows.ts";
import { buttonsNow } from "../review/state.ts";
import { queryAll } from "../store/query-all.ts";
import { undoButtons } from "../tools/undo.ts";
import { type Handlers, profileOf } from "./handlers.ts";

/** The routes that list the proposals which wait for a tap, and that take a tap. */
export const tapHandlers: Handlers<"proposals" | "tap"> = {
  async proposals({ ports, userId }) {
    const now = ports.clock.now();
    const open: Proposal[] = [];
    for await (const { body } of queryAll(ports.store, keys.proposal.all(userId))) {
      const proposal = Proposal.parse(body);
      if ((proposal.state === "open" || proposal.state === "held") && proposal.expiresAt > now) open.push(proposal);
    }
    return {
      items: open
        .sort((a, b) => a.createdAt - b.createdAt)
        .map(({ proposalId, state, expiresAt, actions }) => ({
          ...{ proposalId, expiresAt, actions: actionsOf(actions) },
          ...(state === "held" ? { isHeld: true as const, buttons: [] } : { buttons: proposalButtons(proposalId) }),
        })),
    };
  },

  async tap(call) {
    const {
      ports,
      userId,
      body: { data },
    } = call;
    if (data.startsWith("review:")) {
      const { tapReview } = await import("../review/tap.ts");
      const { kind, text } = await tapReview(ports, await profileOf(call), data);
      return { kind, text, buttons: [] };
    }
    // This module loads every tool, and most requests are not taps. So it is loaded when a tap comes.
    const { handleTap } = await import("../approve/tap.ts");
    const answer = await handleTap(ports, userId, data);
    await wakeForReminders(ports, userId);
    const buttons = answer.kind === "screen" ? answer.buttons : "undo" in answer ? answer.undo : [];
    return { kind: answer.kind, text: answer.text, buttons: [...buttons] };
  },
};

/** Returns the buttons of a proposal that waits for an answer. */
function proposalButtons(proposalId: string): Button[] {
  return [
    { label: "Do it", data: `do:${proposalId}` },
    { label: "Modify", data: `mod:${proposalId}` },
    { label: "Not now", data: `no:${proposalId}` },
  ];
}

function actionsOf(actions: Proposal["actions"]) {
  return actions.map((action) => ({
    title: action.title,
    details: [...argumentLines(action.args)],
    fromOutside: isFromOutside(action),
  }));
}

/** Routes for tasks that were handed over: their state, their plans, and the taps that answer or undo them. */
export const handoffHandlers: Handlers<"handoffs" | "handOver"> = {
  handoffs: async ({ ports, userId, query: { limit } }) => ({
    items: await Promise.all(
      (await handoffsOf(ports, userId, limit)).map(async ({ handoff, standing: { state, waitsFor } }) => {
        const plan = await planOf(ports, handoff, waitsFor);
        return {
          ...{ handoffId: handoff.handoffId, goal: handoff.goal, state, createdAt: handoff.createdAt },
          ...(waitsFor === undefined ? {} : { waitsFor }),
          ...(plan ? { plan } : {}),
        };
      }),
    ),
  }),

  async handOver(call) {
    const { ports, userId, body, key } = call;
    const date = await livedDate(ports.store, await profileOf(call), ports.clock.now());
    // This module loads the run machine and every tool, and most requests only read.
    const { startHandoff } = await import("../handoff/handoff.ts");
    return { handoffId: await startHandoff(ports, userId, { messageId: key, goal: body.goal }, date) };
  },
};

/**
 * Returns the latest plan of a handoff. While it waits, the person can answer it. After it was done, they can undo it
 * for a day.
 */
async function planOf(ports: Pick<Ports, "store" | "clock">, handoff: Handoff, waitsFor: string | undefined) {
  const { store } = ports;
  const proposalId = handoff.plans === 0 ? undefined : await currentProposal(store, handoff);
  const loaded = proposalId === undefined ? undefined : await loadProposal(store, handoff.userId, proposalId);
  if (!loaded) return undefined;
  const { proposal } = loaded;
  const buttons =
    waitsFor === proposal.proposalId
      ? proposalButtons(waitsFor)
      : proposal.state === "executed"
        ? await undoOf(ports, handoff, proposal.proposalId)
        : [];
  return { actions: actionsOf(proposal.actions), buttons };
}

/** Returns the buttons that undo what a handoff did. The log entry names the effects that can be undone. */
async function undoOf(
  { store, clock }: Pick<Ports, "store" | "clock">,
  { userId, createdAt }: Handoff,
  proposalId: string,
): Promise<Button[]> {
  const during = keys.patrol.between(userId, [createdAt], [createdAt + HANDOFF_MS]);
  for await (const { body } of queryAll(store, during)) {
    const entry = ActionEntry.safeParse(body).data;
    if (entry?.proposalId !== proposalId) continue;
    return undoButtons(store, userId, entry, clock.now());
  }
  return [];
}

/** Routes for the weekly review: its state, earlier reviews, and the start of a new one. */
export const reviewHandlers: Handlers<"review" | "reviewStart"> = {
  async review({ ports, userId, query: { limit } }) {
    const [latest, ...past] = (await reviewsOf(ports.store, userId, limit + 1)).map(({ review }) => review);
    return {
      latest: latest ? viewOf(latest, ports.clock.now()) : null,
      past: past.map(({ reviewId, date, state, outcome }) => ({
        ...{ reviewId, date, state },
        ...(outcome?.kept && !outcome.takenBack ? { kept: outcome.kept.claim } : {}),
      })),
    };
  },

  async reviewStart(call) {
    const { ports, key } = call;
    const profile = await profileOf(call);
    const date = await livedDate(ports.store, profile, ports.clock.now());
    // This module loads the questions and the run machine, and most requests only read.
    const { startNow } = await import("../review/tap.ts");
    return { reviewId: await startNow(ports, profile, { date, of: key }) };
  },
};

function viewOf(review: Review, now: number): ReviewView {
  const { reviewId, date, state, waits, questions, index, answers, outcome, resumeAt } = review;
  return {
    ...{ reviewId, date, state, waits, of: questions.length },
    asked: questions.slice(0, state === "asking" ? index + 1 : index).map(({ name, block, text }) => {
      const answer = answers.find(({ question }) => question === name);
      if (!answer) return { block, text };
      return answer.text === undefined ? { block, text, skipped: true as const } : { block, text, answer: answer.text };
    }),
    ...(outcome?.week ? { week: outcome.week } : {}),
    ...(outcome?.kept ? { kept: outcome.kept.claim } : {}),
    ...(outcome?.takenBack ? { takenBack: outcome.takenBack } : {}),
    ...(resumeAt === undefined ? {} : { resumeAt }),
    buttons: buttonsNow(review, now),
  };
}
