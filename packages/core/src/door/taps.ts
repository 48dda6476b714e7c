/** What waits for a tap, and the tap itself. */
import { type Button, isFromOutside, keys, Proposal } from "@waldo/contracts";
import { argumentLines } from "../approve/argument-lines.ts";
import { wakeForReminders } from "../cadence/reminder-times.ts";
import { queryAll } from "../store/query-all.ts";
import { type Handlers, profileOf } from "./handlers.ts";

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
    // It brings every tool. Most requests are no taps, so it is loaded when one comes.
    const { handleTap } = await import("../approve/tap.ts");
    const answer = await handleTap(ports, userId, data);
    await wakeForReminders(ports, userId);
    const buttons = answer.kind === "screen" ? answer.buttons : "undo" in answer ? answer.undo : [];
    return { kind: answer.kind, text: answer.text, buttons: [...buttons] };
  },
};

/** What the person may do with a proposal that waits. */
export function proposalButtons(proposalId: string): Button[] {
  return [
    { label: "Do it", data: `do:${proposalId}` },
    { label: "Modify", data: `mod:${proposalId}` },
    { label: "Not now", data: `no:${proposalId}` },
  ];
}

export function actionsOf(actions: Proposal["actions"]) {
  return actions.map((action) => ({
    title: action.title,
    details: [...argumentLines(action.args)],
    fromOutside: isFromOutside(action),
  }));
}
